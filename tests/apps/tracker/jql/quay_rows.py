"""What the quay is made of, by name, and a builder that puts its rows there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.jql import dates
from workworld.apps.tracker.models import (
    HistoryItem,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueSprint,
    IssueType,
    IssueVersion,
    LinkType,
    Priority,
    Resolution,
    Role,
    Status,
)
from workworld.clock import Clock
from workworld.database import Base
from workworld.zones import zone

ANA, MING, TOM, JO = "aruiz", "mchen", "tbreslin", "jwikstrand"
DAY = 86_400_000_000
HOUR = DAY // 24
PROJECTS = {
    "QUA": ("9001", "North Quay", "scrum"),
    "HAR": ("9002", "Harbour Office", "kanban"),
    "VLT": ("9003", "Vault", "kanban"),
}
SPRINTS = {"Quay 1": (9101, "closed"), "Quay 2": (9102, "active"), "Quay 3": (9103, "future")}
VERSIONS = {
    ("QUA", "0.9"): ("9201", True),
    ("QUA", "1.0"): ("9202", True),
    ("QUA", "1.1"): ("9203", False),
    ("QUA", "2.0"): ("9204", False),
    ("HAR", "1.0"): ("9205", False),
}
COMPONENTS = {"Cranes": ("9301", MING), "Ropes": ("9302", TOM)}
FIELDS = {
    "Berth code": ("customfield_10901", "text"),
    "Tonnage": ("customfield_10902", "number"),
    "Cargo": ("customfield_10903", "select"),
    "Shifts": ("customfield_10904", "multiselect"),
    "Inspected on": ("customfield_10905", "date"),
    "Surveyor": ("customfield_10906", "user"),
    "Tags": ("customfield_10907", "labels"),
    "Pier": ("customfield_10908", "cascading"),
}
OPTIONS = {
    "Bulk": ("9401", "Cargo", None),
    "Boxes": ("9402", "Cargo", None),
    "Day": ("9403", "Shifts", None),
    "Night": ("9404", "Shifts", None),
    "North": ("9405", "Pier", None),
    "South": ("9406", "Pier", None),
    "Pier 1": ("9407", "Pier", "9405"),
    "Pier 2": ("9408", "Pier", "9406"),
}


class Builder:
    """Puts the rows there."""

    def __init__(self, session: Session, people: Mapping[str, str]) -> None:
        self.session = session
        self.people = people
        self.now = Clock(session).now_us()
        self.ids = {
            model: {row.name: row.id for row in session.scalars(select(model))}
            for model in (IssueType, Status, Priority, Resolution, LinkType, Role)
        }
        self.number = 0

    def add(self, *rows: Base) -> None:
        """Add rows at once."""
        for row in rows:
            self.session.add(row)
            self.session.flush()

    def ago(self, days: float) -> int:
        """A moment some days ago."""
        return self.now - round(days * DAY)

    def day(self, days: int) -> str:
        """The viewer's day in some days: she is in Boston, where it is not yet late."""

        return dates.day(self.now + days * DAY, dates.Now(self.now, zone("America/New_York")))

    def issue(
        self,
        key: str,
        summary: str,
        type: str = "Task",
        status: str = "To Do",
        *,
        priority: str | None = "Medium",
        labels: Sequence[str] = (),
        components: Sequence[str] = (),
        fix: Sequence[str] = (),
        affects: Sequence[str] = (),
        sprints: Sequence[str] = (),
        created: float = 10,
        updated: float | None = None,
        people: tuple[str | None, str, str] = (None, ANA, ANA),
        **columns: Any,
    ) -> None:
        """Add an issue; ``people`` are its assignee, reporter and creator."""
        project, _, number = key.partition("-")
        id = f"9{PROJECTS[project][0][-1]}{int(number):03d}"
        assignee, reporter, creator = (self.people[each] if each else None for each in people)
        state = self.session.get_one(Status, self.ids[Status][status])
        if state.category == "done":
            columns = {
                "resolution_id": "10000",
                "resolved_us": self.ago(updated or created),
            } | columns
        self.number += 1
        values = {
            "id": id,
            "project_id": PROJECTS[project][0],
            "number": int(number),
            "key": key,
            "type_id": self.ids[IssueType][type],
            "summary": summary,
            "status_id": state.id,
            "status_changed_us": self.ago(updated if updated is not None else created),
            "priority_id": self.ids[Priority][priority] if priority else None,
            "assignee_id": assignee,
            "reporter_id": reporter,
            "creator_id": creator,
            "rank": f"0|zz{self.number:04d}:",
            "created_us": self.ago(created),
            "updated_us": self.ago(updated if updated is not None else created),
        }
        self.add(Issue(**values | columns))
        self.add(*(IssueLabel(issue_id=id, label=each) for each in labels))
        self.add(
            *(IssueComponent(issue_id=id, component_id=COMPONENTS[each][0]) for each in components)
        )
        for kind, names in (("fix", fix), ("affects", affects)):
            for name in names:
                version_id = VERSIONS[project, name][0]
                self.add(IssueVersion(issue_id=id, kind=kind, version_id=version_id))
        self.add(*(IssueSprint(issue_id=id, sprint_id=SPRINTS[each][0]) for each in sprints))

    def changed(
        self, key: str, field: str, before: str | None, after: str | None, days: float, who: str
    ) -> None:
        """Note that a field changed."""
        self.number += 1
        self.add(
            HistoryItem(
                change_id=f"c{self.number}",
                position=0,
                issue_id=id_of(key),
                author_id=self.people[who],
                created_us=self.ago(days),
                field=field,
                field_id=field,
                from_id=before,
                from_text=before,
                to_id=after,
                to_text=after,
            )
        )


def id_of(key: str) -> str:
    """The id of an issue of the quay."""
    project, _, number = key.partition("-")
    return f"9{PROJECTS[project][0][-1]}{int(number):03d}"
