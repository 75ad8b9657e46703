"""High card: a third game that only its own folder knows, to show that the generic code is generic.

Two players, six cards numbered 1 to 6. In each round both are dealt two cards; the starter shows
one, then the other player does, and the higher card scores a point. The first player to reach the
target wins. `ODINTABLE_GAMES=tests.high_card` registers the game.
"""
