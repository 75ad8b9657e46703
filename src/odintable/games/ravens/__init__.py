from . import events, notation, parts, playout, positions, reasons, rules, view

__all__ = ["events", "notation", "parts", "playout", "positions", "reasons", "rules", "view"]
