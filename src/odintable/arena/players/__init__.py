"""Contestants: bots by name, nets from files, bots from the user's code, external engines."""
