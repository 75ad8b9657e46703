"""OpenSpiel's search playing our games, for comparison."""
