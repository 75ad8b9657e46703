"""The speed of our rules and search, compared with our peers: `make bench`."""
