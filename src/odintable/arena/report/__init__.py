"""Results of a contest as text, JSON and SVG, and progress while it runs."""
