"""People at the tracker's operations, as doors perform them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import Delete, Select, Update

from workworld.apps.tracker.service import history, issues, transitions
from workworld.apps.tracker.service.records import Record
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import literal
from workworld.worlds import World

ME = "aruiz"
"""Administers the tracker, leads and develops in CAL."""
DEVELOPER = "mchen"
REPORTER = "dwhitlock"
"""May create in CAL, and edit what they reported until it is triaged."""


@dataclass(frozen=True)
class Desk:
    """What somebody asks of the tracker."""

    world: World
    people: Mapping[str, str]

    def do(self, function: Callable[..., Any], *, by: str = ME, **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.people[by]), function, **arguments)

    def refused(self, function: Callable[..., Any], *, by: str = ME, **arguments: Any) -> Refused:
        """The refusal of an operation, which must have changed nothing."""
        before = self.world.diff()
        with pytest.raises(Refused) as caught:
            self.do(function, by=by, **arguments)
        assert self.world.diff() == before
        return caught.value

    def create(
        self, project: str = "CAL", type: str = "Task", *, by: str = ME, **fields: Any
    ) -> str:
        """Create an issue: its key."""
        values = {"summary": "Something to do"} | fields
        made = self.do(issues.create, by=by, project_id=project, type_id=type, fields=values)
        return str(made.key)

    def edit(self, key: str, *, by: str = ME, **fields: Any) -> None:
        """Change fields of an issue."""
        self.do(issues.edit, by=by, issue=key, fields=fields)

    def record(self, key: str, *, by: str = ME) -> Record:
        """All that is shown of an issue."""
        found: Record = self.do(issues.info, by=by, issue=key)
        return found

    def value(self, key: str, field: str) -> Any:
        """What an issue holds in a field."""
        return self.record(key).values[field]

    def go(self, key: str, *names: str, by: str = ME, **arguments: Any) -> None:
        """Move an issue on by transitions of these names; the arguments are the last one's."""
        for name in names:
            ways = self.do(transitions.list, by=by, issue=key)
            (way,) = [each for each in ways if each.transition.name == name]
            last = arguments if name == names[-1] else {}
            number = str(way.transition.number)
            self.do(transitions.perform, by=by, issue=key, transition=number, **last)

    def status(self, key: str) -> str:
        """The name of the status that an issue has."""
        return self.record(key).status.name

    def items(self, key: str) -> list[tuple[str, str | None, str | None]]:
        """The history of an issue: fields with their old and new texts, from the first."""
        changes = self.do(history.list, issue=key).items
        return [(item.field, item.from_text, item.to_text) for c in changes for item in c.items]

    def rows(self, query: Select[Any]) -> list[Any]:
        """What a query finds."""
        with self.world.reading() as session:
            return list(session.execute(query).all())

    def change(self, statement: Update | Delete) -> None:
        """Change rows past all rules."""
        with self.world.writing() as session:
            session.execute(statement)


def said(text: str) -> dict[str, Any]:
    """A document that says something."""
    return to_json(literal(text))


def problems(refusal: Refused) -> dict[str, str]:
    """What a refusal says of each field."""
    return {problem.field: problem.what for problem in refusal.problems}
