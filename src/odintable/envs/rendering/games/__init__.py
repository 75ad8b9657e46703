"""The drawings of the games, one module each."""
