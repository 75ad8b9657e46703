"""Speed of the environments, ours and our peers': `make bench-envs`."""
