"""The long runs: `make soak`, or `python -m tests.tools.soak --part records`.

They may be interrupted (Ctrl-C) at any time and go on where they were when they are run again,
as long as the sources are the same. What was done, and with which sources, is written to
docs/soak.md.
"""

import argparse
import hashlib
import json
import multiprocessing
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from odintable import __version__
from tests.paths import ROOT
from tests.tools.soak_parts import FOLDER, PARTS, Part

REPORT = ROOT / "docs" / "soak.md"
Job = tuple[str, int]  # the name of a part, and which of its chunks
Result = tuple[str, int, float, str]  # ... how many seconds it took, and what went wrong


def main(arguments: list[str] | None = None) -> int:
    """Run what is left of the parts asked for."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__)
    parser.add_argument("--part", action="append", choices=names, help="only this one, or these")
    parser.add_argument("--fresh", action="store_true", help="forget what was done before")
    parser.add_argument("--workers", type=int, default=2, help="processes; 0: this one alone")
    given = parser.parse_args(arguments)
    chosen = [part for part in PARTS if part.name in (given.part or names)]
    progress = Progress(FOLDER / "progress.json", given.fresh)
    try:
        soak(chosen, progress, given.workers)
    except KeyboardInterrupt:
        print("\ninterrupted: run it again to go on from here")
        return 130
    finally:
        REPORT.write_text(report(PARTS, progress), encoding="utf-8")
    failed = [part.name for part in chosen if progress.failures(part)]
    print(
        f"failed: {', '.join(failed)}" if failed else "all is well", f"({REPORT.name} is written)"
    )
    return 1 if failed else 0


def hash_of_sources() -> str:
    """A short name for everything that a run depends on."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class Progress:
    """Which chunks are done, kept in a file from one run to the next.

    A part that was run with other sources keeps its result until it is run again.
    """

    def __init__(self, path: Path, fresh: bool = False, sources: str | None = None) -> None:
        """Take up what the file has."""
        self.path = path
        self.sources = sources or hash_of_sources()
        self.done: dict[str, dict[str, Any]] = {}
        if path.is_file() and not fresh:
            self.done = json.loads(path.read_text(encoding="utf-8"))

    def add(self, result: Result) -> None:
        """A chunk is done, well or not."""
        name, chunk, seconds, wrong = result
        if not self._is_of_today(name):
            self.done[name] = {"sources": self.sources, "chunks": {}}
        self.done[name]["date"] = f"{datetime.now(UTC):%Y-%m-%d}"
        entry = {"seconds": round(seconds, 2), "wrong": wrong}
        self.done[name]["chunks"][str(chunk)] = entry
        self.path.parent.mkdir(exist_ok=True)
        spare = self.path.with_suffix(".new")  # so that an interruption cannot leave half a file
        spare.write_text(json.dumps(self.done, indent=1))
        spare.replace(self.path)

    def left(self, part: Part) -> list[int]:
        """The chunks still to do with these sources; one that failed is done again."""
        well = self.well(part) if self._is_of_today(part.name) else set()
        return [chunk for chunk in range(part.chunks) if chunk not in well]

    def well(self, part: Part) -> set[int]:
        """The chunks that went well when the part was run last."""
        return {int(chunk) for chunk, entry in self.chunks(part).items() if not entry["wrong"]}

    def failures(self, part: Part) -> list[str]:
        """What went wrong, by chunk."""
        chunks = self.chunks(part).items()
        return [f"chunk {chunk}: {entry['wrong']}" for chunk, entry in chunks if entry["wrong"]]

    def seconds(self, part: Part) -> float:
        """The time that its chunks took."""
        return float(sum(entry["seconds"] for entry in self.chunks(part).values()))

    def chunks(self, part: Part) -> dict[str, Any]:
        """What was done of a part when it was run last."""
        chunks: dict[str, Any] = self.done.get(part.name, {}).get("chunks", {})
        return chunks

    def _is_of_today(self, name: str) -> bool:
        """The part was run with the sources as they are."""
        return bool(self.done.get(name, {}).get("sources") == self.sources)


def soak(parts: list[Part], progress: Progress, workers: int) -> None:
    """Run every chunk that is left, and tell how long it will take."""
    jobs = [(part.name, chunk) for part in parts for chunk in progress.left(part)]
    begun = time.monotonic()
    with runner(workers) as run:
        for at, result in enumerate(run(parts, jobs), 1):
            progress.add(result)
            name, chunk, seconds, wrong = result
            part = next(part for part in parts if part.name == name)
            passed = time.monotonic() - begun
            left = time_left(parts, progress, max(1, workers)) or passed / at * (len(jobs) - at)
            said = f"FAILED: {wrong.splitlines()[-1]}" if wrong else "well"
            print(
                f"{name:>16} {chunk + 1:>3}/{part.chunks}  {seconds:7.1f} s  {said}"
                f"   about {left / 60:.0f} min left",
                flush=True,
            )


def time_left(parts: list[Part], progress: Progress, workers: int) -> float:
    """Seconds still to go, once every part has shown how long a chunk of it takes."""
    total = 0.0
    for part in parts:
        done, left = len(progress.chunks(part)), len(progress.left(part))
        if left and not done:
            return 0.0
        total += progress.seconds(part) / max(1, done) * left
    return total / workers


@contextmanager
def runner(workers: int) -> Iterator[Callable[[list[Part], list[Job]], Iterator[Result]]]:
    """Runs jobs, in this process or in several."""
    if workers == 0:
        yield lambda parts, jobs: (run_chunk(job, parts) for job in jobs)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, ignore_interrupts, maxtasksperchild=20) as pool:
        yield lambda _parts, jobs: pool.imap_unordered(run_chunk, jobs)


def ignore_interrupts() -> None:
    """Ctrl-C is for the process that handed out the work; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_chunk(job: Job, parts: list[Part] = PARTS) -> Result:
    """One chunk, and what went wrong with it."""
    name, chunk = job
    part = next(part for part in parts if part.name == name)
    begun = time.monotonic()
    wrong = ""
    try:
        part.run(chunk)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we are looking for
        notes = getattr(error, "__notes__", [])
        wrong = "\n".join([*notes, f"{type(error).__name__}: {str(error)[-1500:]}"])
    return name, chunk, time.monotonic() - begun, wrong


def report(parts: list[Part], progress: Progress) -> str:
    """The page: what was run, with which seeds, how long, and how it ended."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    rows = []
    for part in parts:
        done, wrong = len(progress.well(part)), progress.failures(part)
        whole = f"{done} of {part.chunks} chunks done"
        result = "failed" if wrong else "well" if done == part.chunks else whole
        kept = progress.done.get(part.name, {"date": "–", "sources": "–"})
        rows.append(
            f"| `{part.name}` | {part.count:,} {part.what} | 0 to {part.chunks - 1} "
            f"| {progress.seconds(part) / 60:.1f} min | {result} | {kept['date']} "
            f"| `{kept['sources']}` |"
        )
    lines = [
        "# The long runs",
        "",
        "Written by `make soak`; a chunk's number is its seed, so any of them can be run again.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d} · odintable {__version__} · {packages} · {machine}",
        "",
        f"Sources have a hash for a name, `{progress.sources}` when this page was written.",
        "A part keeps its row until it is run again.",
        "",
        "| part | what | seeds | processor time | result | on | sources |",
        "| --- | --- | --- | ---: | --- | --- | --- |",
        *rows,
    ]
    for part in parts:
        lines += [f"\n`{part.name}` {wrong}" for wrong in progress.failures(part)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
