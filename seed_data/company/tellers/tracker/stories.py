"""Events about issues → issues with their stories, boards and sprints."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.tracker.attachments import Attachments
from workworld.seed_data.company.tellers.tracker.misfiled import Misfiled
from workworld.seed_data.company.tellers.writing import Writing
from workworld.seed_data.company.work.places import Place, lead
from workworld.seed_data.issue_facts import (
    BoardFact,
    EventFact,
    IssueFact,
    SprintFact,
    WorkFact,
)

_REFERENCE = re.compile(r"<#issue:([^>]+)>")
_COLUMNS = {
    "scrum": {
        "To Do": ["Triage", "To Do", "Reopened"],
        "In Progress": ["In Progress"],
        "In Review": ["In Review"],
        "Done": ["Done", "Won't Fix"],
    },
    "kanban": {
        "To Do": ["Triage", "To Do", "Reopened", "Open", "Draft"],
        "In Progress": [
            "In Progress",
            "In Review",
            "Investigating",
            "Review",
            "Approved",
            "Scheduled",
            "Implementing",
        ],
        "Watching": ["Mitigated"],
        "Done": ["Done", "Won't Fix", "Resolved", "Postmortem", "Closed", "Rolled Back"],
    },
    "service_desk": {
        "Waiting for us": ["Waiting for Support"],
        "In Progress": ["In Progress"],
        "Waiting for them": ["Waiting for Customer"],
        "Done": ["Resolved", "Closed"],
    },
}
_COLUMNS["kanban"]["Done"].append("Rejected")
_QUICK = (
    {"name": "Only my issues", "jql": "assignee = currentUser()"},
    {"name": "Recently updated", "jql": "updated >= -1d"},
)


def tell(company: Company, places: Sequence[Place]) -> list[WorkFact]:
    """What is worked on in each project; issues get their keys by order of time."""
    opened: dict[str, Event] = {}
    later: dict[str, list[Event]] = defaultdict(list)
    planned: dict[str, list[Event]] = defaultdict(list)
    for event in company.history.of(
        "issue.opened",
        "issue.changed",
        "issue.commented",
        "issue.linked",
        "work.logged",
        "sprint.planned",
    ):
        if event.kind == "issue.opened":
            opened[event.things["issue"]] = event
        elif event.kind == "sprint.planned":
            planned[event.things["project"]].append(event)
        else:
            later[event.things["issue"]].append(event)
    _number(company, opened)
    found: dict[str, list[IssueFact]] = {each.key: [] for each in places}
    written, attachments = Writing(company, "tracker"), Attachments(company)
    misfiled = Misfiled(company, places)
    for name, event in opened.items():
        told = _issue(company, name, event, later[name], written)
        wrong = misfiled.components(name, event, later[name], told.fields)
        if wrong is not None:
            told = replace(told, fields={**told.fields, "components": wrong})
        found[event.things["project"]].append(attachments.below(told, name))
    written.note()
    return [
        WorkFact(each.key, _board(company, each, planned[each.key]), found[each.key])
        for each in places
    ]


def _number(company: Company, opened: Mapping[str, Event]) -> None:
    numbers: dict[str, int] = defaultdict(int)
    for name, event in opened.items():
        project = event.things["project"]
        numbers[project] += 1
        company.keys.give(name, f"{project}-{numbers[project]}")


def _issue(
    company: Company, name: str, event: Event, later: Sequence[Event], written: Writing
) -> IssueFact:
    facts, stream = event.facts, company.chance.stream("tracker", "written", name)
    fields = {each: value for each, value in facts.get("fields", {}).items() if value}
    votes, watchers = fields.pop("votes", ()), fields.pop("watchers", ())
    if facts.get("description"):
        description = written.text(facts["description"], event.by, stream)
        fields["description"] = _text(company, description)
    above = event.things.get("parent") or event.things.get("epic")
    if above:
        fields["parent"] = company.keys.of(above)
    return IssueFact(
        number=int(company.keys.of(name).rpartition("-")[2]),
        type=facts["type"],
        summary=facts["summary"],
        by=event.by,
        at=event.at,
        fields=fields,
        watchers=watchers,
        votes=votes,
        story=[EventFact(each.at, each.by, _did(company, each, written, stream)) for each in later],
    )


def _did(company: Company, event: Event, written: Writing, stream: Stream) -> Mapping[str, Any]:
    facts = event.facts
    match event.kind:
        case "issue.commented":
            said = {"comment": _text(company, written.text(facts["text"], event.by, stream))}
            return {**said, "internal": True} if facts.get("internal") else said
        case "work.logged":
            hours, minutes = divmod(facts["minutes"], 60)
            parts = [f"{hours}h"] * bool(hours) + [f"{minutes}m"] * bool(minutes)
            worked = {"worked": " ".join(parts)}
            return {**worked, "note": facts["text"]} if facts.get("text") else worked
        case "issue.linked":
            return {"link": {facts["link"]: company.keys.of(event.things["other"])}}
    return dict(facts)


def _text(company: Company, text: str) -> str:
    """With the keys of the issues that it names."""
    return _REFERENCE.sub(lambda found: company.keys.of(found[1]), text)


def _board(company: Company, place: Place, planned: Sequence[Event]) -> BoardFact:
    leader = lead(company, place, TODAY.date())
    return BoardFact(
        name=f"{place.key} board",
        kind="scrum" if place.kind == "scrum" else "kanban",
        swimlanes="none",
        card_fields=["components", "fixVersions"] if place.kind == "scrum" else [],
        card_colors="priority" if place.kind == "kanban" else "none",
        admins=[leader],
        columns=[
            {"name": name, "statuses": statuses} for name, statuses in _COLUMNS[place.kind].items()
        ],
        quick_filters=_QUICK,
        sprints=[_sprint(each) for each in sorted(planned, key=lambda each: each.facts["start"])],
    )


def _sprint(event: Event) -> SprintFact:
    start: datetime = event.facts["start"]
    end: datetime = event.facts["end"]
    return SprintFact(
        name=event.things["sprint"],
        goal=event.facts["goal"] if start <= TODAY else "",
        by=event.by,
        created=event.at,
        start=start if start <= TODAY else None,
        end=end if start <= TODAY else None,
        started=start if start <= TODAY else None,
        completed=end if end <= TODAY else None,
    )
