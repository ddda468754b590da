"""The records of list views: a page of them, all that match, or as a file.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviewresults.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm.models import ListView
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    exports,
    list_filters,
    list_queries,
    list_view_access,
    people,
    reading,
    sight,
)
from workworld.apps.crm.service.list_queries import MOST, Asked
from workworld.apps.crm.service.list_view_values import Filters, SortField, ViewId
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.records import SCOPE
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.topics import listens

AT_ONCE = MOST
"""How many records are changed together at most: as many as a list view shows."""
Search = Annotated[
    str, Argument(description="Words that the columns shown must hold.", max_length=200)
]
Narrow = Annotated[Filters, Argument(description="Filters that must hold besides the view's.")]
Descending = Annotated[bool, Argument(description="Whether the largest comes first.")]
Start = Annotated[int, Argument(description="How many to leave out first.", ge=0, le=MOST)]
PageSize = Annotated[int, Argument(description="How many at most.", ge=1, le=MOST)]
_CURRENCY = "CurrencyIsoCode"
_VERSION = "its version"
# The vendor's REST API hands no list out as a file: it has the records.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


@listens("crm.object")
def _hears(ctx: Context, name: str) -> bool:
    """Whoever may read an object's records hears that some of them are not as they were."""
    sobject = objects.find(name)
    user = people.find(ctx, ctx.actor.person_id)
    return sobject is not None and user is not None and sight.may(ctx, sobject, "read")


@dataclass(frozen=True, slots=True)
class Found:
    """A page of a list view's records.

    Args:
        view: the list view.
        sobject: whose records they are.
        fields: the columns.
        records: the rows, in order. Beside the columns each has what it takes to show them.
        names: what the records are called that they refer to, by id.
        versions: which version of each record was read, by id.
        total: how many there are; one more than ``MOST`` stands for any larger number.
        order: the field by which they are ordered, and whether the largest comes first.
    """

    view: ListView
    sobject: SObject
    fields: Sequence[Field]
    records: Sequence[Loaded]
    names: Mapping[str, str]
    versions: Mapping[str, int]
    total: int
    order: tuple[str, bool]

    @property
    def is_cut(self) -> bool:
        """Whether there are more than a list view shows."""
        return self.total > MOST


@operation(Effect.READ, scope=SCOPE)
def list(
    ctx: Context,
    *,
    view_id: ViewId,
    search: Search = "",
    narrow: Narrow = (),
    sort_field: SortField = "",
    is_descending: Descending = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Found:
    """List the records of a list view, a page at a time, ordered as it says or as is asked.

    A list view shows at most 2,000 records.
    """
    asked = asked_of(ctx, view_id, search, narrow, sort_field, is_descending=is_descending)
    found = list_queries.ids(ctx, asked, limit=MOST + 1)  # who sees what is asked but once
    return _loaded(ctx, asked, found[:MOST][start : start + limit], len(found))


@dataclass(frozen=True, slots=True)
class Matching:
    """The records of a list view that can be changed together.

    Args:
        ids: theirs, in the list's order.
        has_more: whether more match than can be changed together.
    """

    ids: Sequence[str]
    has_more: bool


@operation(Effect.READ, scope=SCOPE, doors=(Surface.UI,))  # programs page through `list`
def matching(
    ctx: Context,
    *,
    view_id: ViewId,
    search: Search = "",
    narrow: Narrow = (),
    sort_field: SortField = "",
    is_descending: Descending = False,
) -> Matching:
    """List the ids of all records of a list view, as many as can be changed together."""
    asked = asked_of(ctx, view_id, search, narrow, sort_field, is_descending=is_descending)
    found = list_queries.ids(ctx, asked, limit=AT_ONCE + 1)
    return Matching(tuple(found[:AT_ONCE]), len(found) > AT_ONCE)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def export(ctx: Context, *, view_id: ViewId, search: Search = "", narrow: Narrow = ()) -> Found:
    """Take a list view's records away as a file: the columns shown, and the records' ids.

    It is a step, so that the audit log tells who has taken what away.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: the caller's profile does not let files leave.
    """
    exports.require(ctx)
    asked = asked_of(ctx, view_id, search, narrow)
    found = list_queries.ids(ctx, asked, limit=MOST)
    view = asked.view
    exports.note(ctx, kind="ListView", thing_id=view.id, name=view.name, rows=len(found))
    return _loaded(ctx, asked, found, len(found))


def asked_of(
    ctx: Context,
    view_id: str,
    search: str = "",
    narrow: Filters = (),
    sort_field: str = "",
    *,
    is_descending: bool = False,
) -> Asked:
    """What a caller asks of a list view, checked.

    Raises:
        NotFound: there is no such list view for them.
        Invalid: ``INVALID_FILTER``.
    """
    view = list_view_access.known(ctx, view_id)
    plain = Asked(view)
    filters = list_filters.read(ctx, plain.sobject, narrow)
    return Asked(view, search.strip(), filters, sort_field, is_descending)


def needed(sobject: SObject, fields: Sequence[Field]) -> Sequence[Field]:
    """Columns, and what it takes to show them: the currency of amounts, the record's name."""
    more = [sobject.name_field]
    if any(each.kind is Kind.CURRENCY for each in fields):
        more.append(sobject.field(_CURRENCY))
    return [*fields, *(each for each in more if each is not None and each not in fields)]


def columns_taken(found: Found) -> Sequence[Field]:
    """The columns of a list that leaves the CRM: its own, and the currency if there are amounts."""
    fields, code = found.fields, found.sobject.field(_CURRENCY)
    has_money = any(each.kind is Kind.CURRENCY for each in fields)
    return [*fields, code] if has_money and code is not None and code not in fields else fields


def names_of(ctx: Context, fields: Sequence[Field], records: Sequence[Loaded]) -> Mapping[str, str]:
    """What the records are called that columns of some records refer to, by id."""
    refers = [each.name for each in fields if each.kind is Kind.REFERENCE]
    wanted = {row.values[name] for row in records for name in refers if row.values.get(name)}
    return reading.names(ctx, wanted)


def load(
    ctx: Context, sobject: SObject, ids: Sequence[str], fields: Sequence[Field]
) -> tuple[Mapping[str, Loaded], Mapping[str, int]]:
    """Records that were found already, and which version of each was read, by id.

    Args:
        ctx: who reads.
        sobject: what they are.
        ids: of those that the caller sees.
        fields: the columns, which the caller may read.
    """
    table = sobject.model.__table__
    shown = [each.of(table).label(each.name) for each in fields if each.name != "Id"]
    query = select(table.c.id.label("Id"), table.c.version.label(_VERSION), *shown)
    found: dict[str, Loaded] = {}
    versions: dict[str, int] = {}
    answer = ctx.session.execute(query.where(table.c.id.in_(sorted(ids))))
    names = tuple(answer.keys())  # once, not for each row
    for row in answer:
        values = dict(zip(names, row, strict=True))
        versions[values["Id"]] = values.pop(_VERSION)
        found[values["Id"]] = Loaded(sobject, values)
    return found, versions


def _loaded(ctx: Context, asked: Asked, ids: Sequence[str], total: int) -> Found:
    fields = list_queries.columns(ctx, asked.view)
    known, versions = load(ctx, asked.sobject, ids, needed(asked.sobject, fields))
    records = [known[each] for each in ids if each in known]
    names = names_of(ctx, fields, records)
    return Found(asked.view, asked.sobject, fields, records, names, versions, total, asked.order)
