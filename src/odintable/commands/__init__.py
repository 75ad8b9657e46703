"""The subcommands of `odintable`, one module each.

A module has `add_arguments(parser)` and `run(args)`, which returns the exit status. It is imported
only when its command is used, and imports slow packages (numba, bots, Rich) inside `run`, so that
`--help` is quick.
"""

# Name -> summary, in the order of `odintable --help`.
COMMANDS: dict[str, str] = {
    "play": "play in the terminal: against bots, several at one screen, or on a server",
    "watch": "let bots play, each position drawn in the terminal",
    "arena": "compare the strength of bots and engines: every deal is played in every seat",
    "replay": "show a recorded game step by step",
    "evaluate": "estimate who wins a game, and suggest moves",
    "check": "verify records: legal moves, correct results, fair shuffles",
    "serve": "run a server: live games for people and bots, in the browser or over the API",
    "store": "back up, restore and check the games of a server; export and delete personal data",
    "train": "train a net by self-play (needs torch; a GPU helps)",
    "exploit": "train a net against one bot, to measure how exploitable it is",
    "doctor": "show what is installed, what is missing, and how to install it",
    "compile": "compile everything that playing needs, so that the first game starts at once",
    "completion": "print a script that makes your shell complete commands and options",
    "engine": "run the engine: other programs use the rules and the bots by lines of JSON",
}
