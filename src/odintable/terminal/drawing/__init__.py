"""Drawing positions with Rich: the parts that all games share."""
