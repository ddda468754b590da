"""Records that may stand for the same as one, to be merged with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, or_

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import reading, records, rows
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_COMPARED = {
    "Lead": ("email", "name"),
    "Contact": ("email", "second_email", "name"),
    "Case": ("contact_id", "supplied_email", "subject"),
    "Account": ("name", "domain", "phone"),
}
"""The columns by which records of an object are found to be alike."""
_MOST = 20


# Programs query by whatever they hold for alike, and preview the merge.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def list(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> Sequence[Loaded]:
    """List the records of the same object with the name or the address of one."""
    row = records.known(ctx, sobject, record_id)
    kind = objects.of_model(type(row))
    ways = [each for each in _ways(kind, row) if each is not None]
    if not ways:
        return []
    table = rows.table_of(kind)
    found = rows.read(ctx, kind, (), or_(*ways), table.c.id != row.id, limit=_MOST)
    loaded = reading.load(ctx, kind, [each["Id"] for each in found])
    free = [each for each in loaded.values() if not _is_over(each)]
    return sorted(free, key=lambda each: each.id)


def _is_over(each: Loaded) -> bool:
    """Whether a record is done with: a lead that was converted, a case that is closed."""
    return bool(each.values.get("IsConverted") or each.values.get("IsClosed"))


def _ways(kind: SObject, row: Any) -> Sequence[ColumnElement[bool] | None]:
    table = rows.table_of(kind)
    columns = _COMPARED.get(kind.name, ())
    emails = [each for each in columns if each.endswith("email")]
    held = {str(getattr(row, each)).lower() for each in emails if getattr(row, each)}
    found: Sequence[ColumnElement[bool] | None] = [
        func.lower(table.c[each]) == str(getattr(row, each)).lower()
        for each in columns
        if each not in emails and getattr(row, each)
    ]
    by_email = [func.lower(table.c[each]).in_(sorted(held)) for each in emails if held]
    return [*found, *by_email]
