"""The first page: workbooks that one may open, and templates to begin a new one with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.pages import gallery, moments
from workworld.apps.sheets.pages.blueprint import BLUEPRINT, at, gone_to, workbook_url
from workworld.apps.sheets.service import listings, workbooks
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import NotFound
from workworld.paging import MOST_PAGES, NumberedPage

VIEWS = {
    "recent": "Recent",
    "owned": "Owned by me",
    "shared": "Shared with me",
    "starred": "Starred",
    "trash": "Trash",
}
"""The lists of the first page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A workbook in the list."""

    id: str
    title: str
    owner: str
    is_mine: bool
    changed: str
    iso: str
    is_starred: bool
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the list."""

    lines: list[Line]
    number: int
    pages: int
    total: int


@BLUEPRINT.get("/")
def home() -> str:
    """Workbooks of one of the lists, perhaps those of which the title contains a text."""
    view = flask.request.args.get("view", "recent")
    if view not in VIEWS:
        raise NotFound("not_found", "There is no such list.")
    text = flask.request.args.get("q", "").strip()[:200]
    number = flask.request.args.get("page", "1")
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    found = page(
        listings.list_workbooks,
        _listed,
        view=view,
        text=text,
        page=min(max(wanted, 1), MOST_PAGES),
    )
    return flask.render_template(
        "home.html",
        views=[(at("/", {"view": name}), label, name == view) for name, label in VIEWS.items()],
        view=view,
        heading=VIEWS[view],
        q=text,
        listed=found,
        was_asked=flask.request.args.get("asked") == "1",
        templates=gallery.TEMPLATES if view == "recent" and not text else (),
        page_at=lambda each: at("/", {"view": view, "q": text, "page": each}),
    )


@BLUEPRINT.get("/new")
def new_form() -> str:
    """What a new workbook may begin with."""
    return flask.render_template(
        "new.html", templates=gallery.TEMPLATES, chosen=flask.request.args.get("template", "")
    )


@BLUEPRINT.post("/new")
def create() -> Any:
    """Make a workbook, empty or of a template, and open it."""
    template = gallery.named(flask.request.form.get("template", ""))
    title = flask.request.form.get("title", "").strip()
    made: dict[str, Any] = {"title": title or (template.title if template else workbooks.UNTITLED)}
    if template:
        made["requests"] = template.requests
    url = page(workbooks.create, lambda _ctx, each: workbook_url(each.id), **made)
    return gone_to(url)


@BLUEPRINT.post("/s/<workbook_id>/star")
def star(workbook_id: str) -> Any:
    """Keep a workbook at hand, or no longer."""
    is_starred = flask.request.form.get("starred") == "1"
    page(workbooks.star, nothing, workbook_id=workbook_id, is_starred=is_starred)
    return gone_to(flask.request.form.get("back") or workbook_url(workbook_id))


@BLUEPRINT.post("/s/<workbook_id>/restore")
def restore(workbook_id: str) -> Any:
    """Take a workbook out of the trash."""
    page(workbooks.restore, nothing, workbook_id=workbook_id)
    return gone_to(at("/", {"view": "trash"}))


@BLUEPRINT.post("/s/<workbook_id>/remove")
def remove(workbook_id: str) -> Any:
    """Delete a workbook for ever."""
    page(workbooks.remove, nothing, workbook_id=workbook_id)
    return gone_to(at("/", {"view": "trash"}))


def _listed(ctx: Context, found: NumberedPage[Workbook]) -> Listed:
    rows = list(found.items)
    names = listings.owners(ctx, rows)
    starred = listings.starred(ctx, [each.id for each in rows])
    lines = [
        Line(
            each.id,
            each.title,
            names[each.owner_id],
            each.owner_id == ctx.actor.person_id,
            moments.moment(ctx, each.modified_us),
            moments.iso(ctx, each.modified_us),
            each.id in starred,
            bool(each.link_role),
        )
        for each in rows
    ]
    return Listed(lines, found.number, found.pages, found.total)
