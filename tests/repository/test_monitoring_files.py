"""The alert rules, the dashboard and the page about them use metrics that the server exports."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml  # type: ignore[import-untyped]

from odintable.server.metrics import Metrics
from tests.paths import ROOT

ALERTS = ROOT / "deploy/prometheus-alerts.yml"
DASHBOARD = ROOT / "deploy/grafana-dashboard.json"
PAGE = ROOT / "docs/monitoring.md"
NAME = re.compile(r"\b(?:odintable|process)_[a-z_]+\b")
PARTS = re.compile(r"_(bucket|sum|count)$")


def exported() -> dict[str, str]:
    """Return the type of every metric, by its name."""
    lines = Metrics().text().splitlines()
    return {line.split()[2]: line.split()[3] for line in lines if line.startswith("# TYPE ")}


def unknown(expression: str) -> list[str]:
    """Return the names in an expression that the server does not export in this form."""
    kinds = exported()
    return [
        name
        for name in NAME.findall(expression)
        if kinds.get(name, "histogram") == "histogram"
        and (kinds.get(PARTS.sub("", name)) != "histogram" or name == PARTS.sub("", name))
    ]


def rules() -> list[dict[str, Any]]:
    """Return all alert rules."""
    groups = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_every_alert_has_an_expression_of_exported_metrics_and_a_summary() -> None:
    assert len(rules()) > 5
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}, rule
        assert rule["labels"]["severity"] in ("page", "ticket"), rule
        assert rule["annotations"]["summary"], rule
        assert NAME.search(rule["expr"]) or "up{" in rule["expr"], rule
        assert not unknown(rule["expr"]), rule


def test_every_panel_has_queries_of_exported_metrics() -> None:
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"]) > 5
    for panel in dashboard["panels"]:
        assert panel["targets"], panel["title"]
        for target in panel["targets"]:
            assert NAME.search(target["expr"]), target
            assert not unknown(target["expr"]), target


def test_a_name_that_is_not_exported_is_noticed() -> None:
    assert unknown("rate(odintable_dreams_total[5m])") == ["odintable_dreams_total"]
    assert unknown("odintable_move_seconds > 1") == ["odintable_move_seconds"]
    assert unknown("odintable_sockets_bucket") == ["odintable_sockets_bucket"]
    assert unknown("odintable_move_seconds_bucket + odintable_sockets") == []


def test_the_page_names_every_alert_and_only_exported_metrics() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert not [rule["alert"] for rule in rules() if f"`{rule['alert']}`" not in page]
    assert not [name for name in NAME.findall(page) if name not in exported()]
