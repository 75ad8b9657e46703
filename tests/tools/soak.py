"""Soak tests, which run for hours: `make soak`, or `python -m tests.tools.soak --part records`.

They may be interrupted (Ctrl-C) at any time. When they are run again, a part continues from there
as long as the sources that it depends on are the same. The results are in docs/soak.md.
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
Job = tuple[str, int]  # the name of a part, and the number of a chunk
Result = tuple[str, int, float, str]  # ... the seconds it took, and the error


def main(arguments: list[str] | None = None) -> int:
    """Run the remaining chunks of the chosen parts."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak", description=__doc__)
    parser.add_argument(
        "--part", action="append", choices=names, help="only this part; may be repeated"
    )
    parser.add_argument("--fresh", action="store_true", help="ignore earlier progress")
    parser.add_argument("--workers", type=int, default=2, help="processes; 0: only this one")
    given = parser.parse_args(arguments)
    chosen = [part for part in PARTS if part.name in (given.part or names)]
    progress = Progress(FOLDER / "progress.json", given.fresh)
    try:
        soak(chosen, progress, given.workers)
    except KeyboardInterrupt:
        print("\ninterrupted: run it again to continue")
        return 130
    finally:
        REPORT.write_text(report(PARTS, progress), encoding="utf-8")
    failed = [part.name for part in chosen if progress.failures(part)]
    print(f"failed: {', '.join(failed)}" if failed else "all passed", f"({REPORT.name} is written)")
    return 1 if failed else 0


def hash_of_sources(part: Part) -> str:
    """A short hash of the code and the nets that a part depends on."""
    digest = hashlib.sha256()
    for place in part.sources:
        found = ROOT / place
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.suffix in (".py", ".safetensors"):
                digest.update(path.relative_to(found.parent).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Progress:
    """The chunks that are done, stored in a file between runs.

    A part that was run with other sources keeps its result until it is run again.
    """

    def __init__(self, path: Path, fresh: bool = False) -> None:
        """Read the file, if there is one."""
        self.path = path
        self.done: dict[str, dict[str, Any]] = {}
        if path.is_file() and not fresh:
            self.done = json.loads(path.read_text(encoding="utf-8"))

    def add(self, part: Part, result: Result) -> None:
        """Store the result of a chunk."""
        name, chunk, seconds, wrong = result
        if not self.has_current_sources(part):
            self.done[name] = {"sources": hash_of_sources(part), "chunks": {}}
        self.done[name]["date"] = f"{datetime.now(UTC):%Y-%m-%d}"
        entry = {"seconds": round(seconds, 2), "wrong": wrong}
        self.done[name]["chunks"][str(chunk)] = entry
        self.path.parent.mkdir(exist_ok=True)
        spare = self.path.with_suffix(".new")  # so that an interruption cannot leave half a file
        spare.write_text(json.dumps(self.done, indent=1))
        spare.replace(self.path)

    def left(self, part: Part) -> list[int]:
        """The chunks to run with these sources, including those that failed."""
        passed = self.passed(part) if self.has_current_sources(part) else set()
        return [chunk for chunk in range(part.chunks) if chunk not in passed]

    def passed(self, part: Part) -> set[int]:
        """The chunks that passed when the part was last run."""
        return {int(chunk) for chunk, entry in self.chunks(part).items() if not entry["wrong"]}

    def failures(self, part: Part) -> list[str]:
        """The errors, by chunk."""
        chunks = self.chunks(part).items()
        return [f"chunk {chunk}: {entry['wrong']}" for chunk, entry in chunks if entry["wrong"]]

    def seconds(self, part: Part) -> float:
        """The time that the chunks of a part took."""
        return float(sum(entry["seconds"] for entry in self.chunks(part).values()))

    def chunks(self, part: Part) -> dict[str, Any]:
        """The results of a part's last run."""
        chunks: dict[str, Any] = self.done.get(part.name, {}).get("chunks", {})
        return chunks

    def has_current_sources(self, part: Part) -> bool:
        """Whether a part was last run with the current sources."""
        return bool(self.done.get(part.name, {}).get("sources") == hash_of_sources(part))


def soak(parts: list[Part], progress: Progress, workers: int) -> None:
    """Run every remaining chunk, and print an estimate of the time left."""
    jobs = [(part.name, chunk) for part in parts for chunk in progress.left(part)]
    begun = time.monotonic()
    with runner(workers) as run:
        for at, result in enumerate(run(parts, jobs), 1):
            name, chunk, seconds, wrong = result
            part = next(part for part in parts if part.name == name)
            progress.add(part, result)
            passed = time.monotonic() - begun
            left = time_left(parts, progress, max(1, workers)) or passed / at * (len(jobs) - at)
            outcome = f"FAILED: {wrong.splitlines()[-1]}" if wrong else "passed"
            print(
                f"{name:>16} {chunk + 1:>3}/{part.chunks}  {seconds:7.1f} s  {outcome}"
                f"   about {left / 60:.0f} min left",
                flush=True,
            )


def time_left(parts: list[Part], progress: Progress, workers: int) -> float:
    """The seconds left; 0 until a chunk of every part has been timed."""
    total = 0.0
    for part in parts:
        done, left = len(progress.chunks(part)), len(progress.left(part))
        if left and not done:
            return 0.0
        total += progress.seconds(part) / max(1, done) * left
    return total / workers


@contextmanager
def runner(workers: int) -> Iterator[Callable[[list[Part], list[Job]], Iterator[Result]]]:
    """A function that runs jobs, in this process or in several."""
    if workers == 0:
        yield lambda parts, jobs: (run_chunk(job, parts) for job in jobs)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, prepare_worker, maxtasksperchild=20) as pool:
        yield lambda _parts, jobs: pool.imap_unordered(run_chunk, jobs)


def prepare_worker() -> None:
    """Leave Ctrl-C to the main process, which ends the others; allow processes of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    multiprocessing.current_process().daemon = False


def run_chunk(job: Job, parts: list[Part] = PARTS) -> Result:
    """Run one chunk, and return its time and its error."""
    name, chunk = job
    part = next(part for part in parts if part.name == name)
    begun = time.monotonic()
    wrong = ""
    try:
        part.run(chunk)
    except Exception as error:  # noqa: BLE001 - any error is a finding
        notes = getattr(error, "__notes__", [])
        wrong = "\n".join([*notes, f"{type(error).__name__}: {str(error)[-1500:]}"])
    return name, chunk, time.monotonic() - begun, wrong


def report(parts: list[Part], progress: Progress) -> str:
    """The page: what was run, with which seeds, how long it took, and the result."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    rows = []
    for part in parts:
        done, wrong = len(progress.passed(part)), progress.failures(part)
        whole = f"{done} of {part.chunks} chunks done"
        result = "failed" if wrong else "passed" if done == part.chunks else whole
        last = progress.done.get(part.name, {"date": "–", "sources": "–"})
        changed = "" if progress.has_current_sources(part) else " (changed since)"
        rows.append(
            f"| `{part.name}` | {part.count:,} {part.what} | 0 to {part.chunks - 1} "
            f"| {progress.seconds(part) / 60:.1f} min | {result} | {last['date']} "
            f"| `{last['sources']}`{changed} |"
        )
    lines = [
        "# Soak tests",
        "",
        "This page lists the tests that run for hours, with the result of their last run. It is",
        "written by `make soak`. A part consists of chunks; the number of a chunk is its seed, so",
        "that each of them can be repeated: `python -m tests.tools.soak --part records`.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d} · odintable {__version__} · {packages} · {machine}",
        "",
        "*sources* is a hash of the code and the nets that the part depends on. A part keeps its",
        "row until it is run again; *changed since*: its sources have changed in the meantime.",
        "",
        "| part | what | seeds | time | result | on | sources |",
        "| --- | --- | --- | ---: | --- | --- | --- |",
        *rows,
    ]
    for part in parts:
        lines += [f"\n`{part.name}` {wrong}" for wrong in progress.failures(part)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
