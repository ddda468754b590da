"""The related lists of a record: some records of each on its page, and all of one on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.files import files_of
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.known_records import Known, known
from workworld.apps.crm.pages.records import Asked, part
from workworld.apps.crm.pages.values import Shown, label_of
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import reading, records, related, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.related import MOST_COUNTED, RelatedList
from workworld.context import Context
from workworld.doors.web import page

_SHOWN = 6
_ON_A_PAGE = 50
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
class Column:
    """A column of a list, and where its heading leads."""

    label: str
    is_number: bool
    url: str
    sorted: str


@dataclass(frozen=True, slots=True)
class ShownList:
    """A related list."""

    name: str
    title: str
    sobject: str
    label: str
    count: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    all_url: str
    new_url: str
    has_more: bool
    own_url: str = ""
    """Where its records are changed together, if there is such a page."""
    is_listed: bool = False
    """Whether a list view shows all of them."""


@part("related")
def related_tab(ctx: Context, found: Known, _asked: Asked) -> Mapping[str, Any]:
    """The related lists of a record."""
    lists = related.all_of(ctx, found.sobject, found.id, _SHOWN)
    shown = [_list_of(ctx, found, each) for each in lists]
    return {"lists": shown, "files": files_of(ctx, found)}


@BLUEPRINT.get("/<sobject>/<record_id>/related/<children>")
def related_page(sobject: str, record_id: str, children: str) -> Any:
    """All records of a related list: a list view of them, if there are such."""
    order = flask.request.args.get("sort", "")
    asked = flask.request.args.get("page", "1")
    number = max(int(asked), 1) if asked.isdecimal() and len(asked) < 4 else 1

    def present(ctx: Context, shown: RelatedList) -> tuple[str, ShownList, str]:
        loaded: Loaded = records.get(ctx, sobject=sobject, record_id=record_id)
        found = known(ctx, loaded)
        made = _list_of(ctx, found, shown, order=order, is_whole=True)
        return found.title, made, record_url(found.sobject.name, found.id)

    title, shown, url = page(
        related.list,
        present,
        sobject=sobject,
        record_id=record_id,
        children=children,
        order=order,
        limit=_ON_A_PAGE,
        offset=(number - 1) * _ON_A_PAGE,
    )
    if shown.is_listed:
        way = {"sort": order.lstrip("-"), "dir": "desc" if order.startswith("-") else "asc"}
        return flask.redirect(f"{shown.all_url}&{urlencode(way)}" if order else shown.all_url)
    pages = max(-(-int(shown.count.rstrip("+")) // _ON_A_PAGE), 1)
    return framed(
        "related_page.html",
        title=title,
        shown=shown,
        record_url_of=url,
        page_number=number,
        pages_count=pages,
        page_url=lambda wanted: at(
            f"/{sobject}/{record_id}/related/{children}", {"sort": order, "page": wanted}
        ),
    )


def _list_of(
    ctx: Context, found: Known, shown: RelatedList, *, order: str = "", is_whole: bool = False
) -> ShownList:
    kind, way = shown.sobject, shown.related
    url = record_url(found.sobject.name, found.id)
    all_url = f"{url}/related/{way.name}"
    if shown.is_listed:
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
    place = all_url if is_whole else f"{url}?tab=related"
    more = "+" if shown.count >= MOST_COUNTED else ""
    return ShownList(
        way.name,
        way.title,
        kind.name,
        kind.label,
        f"{shown.count}{more}",
        [_column(all_url, each, order, sorts=is_whole) for each in shown.fields],
        lines,
        all_url,
        at(f"/{kind.name}/new", {"parent": found.id, "place": place}) if is_open else "",
        shown.count > len(lines),
        own_url=f"{url}/products" if kind.name == "OpportunityLineItem" and found.may_edit else "",
        is_listed=shown.is_listed,
    )


def _column(url: str, field: Any, order: str, *, sorts: bool) -> Column:
    if not sorts or field.kind is Kind.TEXTAREA:
        return Column(label_of(field), field.kind.is_number, "", "")
    is_here = order.removeprefix("-") == field.name
    turned = is_here and not order.startswith("-")
    now = ("descending" if order.startswith("-") else "ascending") if is_here else "none"
    leads = f"{url}?sort={'-' if turned else ''}{field.name}"
    return Column(label_of(field), field.kind.is_number, leads, now)


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
