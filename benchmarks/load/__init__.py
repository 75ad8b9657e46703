"""`make load`: the load our server can take, compared with boardgame.io's on the same machine."""
