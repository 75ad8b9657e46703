"""Playing, watching and replaying games in a terminal. Contains no rules."""
