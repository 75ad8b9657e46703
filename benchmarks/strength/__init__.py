"""How strong the bots are, against whom, and how sure that is: `make strength`."""
