"""The subcommands of `odintable`, one module each.

A module has `add_arguments(parser)` and `run(args) -> int`, the exit status. It is imported only
when its command is chosen, and imports what is heavy (games, bots, Rich) inside `run`, so that
`--help` answers at once.
"""

# Name -> what it does, in the order in which `odintable --help` shows them.
COMMANDS: dict[str, str] = {
    "play": "play in the terminal: against bots, several at one screen, or on a server",
    "watch": "let bots play, each position drawn in the terminal",
    "arena": "find out who is stronger: bots and engines, every deal in every seat",
    "replay": "show a recorded game step by step",
    "evaluate": "tell who is likely to win a game, and what to play",
    "check": "tell whether records are true games, fairly shuffled",
    "serve": "run a table server: live games for people and bots, in the browser or by program",
    "store": "back up, restore and check a server's games, while it runs",
    "train": "let a net learn a game by playing itself (needs torch, wants a GPU)",
    "exploit": "train a player against a bot, and tell how much it takes from it",
    "doctor": "tell what is installed, what is missing, and how to get it",
    "completion": "print what makes your shell complete commands and options",
    "engine": "answer lines of JSON: drive the rules and the bots from any program",
}
