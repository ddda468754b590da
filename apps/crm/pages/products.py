"""The products of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import entries, moments, portions
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.editors import Form, typed
from workworld.apps.crm.pages.entries import Unread
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE
from workworld.apps.crm.pages.values import number
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.service import line_edits, records
from workworld.apps.crm.service.line_edits import Lines, OfferedEntry
from workworld.apps.crm.service.refusals import RecordRefused
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_COLUMNS = ("Quantity", "UnitPrice", "Discount", "ServiceDate")
"""What is edited in a line."""
_ROOM = 13_000
"""For the lines, below which stands what adds another one."""
_INPUTS = 120
"""What the inputs of a line add to its texts."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An input of a line."""

    name: str
    label: str
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A product of the deal."""

    id: str
    product: str
    list_price: str
    total: str
    cells: Sequence[Cell]
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class ProductsView:
    """The page of a deal's products."""

    title: str
    url: str
    book: str
    currency: str
    lines: Sequence[ShownLine]
    amount: str
    quantity: str
    may_edit: bool
    problems: Sequence[str] = ()
    entered: Mapping[str, str] | None = None
    rest: int = 0
    """How many lines are not shown."""
    whole_url: str = ""
    is_whole: bool = False


@BLUEPRINT.get("/Opportunity/<record_id>/products")
def opportunity_products(record_id: str) -> str:
    """The products of a deal, to be edited together."""
    return _shown(record_id)


@BLUEPRINT.get("/Opportunity/<record_id>/products/offers")
def products_offered(record_id: str) -> str:
    """Products that can be added to a deal, as options of a list."""
    words = flask.request.args.get("q", "")[:200]

    def present(ctx: Context, found: Sequence[OfferedEntry]) -> list[tuple[str, str, str]]:
        return [
            (
                each.id,
                each.name,
                " · ".join(
                    filter(
                        None, (each.code, each.book, moments.amount(ctx, each.cents, each.currency))
                    )
                ),
            )
            for each in found
        ]

    found = page(line_edits.offers, present, opportunity_id=record_id, words=words)
    return flask.render_template("product_options.html", offers=found)


@BLUEPRINT.post("/Opportunity/<record_id>/products")
def save_products(record_id: str) -> Any:
    """Add a product, or change the lines."""
    form = entries.entered(flask.request.form)
    try:
        if "add" in form:
            page(records.create, nothing, accept=_added, opportunity_id=record_id, form=form)
        else:
            page(line_edits.save, nothing, accept=_changed, opportunity_id=record_id, form=form)
    except MENDABLE as refusal:
        return _shown(record_id, form, refusal), status_of(refusal)
    more = f"?{portions.ROWS}={portions.ALL}" if portions.is_whole() else ""
    return flask.redirect(f"{record_url('Opportunity', record_id)}/products{more}", 303)


def _fields() -> Sequence[Field]:
    kind = objects.of_name("OpportunityLineItem")
    return [kind.fields[name.lower()] for name in _COLUMNS]


def _added(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    form = given["form"]
    found, wrong = entries.values_of(ctx, _fields(), form)
    entry = entries.one(form, "PricebookEntryId")
    if not entry:
        said = "Choose one of the products that are offered."
        wrong.append(Unread("PricebookEntryId", said, entries.MISSING))
    entries.require_read(wrong)
    values = {name: value for name, value in found.items() if value is not None}
    return {
        "sobject": "OpportunityLineItem",
        "values": {
            **values,
            "PricebookEntryId": entry,
            "OpportunityId": given["opportunity_id"],
        },
    }


def _changed(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lines that hold something else than they did, as the operation's arguments."""
    form = given["form"]
    deal = line_edits.list(ctx, opportunity_id=given["opportunity_id"])
    removed = [each.id for each in deal.found if entries.one(form, f"remove-{each.id}")]
    changes: dict[str, Any] = {}
    wrong: list[Unread] = []
    for line in deal.found:
        own = {
            field.name: list(form[f"{line.id}.{field.name}"])
            for field in _fields()
            if f"{line.id}.{field.name}" in form
            and entries.one(form, f"{line.id}.{field.name}")
            != typed(ctx, field, getattr(line, field.column))
        }
        found, unread = entries.values_of(ctx, _fields(), own)
        wrong += [Unread(f"{line.id}.{each.field}", each.text) for each in unread]
        if found and line.id not in removed:
            changes[line.id] = found
    entries.require_read(wrong)
    return {"opportunity_id": deal.deal.id, "changes": changes, "removed": removed}


def _shown(record_id: str, form: Form | None = None, refusal: Refused | None = None) -> str:
    def present(ctx: Context, found: Lines) -> ProductsView:
        return _view(ctx, found, form, refusal)

    view = page(line_edits.list, present, opportunity_id=record_id)
    return framed("products.html", deal=view)


def _view(ctx: Context, found: Lines, form: Form | None, refusal: Refused | None) -> ProductsView:
    deal = found.deal
    problems: dict[str, str] = {}
    for error in refusal.errors if isinstance(refusal, RecordRefused) else ():
        problems |= dict.fromkeys(error.fields, error.message)
    lines = []
    for line in found.found:
        held = [typed(ctx, each, getattr(line, each.column)) for each in _fields()]
        cells = [
            Cell(
                f"{line.id}.{each.name}",
                f"{each.label}: {found.products.get(line.product_id, '')}",
                entries.one(form, f"{line.id}.{each.name}") if form and "add" not in form else text,
                problems.get(f"{line.id}.{each.name}", ""),
            )
            for each, text in zip(_fields(), held, strict=True)
        ]
        lines.append(
            ShownLine(
                line.id,
                found.products.get(line.product_id, line.name),
                moments.amount(ctx, line.list_price, deal.currency),
                moments.amount(ctx, line.total, deal.currency),
                cells,
                held,
            )
        )
    shown = lines if portions.is_whole() else lines[: portions.first(_sizes(lines), _ROOM)]
    url = record_url("Opportunity", deal.id)
    said = [each.message for each in refusal.errors] if isinstance(refusal, RecordRefused) else []
    return ProductsView(
        deal.name,
        url,
        found.book,
        deal.currency,
        shown,
        moments.amount(ctx, sum(each.total for each in found.found), deal.currency),
        number(sum(each.quantity for each in found.found)),
        found.may_edit,
        said or ([refusal.message] if refusal else []),
        {name: entries.one(form, name) for name in form} if form and "add" in form else {},
        len(lines) - len(shown),
        f"{url}/products?{portions.ROWS}={portions.ALL}",
        portions.is_whole(),
    )


def _sizes(lines: Sequence[ShownLine]) -> list[int]:
    return [
        portions.size_of(
            [(each, "") for each in (line.product, line.list_price, line.total)]
            + [(f"{cell.label}{cell.text}", "") for cell in line.cells],
            label=line.product,
            tick=line.product,
        )
        + _INPUTS
        for line in lines
    ]
