"""Where the numbers of `appeal` and `prospects` come from: docs/fitting.md."""
