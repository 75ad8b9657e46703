"""Drawings and texts of each game for the terminal: one folder per game, one interface."""
