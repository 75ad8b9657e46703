"""Odin's Ravens' interface to the terminal."""

from odintable.terminal.games.interface import TerminalGame

from . import cards, description, drawing, move_choices, sentences

ODIN_ACTIONS = ("stone", "swap", "turn", "remove", "back", "forward", "arrange", "add")

TERMINAL_GAME = TerminalGame(
    draw=drawing.draw,
    legend=drawing.legend,
    card_style=move_choices.card_style,
    describe=description.describe,
    status=description.status,
    move_sentence=sentences.move_sentence,
    event_sentence=sentences.event_sentence,
    card_names=cards.card_names,
    move_label=move_choices.move_label,
    move_rank=move_choices.move_rank,
    choosable_cards=move_choices.choosable_cards,
    cards_in_move=move_choices.cards_in_move,
    seat_names=("Huginn", "Muninn"),
    rule_sections=(
        *("goal", "turn", "flying", "joker", "stack", "stone", "magic"),
        *("odin-cards", "lengthening", "scoring"),
    ),
    further_rules={"odin-cards": [f"rules.act.{action}" for action in ODIN_ACTIONS]},
)
