"""What in a sheet may be cleaned up, with the requests that do so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.engine.pivots.buckets import plain
from workworld.apps.sheets.engine.typed_input import number_of
from workworld.apps.sheets.service import resources
from workworld.apps.sheets.service.editing import bounds
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.requests.cleanups import trimmed

_MOST_SPELLINGS = 20


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that may be cleaned up."""

    kind: str
    """``blanks``, ``duplicates``, ``spelling`` or ``numbers``."""
    text: str
    """What was found, in a sentence."""
    offer: str
    """What would be done about it."""
    requests: list[dict[str, Any]]


def found(grid: Grid) -> list[Suggestion]:
    """What may be cleaned up on a sheet, as far as what was typed in shows it."""
    cells = {
        at: cell
        for at, cell in grid.cells(grid.used()).items()
        if cell.kind and "pivot" not in (cell.extra or {})  # they are written anew by themselves
    }
    if not cells:
        return []
    area = bounds(cells)
    makers = (_blanks, _duplicates, _spellings, _numbers)
    return [each for make in makers for each in make(grid, area, cells)]


def _blanks(grid: Grid, area: Area, cells: Mapping[Place, CellRow]) -> Iterator[Suggestion]:
    texts = [each.text or "" for each in cells.values() if each.kind == "text"]
    count = sum(trimmed(each) != each for each in texts)
    if count:
        yield Suggestion(
            "blanks",
            f"{_cells(count)} with blanks at the ends or several between words.",
            "Trim whitespace",
            [{"trimWhitespace": {"range": resources.range_of(grid.sheet, area)}}],
        )


def _duplicates(grid: Grid, area: Area, cells: Mapping[Place, CellRow]) -> Iterator[Suggestion]:
    if any(each.kind == "formula" for each in cells.values()) or area.height < 3:
        return  # what formulas come to may be equal by chance
    rows = Counter(
        tuple(_key(cells.get((row, column))) for column in range(area.left, area.right))
        for row in range(area.top + 1, area.bottom)
    )
    blank = tuple(_key(None) for _ in range(area.left, area.right))
    count = sum(each - 1 for row, each in rows.items() if row != blank)
    if count:
        said = "1 row is there already." if count == 1 else f"{count} rows are there already."
        given = {"range": resources.range_of(grid.sheet, area), "hasHeaderRow": True}
        yield Suggestion("duplicates", said, "Remove duplicates", [{"deleteDuplicates": given}])


def _key(cell: CellRow | None) -> Any:
    return plain(None if cell is None else cell.input).order  # type: ignore[arg-type]


def _spellings(grid: Grid, area: Area, cells: Mapping[Place, CellRow]) -> Iterator[Suggestion]:
    """Texts of a column that differ in nothing but capitals: the commonest is likely meant."""
    for column in range(area.left, area.right):
        texts = Counter(
            cell.text or ""
            for (row, at), cell in cells.items()
            if at == column and row > area.top and cell.kind == "text"
        )
        groups: dict[str, list[str]] = {}
        for text in texts:
            groups.setdefault(text.casefold(), []).append(text)
        for same in list(groups.values())[:_MOST_SPELLINGS]:
            if len(same) < 2:
                continue
            best = min(same, key=lambda text: (-texts[text], text))
            others = sorted(each for each in same if each != best)
            whole = Area(area.top + 1, column, area.bottom, column + 1)
            told = ", ".join(f"“{each}”" for each in others)
            yield Suggestion(
                "spelling",
                f"Column {column_name(column)} has {told} besides “{best}”.",
                f"Write “{best}” throughout",
                [_respelt(grid, whole, each, best) for each in others],
            )


def _respelt(grid: Grid, area: Area, text: str, best: str) -> dict[str, Any]:
    given = {"find": text, "replacement": best, "matchCase": True, "matchEntireCell": True}
    return {"findReplace": {**given, "range": resources.range_of(grid.sheet, area)}}


def _numbers(grid: Grid, area: Area, cells: Mapping[Place, CellRow]) -> Iterator[Suggestion]:
    """Texts that read as numbers, in columns of numbers."""
    for column in range(area.left, area.right):
        mine = [(at, cell) for at, cell in cells.items() if at[1] == column and at[0] > area.top]
        texts = [
            (at, number)
            for at, cell in mine
            if cell.kind == "text" and (number := number_of(cell.text or "")) is not None
        ]
        if not texts or not any(cell.kind == "number" for _, cell in mine):
            continue
        requests = [
            {
                "updateCells": {
                    "start": {
                        "sheetId": grid.sheet.sheet_id,
                        "rowIndex": at[0],
                        "columnIndex": at[1],
                    },
                    "rows": [{"values": [{"userEnteredValue": {"numberValue": number}}]}],
                    "fields": "userEnteredValue",
                }
            }
            for at, number in sorted(texts)[:1000]
        ]
        yield Suggestion(
            "numbers",
            f"{_cells(len(texts))} of column {column_name(column)} with a number as a text.",
            "Make numbers of them",
            requests,
        )


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
