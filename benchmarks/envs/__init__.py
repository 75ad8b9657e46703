"""The speed of our environments and those of our peers: `make bench-envs`."""
