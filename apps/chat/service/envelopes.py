"""Envelopes: what apps that listen are told of what comes to pass, until they say that they were.

An app hears of conversations that its bot is in. Nothing is kept for apps that have never asked.
https://docs.slack.dev/apis/events-api/using-socket-mode
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.chat.models import AppListener, ChatApp, Envelope, Membership
from workworld.apps.chat.service import apps
from workworld.context import Context, Event, Surface
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.errors import Forbidden, NotFound
from workworld.events import on
from workworld.operations import Effect, operation

EVENTS = "events_api"
COMMANDS = "slash_commands"
INTERACTIVE = "interactive"
MOST_KEPT = 1000
"""How many envelopes wait for an app that does not take them; older ones are let go of."""
_apps, _listeners, _envelopes = (model.__table__.c for model in (ChatApp, AppListener, Envelope))
_LISTENING = constant(
    select(ChatApp.__table__).join(AppListener.__table__, _listeners.app_id == _apps.id)
)
_WAITING = constant(
    select(Envelope.__table__)
    .where(_envelopes.app_id == bindparam("for_app"), _envelopes.number > bindparam("after"))
    .order_by(_envelopes.number)
    .limit(MOST_KEPT)
)
_MINE = constant(
    select(Membership.__table__.c.person_id).where(
        Membership.__table__.c.channel_id == bindparam("in_channel")
    )
)


# A connection is no change of the company: it costs no time and leaves no step.
@operation(Effect.HOUSEKEEPING, scope="connections:write", doors=(Surface.REST,))
def listen(ctx: Context) -> ChatApp:
    """Ask for what comes to pass: it is kept for the caller's app from now on."""
    app = apps.of_accounts(ctx, [ctx.actor.person_id]).get(ctx.actor.person_id)
    if app is None:
        raise Forbidden("not_allowed_token_type", "Only apps are told of events.")
    if ctx.session.get(AppListener, app.id) is None:
        insert_row(ctx.session, AppListener(app_id=app.id))
    return app


# Connections say it, which are none of the doors.
@operation(Effect.HOUSEKEEPING, scope="connections:write", doors=())
def acknowledge(
    ctx: Context,
    *,
    numbers: Annotated[Sequence[int], Field(description="Which envelopes.", max_length=MOST_KEPT)],
) -> None:
    """Say that the caller's app was told."""
    app = apps.of_accounts(ctx, [ctx.actor.person_id]).get(ctx.actor.person_id)
    if app is None:
        raise NotFound("app_not_found", "There is no such app.")
    for number in numbers:
        row = ctx.session.get(Envelope, (app.id, number))
        if row is not None:
            ctx.session.delete(row)


def waiting(ctx: Context, app_id: str, after: int = 0) -> Sequence[Envelope]:
    """What an app has not been told yet, oldest first: rows to be read."""
    return plain_rows(ctx.session, Envelope, _WAITING, {"for_app": app_id, "after": after})


def _listening(ctx: Context) -> Sequence[ChatApp]:
    return plain_rows(ctx.session, ChatApp, _LISTENING, {})


def _put(ctx: Context, app: ChatApp, kind: str, payload: Mapping[str, Any]) -> None:
    listener = ctx.session.get_one(AppListener, app.id)
    listener.told += 1
    values = {**payload, "time_us": ctx.clock.now_us()}
    row = Envelope(app_id=app.id, number=listener.told, kind=kind, payload=values)
    insert_row(ctx.session, row)
    stale = ctx.session.get(Envelope, (app.id, listener.told - MOST_KEPT))
    if stale is not None:
        ctx.session.delete(stale)


def _tell_members(ctx: Context, event: Event) -> None:
    """Put an event for each app that listens and whose bot is in the conversation."""
    listening = _listening(ctx)
    if not listening:
        return
    inside = {row.person_id for row in rows_of(ctx.session, _MINE, _place(event))}
    gone = event.facts.get("person_id") if event.kind == "chat.member_left" else None
    for app in listening:
        if app.account_id in inside or app.account_id == gone:
            _put(ctx, app, EVENTS, {"event": event.kind, "by": event.actor_id, **event.facts})


def _tell_all(ctx: Context, event: Event) -> None:
    for app in _listening(ctx):
        _put(ctx, app, EVENTS, {"event": event.kind, "by": event.actor_id, **event.facts})


def _place(event: Event) -> dict[str, Any]:
    return {"in_channel": event.facts["channel_id"]}


@on("chat.message_posted")
def tell_of_message(ctx: Context, event: Event) -> None:
    """Messages, and beside them mentions of an app's bot."""
    _tell_members(ctx, event)
    for app in _listening(ctx):
        if app.account_id in event.facts["mentioned"]:
            _put(ctx, app, EVENTS, {**event.facts, "event": "app_mention", "by": event.actor_id})


@on("chat.message_edited")
@on("chat.message_deleted")
@on("chat.reaction_added")
@on("chat.reaction_removed")
@on("chat.member_joined")
@on("chat.member_left")
@on("chat.channel_renamed")
@on("chat.channel_archived")
@on("chat.channel_unarchived")
@on("chat.pin_added")
@on("chat.pin_removed")
def tell_of_event(ctx: Context, event: Event) -> None:
    """What comes to pass in a conversation."""
    _tell_members(ctx, event)


@on("chat.channel_created")
def tell_of_channel(ctx: Context, event: Event) -> None:
    """A new public channel."""
    if event.facts.get("kind_of") == "public":
        _tell_all(ctx, event)


@on("chat.view_submitted")
@on("chat.view_closed")
@on("chat.view_action")
def tell_of_view(ctx: Context, event: Event) -> None:
    """A view of an app's that somebody sent or closed, or in which they pressed something."""
    for app in _listening(ctx):
        if app.id == event.facts["app_id"]:
            _put(ctx, app, INTERACTIVE, {"event": event.kind, **event.facts})


@on("chat.home_opened")
def tell_of_home(ctx: Context, event: Event) -> None:
    """Somebody looks at an app's tab."""
    for app in _listening(ctx):
        if app.id == event.facts["app_id"]:
            _put(ctx, app, EVENTS, {"event": event.kind, **event.facts})


@on("chat.emoji_added")
@on("chat.emoji_renamed")
@on("chat.emoji_removed")
def tell_of_emoji(ctx: Context, event: Event) -> None:
    """What became of the workspace's own emoji."""
    _tell_all(ctx, event)


@on("chat.block_action")
def tell_of_action(ctx: Context, event: Event) -> None:
    """What somebody pressed or chose in an app's message."""
    _tell_one(ctx, event, INTERACTIVE)


@on("chat.command_typed")
def tell_of_command(ctx: Context, event: Event) -> None:
    """A command that an app answers."""
    _tell_one(ctx, event, COMMANDS)


def _tell_one(ctx: Context, event: Event, kind: str) -> None:
    for app in _listening(ctx):
        if app.id == event.facts["app_id"]:
            _put(ctx, app, kind, event.facts)
