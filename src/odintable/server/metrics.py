"""Metrics of the server, in the text format of Prometheus."""

from dataclasses import dataclass, field, fields


@dataclass
class Metrics:
    """Counters and gauges; each is a line of `/metrics`."""

    # fmt: off
    moves: int = field(default=0, metadata={"help": "moves stored"})
    events: int = field(default=0, metadata={"help": "events stored, moves included"})
    batches: int = field(default=0, metadata={"help": "transactions"})
    batch_seconds: float = field(default=0.0, metadata={"help": "time spent in transactions"})
    store_errors: int = field(default=0, metadata={"help": "transactions that failed"})
    refused: int = field(default=0, metadata={"help": "requests refused"})
    frames_in: int = field(default=0, metadata={"help": "frames received"})
    frames_out: int = field(default=0, metadata={"help": "frames sent"})
    skipped: int = field(default=0, metadata={"help": "times a slow reader got the whole table"})
    requests: int = field(default=0, metadata={"help": "API requests"})
    request_errors: int = field(default=0, metadata={"help": "API requests answered with 5xx"})
    closed_by_us: int = field(default=0, metadata={"help": "sockets closed by the server"})
    thoughts: int = field(default=0, metadata={"help": "bot moves, hints and evaluations"})
    workers_lost: int = field(default=0, metadata={"help": "bot processes that died or hung"})
    tables_made: int = field(default=0, metadata={"help": "tables created"})
    games_over: int = field(default=0, metadata={"help": "games that ended"})
    archived: int = field(default=0, metadata={"help": "games archived"})
    sockets: int = field(default=0, metadata={"help": "sockets open now", "type": "gauge"})
    tables: int = field(default=0, metadata={"help": "tables in memory now", "type": "gauge"})
    # fmt: on

    def text(self) -> str:
        """Return all metrics as text."""
        lines = []
        for one in fields(self):
            kind = one.metadata.get("type", "counter")
            name = f"odintable_{one.name}" + ("_total" if kind == "counter" else "")
            value = getattr(self, one.name)
            lines += [
                f"# HELP {name} {one.metadata['help']}",
                f"# TYPE {name} {kind}",
                f"{name} {value:.6f}" if isinstance(value, float) else f"{name} {value}",
            ]
        return "\n".join([*lines, ""])
