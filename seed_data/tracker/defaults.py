"""What every site has: types, statuses, priorities, resolutions, types of links, roles.

Ids are those that a new site of the vendor's has, as far as there are such.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from workworld.apps.tracker.models import (
    IssueType,
    LinkType,
    Priority,
    Resolution,
    Role,
    Status,
)

_FIRST = 10_000
TYPES = {
    "Epic": ("epic", 1, "A big piece of work that is broken down into smaller ones."),
    "Story": ("story", 0, "Something that people want to do with the product."),
    "Task": ("task", 0, "A distinct piece of work."),
    "Sub-task": ("subtask", -1, "A part of a larger piece of work."),
    "Bug": ("bug", 0, "A problem that has to be fixed."),
    "Incident": ("incident", 0, "An outage, or a service that does not work as it should."),
    "Change": ("change", 0, "A change of what runs, with its risk and its way back."),
    "Spike": ("spike", 0, "Finding something out within a limited time."),
}
"""By name: picture, level, description. The first is 10000."""
STATUSES = {
    "To Do": "new",
    "In Progress": "indeterminate",
    "In Review": "indeterminate",
    "Done": "done",
    "Reopened": "new",
    "Triage": "new",
    "Won't Fix": "done",
    "Open": "new",
    "Investigating": "indeterminate",
    "Mitigated": "indeterminate",
    "Resolved": "done",
    "Postmortem": "done",
    "Closed": "done",
    "Draft": "new",
    "Review": "indeterminate",
    "Approved": "indeterminate",
    "Rejected": "done",
    "Scheduled": "indeterminate",
    "Implementing": "indeterminate",
    "Rolled Back": "done",
    "Waiting for Support": "new",
    "Waiting for Customer": "indeterminate",
}
"""By name: category. The first is 10000."""
_PRIORITIES = {
    "Highest": ("#d04437", "Blocks work: everything else waits."),
    "High": ("#f15c75", "A serious problem that could block work."),
    "Medium": ("#f79232", "May affect work."),
    "Low": ("#2d8738", "A small problem, or one that is easily worked around."),
    "Lowest": ("#57a55a", "Trivial."),
}
_RESOLUTIONS = {
    "Done": "The work is complete.",
    "Won't Do": "Nobody will work on it.",
    "Duplicate": "Another issue says the same.",
    "Cannot Reproduce": "All attempts to see the problem failed.",
}
_LINK_TYPES = {
    "Blocks": ("is blocked by", "blocks"),
    "Cloners": ("is cloned by", "clones"),
    "Duplicate": ("is duplicated by", "duplicates"),
    "Relates": ("relates to", "relates to"),
}
_ROLES = {
    "Administrator": "Runs the project: its people, settings, versions and boards.",
    "Developer": "Does the work.",
    "Reporter": "Reports issues and comments on them.",
    "Viewer": "Looks on.",
    "Service agent": "Answers the requests of a service desk.",
    "Customer": "Asks a service desk for something, and sees their own requests.",
}


def _numbered(names: Iterable[str]) -> dict[str, str]:
    return {name: str(_FIRST + place) for place, name in enumerate(names)}


TYPE_IDS = _numbered(TYPES)
STATUS_IDS = _numbered(STATUSES)
RESOLUTION_IDS = _numbered(_RESOLUTIONS)
ROLE_IDS = _numbered(_ROLES)
LINK_TYPE_IDS = _numbered(_LINK_TYPES)
PRIORITY_IDS = {name: str(place) for place, name in enumerate(_PRIORITIES, start=1)}


def build(session: Session) -> None:
    """Insert them all."""
    session.add_all(_types())
    session.add_all(
        Status(id=STATUS_IDS[name], name=name, category=category, position=place)
        for place, (name, category) in enumerate(STATUSES.items())
    )
    session.add_all(
        Priority(id=PRIORITY_IDS[name], name=name, color=color, description=said, position=place)
        for place, (name, (color, said)) in enumerate(_PRIORITIES.items(), start=1)
    )
    session.add_all(
        Resolution(id=RESOLUTION_IDS[name], name=name, description=said, position=place)
        for place, (name, said) in enumerate(_RESOLUTIONS.items())
    )
    session.add_all(
        LinkType(id=LINK_TYPE_IDS[name], name=name, inward=inward, outward=outward)
        for name, (inward, outward) in _LINK_TYPES.items()
    )
    session.add_all(
        Role(id=ROLE_IDS[name], name=name, description=said, position=place)
        for place, (name, said) in enumerate(_ROLES.items())
    )
    session.flush()  # what follows refers to them


def _types() -> list[IssueType]:
    return [
        IssueType(
            id=TYPE_IDS[name],
            name=name,
            icon=icon,
            level=level,
            description=said,
            position=place,
        )
        for place, (name, (icon, level, said)) in enumerate(TYPES.items())
    ]
