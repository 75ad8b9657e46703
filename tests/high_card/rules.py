# mypy: disable-error-code="no-untyped-def"
"""The rules of high card, compiled."""

from odintable.games.compiled import rule

from .components import CARDS, DEAL, HAND_SIZE, NO_CARD, NO_SHUFFLE, OVER, PLAYERS, SHOW


@rule
def pile_to_shuffle(_state, cards):
    """Fill in the cards to shuffle: all of them; return their number."""
    for card in range(CARDS):
        cards[card] = card
    return CARDS


@rule
def apply_shuffle(state, cards):
    """Deal a round from cards in the order given; the starters alternate."""
    if state.round > 0:
        state.starter = 1 - state.starter
    state.round += 1
    for seat in range(PLAYERS):
        state.shown[seat] = NO_CARD
        state.hands[seat] = 0
        for place in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
            state.hands[seat] |= 1 << cards[place]
    state.turn = state.starter
    state.phase = SHOW
    state.pending_shuffle = NO_SHUFFLE


@rule
def legal(state, moves):
    """Fill in the cards that the player may show; return their number."""
    count = 0
    if state.phase == SHOW:
        for card in range(CARDS):
            if state.hands[state.turn] >> card & 1:
                moves[count] = card
                count += 1
    return count


@rule
def apply(state, move):
    """Show a card; after the second one the higher card scores."""
    state.hands[state.turn] &= ~(1 << move)
    state.shown[state.turn] = move
    other = 1 - state.turn
    if state.shown[other] == NO_CARD:
        state.turn = other
        return
    winner = state.turn if move > state.shown[other] else other
    state.scores[winner] += 1
    if state.scores[winner] == state.target:
        state.phase = OVER
    else:
        state.pending_shuffle = DEAL


@rule
def is_over(state):
    """Whether the game has ended."""
    return state.phase == OVER


@rule
def outcome(state, shares):
    """Fill in each seat's share of the win."""
    for seat in range(PLAYERS):
        shares[seat] = 1.0 if state.scores[seat] == state.target else 0.0
