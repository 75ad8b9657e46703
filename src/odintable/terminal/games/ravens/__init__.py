"""Odin's Ravens in the terminal."""
