"""What became of a record's fields: the history on its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.flow_views import runs_of
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.records import Asked, part
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service import flows, histories, reading
from workworld.apps.crm.service.histories import Change
from workworld.context import Context

_MOST = 200


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A line of the history."""

    at: str
    iso: str
    by: str
    field: str
    old: str
    new: str


@part("history")
def history_tab(ctx: Context, found: Known, _asked: Asked) -> Mapping[str, Any]:
    """The history of a record's fields, the latest change first."""
    changes = histories.list(ctx, record_id=found.id, limit=_MOST)
    names = reading.names(ctx, _named(changes))
    currency = str(found.row.get("CurrencyIsoCode") or "USD")
    lines = [
        ShownChange(
            moments.moment(ctx, each.at_us),
            moments.iso_moment(ctx, each.at_us),
            names.get(each.by_id, "Somebody"),
            values.label_of(each.field) if each.field else "Created.",
            _said(ctx, each.field, each.old, names, currency),
            _said(ctx, each.field, each.new, names, currency),
        )
        for each in changes
    ]
    runs = runs_of(ctx, flows.runs_of_record(ctx, record_id=found.id))
    return {"changes": lines, "most_changes": _MOST, "flow_runs": runs}


def _named(changes: Sequence[Change]) -> set[str]:
    found = {each.by_id for each in changes}
    for each in changes:
        if each.field and each.field.kind is Kind.REFERENCE:
            found |= {value for value in (each.old, each.new) if value}
    return found


def _said(
    ctx: Context, field: Field | None, value: Any, names: Mapping[str, str], currency: str
) -> str:
    if field is None or value is None or value == "":
        return ""
    if field.kind is Kind.REFERENCE:
        return names.get(value, "Not visible to you")
    try:
        return values.words(ctx, field, value, currency)
    except (TypeError, ValueError):  # what a field of this name held that was of another kind
        return str(value)
