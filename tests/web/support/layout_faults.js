/**
 * The layout faults of the current screen, one line each; tests/web/test_layout.py runs it in the page.
 * If a dialog is open, only the dialog is checked.
 */
() => {
  const TARGETS = "button, a[href], select, summary, textarea, input, [role=slider]";
  const MIN_SIZE = 44; // px: of a control
  const MIN_SIZE_IF_CLOSE = 24; // WCAG 2.2 AA: of controls that must be close together
  const CLOSE = ".path, .stack, .pile";
  const OVERLAY = ".piece"; // may cover other elements
  const TEMPORARY = ".notes"; // disappears by itself
  const ROUNDING = 1;

  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const top = dialogs.at(-1) ?? document.body;
  const faults = [];

  const name = (one) => {
    const text = (one.getAttribute("aria-label") || one.textContent || one.id).trim().replace(/\s+/g, " ");
    const kind = one.className?.baseVal ?? one.className;
    return `<${one.localName}${kind ? `.${String(kind).trim().replace(/\s+/g, ".")}` : ""}> “${text.slice(0, 40)}”`;
  };
  const isVisible = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden, .skip");
  const styles = new Map();
  const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);

  /** Whether an element is visible to screen readers only. */
  const isForScreenReaders = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) if (style(at).clipPath !== "none") return true;
    return false;
  };

  /** The visible part of a box, where an ancestor scrolls or clips. */
  const visiblePart = (one, { left, right, top: upper, bottom: lower }) => {
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      if (style(around).overflowX === "visible" && style(around).overflowY === "visible") continue;
      const frame = around.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [upper, lower] = [Math.max(upper, frame.top), Math.min(lower, frame.bottom)];
    }
    return { left, right, upper, lower };
  };
  /** Whether two elements may lie above each other: one is pinned to the window, the other scrolls under it. */
  const isPinned = (one) => {
    for (let at = one; at && at !== top; at = at.parentElement) if (style(at).position === "fixed") return true;
    return false;
  };
  const mayCover = (one, other) => isPinned(one) !== isPinned(other);
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = (one, other) => Math.min(one.lower, other.lower) - Math.max(one.upper, other.upper);

  // -- Sideways scroll ---------------------------------------------------------------------------
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} px wide`);
  for (const one of dialogs) {
    if (one.scrollWidth > one.clientWidth) faults.push(`the dialog is ${one.scrollWidth} px wide, of ${one.clientWidth}`);
  }

  // -- Clipped text ------------------------------------------------------------------------------
  const holders = [...top.querySelectorAll("*")].filter((one) =>
    !one.closest("svg") && !["OPTION", "SCRIPT", "STYLE"].includes(one.tagName)
    && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    && isVisible(one) && !isForScreenReaders(one));
  const pictures = [...top.querySelectorAll("svg")].filter((one) => isVisible(one) && !one.closest(OVERLAY));
  const frames = pictures.map((one) => visiblePart(one, one.getBoundingClientRect()));
  for (const one of holders) {
    const boxes = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()];
    }).filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const upper = Math.min(...boxes.map((box) => box.top));
    const lower = Math.max(...boxes.map((box) => box.bottom));
    const text = visiblePart(one, { left, right, top: upper, bottom: lower });
    const covering = pictures.find((picture, at) =>
      !one.closest(TEMPORARY) && !mayCover(one, picture) && !picture.parentElement.contains(one) && across(text, frames[at]) > 2 && down(text, frames[at]) > 2);
    if (covering) faults.push(`text and picture overlap: ${name(one)} and ${name(covering.parentElement)}`);
    let [scrollsX, scrollsY] = [false, false];
    for (let at = one; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY } = style(at);
      const box = at.getBoundingClientRect();
      if (["auto", "scroll"].includes(overflowX)) scrollsX = true;
      if (["auto", "scroll"].includes(overflowY)) scrollsY = true;
      const cutX = ["hidden", "clip"].includes(overflowX) && !scrollsX
        && (left < box.left - ROUNDING || right > box.right + ROUNDING);
      const cutY = ["hidden", "clip"].includes(overflowY) && !scrollsY
        && (upper < box.top - ROUNDING || lower > box.bottom + ROUNDING);
      if (cutX || cutY) faults.push(`text is clipped: ${name(one)} by ${name(at)}`);
    }
    if (!scrollsX && (left < -ROUNDING || right > innerWidth + ROUNDING)) faults.push(`text leaves the screen: ${name(one)}`);
    const parent = one.closest("button, .seat, .note, label, th, td, li") ?? one;
    const around = parent.getBoundingClientRect();
    if (style(one).display !== "contents" && (left < around.left - 2 || right > around.right + 2)) {
      faults.push(`text leaves its box: ${name(one)} ${Math.round(Math.max(around.left - left, right - around.right))} px`);
    }
  }

  const pen = document.createElement("canvas").getContext("2d");
  for (const one of [...top.querySelectorAll("select")].filter(isVisible)) {
    pen.font = style(one).font;
    const available = one.clientWidth - parseFloat(style(one).paddingLeft) - parseFloat(style(one).paddingRight) - 16;
    for (const option of one.options) {
      if (pen.measureText(option.text).width > available + ROUNDING) faults.push(`an option is clipped: “${option.text}”`);
    }
  }

  // -- Controls -----------------------------------------------------------------------------------
  const targets = [...top.querySelectorAll(TARGETS)].filter((one) => isVisible(one) && !one.disabled);
  /** The box of a control; that of a checkbox includes its label. */
  const box = (one) => {
    const own = one.getBoundingClientRect();
    if (!["radio", "checkbox"].includes(one.type)) return own;
    const all = [own, ...[...one.labels ?? []].map((label) => label.getBoundingClientRect())];
    const left = Math.min(...all.map((each) => each.left));
    const upper = Math.min(...all.map((each) => each.top));
    return new DOMRect(left, upper, Math.max(...all.map((each) => each.right)) - left, Math.max(...all.map((each) => each.bottom)) - upper);
  };
  const boxes = targets.map(box);
  targets.forEach((one, at) => {
    const { width, height } = boxes[at];
    const isInline = one.localName === "a" && style(one).display === "inline";
    const least = isInline ? 0 : one.closest(CLOSE) ? MIN_SIZE_IF_CLOSE : MIN_SIZE;
    if (Math.min(width, height) < least - 0.5) faults.push(`too small: ${name(one)} ${Math.round(width)} × ${Math.round(height)}`);
  });
  const shown = targets.map((one, at) => visiblePart(one, boxes[at]));
  targets.forEach((one, at) => {
    for (let other = at + 1; other < targets.length; other += 1) {
      const second = targets[other];
      if (one.contains(second) || second.contains(one) || mayCover(one, second)) continue;
      const [wide, high] = [across(shown[at], shown[other]), down(shown[at], shown[other])];
      if (wide <= ROUNDING || high <= ROUNDING) continue;
      // Cards of a pile overlap; enough of each must be visible to press it.
      const rest = Math.max(boxes[at].width, boxes[at].height) - Math.min(wide, high);
      if (one.closest(CLOSE) && one.closest(CLOSE) === second.closest(CLOSE) && rest >= MIN_SIZE_IF_CLOSE) continue;
      faults.push(`overlap: ${name(one)} and ${name(second)}, ${Math.round(wide)} × ${Math.round(high)}`);
    }
  });
  return faults;
}
