"""Where the numbers of `move_score` and `prospects` come from: docs/fitting.md."""
