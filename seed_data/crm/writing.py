"""Puts rows of records into the database, whole: every column has what a new record would have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import insert, inspect
from sqlalchemy.orm import Session

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Record
from workworld.apps.crm.schema import objects
from workworld.clock import to_microseconds
from workworld.database import Base
from workworld.ids import Ids

_AT_ONCE = 2_000


class Writer:
    """Makes rows and inserts them.

    Args:
        session: a session on the company that is being built.
    """

    def __init__(self, session: Session) -> None:
        self.session, self._ids = session, Ids(session)

    def next_id(self, prefix: str) -> str:
        """The id of a new record of the object with a prefix."""
        return record_ids.next_id(self._ids, prefix)

    def next_ids(self, prefix: str, count: int) -> list[str]:
        """The ids of so many new records; none for none."""
        return record_ids.next_ids(self._ids, prefix, count) if count else []

    def row(
        self, model: type[Record], at: datetime | int, by_id: str, **values: Any
    ) -> dict[str, Any]:
        """A new record's row, with an id unless one is among the values.

        Args:
            model: its table.
            at: when it was made, as a time or in microseconds.
            by_id: the user who made it.
            values: its columns.
        """
        made_us = at if isinstance(at, int) else to_microseconds(at)
        stamps = {
            "created_us": made_us,
            "created_by_id": by_id,
            "modified_us": made_us,
            "modified_by_id": by_id,
        }
        row = {**defaults(model), **stamps, **values}
        if row["id"] is None:
            row["id"] = self.next_id(objects.of_model(model).prefix)
        return row

    def insert(self, model: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
        """Insert rows that have the same columns."""
        found = list(rows)
        for start in range(0, len(found), _AT_ONCE):
            self.session.connection().execute(insert(model), found[start : start + _AT_ONCE])


@cache
def defaults(model: type[Record]) -> Mapping[str, Any]:
    """What the columns of a record hold that nobody gave anything."""
    fields = {each.column: each.default for each in objects.of_model(model).fields.values()}
    row: dict[str, Any] = {}
    for attribute in inspect(model).column_attrs:
        column = attribute.columns[0]
        usual = fields.get(attribute.key)
        if usual is None and column.default is not None:
            usual = column.default.arg
        row[attribute.key] = usual
    return row
