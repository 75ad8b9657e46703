"""Can the nets' chances be taken at their word? `python -m benchmarks.reliability`.

The files of the nets hold, for the last decisions of their training, how many were won of those
that the net gave about the same chance. This draws them: docs/images/reliability.svg.
"""

from pathlib import Path

from odintable.nets import net

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "reliability.svg"
COLOURS = {"odin": "#1f6f8b", "ravens": "#b5651d"}
NAMES = {"odin": "ODIN", "ravens": "Ravens"}
SIDE, EDGE = 400, 64
MOST_RADIUS = 7.0

Bins = list[tuple[float, float, int]]  # the middle of what was said, what came of it, how often


def bins_of(game: str) -> Bins:
    """What the net of a game said, and what came of it."""
    table = net.shipped(game).training["reliability"]
    width = 1 / len(table)
    return [((at + 0.5) * width, won, many) for at, (won, many) in enumerate(table) if many]


def drawn(games: dict[str, Bins]) -> str:
    """A point for each bin; on the line, the net is right. Larger points are met more often."""
    size, middle = SIDE + 2 * EDGE, EDGE + SIDE / 2
    about = "Chances as the nets say them, and as they come true"
    upright = f'transform="translate(16 {middle}) rotate(-90)"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img">',
        f"<title>{about}</title>",
        f'<rect width="{size}" height="{size}" fill="white"/>',
        '<g font-family="sans-serif" font-size="13" fill="#333" text-anchor="middle">',
        f'<path d="M{place(0, 0)}L{place(1, 1)}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<path d="M{place(0, 1)}L{place(0, 0)}L{place(1, 0)}" fill="none" stroke="#333"/>',
        f'<text x="{middle}" y="{size - 24}">chance to win, says the net</text>',
        f"<text {upright}>so many were won</text>",
    ]
    for share in (0.0, 0.5, 1.0):
        x, y = place(share, share).split()
        parts.append(f'<text x="{x}" y="{EDGE + SIDE + 18}">{share:.0%}</text>')
        parts.append(f'<text x="{EDGE - 6}" y="{y}" text-anchor="end">{share:.0%}</text>')
    for row, (game, bins) in enumerate(games.items()):
        corner = f'x="{EDGE + 40}" y="{EDGE + 18 + 18 * row}"'
        parts.append(f'<text {corner} fill="{COLOURS[game]}">{NAMES[game]}</text>')
        parts += points(bins, COLOURS[game])
    return "\n".join([*parts, "</g>", "</svg>", ""])


def points(bins: Bins, colour: str) -> list[str]:
    """One game's."""
    most = max(many for _, _, many in bins)
    circles = []
    for said, won, many in bins:
        x, y = place(said, won).split()
        radius = MOST_RADIUS * (many / most) ** 0.5
        circles.append(
            f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{colour}" fill-opacity="0.6"/>'
        )
    return circles


def place(said: float, won: float) -> str:
    """Where that is in the picture."""
    return f"{EDGE + SIDE * said:.1f} {EDGE + SIDE * (1 - won):.1f}"


def farthest(bins: Bins) -> float:
    """By how much what came of it differs from what was said, at most."""
    return max(abs(won - said) for said, won, _ in bins)


if __name__ == "__main__":
    every = {game: bins_of(game) for game in COLOURS}
    PICTURE.write_text(drawn(every), encoding="utf-8")
    for game, bins in every.items():
        print(f"{NAMES[game]}: at most {100 * farthest(bins):.1f} points of a hundred off")
