"""Training settings in the files of earlier versions, under their present names."""

from __future__ import annotations

from typing import Any

SETTINGS = {
    "rate": "learning_rate",
    "last_rate": "final_learning_rate",
    "warmth": "temperature",
    "last_warmth": "final_temperature",
    "guests": "opponent_percent",
    "past": "past_self_percent",
}


def current_training(saved: dict[str, Any]) -> dict[str, Any]:
    """Return what a net's file or a checkpoint says about its training, under present names."""
    if "plan" not in saved:
        return saved
    renamed = {("decisions" if name == "head" else name): value for name, value in saved.items()}
    renamed["config"] = current_settings(renamed.pop("plan"))
    return renamed


def current_settings(plan: dict[str, Any]) -> dict[str, Any]:
    """Return settings under their present names; `trust` was 1 minus lambda."""
    settings = {SETTINGS.get(name, name): value for name, value in plan.items()}
    if "trust" in settings:
        settings["lambda_"] = round(1 - settings.pop("trust"), 12)
    return settings
