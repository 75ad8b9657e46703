"""The contrast of two colours, as WCAG 2 defines it."""


def contrast(one: str, other: str) -> float:
    """The contrast ratio: 1 for the same colour, 21 for black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour such as #fff or #1b2126, from 0 to 1."""
    red, green, blue = (linear(part) for part in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def channels(colour: str) -> list[float]:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
