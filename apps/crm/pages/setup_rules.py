"""The rules of the organisation, for those who set it up; and a look at a formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import metadata, people, reading, rule_lists, validation_rules
from workworld.apps.crm.service.metadata import Item
from workworld.apps.crm.service.rule_lists import Rules
from workworld.apps.crm.service.setup_kinds import KINDS
from workworld.apps.crm.service.setup_process_settings import DAYS
from workworld.apps.crm.service.setup_shapes import SetupKind
from workworld.apps.crm.service.validation_rules import Checked
from workworld.context import Context
from workworld.doors.web import page

_EVENTS = {"unassigned": "minutes in a queue", "breach": "minutes before the next breach"}
_RUN = ("Territory2",)
_FORMULA, _TEXT = "formula", "text"
Line = tuple[str, str]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule of the page: what it is called and what it says."""

    name: str
    note: str
    lines: Sequence[Line]
    is_active: bool
    url: str
    switch_url: str


@dataclass(frozen=True, slots=True)
class RuleSection:
    """All rules of a kind; without an address for new ones there is exactly one."""

    type: str
    label: str
    title: str
    new_url: str
    rows: Sequence[RuleRow]
    run_url: str = ""
    """Where they are applied anew to all there is."""


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
        dialog="",
        sections=[_section(kind) for kind in KINDS.values()],
        targets=page(rule_lists.show, _targets),
        objects=[(each.name, each.label) for each in objects.objects().values() if each.has_owner],
        asked={"object": sobject, "formula": formula},
        checked=checked,
    )


def _section(kind: SetupKind) -> RuleSection:
    path = f"/setup/rules/{kind.name}"

    def present(ctx: Context, found: Sequence[Item]) -> Sequence[RuleRow]:
        return [
            RuleRow(
                each.name,
                str(each.metadata.get("sobject") or each.metadata.get("relatedType") or ""),
                _LINES[kind.name](ctx, each.metadata),
                each.is_active,
                at(f"{path}/{each.id}"),
                at(f"{path}/{each.id}/active"),
            )
            for each in found
        ]

    rows = page(metadata.list, present, type=kind.name)
    new_url = "" if kind.is_one else at(f"{path}/new")
    run_url = at(f"{path}/run") if kind.name in _RUN and rows else ""
    return RuleSection(kind.name, kind.label, kind.plural, new_url, rows, run_url)


def _of_validation(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    field = told["errorDisplayField"]
    at_field = f" (at {field})" if field else ""
    return [
        (_FORMULA, told["errorConditionFormula"]),
        (_TEXT, f"“{told['errorMessage']}”{at_field}"),
    ]


def _of_duplicates(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    does = "Warns" if told["action"] == "Alert" else "Blocks"
    alike = " or ".join(told["matchers"])
    return [(_TEXT, f"{does} of {told['against'].lower()}s that are alike in {alike}")]


def _of_assignment(ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    names = people.names(ctx, (each["assigneeId"] for each in told["entries"]))
    lines: list[Line] = []
    for each in told["entries"]:
        turns = ", whose members take turns" if each["takesTurns"] else ""
        turns += ", by load" if each["takesTurns"] and each["byLoad"] else ""
        turns += ", at work" if each["takesTurns"] and each["atWorkOnly"] else ""
        goes_to = f"→ {names.get(each['assigneeId'], 'Nobody')}{turns}"
        lines += [(_FORMULA, each["formula"]), (_TEXT, goes_to)]
    return lines


def _of_escalation(ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    names = people.names(ctx, filter(None, (told["assigneeId"], told["notifyId"])))
    lines = [(_TEXT, f"{told['minutes']} {_EVENTS[told['event']]}"), (_FORMULA, told["formula"])]
    if told["assigneeId"]:
        lines.append((_TEXT, f"→ {names.get(told['assigneeId'], 'Nobody')}"))
    return lines


def _of_process(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    steps = [each["name"] for each in told["steps"]] or ["The submitter's manager"]
    return [(_FORMULA, told["formula"]), (_TEXT, " → ".join(steps))]


def _of_points(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    each = {"lead": "", "responses": " for each response", "activities": " for each activity"}
    often = f", {told['most']} times at most" if told["source"] != "lead" else ""
    return [
        (_FORMULA, told["formula"]),
        (_TEXT, f"{told['points']:+} points{each[told['source']]}{often}"),
    ]


def _of_playbook(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    steps = [(_TEXT, f"{each['subject']}, after {each['days']} days") for each in told["steps"]]
    return [(_FORMULA, told["formula"]), *steps]


def _of_cadence(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    whom = {"Any": "leads and contacts", "Lead": "leads", "Contact": "contacts"}[told["target"]]
    steps = [
        (_TEXT, f"{each['kind'].title()}: {each['subject']}, after {each['days']} days")
        for each in told["steps"]
    ]
    return [(_TEXT, f"For {whom}"), *steps]


def _of_territory(ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    names = people.names(ctx, (each["userId"] for each in told["members"]))
    above = reading.names(ctx, filter(None, [told["parentTerritory"]]))
    members = ", ".join(names.get(each["userId"], "Nobody") for each in told["members"])
    below = [(_TEXT, f"Below {each}") for each in above.values()]
    sees = f"accounts: {told['accountAccessLevel']}, deals: {told['opportunityAccessLevel']}"
    return [(_FORMULA, told["formula"]), *below, (_TEXT, f"{members or 'Nobody'} ({sees})")]


def _of_template(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    return [(_TEXT, told["subject"]), *([(_TEXT, told["description"])] * bool(told["description"]))]


def _of_hours(_ctx: Context, told: Mapping[str, Any]) -> list[Line]:
    lines = [
        (_TEXT, f"{day[:3].title()}: {told[day].replace('-', '–') or 'closed'}") for day in DAYS
    ]
    holidays = ", ".join(f"{each['name']} ({each['date']})" for each in told["holidays"])
    return [*lines, (_TEXT, f"Holidays: {holidays or 'none'}")]


_LINES: Mapping[str, Callable[[Context, Mapping[str, Any]], list[Line]]] = {
    "ValidationRule": _of_validation,
    "DuplicateRule": _of_duplicates,
    "AssignmentRule": _of_assignment,
    "EscalationRule": _of_escalation,
    "ApprovalProcess": _of_process,
    "LeadScoreRule": _of_points,
    "Playbook": _of_playbook,
    "ActionCadence": _of_cadence,
    "Territory2": _of_territory,
    "EmailTemplate": _of_template,
    "BusinessHours": _of_hours,
}


def _checked(_ctx: Context, found: Checked) -> Checked:
    return found


def _targets(_ctx: Context, found: Rules) -> Sequence[tuple[str, str, str, str]]:
    return [
        (
            each.tier or "Any other",
            each.priority,
            _span(each.first_response_minutes),
            _span(each.resolution_minutes),
        )
        for each in found.targets
    ]


def _span(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours and rest else f"{hours} h" if hours else f"{rest} min"
