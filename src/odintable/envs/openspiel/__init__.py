"""The games as OpenSpiel games, with chance nodes for shuffles."""
