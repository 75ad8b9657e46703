"""`make load`: how many moves our server bears, beside boardgame.io's, on the same machine."""
