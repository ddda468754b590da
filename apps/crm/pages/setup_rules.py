"""The rules of the organisation, for those who set it up; and a look at a formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import rule_lists, validation_rules
from workworld.apps.crm.service.rule_lists import Rules
from workworld.apps.crm.service.validation_rules import Checked
from workworld.context import Context
from workworld.doors.web import page

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_EVENTS = {"unassigned": "minutes in a queue", "breach": "minutes before the next breach"}


@BLUEPRINT.get("/setup/rules")
def rules_page() -> str:
    """All rules, and what a formula that is asked for would mean."""
    args = flask.request.args
    sobject, formula = args.get("object", "Opportunity"), args.get("formula", "")
    checked = None
    if formula.strip():
        checked = page(validation_rules.check, _checked, sobject=sobject, formula=formula)
    return framed(
        "setup_rules.html",
        rules=page(rule_lists.show, _shown),
        validation=page(validation_rules.list, lambda _ctx, found: [*found]),
        objects=[(each.name, each.label) for each in objects.objects().values() if each.has_owner],
        asked={"object": sobject, "formula": formula},
        checked=checked,
    )


def _checked(_ctx: Context, found: Checked) -> Checked:
    return found


def _shown(_ctx: Context, found: Rules) -> dict[str, Any]:
    hours = found.hours
    return {
        "duplicates": found.duplicates,
        "assignments": found.assignments,
        "escalations": [(each, _EVENTS[each.event]) for each in found.escalations],
        "processes": found.processes,
        "hours": hours,
        "week": _week(hours.hours) if hours else (),
        "targets": [
            (
                each.tier or "Any other",
                each.priority,
                _span(each.first_response_minutes),
                _span(each.resolution_minutes),
            )
            for each in found.targets
        ],
    }


def _week(hours: Sequence[Sequence[Sequence[int]]]) -> Sequence[tuple[str, str]]:
    return [
        (day, ", ".join(f"{_clock(first)}–{_clock(last)}" for first, last in spans) or "Closed")
        for day, spans in zip(_DAYS, hours, strict=True)
    ]


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _span(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours and rest else f"{hours} h" if hours else f"{rest} min"
