"""What the terminal table shows: a screen a file, made with Textual, no rules in them."""
