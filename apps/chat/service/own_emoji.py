"""The workspace's own emoji as others need them: what they are called, and how they look."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy import Select, select

from workworld.apps.chat import APP
from workworld.apps.chat.models import OwnEmoji
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.emoji import Picture, canonical_name, character_of, other_names_in
from workworld.files.files import holds
from workworld.files.kinds import extension_of

# Built once: building a statement takes about as long as running it.
_ALL = constant(select(OwnEmoji.__table__).order_by(OwnEmoji.__table__.c.name))


def every(ctx: Context) -> Mapping[str, OwnEmoji]:
    """All of them by name: rows to be read, looked up once for each page."""

    def look_up() -> Mapping[str, OwnEmoji]:
        rows = plain_rows(ctx.session, OwnEmoji, _ALL, {})
        return MappingProxyType({row.name: row for row in rows})

    return ctx.remembered(OwnEmoji, look_up)


def in_text(ctx: Context, text: str) -> frozenset[str]:
    """The names of those that a text shows between colons."""
    names = other_names_in(text)
    return frozenset(name for name in names if name in every(ctx)) if names else names


def canonical(ctx: Context, typed: str) -> str | None:
    """The name under which an emoji is kept, everybody's or an own one; None if there is none.

    Other names lead to what they are names of. Own emoji come in no skin tones.
    """
    if name := canonical_name(typed):
        return name
    row = every(ctx).get(typed.strip().removeprefix(":").removesuffix(":"))
    return (row.alias_of or row.name) if row else None


def picture_of(ctx: Context, name: str) -> Picture | None:
    """How an emoji looks, everybody's or an own one; None if there is none."""
    row = every(ctx).get(name) if (character := character_of(name)) is None else None
    if row is None:
        return Picture(character) if character else None
    return picture_of(ctx, row.alias_of) if row.alias_of else Picture(address=address_of(ctx, row))


def address_of(ctx: Context, row: OwnEmoji) -> str:
    """Where the image of an emoji is; whoever knows its digest may see it."""
    end = extension_of(row.mime, "")
    return f"{people.app_url(ctx, APP.id)}/emoji/{row.sha256}.{end}"


def value_of(ctx: Context, row: OwnEmoji) -> str:
    """What clients of the API get for it: an address, or ``alias:`` and the name of another."""
    return f"alias:{row.alias_of}" if row.alias_of else address_of(ctx, row)


@holds("chat")
def _images() -> Select[tuple[str]]:
    return select(OwnEmoji.__table__.c.sha256)
