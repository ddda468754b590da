"""Printing: a preview of the pages beside what can be set, and the pages themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.sheets.pages.asked import Asked
from workworld.apps.sheets.pages.asking import place_of, read
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, workbook_url
from workworld.apps.sheets.service import exports
from workworld.apps.sheets.service.print_layouts import SIZES, UPRIGHT, PrintLayout
from workworld.errors import Invalid, NotFound

WHAT = (("sheet", "Current sheet"), ("workbook", "Whole workbook"), ("range", "Selected cells"))
PAPERS = (("A4", "A4"), ("A3", "A3"), ("LETTER", "Letter"), ("LEGAL", "Legal"))
SCALES = (
    ("FIT_WIDTH", "Fit to width"),
    ("FIT_HEIGHT", "Fit to height"),
    ("FIT_PAGE", "Fit to page"),
    ("NORMAL", "Normal (100 %)"),
)
MARGINS = (("NORMAL", "Normal"), ("NARROW", "Narrow"), ("WIDE", "Wide"))
SWITCHES = (
    ("gridlines", "Show gridlines"),
    ("repeat_frozen", "Repeat frozen rows and columns"),
    ("title", "Workbook title"),
    ("sheet_name", "Sheet name"),
    ("date", "Current date"),
    ("page_numbers", "Page numbers"),
)
_MOST_SHOWN = 20
_NUMBERS = re.compile(r"\s*\d{1,7}(\s*,\s*\d{1,7})*\s*")


@BLUEPRINT.get("/s/<workbook_id>/print")
def show_print(workbook_id: str) -> str:
    """What a workbook is like on paper, and how that can be set."""
    args = flask.request.args
    problem, layout = "", UPRIGHT
    try:
        layout = layout_of(args)
        count = read(workbook_id, _counted(layout))
    except Invalid as refusal:
        problem, count = refusal.message, 0
    query = {name: value for name, value in args.items(multi=False) if name != "page"}
    shown = [
        workbook_url(workbook_id, f"print/{number}.svg", **query)
        for number in range(1, min(count, _MOST_SHOWN) + 1)
    ]
    return flask.render_template(
        "print.html",
        workbook_id=workbook_id,
        title=read(workbook_id, lambda asked: asked.workbook.title),
        place=place_of(workbook_id),
        layout=layout,
        what=_what(args),
        breaks=args.get("breaks", ""),
        problem=problem,
        count=count,
        pages=shown,
        pdf_url=workbook_url(workbook_id, "export/pdf", **query),
        choices={"what": WHAT, "papers": PAPERS, "scales": SCALES, "margins": MARGINS},
        switches=SWITCHES,
    )


@BLUEPRINT.get("/s/<workbook_id>/print/<int:number>.svg")
def show_page(workbook_id: str, number: int) -> flask.Response:
    """A page as a picture, counted from 1."""
    layout = layout_of(flask.request.args)

    def drawn(asked: Asked) -> str:
        booklet = exports.printed(asked.ctx, asked.workbook, sheet_of(asked), layout)
        if not 1 <= number <= booklet.count:
            raise NotFound("not_found", "There is no such page.")
        return booklet.page(number - 1)

    answer = flask.Response(read(workbook_id, drawn), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def layout_of(args: Mapping[str, str]) -> PrintLayout:
    """How the form of a request wants pages laid out.

    Raises:
        Invalid: the rows after which pages end are no numbers, or something is not to be chosen.
    """
    breaks = args.get("breaks", "").strip()
    if breaks and not _NUMBERS.fullmatch(breaks):
        raise Invalid("invalid_argument", "Name rows by their numbers, with commas between them.")
    chosen: dict[str, Any] = {
        "breaks_after_rows": tuple(int(each) for each in breaks.split(",")) if breaks else (),
        "landscape": args.get("orientation") == "landscape",
    }
    for name, choices in (("paper", SIZES), ("scale", dict(SCALES)), ("margins", dict(MARGINS))):
        if given := args.get(name):
            if given not in choices:
                raise Invalid("invalid_argument", f"There is no such {name}.")
            chosen[name] = given
    if args.get("sent"):
        chosen |= {name: args.get(name) == "1" for name, _label in SWITCHES}
    if _what(args) == "range":
        chosen["range"] = args.get("selected", "").split(",")[0][:100]
    return PrintLayout(**chosen)


def sheet_of(asked: Asked) -> int | None:
    """The sheet that is printed; None for all."""
    return None if _what(flask.request.args) == "workbook" else asked.place.gid


def _counted(layout: PrintLayout) -> Any:
    def counted(asked: Asked) -> int:
        return exports.printed(asked.ctx, asked.workbook, sheet_of(asked), layout).count

    return counted


def _what(args: Mapping[str, str]) -> str:
    given = args.get("what", "sheet")
    return given if given in dict(WHAT) else "sheet"
