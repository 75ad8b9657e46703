"""The learning curve of a training run as an SVG image: losses over time."""

from __future__ import annotations

WIDTH, HEIGHT, EDGE = 640, 320, 48
LINES = {"win_loss": "#1f6f8b", "standing_loss": "#b5651d", "share": "#2e7d32"}
NAMES = {
    "win_loss": "loss: who wins, from a decision",
    "standing_loss": "loss: who wins, between two legs",
    "share": "share of the win against the opponent",
}


def draw_curve(rows: list[dict[str, float]]) -> str:
    """Draw every line for which there are numbers."""
    shown = [name for name in LINES if any(name in row for row in rows)]
    numbers = [row[name] for row in rows for name in shown if name in row]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    span = (high - low) or 1.0
    end = max((row["minutes"] for row in rows), default=1.0) or 1.0

    def at(minutes: float, number: float) -> str:
        x = EDGE + (WIDTH - 2 * EDGE) * minutes / end
        y = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (number - low) / span
        return f"{x:.1f},{y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<g font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        label(EDGE, HEIGHT - EDGE + 18, "0 min"),
        label(WIDTH - 2 * EDGE, HEIGHT - EDGE + 18, f"{end:.1f} min"),
        label(4, HEIGHT - EDGE, f"{low:.3f}"),
        label(4, EDGE, f"{high:.3f}"),
    ]
    for place, name in enumerate(shown):
        points = " ".join(at(row["minutes"], row[name]) for row in rows if name in row)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{LINES[name]}"/>')
        parts.append(label(EDGE, 14 + 14 * place, NAMES[name], LINES[name]))
    return "\n".join([*parts, "</g>", "</svg>", ""])


def label(x: float, y: float, text: str, colour: str = "#333") -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}">{text}</text>'
