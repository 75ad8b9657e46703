"""How quick the games are, and their peers: `make bench`."""
