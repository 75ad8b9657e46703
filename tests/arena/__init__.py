"""The arena: which bot is stronger, with error bars."""
