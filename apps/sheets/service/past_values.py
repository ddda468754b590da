"""What cells of a spreadsheet showed after an edit that others followed."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area, parse, quoted
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.histories import RevisionNumber
from workworld.apps.sheets.service.past_books import PastBook, PastSheet
from workworld.apps.sheets.service.refusals import unparsable
from workworld.apps.sheets.service.value_ranges import ValueRange
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# Pages show a version as a table, beside what its edits changed.
_DOORS = (Surface.MCP,)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def get(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    revision: RevisionNumber,
    range: Annotated[
        str,
        Field(
            description="In A1 notation, with the title that the sheet had, or that title alone; by"
            " default all of the first sheet.",
            max_length=1000,
        ),
    ] = "",
) -> ValueRange:
    """Read the values that cells of a spreadsheet showed after an edit."""
    book = PastBook(ctx, access.known(ctx, workbook_id, "writer"), revision)
    sheet, asked = _meant(book, range)
    used = sheet.used
    bottom, right = min(asked.bottom, used.bottom), min(asked.right, used.right)
    area = Area(asked.top, asked.left, max(asked.top, bottom), max(asked.left, right))
    rows = [_cut(line) for line in book.shown(sheet, area)] if area.size else []
    while rows and not rows[-1]:
        rows.pop()
    return ValueRange(f"{quoted(sheet.title)}!{asked}", "ROWS", [[*line] for line in rows])


def _meant(book: PastBook, text: str) -> tuple[PastSheet, Area]:
    """The sheet and the rectangle of it that a range names."""
    visible = next((each for each in book.sheets if not each.is_hidden), book.sheets[0])
    if not text:
        return visible, visible.used
    reference = parse(text)
    title = visible.title if reference is None else reference.sheet or visible.title
    if reference is None:
        title = text[1:-1].replace("''", "'") if text[:1] == text[-1:] == "'" else text
    wanted = title.casefold()
    sheet = next((each for each in book.sheets if each.title.casefold() == wanted), None)
    if sheet is None:
        raise unparsable(text)
    if reference is None:
        return sheet, sheet.used
    area = reference.area(len(sheet.rows), len(sheet.columns))
    if area.top >= len(sheet.rows) or area.left >= len(sheet.columns) or not area.size:
        raise unparsable(text)
    return sheet, area


def _cut(line: list[str]) -> list[str]:
    """A row without the empty cells at its end."""
    length = max((at for at, text in enumerate(line, 1) if text), default=0)
    return line[:length]
