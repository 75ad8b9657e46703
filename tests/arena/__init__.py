"""The arena: who is stronger, with error bars."""
