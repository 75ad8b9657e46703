"""The table in a terminal: draws positions and views, tells moves in words, knows no rules."""
