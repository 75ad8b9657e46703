"""The metrics in the text format of Prometheus, of a real server and on their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

from odintable.server.metrics import Histogram, Metrics

from .support.server_process import WAIT, ServerProcess, begin, players

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = re.compile(r'(?P<name>[a-z_]+)(\{le="(?P<le>[^"]+)"\})? (?P<value>[-+0-9.e]+)')
SUFFIXES = re.compile(r"_(bucket|sum|count)$")


def samples(text: str) -> dict[str, float]:
    """Return all samples, `name` or `name le`; AssertionError if one is not described."""
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    helped = set()
    for line in text.splitlines():
        if line.startswith("# HELP "):
            helped.add(line.split()[2])
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            kinds[name] = kind
        else:
            matched = SAMPLE.fullmatch(line)
            assert matched, line
            name = matched["name"]
            family = name if name in kinds else SUFFIXES.sub("", name)
            assert family in helped, line
            assert (kinds[family] == "counter") == name.endswith("_total"), line
            assert (kinds[family] == "histogram") == (family != name), line
            found[" ".join(filter(None, (name, matched["le"])))] = float(matched["value"])
    return found


def test_a_histogram_counts_every_time_up_to_a_bound() -> None:
    counted = Histogram((0.01, 0.1))
    for seconds in (0.001, 0.01, 0.05, 3.0):
        counted.observe(seconds)
    assert list(counted.lines("x_seconds")) == [
        'x_seconds_bucket{le="0.01"} 2',
        'x_seconds_bucket{le="0.1"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 3.061000",
        "x_seconds_count 4",
    ]
    assert counted.worst == pytest.approx(3.0)


def test_a_gauge_may_be_found_out_when_the_metrics_are_read() -> None:
    metrics, waiting = Metrics(), [1, 2]
    metrics.jobs_waiting = waiting.__len__
    assert samples(metrics.text())["odintable_jobs_waiting"] == 2
    waiting.clear()
    assert samples(metrics.text())["odintable_jobs_waiting"] == 0


def test_moves_requests_and_transactions_are_timed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        made, tokens = server.seated("odin", 2)
        with players(server, made.name, tokens) as people:
            begin(people)
            mover = people[0] if people[0].now["moves"] else people[1]
            mover.ask("play", move=mover.now["moves"][0])
            found = samples(server.metrics())
    finally:
        server.close()
    assert found["odintable_moves_total"] == 1
    assert found["odintable_move_seconds_count"] == found["odintable_move_seconds_bucket +Inf"] == 1
    assert 0 < found["odintable_move_seconds_sum"] < 60
    assert found["odintable_request_seconds_count"] >= 2
    assert found["odintable_store_commit_seconds_count"] >= 5
    assert found["odintable_sockets"] == 2
    assert found["process_cpu_seconds_total"] > 0


@pytest.mark.long
def test_metrics_are_on_a_port_of_their_own_and_for_our_host_only(server: ServerProcess) -> None:
    assert server.call("GET", "/metrics").status_code == 404
    url = f"http://127.0.0.1:{server.settings['metrics_port']}"
    found = httpx.get(f"{url}/metrics", timeout=WAIT)
    assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "odintable_moves_total" in found.text
    assert httpx.get(f"{url}/", timeout=WAIT).status_code == 404
    rebound = httpx.get(f"{url}/metrics", headers={"host": "evil.example"}, timeout=WAIT)
    assert rebound.status_code == 421
