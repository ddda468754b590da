"""Dialogs over a workbook: each has an address, and sends the vendor's requests when it is taken.

A dialog says what it shows, and turns its form into requests; ``sheets.batches.update`` does them,
as it does for the grid and for programs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask
from werkzeug.datastructures import MultiDict

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.pages import editor
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place, Request, Sent
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, gone_to
from workworld.apps.sheets.service import access, batches, resources, workbooks
from workworld.apps.sheets.service.tables import around
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

MENDABLE = (Invalid, Conflict, Forbidden)
"""Refusals after which a dialog is shown again."""


View = Callable[[Asked], Mapping[str, Any]]
Taking = Callable[[Asked], Sent]
Doing = Callable[[Place, Form], Did]


@dataclass(slots=True)
class Dialog:
    """A dialog over a workbook."""

    name: str
    role: access.Role
    """Who may open it."""
    view: View
    take: Taking | None = None
    do: Doing | None = None

    @property
    def template(self) -> str:
        """What shows it."""
        return f"dialogs/{self.name}.html"

    def taken(self, function: Taking) -> Taking:
        """Declare what its form comes to."""
        self.take = function
        return function

    def done(self, function: Doing) -> Doing:
        """Declare what its form does by operations of its own."""
        self.do = function
        return function


DIALOGS: dict[str, Dialog] = {}
_DEEDS: dict[str, tuple[Taking, access.Role]] = {}


def dialog(name: str, role: access.Role = "writer") -> Callable[[View], Dialog]:
    """Declare a dialog by what it shows."""

    def declare(view: View) -> Dialog:
        DIALOGS[name] = Dialog(name, role, view)
        return DIALOGS[name]

    return declare


def deed(name: str, role: access.Role = "writer") -> Callable[[Taking], Taking]:
    """Declare something that is worked out from the selection and done without being asked for."""

    def declare(function: Taking) -> Taking:
        _DEEDS[name] = function, role
        return function

    return declare


def place_of(workbook_id: str) -> Place:
    """Where the browser says that the selection is."""
    given = flask.request.values
    gid = given.get("gid", "0")
    selected = given.get("selected") or given.get("range") or "A1"
    number = int(gid) if gid.isascii() and gid.removeprefix("-").isdigit() and len(gid) < 11 else 0
    active, lens = given.get("active", "") or "A1", given.get("lens") or given.get("fvid", "")
    return Place(workbook_id, number, selected, active, lens)


def read(workbook_id: str, view: Callable[[Asked], Any], role: access.Role = "reader") -> Any:
    """What a function makes of a workbook that the caller may do so much with."""
    place, form = place_of(workbook_id), _form()

    def present(ctx: Context, _found: object) -> Any:
        return view(Asked(ctx, access.known(ctx, workbook_id, role), place, form))

    return page(workbooks.get, present, workbook_id=workbook_id)


@BLUEPRINT.get("/s/<workbook_id>/dialogs/<name>")
def show_dialog(workbook_id: str, name: str) -> str:
    """A dialog over a workbook."""
    return shown(workbook_id, _named(name))


@BLUEPRINT.post("/s/<workbook_id>/dialogs/<name>")
def take_dialog(workbook_id: str, name: str) -> Any:
    """Do what a dialog's form asks for."""
    asked = _named(name)
    try:
        did, is_new = _done(workbook_id, asked)
    except MENDABLE as refusal:
        body = shown(workbook_id, asked, problem=refusal.message)
        return body, status_of(refusal), retargeted()
    if did.url:
        return gone_to(did.url)
    if did.stays and is_fragment():
        headers = retargeted() | told(did.revision, did.said)
        return shown(workbook_id, asked, fresh=is_new), 200, headers
    return done(workbook_id, did)


def _done(workbook_id: str, asked: Dialog) -> tuple[Did, bool]:
    """What a dialog's form did, and whether what was typed is done with."""
    if asked.do is not None:
        return asked.do(place_of(workbook_id), _form()), True
    if asked.take is None:
        raise NotFound("not_found", "This dialog has no form.")
    sent = read(workbook_id, asked.take, asked.role)
    return _sent(workbook_id, sent), not sent.keeps


def _sent(workbook_id: str, sent: Sent) -> Did:
    outcome = perform(workbook_id, sent.requests)
    said = sent.say(outcome["replies"]) if sent.say else ""
    lens = sent.lens(outcome["replies"]) if sent.lens else None
    return Did(said, sent.stays, "", outcome["revision"], lens)


def _form() -> Form:
    given = flask.request.values
    return MultiDict([(name, each) for name in given for each in given.getlist(name)])


@BLUEPRINT.get("/s/<workbook_id>/places")
def show_places(workbook_id: str) -> Any:
    """What a menu's requests may need to know: the table around the selection, the rows to sort."""

    def view(asked: Asked) -> dict[str, Any]:
        grid = asked.grid
        first = asked.range("range")
        given = Area(
            first.get("startRowIndex", 0),
            first.get("startColumnIndex", 0),
            first.get("endRowIndex", grid.area.bottom),
            first.get("endColumnIndex", grid.area.right),
        )
        used = grid.used()
        rows = Area(grid.sheet.frozen_rows, 0, max(used.bottom, 1), max(used.right, 1))
        return {
            "table": resources.range_of(grid.sheet, around(grid, given)),
            "sheetRows": resources.range_of(grid.sheet, rows),
        }

    return flask.jsonify(read(workbook_id, view))


@BLUEPRINT.post("/s/<workbook_id>/deeds/<name>")
def do_deed(workbook_id: str, name: str) -> Any:
    """Do what an entry of a menu asks for and the server has to work out."""
    if name not in _DEEDS:
        raise NotFound("not_found", "There is no such command.")
    function, role = _DEEDS[name]
    return done(workbook_id, _sent(workbook_id, read(workbook_id, function, role)))


def perform(workbook_id: str, requests: Sequence[Request]) -> dict[str, Any]:
    """Do requests; their replies, and the workbook's revision afterwards."""
    if not requests:
        return {"revision": None, "replies": []}

    def present(_ctx: Context, outcome: Any) -> dict[str, Any]:
        return {"revision": outcome.outcome.revision, "replies": list(outcome.replies)}

    given = list(requests)
    found: dict[str, Any] = page(batches.update, present, workbook_id=workbook_id, requests=given)
    return found


def shown(workbook_id: str, asked: Dialog, *, problem: str = "", fresh: bool = False) -> str:
    """A dialog, by itself or over the page that it belongs to.

    Args:
        workbook_id: of the workbook.
        asked: the dialog.
        problem: why its form was not taken.
        fresh: whether what was typed is done with.
    """

    def present(found: Asked) -> dict[str, Any]:
        now = Asked(found.ctx, found.workbook, found.place, MultiDict()) if fresh else found
        return _common(now) | dict(asked.view(now))

    values = read(workbook_id, present, asked.role)
    values |= {"dialog_name": asked.name, "problem": problem}
    if is_fragment():
        return flask.render_template(asked.template, **values)
    return editor.shown(workbook_id, asked.template, **values)


def _common(asked: Asked) -> dict[str, Any]:
    """What every dialog may show."""
    may_edit = access.may(asked.ctx, asked.workbook, "writer")
    return {"place": asked.place, "given": asked.form, "may_edit": may_edit}


def done(workbook_id: str, did: Did) -> Any:
    """The answer to a form that was taken: the dialog goes, the grid fetches what is new."""
    if is_fragment():
        return "", 204, told(did.revision, did.said, "dialog-done", lens=did.lens)
    place = place_of(workbook_id)
    lens = place.lens if did.lens is None else did.lens
    return flask.redirect(replace(place, lens=lens).url, 303)


def told(revision: int | None, said: str, *events: str, lens: str | None = None) -> dict[str, str]:
    """Headers by which the page hears what was done."""
    triggers: dict[str, Any] = {}
    if lens is not None:
        triggers["sheets:lens"] = {"lens": lens}
    elif revision is not None:  # 0 where something beside the cells changed
        triggers["sheets:applied"] = {"revision": revision}
    if said:
        triggers["toast"] = {"text": said, "tone": "success"}
    triggers |= dict.fromkeys(events, "")
    return {"HX-Trigger": json.dumps(triggers)}


def retargeted() -> dict[str, str]:
    """Headers by which a dialog takes the place of the one that was sent."""
    return {"HX-Retarget": "#sheet-dialog", "HX-Reswap": "outerHTML"}


def refused(refusal: Refused) -> tuple[str, int]:
    """What a fragment says of a refusal that no form can mend."""
    return refusal.message, status_of(refusal)


def _named(name: str) -> Dialog:
    if name not in DIALOGS:
        raise NotFound("not_found", "There is no such dialog.")
    return DIALOGS[name]
