"""The related lists of a record: some records of each on its page, all of one in a list view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from workworld.apps.crm.pages import portions, values
from workworld.apps.crm.pages.blueprint import at, list_url, record_url
from workworld.apps.crm.pages.files import files_of
from workworld.apps.crm.pages.known_records import Known
from workworld.apps.crm.pages.records import Asked, part
from workworld.apps.crm.pages.values import Shown, label_of
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import reading, record_locks, related, sight
from workworld.apps.crm.service.related import MOST_COUNTED, RelatedList
from workworld.context import Context

_SHOWN = 6
_ROOM = 9_500
"""For the lines of all lists of a record, above which the record itself stands."""
_UNMADE = frozenset({"OpportunityLineItem", "EmailMessage", "CaseComment"})
"""What is made at places of its own: on the page of products, and in the feed."""
_SAID = {"EmailMessage": "E-mails are written in the feed."}


@dataclass(frozen=True, slots=True)
class Line:
    """A record in a list."""

    id: str
    name: str
    url: str
    edit_url: str
    """Empty if the reader may not change it, or it has no page to do so."""
    cells: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class ShownList:
    """A related list."""

    name: str
    title: str
    sobject: str
    label: str
    count: str
    columns: Sequence[tuple[str, bool]]
    """Their labels, and whether they hold numbers."""
    lines: Sequence[Line]
    all_url: str
    new_url: str
    has_more: bool
    own_url: str = ""
    """Where its records are changed together, if there is such a page."""


@part("related")
def related_tab(ctx: Context, found: Known, _asked: Asked) -> Mapping[str, Any]:
    """The related lists of a record."""
    lists = related.all_of(ctx, found.sobject, found.id, _SHOWN)
    shown = [_list_of(ctx, found, each) for each in lists]
    return {"lists": _fitting(shown), "files": files_of(ctx, found)}


def _list_of(ctx: Context, found: Known, shown: RelatedList) -> ShownList:
    kind, way = shown.sobject, shown.related
    url = record_url(found.sobject.name, found.id)
    all_url = list_url(kind.name, within=f"{way.field}:{found.id}")
    names = values.names_of(ctx, shown.fields, shown.found)
    currency = str(found.row.get("CurrencyIsoCode") or "")
    editable = _editable(ctx, found, shown)
    lines = [
        Line(
            row["Id"],
            _name_of(ctx, shown, row, names),
            values.url_of(row["Id"]),
            f"{record_url(kind.name, row['Id'])}/edit" if editable else "",
            [
                values.shown(ctx, kind, each, row, names, currency=currency, in_list=True)
                for each in shown.fields
            ],
        )
        for row in shown.found
    ]
    is_open = shown.may_create and kind.name not in _UNMADE
    if found.sobject.name == "Opportunity" and way.field == "OpportunityId":
        is_open = is_open and not record_locks.holds(ctx, kind.model, found.id)
    place = f"{url}?tab=related"
    more = "+" if shown.count >= MOST_COUNTED else ""
    return ShownList(
        way.name,
        way.title,
        kind.name,
        kind.label,
        f"{shown.count}{more}",
        [(label_of(each), each.kind.is_number) for each in shown.fields],
        lines,
        all_url,
        at(f"/{kind.name}/new", {"parent": found.id, "place": place}) if is_open else "",
        shown.count > len(lines),
        own_url=f"{url}/products" if kind.name == "OpportunityLineItem" and found.may_edit else "",
    )


def _size(line: Line) -> int:
    """How long a line is in an accessible tree, with the link by which it is changed."""
    edit = [(line.name, line.edit_url)] if line.edit_url else []
    return portions.size_of(
        [*((each.text, each.url) for each in line.cells), *edit], label=line.name
    ) + (len(line.url) + 50 if line.url else 0)


def _fitting(lists: Sequence[ShownList]) -> Sequence[ShownList]:
    """The first lines of each list: as many in each as a tree holds of all, and one at least."""
    sizes = [[_size(line) for line in each.lines] for each in lists]
    rows = [sum(row) for row in zip_longest(*sizes, fillvalue=0)]
    number = portions.first(rows, _ROOM, fewest=1)
    return [
        replace(each, lines=each.lines[:number], has_more=each.has_more or len(each.lines) > number)
        for each in lists
    ]


def _editable(ctx: Context, found: Known, shown: RelatedList) -> bool:
    """Whether the reader may change the records of a list, as far as its page tells.

    What has an owner of its own is changed on its own page.
    """
    is_part = shown.sobject.parent == shown.related.field
    return is_part and found.may_edit and sight.may(ctx, shown.sobject, "edit")


def _name_of(
    ctx: Context, shown: RelatedList, row: Mapping[str, Any], names: Mapping[str, str]
) -> str:
    """What a line is called: by its name, or by whom or what it names."""
    field = shown.sobject.name_field
    if field is not None and field.name in row:
        return str(row[field.name] or shown.sobject.label)
    for each in shown.fields:
        if each.kind is Kind.REFERENCE and row.get(each.name) in names:
            return f"{shown.sobject.label} {names[row[each.name]]}"
    return reading.names(ctx, [row["Id"]]).get(row["Id"], shown.sobject.label)
