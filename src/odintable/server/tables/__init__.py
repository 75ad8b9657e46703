"""A table as a pure function of its events, and what each viewer may see of it."""
