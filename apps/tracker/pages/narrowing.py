"""What somebody looks for on a board or in a backlog, as its address tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.service.board_filters import NO_EPIC, NOBODY

_LISTS = {
    "quick": "quick",
    "assignee": "assignees",
    "epic": "epics",
    "version": "versions",
    "type": "types",
}
"""Names in addresses, and in the operations' arguments."""
_LONGEST, _MOST = 128, 50
_OTHERS = ("board", "group", "closed", "more", "side", "old")
"""What else an address says of how a page is shown."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be looked for."""

    value: str
    label: str
    is_chosen: bool
    face: Face | None = None


def asked() -> dict[str, Any]:
    """The argument ``narrowing`` of the operations; what cannot be meant is left out."""
    args = flask.request.args
    found: dict[str, Any] = {
        theirs: [each for each in args.getlist(ours) if 0 < len(each) <= _LONGEST][:_MOST]
        for ours, theirs in _LISTS.items()
    }
    return found | {"text": args.get("q", "")[:255]}


def chosen(name: str) -> frozenset[str]:
    """What is chosen of one kind, by its name in addresses."""
    return frozenset(flask.request.args.getlist(name))


def is_narrowed() -> bool:
    """Whether anything is looked for."""
    return bool(flask.request.args.get("q")) or any(flask.request.args.get(name) for name in _LISTS)


def here(**changed: str | list[str] | None) -> str:
    """The address of the page that is shown, without an issue beside it.

    Args:
        changed: what is to be otherwise; None takes it away.
    """
    args = flask.request.args.to_dict(flat=False)
    values: dict[str, Any] = {
        name: args[name] for name in (*_LISTS, "q", *_OTHERS) if any(args.get(name, ()))
    }
    for name, value in changed.items():
        values.pop(name, None)
        if value:
            values[name] = value
    query = urlencode(values, doseq=True)
    path = f"{flask.request.script_root}{flask.request.path}"
    return f"{path}?{query}" if query else path


def toggled(name: str, value: str) -> str:
    """The same address with one value of several put in or taken out."""
    values = [each for each in flask.request.args.getlist(name) if each]
    now = [each for each in values if each != value] if value in values else [*values, value]
    return here(**{name: now})


def people_of(found: Any) -> list[Option]:
    """Those whose issues there are, and nobody."""
    mine = chosen("assignee")
    options = [
        Option(person.id, Face.of(person).name, person.id in mine, Face.of(person))
        for person in found.people
    ]
    if found.has_unassigned or NOBODY in mine:
        options.append(Option(NOBODY, "Unassigned", NOBODY in mine))
    return options


def epics_of(found: Any) -> list[Option]:
    """The epics of the issues that there are, and none."""
    mine = chosen("epic")
    options = [Option(epic.id, epic.summary, epic.id in mine) for epic in found.epics]
    return [*options, Option(NO_EPIC, "Issues without epic", NO_EPIC in mine)]


def quick_of(found: Any) -> list[Option]:
    """The quick filters of a board."""
    mine = chosen("quick")
    return [Option(each.id, each.name, each.id in mine) for each in found.quick_filters]
