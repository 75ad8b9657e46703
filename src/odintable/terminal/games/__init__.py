"""What the terminal needs to know about each game."""
