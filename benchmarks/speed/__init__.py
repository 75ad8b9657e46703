"""Speed of the rules and the search, ours and our peers': `make bench`."""
