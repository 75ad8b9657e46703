"""Replays, and reviews of the moves of a game."""
