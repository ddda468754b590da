"""The workspace's own emoji: adding, renaming and removing them. Others need ``own_emoji``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, or_, select, update

from workworld.apps.chat.models import OwnEmoji
from workworld.apps.chat.service import own_emoji, settings
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import Company
from workworld.emoji import canonical_name
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.files import files, uploads
from workworld.files.kinds import image_size, mime_of
from workworld.files.models import File
from workworld.files.types import Bytes, FileId
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require, seen

LARGEST_IMAGE = 128 * 1024
MIMES = ("image/png", "image/gif", "image/jpeg")
TOPIC = "chat.emoji:all"
_NAME = re.compile(r"[a-z0-9+_'-]{1,100}")
_WIDEST = 2
"""How many times the longer side of an image may be the shorter one."""
_MOST_PIXELS = 2048
_SECOND = 1_000_000
_rows = OwnEmoji.__table__.c
OwnName = Annotated[
    str, Field(description="What it is called, with or without colons.", max_length=200)
]
NewName = Annotated[
    str,
    Field(
        description="What it is to be called: at most 100 lower-case letters, digits, _, -, + "
        "and '; no other emoji may be called so.",
        max_length=1000,
    ),
]


@operation(Effect.READ, scope="emoji:read", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context) -> Sequence[OwnEmoji]:
    """List the workspace's own emoji by name: rows to be read."""
    return tuple(own_emoji.every(ctx).values())


@operation(Effect.READ, scope="admin.teams:read", doors=(Surface.REST, Surface.UI))
def browse(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="What their names hold.", max_length=100)] = "",
    limit: Annotated[int, Field(description="How many a page may hold.", ge=1, le=1000)] = 100,
    cursor: Annotated[str, Field(description="Where the last page ended.", max_length=512)] = "",
) -> Page[OwnEmoji]:
    """List the workspace's own emoji by name, a page at a time: rows to be read."""
    listing = f"emoji {text}"
    query = select(OwnEmoji.__table__).where(_rows.name.contains(text, autoescape=True))
    if cursor:
        query = query.where(_rows.name > decode_cursor(listing, cursor))
    found = query.order_by(_rows.name).limit(limit + 1)
    return page_of(
        plain_rows(ctx.session, OwnEmoji, found, {}), limit, listing, lambda row: row.name
    )


# The vendor takes an image by the address of a file; pages send its bytes, see ``upload``.
@operation(Effect.WRITE, scope="admin.teams:write", doors=(Surface.REST, Surface.MCP))
def add(
    ctx: Context,
    *,
    name: NewName,
    file_id: Annotated[
        FileId | None, Field(description="An uploaded image: PNG, GIF or JPEG of at most 128 KB.")
    ] = None,
) -> OwnEmoji:
    """Add an emoji of the workspace's own, with the image of an uploaded file."""
    good = _new_name(ctx, name)
    if file_id is None:
        raise Invalid("no_image_uploaded", "An emoji needs an image.")
    file = seen(ctx, File, file_id)
    if file is None:
        raise Invalid("error_bad_upload", "There is no such file here that you can see.")
    return _added(ctx, good, files.content_of(ctx.session, file))


@operation(Effect.WRITE, scope="admin.teams:write", doors=(Surface.UI,))
def upload(ctx: Context, *, name: NewName, content: Bytes) -> OwnEmoji:
    """Add an emoji of the workspace's own, with an image that is sent along."""
    return _added(ctx, _new_name(ctx, name), content)


@operation(Effect.WRITE, scope="admin.teams:write")
def add_alias(
    ctx: Context,
    *,
    name: NewName,
    alias_for: Annotated[
        str, Field(description="The emoji of which it is another name.", max_length=200)
    ],
) -> OwnEmoji:
    """Give an emoji, an own one or one of everybody's, another name.

    A name of a name leads to the emoji itself.
    """
    good = _new_name(ctx, name)
    if not alias_for.strip(": "):
        raise Invalid("no_alias_selected", "Say of which emoji it is another name.")
    target = own_emoji.canonical(ctx, alias_for)
    if target is None or "::" in target:
        raise Invalid("error_invalid_alias", f"There is no emoji called {alias_for!r}.")
    return _made(ctx, OwnEmoji(name=good, alias_of=target, sha256="", mime=""))


@operation(Effect.WRITE, scope="admin.teams:write")
def rename(ctx: Context, *, name: OwnName, new_name: NewName) -> OwnEmoji:
    """Call an own emoji otherwise: its other names stay, and what holds the old one shows it."""
    row = _known(ctx, name, "error_invalid_emoji_to_rename")
    require(ctx, "chat.emoji.rename", row)
    old, row.name = row.name, _good_name(ctx, new_name)
    ctx.session.flush()  # frees the old name before its other names are hung on the new one
    others = update(OwnEmoji).where(_rows.alias_of == old).values(alias_of=row.name)
    ctx.session.execute(others)
    ctx.touch(TOPIC)
    ctx.emit("chat.emoji_renamed", old_name=old, new_name=row.name)
    return row


@operation(Effect.WRITE, scope="admin.teams:write")
def remove(ctx: Context, *, name: OwnName) -> None:
    """Remove an own emoji with all its other names: what holds them shows them as text."""
    row = _known(ctx, name, "emoji_not_found")
    require(ctx, "chat.emoji.remove", row)
    gone = or_(_rows.name == row.name, _rows.alias_of == row.name)
    names = [*ctx.session.scalars(select(_rows.name).where(gone).order_by(_rows.name))]
    sha256 = row.sha256
    ctx.session.execute(delete(OwnEmoji).where(gone))
    if sha256:
        files.drop_content(ctx.session, sha256)
    ctx.touch(TOPIC)
    ctx.emit("chat.emoji_removed", names=names)


@permits("chat.emoji.add", Company)
def _may_add(ctx: Context, _company: Company) -> Refused | None:
    me = people.me(ctx)
    if me.is_guest:
        return Forbidden("user_is_restricted", "Guests add no emoji.")
    if me.is_admin or settings.of(ctx).emoji == "members":
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace add emoji.")


@permits("chat.emoji.rename", OwnEmoji)
@permits("chat.emoji.remove", OwnEmoji)
def _may_change(ctx: Context, row: OwnEmoji) -> Refused | None:
    me = people.me(ctx)
    if me.is_admin or (row.creator_id == me.id and not me.is_guest):
        return None
    said = "Only whoever added an emoji and admins of the workspace change it."
    return Forbidden("not_an_admin", said)


def _known(ctx: Context, typed: str, refusal: str) -> OwnEmoji:
    row = ctx.session.get(OwnEmoji, _bare(typed))
    if row is None:
        raise NotFound(refusal, f"The workspace has no emoji of its own called {typed!r}.")
    return row


def _new_name(ctx: Context, typed: str) -> str:
    require(ctx, "chat.emoji.add", people.company(ctx.session))
    return _good_name(ctx, typed)


def _good_name(ctx: Context, typed: str) -> str:
    """A name that no emoji has yet.

    Raises:
        Invalid: ``error_missing_name``, ``error_bad_name_i18n``.
        Conflict: ``error_name_taken_i18n`` by one of everybody's, ``error_name_taken``.
    """
    name = _bare(typed)
    if not name:
        raise Invalid("error_missing_name", "An emoji needs a name.")
    if not _NAME.fullmatch(name):
        said = "A name has at most 100 lower-case letters, digits, _, -, + and '."
        raise Invalid("error_bad_name_i18n", said)
    if canonical_name(name):
        raise Conflict("error_name_taken_i18n", f"Everybody's emoji have a :{name}: already.")
    if ctx.session.get(OwnEmoji, name) is not None:
        raise Conflict("error_name_taken", f"There is a :{name}: already.")
    return name


def _bare(typed: str) -> str:
    return typed.strip().removeprefix(":").removesuffix(":")


def _added(ctx: Context, name: str, content: bytes) -> OwnEmoji:
    mime = _good_image(content)
    sha256 = uploads.keep(ctx, content)
    return _made(ctx, OwnEmoji(name=name, alias_of="", sha256=sha256, mime=mime))


def _good_image(content: bytes) -> str:
    """The media type of an image that can be an emoji.

    Raises:
        Invalid: ``error_no_image``, ``error_too_big``, ``error_bad_format``, ``error_bad_wide``.
    """
    if not content:
        raise Invalid("error_no_image", "This file is empty.")
    if len(content) > LARGEST_IMAGE:
        raise Invalid("error_too_big", "An emoji's image may have 128 KB.")
    mime = mime_of(content, "")
    size = image_size(content, mime) if mime in MIMES else None
    if size is None:
        raise Invalid("error_bad_format", "An emoji's image is a PNG, a GIF or a JPEG.")
    if max(size) > min(_MOST_PIXELS, _WIDEST * min(size)):
        raise Invalid("error_bad_wide", "An emoji's image is about as wide as it is high.")
    return mime


def _made(ctx: Context, row: OwnEmoji) -> OwnEmoji:
    row.creator_id = ctx.actor.person_id
    row.created = ctx.clock.now_us() // _SECOND
    insert_row(ctx.session, row)
    ctx.touch(TOPIC)
    ctx.emit("chat.emoji_added", name=row.name)
    return row
