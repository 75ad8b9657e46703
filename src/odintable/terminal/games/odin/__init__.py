"""ODIN in the terminal."""
