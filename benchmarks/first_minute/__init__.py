"""How long a new player waits on a fresh machine."""
