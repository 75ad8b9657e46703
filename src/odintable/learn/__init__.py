"""Players that learn by playing themselves. The only room that knows torch (docs/learning.md)."""
