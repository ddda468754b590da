"""Pivot tables: made of a range, and edited field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.engine.addresses import Area, column_name, quoted
from workworld.apps.sheets.models import Pivot
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place, Sent
from workworld.apps.sheets.pages.asking import dialog, perform, read
from workworld.apps.sheets.pages.blueprint import workbook_url
from workworld.apps.sheets.pages.format_dialogs import whole
from workworld.apps.sheets.pages.pivot_forms import DATES, DISPLAYS, SIDES, SUMMARIES, definition_of
from workworld.apps.sheets.pages.range_dialogs import area_of
from workworld.apps.sheets.service import following, lying, resources
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.apps.sheets.service.tables import around, grown
from workworld.errors import Invalid


@dialog("pivot-new")
def pivot_new(asked: Asked) -> Mapping[str, Any]:
    """A new pivot table, of the table at hand."""
    found = around(asked.grid, area_of(asked))
    return {"source": f"{quoted(asked.grid.sheet.title)}!{found}"}


@pivot_new.done
def _pivot_new(place: Place, form: Form) -> Did:
    def made(asked: Asked) -> tuple[list[dict[str, Any]], int]:
        source = asked.range("source")
        if form.get("where") == "here":
            cell = asked.range("cell")
            gid, row = cell["sheetId"], cell.get("startRowIndex", 0)
            column = cell.get("startColumnIndex", 0)
            requests: list[dict[str, Any]] = []
        else:
            gid, row, column = max(each.sheet.sheet_id for each in asked.grids) + 1, 0, 0
            title = _free(f"Pivot Table {len(asked.grids)}", asked)
            requests = [{"addSheet": {"properties": {"sheetId": gid, "title": title}}}]
        anchor = {"sheetId": gid, "rowIndex": row, "columnIndex": column}
        added = {"pivotTable": {"source": source}, "anchor": anchor}
        return [*requests, {"addPivotTable": added}], gid

    requests, gid = read(place.workbook_id, made, "writer")
    outcome = perform(place.workbook_id, requests)
    pivot_id = outcome["replies"][-1]["addPivotTable"]["pivotTableId"]
    return Did(url=workbook_url(place.workbook_id, "dialogs/pivot", gid=gid, pivot=pivot_id))


@dialog("pivots")
def pivots(asked: Asked) -> Mapping[str, Any]:
    """The pivot tables of the workbook."""
    titles = {each.sheet.id: each.sheet for each in asked.grids}
    return {
        "pivots": [
            {
                "id": each.id,
                "gid": titles[each.sheet_id].sheet_id,
                "where": f"{titles[each.sheet_id].title}!{each.ranges[0]}",
                "source": _source(asked, each),
            }
            for each in _all(asked)
        ]
    }


@pivots.taken
def _pivots(asked: Asked) -> Sent:
    gone = {"pivotTableId": whole(asked.form.get("remove", ""))}
    return Sent([{"deletePivotTable": gone}], stays=True)


@dialog("pivot")
def pivot(asked: Asked) -> Mapping[str, Any]:
    """The fields of a pivot table."""
    thing = _chosen(asked)
    definition = thing.definition
    names = _columns(asked, thing)
    return {
        "pivot_id": thing.id,
        "source": _source(asked, thing),
        "grown": _grown(asked, thing),
        "columns": [(str(at), name) for at, name in enumerate(names)],
        "sides": [
            (side, label, [_group(each, names) for each in definition.get(side, ())])
            for side, label in SIDES
        ],
        "values": [_value(each, names) for each in definition.get("values", ())],
        "filters": [_filter(each, names) for each in definition.get("filterSpecs", ())],
        "summaries": SUMMARIES,
        "displays": DISPLAYS,
        "dates": DATES,
    }


@pivot.taken
def _pivot(asked: Asked) -> Sent:
    thing, form = _chosen(asked), asked.form
    if form.get("do") == "delete":
        return Sent([{"deletePivotTable": {"pivotTableId": thing.id}}])
    source = asked.range("source") if form.get("source") else _range(asked, thing)
    if form.get("do") == "grow":
        source = asked.range_of(_grown(asked, thing) or _source(asked, thing))
    table = {"source": source, **definition_of(form, thing.definition)}
    changed = {"pivotTableId": thing.id, "pivotTable": table}
    return Sent([{"updatePivotTable": changed}], stays=True, keeps=True)


@dialog("pivot-details")
def details(asked: Asked) -> Mapping[str, Any]:
    """The rows behind a value of a pivot table."""
    return {"cell": asked.place.active}


@details.taken
def _details(asked: Asked) -> Sent:
    found = asked.range_of(asked.place.active)
    cell = {
        "sheetId": asked.place.gid,
        "rowIndex": found.get("startRowIndex", 0),
        "columnIndex": found.get("startColumnIndex", 0),
    }
    return Sent([{"showPivotDetails": {"cell": cell}}])


def _group(given: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    rule = (given.get("groupRule") or {}).get("dateTimeRule") or {}
    return {
        "offset": given.get("sourceColumnOffset", 0),
        "name": _name(names, given.get("sourceColumnOffset", 0)),
        "order": given.get("sortOrder", "ASCENDING"),
        "totals": given.get("showTotals", False),
        "date": rule.get("type", ""),
    }


def _value(given: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    offset = given.get("sourceColumnOffset")
    return {
        "offset": "" if offset is None else offset,
        "name": given.get("name", ""),
        "of": given.get("formula") or _name(names, offset or 0),
        "formula": given.get("formula", ""),
        "summary": given.get("summarizeFunction", "SUM"),
        "display": given.get("calculatedDisplayType", ""),
    }


def _filter(given: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    offset = given.get("columnOffsetIndex", 0)
    shown = given.get("filterCriteria", {}).get("visibleValues", [])
    return {"offset": offset, "name": _name(names, offset), "shown": "\n".join(shown)}


def _name(names: list[str], offset: int) -> str:
    return names[offset] if offset < len(names) else f"Column {offset + 1}"


def _all(asked: Asked) -> list[Pivot]:
    sheets = {each.sheet.id: None for each in asked.grids}
    return following.things(asked.ctx.session, Pivot, sheets)


def _chosen(asked: Asked) -> Pivot:
    """The pivot table that is named, else the one of the sheet at hand.

    Raises:
        Invalid: there is none.
    """
    found = _all(asked)
    if asked.form.get("pivot"):
        wanted = whole(asked.form["pivot"])
        found = [each for each in found if each.id == wanted]
    else:
        found = [each for each in found if each.sheet_id == asked.grid.sheet.id]
    if not found:
        raise Invalid("invalid_argument", "There is no pivot table here.")
    return found[0]


def _range(asked: Asked, thing: Pivot) -> dict[str, Any]:
    grids = {each.sheet.id: each for each in asked.grids}
    source = thing.sources[0]
    if source["sheet"] not in grids or source["range"].startswith("#"):
        raise Invalid("invalid_argument", "The source of this pivot table was deleted.")
    return resources.grid_range(grids[source["sheet"]].sheet, source["range"])


def _source(asked: Asked, thing: Pivot) -> str:
    titles = {each.sheet.id: each.sheet.title for each in asked.grids}
    source = thing.sources[0]
    if source["sheet"] not in titles:
        return ""
    return f"{quoted(titles[source['sheet']])}!{source['range']}"


def _grown(asked: Asked, thing: Pivot) -> str:
    """The source with the rows that were put in right below it; empty if there are none."""
    source = thing.sources[0]
    grid = next((each for each in asked.grids if each.sheet.id == source["sheet"]), None)
    area = lying.area_of(source["range"], grid) if grid else None
    if grid is None or area is None:
        return ""
    wider = grown(grid, area)
    return f"{quoted(grid.sheet.title)}!{wider}" if wider != area else ""


def _columns(asked: Asked, thing: Pivot) -> list[str]:
    """What the columns of the source are called."""
    grids = {each.sheet.id: each for each in asked.grids}
    source = thing.sources[0]
    grid = grids.get(source["sheet"])
    area = lying.area_of(source["range"], grid) if grid else None
    if grid is None or area is None:
        return []
    head = Area(area.top, area.left, area.top + 1, area.right)
    texts = ShownTexts(asked.ctx, asked.workbook).within(grid, head)[0]
    return [text or f"Column {column_name(column)}" for column, text in enumerate(texts, area.left)]


def _free(title: str, asked: Asked) -> str:
    taken = {each.sheet.title.casefold() for each in asked.grids}
    number = 2
    found = title
    while found.casefold() in taken:
        found, number = f"{title} ({number})", number + 1
    return found
