"""Several records saved, deleted or read at once: each by itself, or all of them or none.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobjects_collections.htm
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import objects as described
from workworld.apps.crm.service import reading, records, refusals, steady
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import AllowDuplicates, SObjectName, Values
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing

MOST = 200
_ROLLED_BACK = RecordError(
    "ALL_OR_NONE_OPERATION_ROLLED_BACK",
    "Record rolled back because not all records were valid and the request was using AllOrNone"
    " header",
)
AllOrNone = Annotated[
    bool, Argument(description="Whether nothing is saved when one of the records is refused.")
]
Several = Annotated[
    Sequence[Values],
    Argument(
        description="The records, each with its type under attributes and its fields.",
        min_length=1,
        max_length=MOST,
    ),
]
Ids = Annotated[
    Sequence[Annotated[str, Argument(max_length=80)]],
    Argument(description="The records' ids.", min_length=1, max_length=MOST),
]


@dataclass(frozen=True, slots=True)
class RowResult:
    """What became of one of several records.

    Args:
        id: of the record; None for one that was not saved.
        created: whether it is new.
        errors: why it was refused; empty if it was saved.
    """

    id: str | None
    created: bool = False
    errors: tuple[RecordError, ...] = ()

    @property
    def success(self) -> bool:
        """Whether it was saved or deleted."""
        return not self.errors


Act = Callable[[], RowResult]


# The vendor's tools change one record at a time, and so do the pages of records.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def create(
    ctx: Context,
    *,
    records: Several,
    all_or_none: AllOrNone = False,
    allow_duplicates: AllowDuplicates = False,
) -> Sequence[RowResult]:
    """Create several records, of whatever objects."""
    ctx = steady.prepared(ctx)
    options = Options(allow_duplicates=allow_duplicates)
    return each(ctx, [_creating(ctx, row, options) for row in records], all_or_none=all_or_none)


# As for creating.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def update(
    ctx: Context,
    *,
    records: Several,
    all_or_none: AllOrNone = False,
    allow_duplicates: AllowDuplicates = False,
) -> Sequence[RowResult]:
    """Change several records, each named by the id among its fields."""
    ctx = steady.prepared(ctx)
    options = Options(allow_duplicates=allow_duplicates)
    return each(ctx, [_changing(ctx, row, options) for row in records], all_or_none=all_or_none)


# As for creating.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def upsert(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: Annotated[str, Argument(description="The external id field.", max_length=80)],
    records: Several,
    all_or_none: AllOrNone = False,
    allow_duplicates: AllowDuplicates = False,
) -> Sequence[RowResult]:
    """Change the records that have external ids, and create those that are not there yet."""
    ctx = steady.prepared(ctx)
    options = Options(allow_duplicates=allow_duplicates)
    acts = [upserting(ctx, sobject, field, row, options) for row in records]
    return each(ctx, acts, all_or_none=all_or_none)


# As for creating.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def delete(ctx: Context, *, ids: Ids, all_or_none: AllOrNone = False) -> Sequence[RowResult]:
    """Put several records into the recycle bin."""
    ctx = steady.prepared(ctx)
    return each(ctx, [deleting(ctx, each_id) for each_id in ids], all_or_none=all_or_none)


# Pages and tools read lists by a query.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST,))
def get(
    ctx: Context,
    *,
    sobject: SObjectName,
    ids: Ids,
    fields: Annotated[Sequence[str], Argument(description="API names of fields.", min_length=1)],
) -> Sequence[Loaded | None]:
    """Read several records of one object, in the order of the ids; None for one not found."""
    kind = records.sobject_of(ctx, sobject)
    wanted = [described.field_of(ctx, kind, name) for name in fields]
    full = [record_ids.full(each_id) or "" for each_id in ids]
    found = reading.load(ctx, kind, full, wanted)
    return [found.get(each_id) for each_id in full]


def each(ctx: Context, acts: Iterable[Act], *, all_or_none: bool) -> list[RowResult]:
    """Do something to each of several records, as part of a service's step.

    Args:
        ctx: who does it.
        acts: what is done to one record each.
        all_or_none: whether nothing stays of it when one is refused.
    """
    results: list[RowResult] = []

    def run() -> None:
        results.extend(tried(ctx, act) for act in acts)
        if all_or_none and not all(result.success for result in results):
            raise _Undone

    try:
        whole_or_nothing(ctx, run)
    except _Undone:
        return [RowResult(None, errors=result.errors or (_ROLLED_BACK,)) for result in results]
    return results


class _Undone(Refused):
    """One of several records was refused, and so is all that was done to others."""

    def __init__(self) -> None:
        super().__init__("ALL_OR_NONE_OPERATION_ROLLED_BACK")


def tried(ctx: Context, act: Act) -> RowResult:
    """Do something to one record; nothing of it stays if it is refused."""
    try:
        return whole_or_nothing(ctx, act)
    except Refused as refused:
        return RowResult(None, errors=errors_of(refused))


def errors_of(refused: Refused) -> tuple[RecordError, ...]:
    """A refusal as what is wrong with one of several records."""
    if isinstance(refused, RecordRefused):
        return refused.errors
    return (RecordError(refused.code.upper(), refused.message),)


def _creating(ctx: Context, row: Values, options: Options) -> Act:
    def act() -> RowResult:
        kind = records.sobject_of(ctx, type_of(row))
        return RowResult(records.insert(ctx, kind, row, options).id, created=True)

    return act


def _changing(ctx: Context, row: Values, options: Options) -> Act:
    return changing(ctx, type_of(row), row, options)


def changing(ctx: Context, sobject: str, row: Values, options: Options) -> Act:
    """Changes a record whose id is among its fields."""

    def act() -> RowResult:
        found = records.known(ctx, sobject, id_in(row))
        return RowResult(records.change(ctx, found, without_id(row), options).id)

    return act


def upserting(ctx: Context, sobject: str, field: str, row: Values, options: Options) -> Act:
    """Changes the record that has an external id, or creates it."""

    def act() -> RowResult:
        kind = records.sobject_of(ctx, sobject)
        value = next((row[name] for name in row if name.lower() == field.lower()), None)
        values = {name: row[name] for name in row if name.lower() != field.lower()}
        key = kind.field(field)
        if value in (None, "") and key is not None and key.kind == "id":
            return RowResult(records.insert(ctx, kind, values, options).id, created=True)
        if not isinstance(value, str | int):
            said = f"{field} not specified"
            raise refusals.refused("MISSING_ARGUMENT", said, field)
        found = reading.by_external_id(ctx, kind, field, str(value))
        if found is not None:
            return RowResult(records.change(ctx, found, values, options).id)
        made = records.insert(ctx, kind, {**values, field: str(value)}, options)
        return RowResult(made.id, created=True)

    return act


def deleting(ctx: Context, record_id: str) -> Act:
    """Puts a record of whatever object into the recycle bin."""

    def act() -> RowResult:
        full = record_ids.full(record_id)
        kind = objects.of_prefix(record_ids.prefix_of(full)) if full else None
        if full is None or kind is None:
            raise refusals.malformed_id(record_id)
        records.remove(ctx, records.known(ctx, kind.name, full))
        return RowResult(full)

    return act


def type_of(row: Values) -> str:
    """The object that a record says it is of.

    Raises:
        NotFound: ``INVALID_TYPE``: it says none.
    """
    attributes = row.get("attributes")
    said = attributes.get("type") if isinstance(attributes, Mapping) else None
    if not isinstance(said, str):
        raise refusals.no_object("")
    return said


def id_in(row: Values) -> str:
    """The id among a record's fields.

    Raises:
        RecordRefused: ``MISSING_ARGUMENT``: there is none.
    """
    found = next((row[name] for name in row if name.lower() == "id"), None)
    if not isinstance(found, str) or not found:
        raise refusals.refused("MISSING_ARGUMENT", "Id not specified in an update call", "Id")
    return found


def without_id(row: Values) -> dict[str, Any]:
    """A record's fields but for its id."""
    return {name: value for name, value in row.items() if name.lower() != "id"}
