"""Printing: a preview of the pages beside what can be set, and the pages themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import flask
from pydantic.alias_generators import to_camel

from workworld.apps.sheets.pages.asked import Asked
from workworld.apps.sheets.pages.asking import perform, place_of, read
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, gone_to, workbook_url
from workworld.apps.sheets.service import access, exports, print_setups
from workworld.apps.sheets.service.print_layouts import SIZES, UPRIGHT, PrintLayout
from workworld.apps.sheets.service.printing import Booklet
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
_MOST_BREAKS, _LONGEST_AREA = 200, 100
_NUMBERS = re.compile(r"\s*\d{1,7}(\s*,\s*\d{1,7})*\s*")


@BLUEPRINT.get("/s/<workbook_id>/print")
def show_print(workbook_id: str) -> str:
    """What a workbook is like on paper, and how that can be set."""
    args = flask.request.args
    problem, layout = "", UPRIGHT
    try:
        layout, count = read(
            workbook_id, lambda asked: (layout_asked(asked) or UPRIGHT, _booklet(asked).count)
        )
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
        **read(workbook_id, _about),
        place=place_of(workbook_id),
        layout=layout,
        what=_what(args),
        area=args.get("area", "") if problem else layout.range,
        breaks=args.get("breaks", "") if problem else ", ".join(map(str, layout.breaks_after_rows)),
        keep_url=workbook_url(workbook_id, "print", **query),
        problem=problem,
        count=count,
        pages=shown,
        pdf_url=workbook_url(workbook_id, "export/pdf", **query),
        choices={"what": WHAT, "papers": PAPERS, "scales": SCALES, "margins": MARGINS},
        switches=SWITCHES,
    )


def _about(asked: Asked) -> dict[str, Any]:
    may_keep = access.may(asked.ctx, asked.workbook, "writer")
    return {"title": asked.workbook.title, "may_keep": may_keep}


@BLUEPRINT.get("/s/<workbook_id>/print/<int:number>.svg")
def show_page(workbook_id: str, number: int) -> flask.Response:
    """A page as a picture, counted from 1."""

    def drawn(asked: Asked) -> str:
        booklet = _booklet(asked)
        if not 1 <= number <= booklet.count:
            raise NotFound("not_found", "There is no such page.")
        return booklet.page(number - 1)

    answer = flask.Response(read(workbook_id, drawn), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@BLUEPRINT.post("/s/<workbook_id>/print")
def keep_layout(workbook_id: str) -> Any:
    """Keep with the sheet how its pages are laid out."""

    def wanted(asked: Asked) -> dict[str, Any]:
        layout = layout_asked(asked) or UPRIGHT
        told = {to_camel(name): each for name, each in layout.model_dump(mode="json").items()}
        return {"updatePrintLayout": {"sheetId": asked.place.gid, "layout": told}}

    perform(workbook_id, [read(workbook_id, wanted, "writer")])
    place = place_of(workbook_id)
    told = {"gid": place.gid, "selected": place.range}
    return gone_to(workbook_url(workbook_id, "print", **told))


def layout_asked(asked: Asked) -> PrintLayout | None:
    """How the form of a request wants pages laid out; None for each sheet as it is set up.

    Raises:
        Invalid: the rows after which pages end are no numbers, or something is not to be chosen.
    """
    args = flask.request.args
    if _what(args) == "workbook" and not args.get("sent"):
        return None
    base = UPRIGHT if args.get("sent") else print_setups.layout_of(asked.grid)
    return base.model_copy(update=_chosen(args))


def _chosen(args: Mapping[str, str]) -> dict[str, Any]:
    """What of a layout a form chooses."""
    chosen: dict[str, Any] = {}
    if "breaks" in args:
        breaks = args["breaks"].strip()
        if breaks and not _NUMBERS.fullmatch(breaks):
            said = "Name rows by their numbers, with commas between them."
            raise Invalid("invalid_argument", said)
        rows = tuple(int(each) for each in breaks.split(",")) if breaks else ()
        if len(rows) > _MOST_BREAKS:
            said = f"Pages can begin after {_MOST_BREAKS} rows at most."
            raise Invalid("invalid_argument", said)
        chosen["breaks_after_rows"] = rows
    if "orientation" in args:
        chosen["landscape"] = args["orientation"] == "landscape"
    for name, choices in (("paper", SIZES), ("scale", dict(SCALES)), ("margins", dict(MARGINS))):
        if given := args.get(name):
            if given not in choices:
                raise Invalid("invalid_argument", f"There is no such {name}.")
            chosen[name] = given
    if args.get("sent"):
        chosen |= {name: args.get(name) == "1" for name, _label in SWITCHES}
    if _what(args) == "range":
        chosen["range"] = args.get("selected", "").split(",")[0][:100]
    elif _what(args) == "workbook":
        chosen["range"] = ""
    elif "area" in args:
        chosen["range"] = args["area"].strip()
        if len(chosen["range"]) > _LONGEST_AREA:
            raise Invalid("invalid_argument", "The print area is no range such as A1:F40.")
    return chosen


def sheet_of(asked: Asked) -> int | None:
    """The sheet that is printed; None for all."""
    return None if _what(flask.request.args) == "workbook" else asked.place.gid


def _booklet(asked: Asked) -> Booklet:
    return exports.printed(asked.ctx, asked.workbook, sheet_of(asked), layout_asked(asked))


def _what(args: Mapping[str, str]) -> str:
    given = args.get("what", "sheet")
    return given if given in dict(WHAT) else "sheet"
