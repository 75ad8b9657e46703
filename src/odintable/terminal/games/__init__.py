"""How each game looks and reads in the terminal: one folder for each game, one interface."""
