"""The fields of lists: which columns there are, and what records hold in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from workworld.apps.chat.models import Document, ListColumn, ListField, ListRecord
from workworld.apps.chat.service import list_values
from workworld.context import Context
from workworld.database import insert_row
from workworld.errors import Invalid


@dataclass(frozen=True, slots=True)
class Row:
    """A record, and what it holds by the column's id."""

    record: ListRecord
    values: Mapping[str, Any]


def columns_of(ctx: Context, document: Document) -> Sequence[ListColumn]:
    """The columns of a list, in order."""
    query = select(ListColumn).where(ListColumn.list_id == document.id)
    return ctx.session.scalars(query.order_by(ListColumn.position)).all()


def rows_of(ctx: Context, records: Sequence[ListRecord]) -> list[Row]:
    """Records with what they hold."""
    query = select(ListField).where(ListField.record_id.in_([record.id for record in records]))
    held: dict[str, dict[str, Any]] = {record.id: {} for record in records}
    for field in ctx.session.scalars(query):
        held[field.record_id][field.column_id] = field.value
    return [Row(record, held[record.id]) for record in records]


def read(ctx: Context, columns: Sequence[ListColumn], fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is to stand in which column.

    Args:
        ctx: whose references count.
        columns: of the list.
        fields: values by the column's id, key, or name in whatever case.

    Raises:
        Invalid: ``column_names_not_found``, ``ambiguous_column_names``,
            ``data_not_matching_schema``.
    """
    meant = {name: _meant(columns, name) for name in fields}
    if unknown := [name for name, found in meant.items() if not found]:
        known = ", ".join(column.name for column in columns)
        said = f"There is no column {', '.join(unknown)}. There are: {known}."
        raise Invalid("column_names_not_found", said)
    several = [name for name, found in meant.items() if len(found) > 1]
    ids = [found[0].id for found in meant.values()]
    if several or len(set(ids)) < len(ids):
        said = f"Several columns, or one twice, may be meant by {', '.join(several or meant)}."
        raise Invalid("ambiguous_column_names", f"{said} Name them by their keys.")
    return {
        meant[name][0].id: list_values.read(ctx, meant[name][0], value)
        for name, value in fields.items()
    }


def write(
    ctx: Context, columns: Sequence[ListColumn], record: ListRecord, values: Mapping[str, Any]
) -> None:
    """Have a record hold these values, by the column's id; None is nothing."""
    ctx.session.execute(
        delete(ListField).where(
            ListField.record_id == record.id, ListField.column_id.in_([*values])
        )
    )
    for column in columns:
        if (value := values.get(column.id)) is not None:
            words = list_values.words_of(column, value)
            row = ListField(record_id=record.id, column_id=column.id, value=value, text=words)
            insert_row(ctx.session, row)


def _meant(columns: Sequence[ListColumn], name: str) -> Sequence[ListColumn]:
    """The columns that may be meant by a name: an id or key means one, a name all called so."""
    for column in columns:
        if name in (column.id, column.key):
            return [column]
    wanted = name.strip().casefold()
    return [column for column in columns if column.name.casefold() == wanted]
