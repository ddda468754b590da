"""Version history: who did what and when, the states there were, and bringing one back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.pages import moments
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog, read
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, gone_to, workbook_url
from workworld.apps.sheets.service import access, histories, sign_offs, sparklines
from workworld.apps.sheets.service.cell_pictures import Picture
from workworld.apps.sheets.service.histories import Stretch
from workworld.apps.sheets.service.past_books import PastBook, PastSheet
from workworld.apps.sheets.service.sparklines import Drawing
from workworld.directory.people import by_ids
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Invalid

_MOST_ROWS = 200
_MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a version."""

    text: str
    is_changed: bool
    is_bold: bool
    side: str
    """``left``, ``center`` or ``right``."""
    picture: Picture | None
    """Stands in the place of the text."""
    drawing: Drawing | None
    """Of a sparkline."""


@BLUEPRINT.get("/s/<workbook_id>/history")
def history(workbook_id: str) -> str:
    """The versions of a workbook, and what one of them held."""
    named_only = flask.request.args.get("named") == "1"

    def view(asked: Asked) -> dict[str, Any]:
        found = histories.list_edits(asked.ctx, workbook_id=workbook_id)
        chosen = _chosen(found, flask.request.args.get("revision", ""))
        shown = _version(asked, chosen.first, chosen.last) if chosen else {}
        kept = [each for each in found if not named_only or each.version]
        return {
            "stretches": [_told(asked, each, each == chosen) for each in kept],
            "chosen": _told(asked, chosen, True) if chosen else None,
            "is_present": chosen is None or chosen.last == asked.workbook.revision,
            "title": asked.workbook.title,
            **shown,
        }

    values = read(workbook_id, view, "writer")
    return flask.render_template(
        "history.html", workbook_id=workbook_id, named_only=named_only, **values
    )


@BLUEPRINT.post("/s/<workbook_id>/history/name")
def name_version(workbook_id: str) -> Any:
    """Give a version a name."""
    revision = _revision()
    name = flask.request.form.get("name", "")
    page(histories.name_version, nothing, workbook_id=workbook_id, revision=revision, name=name)
    return gone_to(workbook_url(workbook_id, "history", revision=revision))


@BLUEPRINT.post("/s/<workbook_id>/history/restore")
def restore_version(workbook_id: str) -> Any:
    """Bring a version back."""
    page(histories.restore_version, nothing, workbook_id=workbook_id, revision=_revision())
    return gone_to(workbook_url(workbook_id))


@BLUEPRINT.get("/s/<workbook_id>/view")
def read_only(workbook_id: str) -> str:
    """A workbook to be read, without anything that changes it; or one that is to be signed off."""
    wanted = flask.request.args.get("revision", "")

    def view(asked: Asked) -> dict[str, Any]:
        may_edit = access.may(asked.ctx, asked.workbook, "writer")
        known = {str(each.sign_off.revision): each.name for each in _signings(asked)}
        revision = int(wanted) if wanted in known else asked.workbook.revision
        shown = _version(asked, 1, 0, revision)
        about = {"revision": wanted if wanted in known else "", "version": known.get(wanted, "")}
        return {"title": asked.workbook.title, "may_edit": may_edit, **about, **shown}

    values = read(workbook_id, view)
    return flask.render_template("view.html", workbook_id=workbook_id, **values)


def _signings(asked: Asked) -> list[sign_offs.Signing]:
    return sign_offs.of_workbook(asked.ctx, asked.workbook.id)


@dialog("name-version")
def name_current(asked: Asked) -> Mapping[str, Any]:
    """A name for the present version."""
    return {"when": moments.moment(asked.ctx, asked.workbook.modified_us)}


@name_current.done
def _name_current(place: Place, form: Form) -> Did:
    name = form.get("name", "").strip()
    if not name:
        raise Invalid("invalid_argument", "Enter a name.")
    revision = read(place.workbook_id, lambda asked: asked.workbook.revision, "writer")
    given = {"workbook_id": place.workbook_id, "revision": revision, "name": name}
    page(histories.name_version, nothing, **given)
    return Did("The version was named.")


@dialog("cell-history", role="writer")
def cell_history(asked: Asked) -> Mapping[str, Any]:
    """Who changed the active cell, and when."""
    place = asked.range_of(asked.place.active)
    at = place.get("startRowIndex", 0), place.get("startColumnIndex", 0)
    found = histories.edits_of_cell(asked.ctx, asked.workbook, asked.grid, at)
    people = by_ids(asked.ctx.session, [each.person_id for each in found])
    return {
        "edits": [
            {
                "by": people[each.person_id].name,
                "label": each.label,
                "at": moments.moment(asked.ctx, each.at_us),
                "revision": each.revision,
            }
            for each in found[:50]
        ]
    }


def _told(asked: Asked, each: Stretch, is_chosen: bool) -> dict[str, Any]:
    person = by_ids(asked.ctx.session, [each.person_id])[each.person_id]
    return {
        "revision": each.last,
        "by": person.name,
        "avatar": Avatar.of(person.id, person.name),
        "at": moments.moment(asked.ctx, each.at_us),
        "iso": moments.iso(asked.ctx, each.at_us),
        "labels": ", ".join(each.labels[:4]) + (" …" if len(each.labels) > 4 else ""),
        "name": each.version.name if each.version else "",
        "is_chosen": is_chosen,
    }


def _chosen(found: list[Stretch], text: str) -> Stretch | None:
    wanted = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None
    for each in found:
        if wanted is not None and each.first <= wanted <= each.last:
            return each
    return found[0] if found else None


def _version(asked: Asked, first: int, last: int, revision: int | None = None) -> dict[str, Any]:
    """What a version held; the cells that some edits changed are marked."""
    book = PastBook(asked.ctx, asked.workbook, last if revision is None else revision)
    shown = [each for each in book.sheets if not each.is_hidden] or book.sheets
    sheet = next((each for each in shown if each.gid == asked.place.gid), shown[0])
    changed = histories.changed_by(asked.ctx, asked.workbook.id, first, last)
    return {
        "sheets": [
            {
                "gid": each.gid,
                "title": each.title,
                "is_here": each is sheet,
                "count": len(changed.get(each.id, ())),
            }
            for each in shown
        ],
        "gid": sheet.gid,
        "sheet_title": sheet.title,
        **_table(book, sheet, changed.get(sheet.id, set())),
    }


def _table(book: PastBook, sheet: PastSheet, changed: set[tuple[int, int]]) -> dict[str, Any]:
    used = sheet.used
    area = Area(0, 0, min(used.bottom, _MOST_ROWS), min(used.right, _MOST_COLUMNS))
    rows = []
    shown = zip(book.shown(sheet, area), book.sides(sheet, area), strict=True)
    for row, (texts, sides) in enumerate(shown):
        key = sheet.rows.id_at(row)
        cells = [
            _cell(book, sheet, (row, column), said, (key, sheet.columns.id_at(column)) in changed)
            for column, said in enumerate(zip(texts, sides, strict=True))
        ]
        rows.append((row + 1, cells))
    heads = [column_name(column) for column in range(area.right)]
    return {"heads": heads, "rows": rows, "left_out": max(0, used.bottom - _MOST_ROWS)}


def _cell(
    book: PastBook, sheet: PastSheet, at: tuple[int, int], said: tuple[str, str], is_changed: bool
) -> Cell:
    text, side = said
    picture = book.picture(sheet, at)
    is_line = picture is not None and picture.kind == "sparkline"
    drawing = sparklines.drawn(picture.details) if picture and is_line else None
    return Cell(text, is_changed, book.is_bold(sheet, at), side, picture, drawing)


def _revision() -> int:
    text = flask.request.form.get("revision", "")
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Invalid("invalid_argument", "There is no such version.")
    return int(text)
