"""Connections before any route: their number, their deadlines, whose they are, and their host."""
