"""Dialogs that tell something or copy something: statistics of a column, menus, copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import fmean, median
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.engine.number_formats import general
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.blueprint import workbook_url
from workworld.apps.sheets.pages.range_dialogs import active
from workworld.apps.sheets.service import access, copies
from workworld.apps.sheets.service.access import workbook_sight
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid
from workworld.permissions import sight_of

_MOST_COUNTED = 15
_MOST_BOOKS = 100


@dialog("menus", role="reader")
def menus(_asked: Asked) -> Mapping[str, Any]:
    """The search of the menus, which the browser does."""
    return {}


@dialog("statistics", role="reader")
def statistics(asked: Asked) -> Mapping[str, Any]:
    """What the column of the active cell holds."""
    grid = asked.grid
    _, column = active(asked)
    texts = ShownTexts(asked.ctx, asked.workbook)
    bottom = grid.used().bottom
    area = Area(0, column, max(bottom, 1), column + 1)
    shown = [row[0] for row in texts.within(grid, area)]
    values = [row[0] for row in texts.values.values(grid, area)]
    numbers = [
        float(each)
        for each in values
        if isinstance(each, float | int) and not isinstance(each, bool)
    ]
    filled = [text for text in shown if text]
    counts = Counter(filled)
    facts = [
        ("Rows", f"{len(grid.rows):,}"),
        ("Filled cells", f"{len(filled):,}"),
        ("Empty cells", f"{len(grid.rows) - len(filled):,}"),
        ("Unique values", f"{len(counts):,}"),
    ]
    if numbers:
        facts += [
            ("Sum", general(sum(numbers))),
            ("Average", general(fmean(numbers))),
            ("Median", general(median(numbers))),
            ("Minimum", general(min(numbers))),
            ("Maximum", general(max(numbers))),
        ]
    most = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:_MOST_COUNTED]
    return {"column": column_name(column), "facts": facts, "counts": most}


@dialog("copy", role="reader")
def copy(asked: Asked) -> Mapping[str, Any]:
    """A copy of the workbook."""
    return {"title": f"Copy of {asked.workbook.title}"}


@copy.done
def _copy(place: Place, form: Form) -> Did:
    def url(_ctx: Context, made: Workbook) -> str:
        return workbook_url(made.id)

    title = form.get("title", "").strip()
    return Did(url=page(copies.copy, url, workbook_id=place.workbook_id, title=title))


@dialog("copy-sheet")
def copy_sheet(asked: Asked) -> Mapping[str, Any]:
    """The sheet as a copy in another workbook."""
    ctx = asked.ctx
    query = select(Workbook).where(workbook_sight(), Workbook.is_trashed.is_(False))
    found = ctx.session.scalars(query.order_by(Workbook.title, Workbook.id), sight_of(ctx))
    books = [
        (each.id, each.title)
        for each in found
        if each.id != asked.workbook.id and access.may(ctx, each, "writer")
    ]
    return {"title": asked.grid.sheet.title, "books": books[:_MOST_BOOKS]}


@copy_sheet.done
def _copy_sheet(place: Place, form: Form) -> Did:
    target = form.get("book", "")
    if not target:
        raise Invalid("invalid_argument", "Choose a workbook.")

    def url(_ctx: Context, made: Grid) -> str:
        return workbook_url(target, gid=made.sheet.sheet_id)

    given: dict[str, Any] = {"workbook_id": place.workbook_id, "sheet_id": place.gid}
    return Did(url=page(copies.copy_sheet, url, destination_id=target, **given))
