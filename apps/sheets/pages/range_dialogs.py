"""Dialogs about the cells that are selected: sorting, finding, splitting, sizes, links, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.addresses import Area, column_name, parse
from workworld.apps.sheets.pages.asked import Asked, Request, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.counting import counted
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.errors import Invalid

_MOST_KEYS = 4
DELIMITERS = (
    ("AUTODETECT", "Detect automatically"),
    ("COMMA", "Comma"),
    ("SEMICOLON", "Semicolon"),
    ("PERIOD", "Period"),
    ("SPACE", "Space"),
    ("CUSTOM", "Custom"),
)


@dialog("sort")
def sort(asked: Asked) -> Mapping[str, Any]:
    """Sort a range by up to four of its columns."""
    has_head = asked.form.get("head", "1" if _looks_headed(asked) else "")
    return {
        "columns": columns_of(asked, bool(has_head)),
        "has_head": has_head,
        "key_count": _MOST_KEYS,
    }


@sort.taken
def _sort(asked: Asked) -> Sent:
    found = dict(asked.range())
    if asked.form.get("head"):
        found["startRowIndex"] = found.get("startRowIndex", 0) + 1
    within = [column for column, _name in columns_of(asked, has_head=False)]
    given = [(asked.form.get(f"column-{key}", ""), key) for key in range(_MOST_KEYS)]
    # The range may be another one than the columns were chosen for.
    chosen = [each for each in given if each[0] in within] or [(each, 0) for each in within[:1]]
    specs = [
        {"dimensionIndex": int(column), "sortOrder": asked.form.get(f"order-{key}", "ASCENDING")}
        for column, key in chosen
    ]
    return Sent([{"sortRange": {"range": found, "sortSpecs": specs}}])


@dialog("duplicates")
def duplicates(asked: Asked) -> Mapping[str, Any]:
    """Remove rows that are there already."""
    has_head = asked.form.get("head", "1" if _looks_headed(asked) else "")
    return {"columns": columns_of(asked, bool(has_head)), "has_head": has_head}


@duplicates.taken
def _duplicates(asked: Asked) -> Sent:
    found = dict(asked.range())
    if asked.form.get("head"):
        found["startRowIndex"] = found.get("startRowIndex", 0) + 1
    compared = [
        {
            "sheetId": found["sheetId"],
            "dimension": "COLUMNS",
            "startIndex": _number(each),
            "endIndex": _number(each) + 1,
        }
        for each in asked.form.getlist("column")
    ]
    if not compared:
        raise Invalid("invalid_argument", "Choose at least one column to compare.")

    def say(replies: Sequence[Mapping[str, Any]]) -> str:
        gone = replies[0].get("deleteDuplicates", {}).get("duplicatesRemovedCount", 0)
        return f"{counted(gone, 'duplicate row')} removed."

    return Sent([{"deleteDuplicates": {"range": found, "comparisonColumns": compared}}], say)


@dialog("split")
def split(_asked: Asked) -> Mapping[str, Any]:
    """Split texts of a column into columns."""
    return {"delimiters": DELIMITERS}


@split.taken
def _split(asked: Asked) -> Sent:
    way = asked.form.get("way", "AUTODETECT")
    custom = {"delimiter": asked.form.get("delimiter", "")} if way == "CUSTOM" else {}
    return Sent([{"textToColumns": {"source": asked.range(), "delimiterType": way, **custom}}])


@dialog("find", role="reader")
def find(asked: Asked) -> Mapping[str, Any]:
    """Find and replace."""
    return {"found": _found(asked) if asked.form.get("find") else None}


@find.taken
def _replace(asked: Asked) -> Sent:
    form = asked.form
    if not form.get("find"):
        raise Invalid("invalid_argument", "Type what is to be found.")
    if form.get("do") != "replace":
        return Sent([], stays=True, keeps=True)
    where: dict[str, Any] = {"sheetId": asked.place.gid}
    if form.get("where") == "all":
        where = {"allSheets": True}
    elif form.get("where") == "range":
        where = {"range": asked.range()}
    flags = {name: bool(form.get(name)) for name in _FLAGS}
    given = {"find": form["find"], "replacement": form.get("replacement", "")}

    def say(replies: Sequence[Mapping[str, Any]]) -> str:
        done = replies[0].get("findReplace", {})
        occurrences = counted(done.get("occurrencesChanged", 0), "occurrence")
        return f"{occurrences} replaced in {counted(done.get('valuesChanged', 0), 'cell')}."

    return Sent([{"findReplace": given | where | flags}], say, stays=True, keeps=True)


_FLAGS = ("matchCase", "matchEntireCell", "searchByRegex", "includeFormulas")


def _found(asked: Asked) -> dict[str, Any]:
    """The cells that hold what is looked for, as far as plain texts go."""
    form = asked.form
    wanted = form.get("find", "")
    fold = (lambda text: text) if form.get("matchCase") else str.casefold
    texts = ShownTexts(asked.ctx, asked.workbook)
    places = []
    grids = asked.grids if form.get("where") == "all" else [asked.grid]
    for grid in grids:
        lines = texts.within(grid, grid.used())
        for (row, column), cell in sorted(grid.cells().items()):
            if not cell.kind:
                continue
            is_formula = form.get("includeFormulas") and cell.kind == "formula"
            shown = cell.text or "" if is_formula else lines[row][column]
            one, other = fold(wanted), fold(shown)
            if one == other if form.get("matchEntireCell") else one in other:
                at = Area(row, column, row + 1, column + 1)
                places.append(
                    {
                        "gid": grid.sheet.sheet_id,
                        "sheet": grid.sheet.title,
                        "at": str(at).split(":")[0],
                        "text": shown,
                    }
                )
    return {"count": counted(len(places), "cell"), "places": places[:50]}


@dialog("size")
def size(asked: Asked) -> Mapping[str, Any]:
    """How wide columns or how high rows are."""
    axis = "COLUMNS" if asked.form.get("axis") == "COLUMNS" else "ROWS"
    start, end = _lines(asked, axis)
    names = [column_name(each) if axis == "COLUMNS" else str(each + 1) for each in (start, end - 1)]
    told = names[0] if start + 1 == end else f"{names[0]} to {names[1]}"
    usual = asked.grid.sheet.column_size if axis == "COLUMNS" else asked.grid.sheet.row_size
    return {"axis": axis, "lines": told, "usual": usual}


@size.taken
def _size(asked: Asked) -> Sent:
    axis = "COLUMNS" if asked.form.get("axis") == "COLUMNS" else "ROWS"
    start, end = _lines(asked, axis)
    lines = {
        "sheetId": asked.place.gid,
        "dimension": axis,
        "startIndex": start,
        "endIndex": end,
    }
    if asked.form.get("way") == "fit":
        return Sent([{"autoResizeDimensions": {"dimensions": lines}}])
    pixels = _number(asked.form.get("pixels", ""))
    if not 2 <= pixels <= 2000:
        raise Invalid("invalid_argument", "Enter a size between 2 and 2,000 pixels.")
    change = {"range": lines, "properties": {"pixelSize": pixels}, "fields": "pixelSize"}
    return Sent([{"updateDimensionProperties": change}])


@dialog("link")
def link(asked: Asked) -> Mapping[str, Any]:
    """A link in the active cell."""
    row, column = active(asked)
    texts = ShownTexts(asked.ctx, asked.workbook)
    return {"text": texts.at(asked.grid, row, column)}


@link.taken
def _link(asked: Asked) -> Sent:
    address = asked.form.get("address", "").strip()
    if not address.startswith(("https://", "http://", "mailto:", "#")):
        raise Invalid("invalid_argument", "Enter an address that begins with https://.")
    text = asked.form.get("text", "").strip() or address
    formula = f'=HYPERLINK("{_quoted(address)}","{_quoted(text)}")'
    cell = {"userEnteredValue": {"formulaValue": formula}}
    return Sent([put(asked, cell, "userEnteredValue")])


@dialog("note")
def note(asked: Asked) -> Mapping[str, Any]:
    """The note of the active cell."""
    return {"note": asked.grid.cell(*active(asked)).note or ""}


@note.taken
def _note(asked: Asked) -> Sent:
    return Sent([put(asked, {"note": asked.form.get("note", "").strip()}, "note")])


def put(asked: Asked, cell: Mapping[str, Any], fields: str) -> Request:
    """The request that gives the active cell something."""
    row, column = active(asked)
    start = {"sheetId": asked.place.gid, "rowIndex": row, "columnIndex": column}
    return {"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": fields}}


def active(asked: Asked) -> tuple[int, int]:
    """Row and column of the active cell.

    Raises:
        Invalid: there is no such cell.
    """
    found = asked.range_of(asked.place.active.split(":")[0])
    row, column = found.get("startRowIndex"), found.get("startColumnIndex")
    area = asked.grid.area
    if row is None or column is None or row >= area.bottom or column >= area.right:
        raise Invalid("unparsable_range", f"Unable to parse range: {asked.place.active}")
    return row, column


def columns_of(asked: Asked, has_head: bool) -> list[tuple[str, str]]:
    """The columns of the range: index and what they are called."""
    area = area_of(asked)
    texts = ShownTexts(asked.ctx, asked.workbook)
    found = []
    for column in range(area.left, min(area.right, area.left + 50)):
        name = f"Column {column_name(column)}"
        head = texts.at(asked.grid, area.top, column) if has_head else ""
        found.append((str(column), f"{head} ({name})" if head else name))
    return found


def area_of(asked: Asked) -> Area:
    """The rectangle of the range that is asked for, within the sheet's grid."""
    reference = parse(asked.form.get("range", "") or asked.place.first)
    grid = asked.grid
    if reference is None:
        return Area(0, 0, 1, 1)
    return reference.area(len(grid.rows), len(grid.columns)).common(grid.area) or Area(0, 0, 1, 1)


def _looks_headed(asked: Asked) -> bool:
    """Whether the first row of the range seems to name its columns."""
    area, grid = area_of(asked), asked.grid
    if area.height < 2:
        return False
    top = grid.cells(Area(area.top, area.left, area.top + 2, area.right))
    first = [cell.kind for (row, _), cell in top.items() if row == area.top and cell.kind]
    second = [cell.kind for (row, _), cell in top.items() if row > area.top and cell.kind]
    return bool(first) and set(first) == {"text"} and set(second) != {"text"}


def _lines(asked: Asked, axis: str) -> tuple[int, int]:
    area = area_of(asked)
    return (area.left, area.right) if axis == "COLUMNS" else (area.top, area.bottom)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Invalid("invalid_argument", f"{text or 'Nothing'} is not a whole number.")
    return int(text)


def _quoted(text: str) -> str:
    return text.replace('"', '""')
