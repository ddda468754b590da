"""The dialog about tables: ranges whose first row names their columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import quoted
from workworld.apps.sheets.models import Table
from workworld.apps.sheets.pages.asked import Asked, Request, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.format_dialogs import BANDS, whole
from workworld.apps.sheets.pages.range_dialogs import area_of
from workworld.apps.sheets.service import filtering, resources
from workworld.apps.sheets.service.tables import around
from workworld.errors import Invalid


@dialog("tables")
def tables(asked: Asked) -> Mapping[str, Any]:
    """The tables of the workbook; the form makes another one, or changes one."""
    titles = {each.sheet.id: quoted(each.sheet.title) for each in asked.grids}
    here, found = asked.grid.sheet.id, []
    for each in _tables(asked):
        full = f"{titles[each.sheet_id]}!{each.ranges[0]}"
        told = {"id": each.id, "name": each.name, "range": full, "has_totals": each.has_totals}
        where = each.ranges[0] if each.sheet_id == here else full
        found.append({**told, "where": where, "colors": _colours_of(each)})
    chosen = next((each for each in found if str(each["id"]) == asked.form.get("edit")), None)
    block = around(asked.grid, area_of(asked))
    return {
        "tables": found,
        "chosen": chosen,
        "suggested": f"{quoted(asked.grid.sheet.title)}!{block}",
        "named": [(each[0], each[0]) for each in BANDS],
    }


@tables.taken
def _tables_taken(asked: Asked) -> Sent:
    form = asked.form
    if form.get("revert"):
        return Sent([{"revertTable": {"tableId": form["revert"]}}], stays=True)
    if form.get("remove"):
        return Sent([{"deleteTable": {"tableId": form["remove"]}}], stays=True)
    rows = _colours(form.get("colors", ""), has_totals=bool(form.get("totals")))
    name = form.get("name", "").strip()
    if not form.get("id"):
        named = {"name": name} if name else {}
        table = {**named, "range": asked.range(), "rowsProperties": rows}
        return Sent([{"addTable": {"table": table}}], stays=True)
    return Sent(_changes(asked, name, rows), stays=True)


def _changes(asked: Asked, name: str, rows: Mapping[str, Any]) -> list[Request]:
    """What is asked for a table that is there: its range, only if it is another one."""
    number = whole(asked.form["id"])
    thing = next((each for each in _tables(asked) if each.id == number), None)
    if thing is None:
        raise Invalid("invalid_argument", "This table is gone.")
    grid = next(each for each in asked.grids if each.sheet.id == thing.sheet_id)
    wanted, made = asked.range(), list[Request]()
    if wanted != resources.grid_range(grid.sheet, thing.ranges[0]):
        moved = {"tableId": str(number), "range": wanted}
        made.append({"updateTable": {"table": moved, "fields": "range"}})
    table = {"tableId": str(number), "name": name, "rowsProperties": rows}
    return [*made, {"updateTable": {"table": table, "fields": "name,rowsProperties"}}]


def _tables(asked: Asked) -> list[Table]:
    ids = [each.sheet.id for each in asked.grids]
    query = select(Table).where(Table.sheet_id.in_(ids)).order_by(Table.name, Table.id)
    return list(asked.ctx.session.scalars(query))


def _colours(wanted: str, *, has_totals: bool) -> dict[str, Any]:
    """The vendor's ``rowsProperties``: a footer is what makes a row of totals."""
    _, head, first, second = next((each for each in BANDS if each[0] == wanted), BANDS[0])
    colours = {"header": head, "firstBand": first, "secondBand": second}
    if has_totals:
        colours["footer"] = head
    return {f"{name}ColorStyle": resources.color_style(code) for name, code in colours.items()}


def _colours_of(table: Table) -> str:
    head = filtering.code_of(None, table.settings.get("headerColorStyle"))
    return next((each[0] for each in BANDS if each[1] == head), BANDS[0][0])
