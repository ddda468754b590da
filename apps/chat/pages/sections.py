"""Dividing the sidebar: sections of one's own, their order, and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Channel, Section
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_sections import SORTED
from workworld.apps.chat.service import channels, choices, sections, titles
from workworld.apps.chat.service.sections import Listed
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Invalid, NotFound

_FIELDS = ("name", "emoji", "shows", "sorting")
_USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Entered:
    """What the form of a section shows."""

    name: str = ""
    emoji: str = ""
    shows: str = "all"
    sorting: str = ""
    channel_id: str = ""
    """The conversation that is to stand in a new one."""
    problem: str = ""
    in_error: str = ""
    """The field that the problem is about."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A conversation and the sections in which it may stand."""

    id: str
    label: str
    is_starred: bool
    is_muted: bool
    section_id: str
    """The one in which it stands."""
    sections: tuple[Listed, ...]


@BLUEPRINT.get("/sections", endpoint="sidebar_sections")
def all_sections() -> str:
    """The sections of the sidebar, to arrange them without a pointer or scripts."""
    return _page()


@BLUEPRINT.get("/sections/new")
def new_sidebar_section() -> str:
    """Ask what a new section is to be called."""
    return _form(None, Entered(channel_id=flask.request.args.get("channel", "")))


@BLUEPRINT.post("/sections/new")
def create_sidebar_section() -> Any:
    """Make a section, and put a conversation into it if it was made for one."""
    given = flask.request.form
    name, emoji, channel_id = given.get("name", ""), given.get("emoji", ""), given.get("channel")
    try:
        section_id = page(sections.create, _id, name=name, emoji=emoji)
    except (Invalid, Conflict) as refused:
        return _refused(None, Entered(name, emoji, channel_id=channel_id or ""), refused)
    if channel_id:
        page(sections.place, nothing, channel_id=channel_id, section_id=section_id)
    return back()


@BLUEPRINT.get("/sections/<section_id>")
def sidebar_section(section_id: str) -> str:
    """A section's name and emoji in fields, and what it shows."""
    found = _known(section_id)
    return _form(found, Entered(found.name, found.emoji, found.shows, found.sorting))


@BLUEPRINT.post("/sections/<section_id>")
def edit_sidebar_section(section_id: str) -> Any:
    """Change what the form has fields for."""
    given = flask.request.form
    wanted: dict[str, Any] = {name: given[name] for name in _FIELDS if name in given}
    if wanted.get("sorting") == _USUAL:
        wanted["sorting"] = ""
    try:
        page(sections.edit, nothing, section_id=section_id, **wanted)
    except (Invalid, Conflict) as refused:
        return _refused(_known(section_id), Entered(**wanted), refused)
    return back()


@BLUEPRINT.get("/sections/<section_id>/menu")
def sidebar_section_menu(section_id: str) -> str:
    """What can be done with a section: a part of every page."""
    side = sidebar()
    places = [each.id for each in side.sections]
    if section_id not in places:
        raise NotFound("section_not_found")
    here = places.index(section_id)
    return flask.render_template(
        "menu_section.html",
        section=side.sections[here],
        sorted=SORTED,
        above=places[here - 1] if here else "",
        below=places[here + 2] if here + 2 < len(places) else "",
        is_last=here == len(places) - 1,
        place=flask.request.args.get("place", ""),
    )


@BLUEPRINT.post("/sections/<section_id>/move")
def move_sidebar_section(section_id: str) -> Any:
    """Move a section above another one, or to the bottom."""
    before = flask.request.form.get("before") or None
    page(sections.move, nothing, section_id=section_id, before=before)
    return back()


@BLUEPRINT.get("/sections/<section_id>/delete")
def ask_delete_sidebar_section(section_id: str) -> str:
    """Ask whether a section is to go."""
    found = _known(section_id)
    if not found.is_own:
        raise NotFound("section_not_found")
    return _page("dialog_section_delete.html", section=found)


@BLUEPRINT.post("/sections/<section_id>/delete")
def delete_sidebar_section(section_id: str) -> Any:
    """Delete a section; what stood in it falls back."""
    page(sections.delete, nothing, section_id=section_id)
    return back()


@BLUEPRINT.get("/c/<channel_id>/menu")
def conversation_menu(channel_id: str) -> str:
    """What can be done with a conversation in the sidebar: a part of every page."""
    place = flask.request.args.get("place", "")
    found = page(channels.info, _placed, channel_id=channel_id)
    unread = {link.id for link in sidebar().mine if link.is_unread}
    return flask.render_template(
        "menu_conversation.html", placed=found, place=place, is_unread=channel_id in unread
    )


@BLUEPRINT.get("/c/<channel_id>/section")
def section_of_form(channel_id: str) -> str:
    """Ask in which section a conversation is to stand."""
    found = page(channels.info, _placed, channel_id=channel_id)
    choices_shown = [(each.id, each.title, None) for each in found.sections]
    values = {"placed": found, "sections": choices_shown}
    return shown(channel_id, View(dialog="dialog_section_of.html", values=values))


@BLUEPRINT.post("/c/<channel_id>/section")
def place_in_section(channel_id: str) -> Any:
    """Put a conversation into a section of the sidebar."""
    section_id = flask.request.form.get("section", "")
    page(sections.place, nothing, channel_id=channel_id, section_id=section_id)
    return back()


def _placed(ctx: Context, row: Channel) -> Placed:
    home, choice = sections.home_of(ctx, row), choices.mine(ctx).get(row.id)
    is_starred = choice is not None and choice.is_starred
    inside = (choice.section_id if choice else "") or home
    fitting = (sections.STARRED, home)
    return Placed(
        row.id,
        titles.label(ctx, row),
        is_starred,
        choice is not None and choice.is_muted,
        sections.STARRED if is_starred else inside,
        tuple(each for each in sections.ordered(ctx) if each.is_own or each.id in fitting),
    )


def _known(section_id: str) -> Listed:
    found: Sequence[Listed] = page(sections.list, lambda _ctx, rows: rows)
    section = next((each for each in found if each.id == section_id), None)
    if section is None:
        raise NotFound("section_not_found")
    return section


def _form(section: Listed | None, entered: Entered) -> str:
    orders = {_USUAL: "As usual", **SORTED}
    sorting = [(value, label, None) for value, label in orders.items()]
    return _page("dialog_section.html", section=section, entered=entered, sorting=sorting)


def _refused(section: Listed | None, entered: Entered, refused: Invalid | Conflict) -> Any:
    known = {"invalid_emoji": "emoji", "invalid_arguments": "sorting"}
    about = known.get(refused.code, "name")
    values = {name: getattr(entered, name) for name in _FIELDS}
    told = Entered(**values, channel_id=entered.channel_id, problem=refused.message, in_error=about)
    return _form(section, told), status_of(refused)


def _page(dialog: str = "", **values: Any) -> str:
    side = sidebar()
    listed: Sequence[Listed] = page(sections.list, lambda _ctx, rows: rows)
    counts = {each.id: len(each.links) for each in side.sections}
    return flask.render_template(
        "sections.html", sidebar=side, listed=listed, counts=counts, dialog=dialog, **values
    )


def _id(_ctx: Context, row: Section) -> str:
    return row.id
