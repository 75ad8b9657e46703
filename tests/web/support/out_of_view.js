/**
 * What of a screen one would have to scroll for; tests/web/test_layout.py runs it in the page.
 * `mayScroll`: the page may be higher than the window, but the given elements must be visible wherever it is
 * scrolled to. The list of moves may always scroll.
 */
([selectors, mayScroll]) => {
  const ROUNDING = 1;
  const page = document.scrollingElement;
  const faults = [];
  for (const one of mayScroll ? [] : document.querySelectorAll("body *")) {
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(one).overflowY) && one.clientHeight > 0;
    if (scrolls && !one.matches(".moves") && one.scrollHeight > one.clientHeight + ROUNDING) faults.push(`<${one.localName}> scrolls: ${one.className}`);
  }
  for (const place of mayScroll ? [0, page.scrollHeight] : [0]) {
    scrollTo(0, place);
    for (const selector of selectors) {
      const outside = [...document.querySelectorAll(selector)].some((one) => {
        const { top, bottom, left, right, width } = one.getBoundingClientRect();
        return width && (top < -ROUNDING || bottom > innerHeight + ROUNDING || left < -ROUNDING || right > innerWidth + ROUNDING);
      });
      if (outside) faults.push(`${selector} is out of view`);
    }
  }
  const bar = Math.min(...selectors.flatMap((one) => [...document.querySelectorAll(one)]).map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => box.top));
  if (mayScroll && document.querySelector("main").getBoundingClientRect().bottom > bar + ROUNDING) faults.push("the end of the page is covered");
  scrollTo(0, 0);
  return faults;
}
