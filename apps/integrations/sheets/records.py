"""``CRM(view)``: the records of one of the CRM's list views, as its own list shows them."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import or_, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ListView
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service import exports, list_rows, list_view_access
from workworld.apps.crm.service.list_queries import MOST
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.wire.values import of_field
from workworld.apps.sheets.service.sources import Answer, source
from workworld.context import Context
from workworld.errors import NotFound

_DAY_ZERO = date(1899, 12, 30)
_views = ListView.__table__.c


@source("CRM", least=1, most=2)
def records(ctx: Context, view: str, sobject: str = "") -> Answer:
    """The columns of a list view with their names above, and a row for each record.

    Amounts are in the currency of their record, which stands in the last column.

    Args:
        ctx: whose rights count; they must be allowed to take records away.
        view: a list view's id, its name or its developer name.
        sobject: whose view it is, where several objects have one of that name.

    Raises:
        NotFound: there is none that the caller sees.
        Forbidden: the caller may not export records.
    """
    exports.require(ctx)
    found = list_rows.list(ctx, view_id=_view_id(ctx, view, sobject), limit=MOST)
    exports.note(
        ctx, kind="ListView", thing_id=found.view.id, name=found.view.name, rows=len(found.records)
    )
    fields = list_rows.columns_taken(found)
    names: list[Any] = [_title(field) for field in fields]
    rows = ([_cell(field, each, found.names) for field in fields] for each in found.records)
    return [names, *rows]


def _view_id(ctx: Context, view: str, sobject: str) -> str:
    full = record_ids.full(view)
    asked = or_(_views.id == full, _views.name == view, _views.developer_name == view)
    query = select(_views.id, _views.sobject).where(asked).order_by(_views.sobject, _views.id)
    for view_id, owner in ctx.session.execute(query):
        if sobject and owner.casefold() != sobject.casefold():
            continue
        try:
            return list_view_access.known(ctx, view_id).id
        except NotFound:
            continue
    raise NotFound("view_not_found", f"You see no list view called {view} in the CRM.")


def _title(field: Field) -> str:
    return field.label.removesuffix(" ID") if field.kind is Kind.REFERENCE else field.label


def _cell(field: Field, record: Loaded, names: Any) -> Any:
    value = of_field(field, record.values.get(field.name))
    if field.kind is Kind.REFERENCE and value is not None:
        return names.get(value, value)
    if field.kind is Kind.DATE and value:
        return (date.fromisoformat(str(value)) - _DAY_ZERO).days
    return value
