"""Tables that a player at the terminal can sit at, and the games saved there."""
