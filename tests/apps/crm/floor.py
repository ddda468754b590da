"""People at the CRM's operations, as doors perform them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import Delete, Insert, Select, Update, select

from workworld.apps.crm.models import User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import records
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.worlds import World

MANAGER = "dwhitlock"
REP = "akovac"
"""Reports to the manager."""
ADMIN = "wtallis"
SUPPORT = "eboadi"
FINANCE = "nbarve"
"""Reads and changes nothing."""


@dataclass(frozen=True)
class Floor:
    """What somebody asks of the CRM."""

    world: World
    people: Mapping[str, str]

    def do(self, function: Callable[..., Any], *, by: str = REP, **arguments: Any) -> Any:
        """Perform an operation."""
        return perform(self.world, Actor(self.people[by]), function, **arguments)

    def refused(self, function: Callable[..., Any], *, by: str = REP, **arguments: Any) -> Refused:
        """The refusal of an operation, which must have changed nothing."""
        before = self.world.diff()
        with pytest.raises(Refused) as caught:
            self.do(function, by=by, **arguments)
        assert self.world.diff() == before
        return caught.value

    def create(self, sobject: str, *, by: str = REP, **values: Any) -> str:
        """Create a record with what it must have, unless it is given: its id."""
        wanted = {**_USUAL.get(sobject, {}), **values}
        made = self.do(records.create, by=by, sobject=sobject, values=wanted, allow_duplicates=True)
        return str(made.id)

    def update(self, record_id: str, *, by: str = REP, **values: Any) -> None:
        """Change fields of a record."""
        name = _object_of(record_id)
        self.do(records.update, by=by, sobject=name, record_id=record_id, values=values)

    def not_updated(self, record_id: str, *, by: str = REP, **values: Any) -> Refused:
        """Why fields of a record cannot be changed so."""
        name = _object_of(record_id)
        return self.refused(records.update, by=by, sobject=name, record_id=record_id, values=values)

    def not_created(self, sobject: str, *, by: str = REP, **values: Any) -> Refused:
        """Why there cannot be such a record."""
        wanted = {**_USUAL.get(sobject, {}), **values}
        return self.refused(records.create, by=by, sobject=sobject, values=wanted)

    def delete(self, record_id: str, *, by: str = REP) -> None:
        """Put a record into the recycle bin."""
        self.do(records.delete, by=by, sobject=_object_of(record_id), record_id=record_id)

    def restore(self, record_id: str, *, by: str = REP) -> None:
        """Bring a record back."""
        self.do(records.restore, by=by, sobject=_object_of(record_id), record_id=record_id)

    def row(self, record_id: str) -> Any:
        """A record's row as it is, whoever may see it."""
        model: Any = objects.of_name(_object_of(record_id)).model
        (found,) = self.rows(select(model.__table__).where(model.id == record_id))
        return found

    def user(self, handle: str) -> str:
        """The id of the user that a person is."""
        (found,) = self.rows(select(User.id).where(User.person_id == self.people[handle]))
        return str(found.id)

    def rows(self, query: Select[*tuple[Any, ...]]) -> list[Any]:
        """What a query finds."""
        with self.world.reading() as session:
            return list(session.execute(query).all())

    def change(self, statement: Update | Delete | Insert) -> None:
        """Change rows past all rules."""
        with self.world.writing() as session:
            session.execute(statement)


def fields_of(refusal: Refused) -> dict[str, str]:
    """The code of what is wrong with each field that a refusal names."""
    errors = getattr(refusal, "errors", ())
    return {name: each.code for each in errors for name in each.fields}


def _object_of(record_id: str) -> str:
    found = objects.of_prefix(record_id[:3])
    assert found is not None
    return found.name


_USUAL: Mapping[str, Mapping[str, Any]] = {
    "Account": {"Name": "Larkspur Trading"},
    "Contact": {"LastName": "Okonjo"},
    "Lead": {"LastName": "Silva", "Company": "Quillon Foods"},
    "Opportunity": {
        "Name": "Larkspur: gates",
        "StageName": "Prospecting",
        "CloseDate": "2026-04-20",
    },
    "Campaign": {"Name": "Spring fair"},
}
"""What a new record of an object has, unless a test says otherwise."""
