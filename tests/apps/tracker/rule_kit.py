"""Automation rules as tests build and watch them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.apps.tracker.desk import Desk

from workworld.apps.tracker.service import comments, rule_runs, rules

LEAD = "lraghunath"
"""Administers CAL, and not the site."""


def part(kind: str, **settings: Any) -> dict[str, Any]:
    """A trigger, or a part of a rule."""
    return {"kind": kind, "settings": settings}


def keep(
    desk: Desk,
    trigger: dict[str, Any],
    *parts: dict[str, Any],
    by: str = LEAD,
    project: str | None = "CAL",
    **more: Any,
) -> str:
    """A rule that is published: its id."""
    made = desk.do(
        rules.create, by=by, project=project, name="A rule", trigger=trigger, parts=[*parts]
    )
    if more:
        desk.do(rules.update, by=by, rule_id=made.id, **more)
    desk.do(rules.publish, by=by, rule_id=made.id)
    return str(made.id)


def ship(desk: Desk, template: str) -> str:
    """A rule from a template that is published in CAL: its id."""
    made = desk.do(rules.create, by=LEAD, project="CAL", template=template)
    desk.do(rules.publish, by=LEAD, rule_id=made.id)
    return str(made.id)


def runs(desk: Desk, rule_id: str, by: str = LEAD) -> Sequence[rule_runs.RunView]:
    """How the rule's runs went, the first one first."""
    found = desk.do(rule_runs.list, by=by, rule_id=rule_id).items
    return [desk.do(rule_runs.info, by=by, run_id=each.id) for each in reversed(found)]


def texts(desk: Desk, key: str) -> list[str]:
    """What an issue's comments say, the first one first."""
    return [each.body_text for each in desk.do(comments.list, issue=key).items]
