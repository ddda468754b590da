"""What jobs do with each row of their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.crm.models import Job
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import collections, records, sight
from workworld.apps.crm.service.collections import Act, RowResult
from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.service.saving import Options
from workworld.context import Context
from workworld.errors import Invalid
from workworld.imports import tables
from workworld.imports.tables import Row, Table

MOST_ROWS = 10_000
_EMPTY = "#N/A"
"""Stands in a cell for no value at all; an empty cell leaves a field alone."""
_ASSIGNED = Options()
DELIMITERS: Mapping[str, str] = {
    "BACKQUOTE": "`",
    "CARET": "^",
    "COMMA": ",",
    "PIPE": "|",
    "SEMICOLON": ";",
    "TAB": "\t",
}


def acting(
    ctx: Context, sobject: str, deed: str, key: str | None
) -> Callable[[Mapping[str, Any]], Act]:
    """What is done to one row of values."""

    def act(values: Mapping[str, Any]) -> Act:
        if deed == "insert":
            return lambda: _inserted(ctx, sobject, values)
        if deed == "update":
            return collections.changing(ctx, sobject, values, _ASSIGNED)
        if deed == "upsert":
            return collections.upserting(ctx, sobject, key or "Id", values, _ASSIGNED)
        return lambda: _deleted(ctx, sobject, values)

    return act


def kept(result: RowResult) -> list[Any]:
    """What became of a row, as a job keeps it."""
    errors = [[each.code, each.message, list(each.fields)] for each in result.errors]
    return [result.id, result.created, errors]


def read(told: Sequence[Any]) -> RowResult:
    """The same as it was."""
    errors = tuple(RecordError(code, said, tuple(fields)) for code, said, fields in told[2])
    return RowResult(told[0], told[1], errors)


def _inserted(ctx: Context, sobject: str, values: Mapping[str, Any]) -> RowResult:
    kind = records.sobject_of(ctx, sobject)
    return RowResult(records.insert(ctx, kind, values, _ASSIGNED).id, created=True)


def _deleted(ctx: Context, sobject: str, values: Mapping[str, Any]) -> RowResult:
    row = records.known(ctx, sobject, collections.id_in(values))
    records.remove(ctx, row)
    return RowResult(row.id)


def table_of(job: Job) -> Table:
    """The rows that were uploaded. Raises ``Invalid`` where they are no table."""
    content = job.content.encode()
    delimiter = DELIMITERS[job.delimiter]
    return tables.read(content, encoding="utf-8", delimiter=delimiter, most_rows=MOST_ROWS)


def done(ctx: Context, deed: str, job: Job) -> list[RowResult] | str:
    """What became of each row, or why none could be looked at."""
    try:
        table = table_of(job)
    except Invalid as refused:
        return f"InvalidBatch : {refused.message}"
    kind = records.sobject_of(ctx, job.sobject)
    for name in table.columns:
        if not _is_field(ctx, kind, name):
            return f"InvalidBatch : Field name not found : {name[:80]}"
    act = acting(ctx, job.sobject, deed, job.external_id_field)
    return [_row(ctx, table, row, act) for row in table.rows]


def _row(
    ctx: Context, table: Table, row: Row, act: Callable[[Mapping[str, Any]], Act]
) -> RowResult:
    if row.problem:
        return RowResult(None, errors=(RecordError("InvalidBatch", row.problem),))
    return collections.tried(ctx, act(_values(table.columns, row.cells)))


def _is_field(ctx: Context, kind: SObject, name: str) -> bool:
    """Whether a column may be called so: a field, or a parent by its external id."""
    way, _, key = name.partition(".")
    if key:
        return any(each.relationship.lower() == way.lower() for each in kind.fields.values())
    field = kind.field(name)
    return field is not None and sight.readable(ctx, kind, field)


def _values(columns: Sequence[str], cells: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, cell in zip(columns, cells, strict=True):
        if not cell:
            continue
        way, _, key = name.partition(".")
        value = None if cell == _EMPTY else cell
        values[way] = {key: value} if key else value
    return values
