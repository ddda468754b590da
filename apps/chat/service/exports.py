"""Exports: what was said in channels, put into a file for those who administer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Export, Membership, Message
from workworld.apps.chat.service import export_shapes
from workworld.apps.chat.types import ChannelId
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.database import given, insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.files import uploads
from workworld.files.models import File
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.zones import zone as zone_named

# The vendor has exports on its own pages alone.
_DOORS = (Surface.UI, Surface.MCP)
_MOST_CHANNELS = 500
_MOST_LISTED = 200
_ENDINGS = {"archive": "zip", "json": "json", "csv": "csv"}
_channels, _messages = Channel.__table__.c, Message.__table__.c
_exports, _files = Export.__table__.c, File.__table__.c
Day = Annotated[
    date | None, Field(description="ISO day in the company's zone; nothing for no bound.")
]


@operation(Effect.WRITE, scope="admin.conversations:read", doors=_DOORS)
def create(
    ctx: Context,
    *,
    form: Annotated[
        Literal["archive", "json", "csv"],
        Field(description="A ZIP in the vendor's layout, or one file of JSON or CSV."),
    ] = "archive",
    which: Annotated[
        Literal["public", "all", "named"],
        Field(description="All public channels, all conversations, or those of channel_ids."),
    ] = "public",
    channel_ids: Annotated[
        Sequence[ChannelId], Field(description="Which, if named.", max_length=_MOST_CHANNELS)
    ] = (),
    since: Day = None,
    until: Day = None,
) -> Export:
    """Put what was said in conversations into a file.

    Admins of the workspace may for public channels; of private ones and of direct conversations
    only owners.

    Raises:
        TooLarge: ``file_too_large``: name fewer channels, or fewer days.
    """
    require(ctx, "chat.exports.create", people.company(ctx.session))
    if since is not None and until is not None and until < since:
        raise Invalid("invalid_arguments", "The last day cannot lie before the first.")
    wanted = _wanted(ctx, which, channel_ids)
    is_closed = any(channel.kind != "public" for channel in wanted)
    found = [(row, _shape(ctx, row), _said(ctx, row, since, until)) for row in wanted]
    name = f"export-{ctx.clock.now():%Y-%m-%d}.{_ENDINGS[form]}"
    file = uploads.add(ctx, name=name, content=_content(ctx, form, found))
    row = Export(
        id=ctx.ids.next_id("Ex"),
        person_id=ctx.actor.person_id,
        form=form,
        channel_ids=[channel.id for channel in wanted],
        is_closed=is_closed,
        since=since.isoformat() if since else "",
        until=until.isoformat() if until else "",
        message_count=sum(len(said) for _row, _shape, said in found),
        file_id=file.id,
        created=ctx.clock.now_us() // 1_000_000,
    )
    insert_row(ctx.session, row)
    ctx.emit("chat.export_made", export_id=row.id, channel_ids=row.channel_ids)
    return row


@operation(Effect.READ, scope="admin.conversations:read", doors=_DOORS)
def list(ctx: Context) -> Sequence[tuple[Export, File]]:
    """List the exports that the caller may have, the newest first: rows to be read.

    Those with anything in them that not everybody may read are for owners alone.
    """
    require(ctx, "chat.exports.list", people.company(ctx.session))
    query = select(Export.__table__).where(_exports.file_id.in_(select(_files.id)))
    if not _is_owner(ctx):
        query = query.where(_exports.is_closed.is_(False))
    ordered = query.order_by(_exports.created.desc(), _exports.id).limit(_MOST_LISTED)
    rows = plain_rows(ctx.session, Export, ordered, {})
    wanted = select(File.__table__).where(_files.id.in_(given("ids")))
    ids = {"ids": [row.file_id for row in rows]}
    files = {file.id: file for file in plain_rows(ctx.session, File, wanted, ids)}
    return [(row, files[row.file_id]) for row in rows]


# Tools read the file as any other.
@operation(Effect.READ, scope="admin.conversations:read", doors=(Surface.UI,))
def read(
    ctx: Context,
    *,
    export_id: Annotated[str, Field(description="Id of an export.", min_length=1, max_length=64)],
) -> File:
    """Read the file of an export that the caller may have.

    Raises:
        NotFound: ``export_not_found``, for unknown ones and for those of owners alike.
    """
    found = {row.id: file for row, file in list(ctx)}
    if export_id not in found:
        raise NotFound("export_not_found", "There is no such export that you can have.")
    return found[export_id]


def _is_owner(ctx: Context) -> bool:
    return people.me(ctx).role == "owner"


@permits("chat.exports.create", Company)
@permits("chat.exports.list", Company)
def _may_export(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace export what was said in it.")


@permits("chat.exports.create.closed", Company)
def _may_export_closed(ctx: Context, _company: Company) -> Refused | None:
    if _is_owner(ctx):
        return None
    said = "Only owners export private channels and direct conversations."
    return Forbidden("restricted_action", said)


def _wanted(ctx: Context, which: str, channel_ids: Sequence[str]) -> Sequence[Channel]:
    """The conversations, by name.

    Raises:
        NotFound: ``channel_not_found``.
        Forbidden: ``restricted_action``.
        Invalid: ``invalid_arguments``: none is named, or some are beside all.
    """
    if bool(channel_ids) != (which == "named"):
        raise Invalid("invalid_arguments", "Name channels if, and only if, those are wanted.")
    query = select(Channel.__table__).order_by(_channels.name)
    if which == "named":
        query = query.where(_channels.id.in_(given("ids")))
    if which == "public":
        query = query.where(_channels.kind == "public")
    rows = plain_rows(ctx.session, Channel, query, {"ids": [*channel_ids]} if channel_ids else {})
    if any(row.kind != "public" for row in rows):
        require(ctx, "chat.exports.create.closed", people.company(ctx.session))
    if which == "named" and len(rows) != len({*channel_ids}):
        raise NotFound("channel_not_found", "One of these channels is not there.")
    return rows


def _shape(ctx: Context, row: Channel) -> dict[str, Any]:
    inside = select(Membership.person_id).where(Membership.channel_id == row.id)
    members = ctx.session.scalars(inside.order_by(Membership.joined, Membership.person_id)).all()
    return export_shapes.channel_shape(row, members)


def _said(
    ctx: Context, row: Channel, since: date | None, until: date | None
) -> Sequence[dict[str, Any]]:
    """The messages of a conversation, oldest first, within these days."""
    query = select(Message.__table__).where(_messages.channel_id == row.id)
    if since is not None:
        query = query.where(_messages.ts >= _beginning(ctx, since))
    if until is not None:
        query = query.where(_messages.ts < _beginning(ctx, until + timedelta(1)))
    rows = plain_rows(ctx.session, Message, query.order_by(_messages.ts), {})
    return export_shapes.message_shapes(ctx, rows)


def _beginning(ctx: Context, day: date) -> str:
    here = zone_named(people.company(ctx.session).zone)
    return stamps.of(max(0, to_microseconds(datetime.combine(day, time(), here))))


def _content(
    ctx: Context, form: str, found: Sequence[tuple[Channel, dict[str, Any], Sequence[Any]]]
) -> bytes:
    if form == "json":
        return export_shapes.as_json(
            [{**shape, "messages": [*messages]} for _row, shape, messages in found]
        )
    persons = ctx.session.scalars(select(Person).order_by(Person.name, Person.id)).all()
    if form == "csv":
        return export_shapes.as_csv(found, {person.id: person.name for person in persons})
    shapes = [export_shapes.person_shape(ctx, person) for person in persons]
    zone = zone_named(people.company(ctx.session).zone)
    return export_shapes.archive(shapes, found, zone)
