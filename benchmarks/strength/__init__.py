"""The strength of the bots against each other and against peers: `make strength`."""
