"""The table server: live games that lose nothing and leak nothing. See docs/decisions/0005."""
