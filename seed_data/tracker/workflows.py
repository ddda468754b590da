"""The workflows that every site has: software, bug, incident, change, support and a simple one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Transition, TransitionFrom, Workflow, WorkflowStatus
from workworld.seed_data.tracker.defaults import RESOLUTION_IDS, ROLE_IDS, STATUS_IDS

_Rules = Sequence[Mapping[str, Any]]
_ENDED: _Rules = ({"kind": "set_resolution"},)
_GOES_ON: _Rules = ({"kind": "clear_resolution"},)
_SUBTASKS: _Rules = ({"kind": "subtasks_done"},)
_SAYS_WHY: _Rules = ({"kind": "has_comment"},)
_TEAM: _Rules = ({"kind": "role", "roles": [ROLE_IDS["Administrator"], ROLE_IDS["Developer"]]},)
_BY_ANOTHER: _Rules = ({"kind": "not_reporter"},)
_BY_CUSTOMERS: _Rules = ({"kind": "on_portal"},)
_ENDING = ("resolution", "comment")


def _resolved(name: str) -> _Rules:
    """Post function: what it ends with, whatever the screen says."""
    return ({"kind": "set", "field": "resolution", "value": RESOLUTION_IDS[name]},)


@dataclass(frozen=True, slots=True)
class _Way:
    """A transition; without statuses that it leads from, it leads from every other one."""

    name: str
    sources: Sequence[str]
    to: str
    screen: Sequence[str] = ()
    rules: _Rules = ()


@dataclass(frozen=True, slots=True)
class _Plan:
    """A workflow; its statuses are in order, the first is that of new issues."""

    name: str
    description: str
    statuses: Sequence[str]
    ways: Sequence[_Way]


_SOFTWARE = _Plan(
    "Software workflow",
    "To Do → In Progress → In Review → Done.",
    ("To Do", "In Progress", "In Review", "Done", "Reopened"),
    (
        _Way("Start progress", ("To Do", "Reopened"), "In Progress"),
        _Way("Stop progress", ("In Progress",), "To Do"),
        _Way("Ask for review", ("In Progress",), "In Review"),
        _Way("Request changes", ("In Review",), "In Progress"),
        _Way("Done", ("In Review",), "Done", _ENDING, (*_SUBTASKS, *_ENDED)),
        _Way(
            "Won't do",
            ("To Do", "In Progress", "Reopened"),
            "Done",
            ("comment",),
            (*_SAYS_WHY, *_resolved("Won't Do")),
        ),
        _Way("Reopen", ("Done",), "Reopened", (), _GOES_ON),
    ),
)
_BUG = _Plan(
    "Bug workflow",
    "Triage → To Do → In Progress → In Review → Done, or Won't Fix.",
    ("Triage", "To Do", "In Progress", "In Review", "Done", "Won't Fix", "Reopened"),
    (
        _Way(
            "Accept",
            ("Triage",),
            "To Do",
            ("priority", "assignee"),
            (*_TEAM, {"kind": "required", "field": "priority"}),
        ),
        _Way("Start progress", ("To Do", "Reopened"), "In Progress"),
        _Way("Stop progress", ("In Progress",), "To Do"),
        _Way("Ask for review", ("In Progress",), "In Review"),
        _Way("Request changes", ("In Review",), "In Progress"),
        _Way("Done", ("In Review",), "Done", _ENDING, (*_SUBTASKS, *_ENDED)),
        _Way(
            "Won't fix",
            ("Triage", "To Do", "In Progress", "Reopened"),
            "Won't Fix",
            _ENDING,
            (*_TEAM, {"kind": "required", "field": "resolution"}, *_SAYS_WHY),
        ),
        _Way("Reopen", ("Done", "Won't Fix"), "Reopened", (), _GOES_ON),
    ),
)
_INCIDENT = _Plan(
    "Incident workflow",
    "Open → Investigating → Mitigated → Resolved → Postmortem → Closed.",
    ("Open", "Investigating", "Mitigated", "Resolved", "Postmortem", "Closed"),
    (
        _Way("Investigate", ("Open",), "Investigating", (), ({"kind": "assign", "to": "me"},)),
        _Way("Mitigate", ("Investigating",), "Mitigated"),
        _Way("Resume investigation", ("Mitigated",), "Investigating"),
        _Way(
            "Resolve",
            ("Investigating", "Mitigated"),
            "Resolved",
            _ENDING,
            (*_SAYS_WHY, *_ENDED),
        ),
        _Way("Start postmortem", ("Resolved",), "Postmortem"),
        _Way("Close", ("Postmortem",), "Closed", (), _SUBTASKS),
        _Way("Reopen", ("Resolved", "Postmortem"), "Investigating", (), _GOES_ON),
    ),
)
_CHANGE = _Plan(
    "Change workflow",
    "Draft → Review → Approved → Scheduled → Implementing → Done. Whoever asks does not approve.",
    (
        "Draft",
        "Review",
        "Approved",
        "Rejected",
        "Scheduled",
        "Implementing",
        "Done",
        "Rolled Back",
    ),
    (
        _Way(
            "Submit for review",
            ("Draft",),
            "Review",
            (),
            ({"kind": "required", "field": "description"},),
        ),
        _Way("Approve", ("Review",), "Approved", ("comment",), (*_TEAM, *_BY_ANOTHER)),
        _Way(
            "Reject",
            ("Review",),
            "Rejected",
            ("comment",),
            (*_TEAM, *_BY_ANOTHER, *_SAYS_WHY, *_resolved("Won't Do")),
        ),
        _Way("Revise", ("Review", "Rejected"), "Draft", (), _GOES_ON),
        _Way(
            "Schedule",
            ("Approved",),
            "Scheduled",
            ("duedate",),
            ({"kind": "required", "field": "duedate"},),
        ),
        _Way("Implement", ("Scheduled",), "Implementing", (), ({"kind": "blockers_closed"},)),
        _Way("Complete", ("Implementing",), "Done", _ENDING, (*_SUBTASKS, *_ENDED)),
        _Way(
            "Roll back",
            ("Implementing",),
            "Rolled Back",
            ("comment",),
            (*_SAYS_WHY, *_resolved("Won't Do")),
        ),
    ),
)
_SUPPORT = _Plan(
    "Support workflow",
    "Waiting for Support ⇄ Waiting for Customer → Resolved → Closed.",
    ("Waiting for Support", "In Progress", "Waiting for Customer", "Resolved", "Closed"),
    (
        _Way("Start work", ("Waiting for Support", "Waiting for Customer"), "In Progress"),
        _Way(
            "Ask the customer",
            ("Waiting for Support", "In Progress"),
            "Waiting for Customer",
            ("comment",),
            _SAYS_WHY,
        ),
        _Way("Customer has answered", ("Waiting for Customer",), "Waiting for Support"),
        _Way(
            "Resolve",
            ("Waiting for Support", "In Progress", "Waiting for Customer"),
            "Resolved",
            _ENDING,
            (*_ENDED, *_BY_CUSTOMERS),
        ),
        _Way(
            "Reopen",
            ("Resolved",),
            "Waiting for Support",
            (),
            (*_GOES_ON, *_BY_CUSTOMERS),
        ),
        _Way("Close", ("Resolved",), "Closed"),
    ),
)
_SIMPLE = _Plan(
    "Simple workflow",
    "To Do, In Progress, Done: from each to each.",
    ("To Do", "In Progress", "Done"),
    (
        _Way("To Do", (), "To Do", (), _GOES_ON),
        _Way("In Progress", (), "In Progress", (), _GOES_ON),
        _Way("Done", (), "Done", (), _ENDED),
    ),
)
_PLANS = (_SOFTWARE, _BUG, _INCIDENT, _CHANGE, _SUPPORT, _SIMPLE)
_FIRST = 10_000


def build(session: Session) -> None:
    """Insert the workflows with their statuses and transitions."""
    number = _FIRST
    for place, plan in enumerate(_PLANS):
        workflow_id = str(_FIRST + place)
        session.add(
            Workflow(
                id=workflow_id,
                name=plan.name,
                description=plan.description,
                initial_status_id=STATUS_IDS[plan.statuses[0]],
            )
        )
        session.flush()  # what follows refers to it
        session.add_all(
            WorkflowStatus(workflow_id=workflow_id, status_id=STATUS_IDS[name], position=position)
            for position, name in enumerate(plan.statuses)
        )
        for position, way in enumerate(plan.ways):
            _add(session, workflow_id, str(number), 10 * position + 11, way)
            number += 1


def _add(session: Session, workflow_id: str, id: str, number: int, way: _Way) -> None:
    session.add(
        Transition(
            id=id,
            workflow_id=workflow_id,
            number=number,
            name=way.name,
            is_global=not way.sources,
            to_id=STATUS_IDS[way.to],
            screen=list(way.screen),
            rules=[dict(rule) for rule in way.rules],
        )
    )
    session.flush()  # what follows refers to it
    session.add_all(
        TransitionFrom(transition_id=id, status_id=STATUS_IDS[source]) for source in way.sources
    )
