"""The workspace's own emoji: all of them, adding, renaming and removing; and their images."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask
from sqlalchemy import select

from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import OwnEmoji
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import emoji
from workworld.apps.chat.service.own_emoji import every
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.site import current_site
from workworld.doors.times import day_name
from workworld.doors.web import Avatar, for_everybody, nothing, page
from workworld.errors import Conflict, Invalid, NotFound
from workworld.files.models import Content
from workworld.paging import Page
from workworld.permissions import can, require

_SECOND = 1_000_000
_MENDABLE = (Invalid, Conflict)
_ABOUT_THE_NAME = ("error_missing_name", "error_bad_name_i18n", "error_name_taken")
_HEADERS = {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    # Its address says what it is: another image has another address.
    "Cache-Control": "private, max-age=31536000, immutable",
}


@dataclass(frozen=True, slots=True)
class EmojiRow:
    """An own emoji in the list of all."""

    name: str
    look: str
    alias_of: str
    creator: str
    avatar: Avatar
    day: str
    iso: str
    may_change: bool


@dataclass(frozen=True, slots=True)
class Concerned:
    """An own emoji that is to be renamed or removed."""

    name: str
    look: str
    alias_of: str
    others: tuple[str, ...]
    """Its other names."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of them, and what the viewer may do."""

    rows: tuple[EmojiRow, ...]
    next_cursor: str | None
    may_add: bool
    is_admin: bool
    concerned: Concerned | None
    """What the form above it is about."""


@BLUEPRINT.get("/customize/emoji")
def own_emoji() -> str:
    """All of the workspace's own emoji, or those whose names hold a text."""
    return _shown()


@BLUEPRINT.get("/customize/emoji/new")
def new_emoji_form() -> str:
    """The form of a new emoji, above the list of all."""
    return _shown("new")


@BLUEPRINT.post("/customize/emoji/new")
def add_emoji() -> Any:
    """Add an emoji with an image."""
    sent = flask.request.files.get("file")
    content = sent.read() if sent else b""
    given = {"name": flask.request.form.get("name", "")}
    return _changed("new", emoji.upload, given, lambda _ctx, _given: {**given, "content": content})


@BLUEPRINT.get("/customize/emoji/alias")
def emoji_alias_form() -> str:
    """The form of another name of an emoji."""
    return _shown("alias", {"alias_for": flask.request.args.get("of", "")})


@BLUEPRINT.post("/customize/emoji/alias")
def add_emoji_alias() -> Any:
    """Give an emoji another name."""
    given = {name: flask.request.form.get(name, "") for name in ("name", "alias_for")}
    return _changed("alias", emoji.add_alias, given)


@BLUEPRINT.get("/customize/emoji/<name>/rename")
def rename_emoji_form(name: str) -> str:
    """The form of an emoji's new name."""
    return _shown("rename", {"name": name, "new_name": name})


@BLUEPRINT.post("/customize/emoji/<name>/rename")
def rename_emoji(name: str) -> Any:
    """Call an emoji otherwise."""
    new_name = flask.request.form.get("new_name", "")
    return _changed("rename", emoji.rename, {"name": name, "new_name": new_name})


@BLUEPRINT.get("/customize/emoji/<name>/remove")
def remove_emoji_form(name: str) -> str:
    """Ask whether an emoji is to be removed."""
    return _shown("remove", {"name": name})


@BLUEPRINT.post("/customize/emoji/<name>/remove")
def remove_emoji(name: str) -> Any:
    """Remove an emoji and its other names."""
    return _changed("remove", emoji.remove, {"name": name})


@BLUEPRINT.get("/emoji/<sha256>.<ending>")
@for_everybody
def emoji_image(sha256: str, ending: str) -> flask.Response:  # noqa: ARG001 - browsers go by it
    """The image of an emoji, for whoever knows its digest: clients of the API get it like pages."""
    held = select(OwnEmoji.mime).where(OwnEmoji.sha256 == sha256).limit(1)
    with current_site().world.reading() as session:
        mime = session.scalar(held)
        if mime is None:
            raise NotFound("page_not_found")
        content = session.scalars(select(Content.content).where(Content.sha256 == sha256)).one()
    response = flask.send_file(io.BytesIO(content), mimetype=mime, etag=sha256)
    response.headers.update(_HEADERS)
    return response


def _changed(
    form: str,
    function: Callable[..., Any],
    given: Mapping[str, str],
    accept: Callable[[Context, Any], Any] | None = None,
) -> Any:
    try:
        page(function, nothing, accept=accept, **given)
    except _MENDABLE as refused:
        about = "name" if refused.code.startswith(_ABOUT_THE_NAME) else "other"
        return _shown(form, given, {about: refused.message}), status_of(refused)
    return flask.redirect(flask.url_for("ui.own_emoji"), 303)


def _shown(
    form: str = "",
    entered: Mapping[str, str] | None = None,
    problem: Mapping[str, str] | None = None,
) -> str:
    """The list, with a form above it: ``new``, ``alias``, ``rename`` or ``remove``."""
    args = flask.request.args
    wanted = args.get("q", "").strip().strip(":").lower()[:100]
    entered = entered or {}
    found: Listed = page(
        emoji.browse,
        partial(_listed, form=form, concerned=entered.get("name", "")),
        text=wanted,
        cursor=args.get("cursor", ""),
    )
    return flask.render_template(
        "own_emoji.html",
        sidebar=sidebar(),
        found=found,
        wanted=wanted,
        form=form,
        entered=entered,
        problem={"name": "", "other": ""} | dict(problem or {}),
        largest=emoji.LARGEST_IMAGE,
        mimes=",".join(emoji.MIMES),
    )


def _listed(ctx: Context, found: Page[OwnEmoji], *, form: str, concerned: str) -> Listed:
    company = people.company(ctx.session)
    if form in ("new", "alias"):
        require(ctx, "chat.emoji.add", company)
    rows = _rows(ctx, found.items)
    return Listed(
        rows,
        found.next_cursor,
        can(ctx, "chat.emoji.add", company),
        can(ctx, "chat.settings.change", company),
        _concerned(ctx, concerned) if form in ("rename", "remove") else None,
    )


def _concerned(ctx: Context, name: str) -> Concerned:
    """The emoji that is to be renamed or removed, if the viewer may."""
    known = every(ctx)
    if name not in known:
        raise NotFound("emoji_not_found", "The workspace has no such emoji of its own.")
    require(ctx, "chat.emoji.remove", known[name])
    others = tuple(row.name for row in known.values() if row.alias_of == name)
    return Concerned(name, emoji_look(ctx, name), known[name].alias_of, others)


def _rows(ctx: Context, found: Sequence[OwnEmoji]) -> tuple[EmojiRow, ...]:
    zone = people.my_zone(ctx)
    today = ctx.clock.now().astimezone(zone).date()
    known = people.by_ids(ctx.session, {row.creator_id for row in found})

    def shown(row: OwnEmoji) -> EmojiRow:
        who = known[row.creator_id]
        added = from_microseconds(row.created * _SECOND).astimezone(zone)
        return EmojiRow(
            row.name,
            emoji_look(ctx, row.name),
            row.alias_of,
            who.display_name,
            Avatar.of(who.id, who.name),
            day_name(added.date(), today),
            added.isoformat(),
            can(ctx, "chat.emoji.remove", row),
        )

    return tuple(map(shown, found))
