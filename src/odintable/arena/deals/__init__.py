"""Playing deals: the schedule, every rotation of a deal, worker processes, results on disk."""
