"""The text format of a game: write, read, verify (docs/records.md)."""
