"""How each game is drawn."""
