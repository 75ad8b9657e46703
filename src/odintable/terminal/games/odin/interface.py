"""ODIN's interface to the terminal."""

from odintable.terminal.games.interface import TerminalGame

from . import description, drawing, move_choices, sentences

TERMINAL_GAME = TerminalGame(
    draw=drawing.draw,
    legend=drawing.legend,
    card_style=drawing.card_style,
    describe=description.describe,
    status=description.status,
    move_sentence=sentences.move_sentence,
    event_sentence=sentences.event_sentence,
    card_names=sentences.card_names,
    move_label=move_choices.move_label,
    move_rank=move_choices.move_rank,
    choosable_cards=move_choices.choosable_cards,
    cards_in_move=move_choices.cards_in_move,
    seat_names=("Astrid", "Bjorn", "Dagny", "Eirik", "Freydis", "Gunnar"),
    rule_sections=(
        *("goal", "leading", "sets", "beating", "taking", "passing", "scoring", "options"),
    ),
)
