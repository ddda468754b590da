"""Home tabs: what an app shows to each person in the tab of its own of their direct conversation.

https://docs.slack.dev/surfaces/app-home
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.blocks.finding import element_at
from workworld.apps.chat.blocks.modals import home
from workworld.apps.chat.models import Channel, ChatApp, Home
from workworld.apps.chat.service import apps, channels, interactions, modals, titles, users
from workworld.apps.chat.types import ChannelId, UserId
from workworld.context import Context, Surface
from workworld.errors import Conflict, Forbidden, NotFound
from workworld.operations import Effect, operation
from workworld.topics import is_own, listens

_TOPIC = "chat.homes"
listens(_TOPIC)(is_own)


@dataclass(frozen=True, slots=True)
class AppHome:
    """An app whose direct conversation it is, and what it shows the caller there."""

    app: ChatApp
    channel: Channel
    row: Home | None
    """None as long as it has shown nothing."""


def topic_of(person_id: str) -> str:
    """The topic of what apps show somebody in their tabs."""
    return f"{_TOPIC}:{person_id}"


# Only apps show views, and their tools are the vendor's Web API.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def publish(
    ctx: Context,
    *,
    user_id: UserId,
    view: modals.Given,
    hash: modals.Hash = "",
) -> Home:
    """Show somebody something in the tab of the caller's app, in place of what was there.

    Raises:
        Forbidden: ``not_allowed_token_type``.
        Conflict: ``hash_conflict``, ``duplicate_external_id``.
    """
    app = apps.of_accounts(ctx, [ctx.actor.person_id]).get(ctx.actor.person_id)
    if app is None:
        raise Forbidden("not_allowed_token_type", "Only apps have a home tab.")
    person = users.known(ctx, user_id)
    content = modals.with_ids(ctx, home(dict(view)))
    row = ctx.session.get(Home, (app.id, person.id))
    if hash and (row is None or hash != modals.hash_of(row)):
        raise Conflict("hash_conflict", "The view was changed meanwhile.")
    _require_new(ctx, app.id, person.id, content.get("external_id", ""))
    if row is None:
        row = Home(app_id=app.id, person_id=person.id, id=ctx.ids.next_id("V"))
    row.content, row.external_id = content, content.get("external_id", "")
    row.updated_us = ctx.clock.now_us()
    ctx.session.add(row)
    ctx.touch(topic_of(person.id))
    return row


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def info(ctx: Context, *, channel_id: ChannelId) -> AppHome:
    """Look up what an app shows the caller in its direct conversation.

    Raises:
        NotFound: ``app_not_found``: it is no app's.
    """
    channel = channels.known(ctx, channel_id)
    app = app_in(ctx, channel)
    if app is None:
        raise NotFound("app_not_found", "This is no conversation with an app.")
    return AppHome(app, channel, ctx.session.get(Home, (app.id, ctx.actor.person_id)))


# A page tells it unasked, as the vendor's does.
@operation(Effect.HOUSEKEEPING, scope="channels:read", doors=(Surface.UI,))
def visit(ctx: Context, *, channel_id: ChannelId) -> None:
    """Let an app know that the caller looks at its tab, so that it can bring it up to date."""
    found = info(ctx, channel_id=channel_id)
    ctx.emit(
        "chat.home_opened",
        app_id=found.app.id,
        person_id=ctx.actor.person_id,
        channel_id=found.channel.id,
        view=facts_of(found.row) if found.row else None,
    )


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def act(
    ctx: Context,
    *,
    channel_id: ChannelId,
    place: Annotated[str, Field(description="Where it stands in the view.", max_length=20)],
    values: interactions.Values = (),
) -> Home:
    """Press or choose something in the tab of an app: the app is told.

    Raises:
        NotFound: ``app_not_found``, ``action_not_found``.
    """
    found = info(ctx, channel_id=channel_id)
    blocks = found.row.content["blocks"] if found.row else ()
    pressed = element_at(blocks, (), place)
    if found.row is None or pressed is None:
        raise NotFound("action_not_found", "This is not in the view any more.")
    where = (found.channel.id, None)
    asked, action = interactions.taken(ctx, found.app.id, where, pressed, values)
    ctx.emit(
        "chat.view_action",
        app_id=found.app.id,
        person_id=ctx.actor.person_id,
        interaction_id=asked.id,
        view=facts_of(found.row),
        action=action,
    )
    return found.row


def app_in(ctx: Context, channel: Channel) -> ChatApp | None:
    """The app with which the caller talks directly; None in any other conversation."""
    if channel.kind != "dm":
        return None
    others = titles.others_in(ctx, [channel.id])[channel.id]
    return next(iter(apps.of_accounts(ctx, [each.id for each in others]).values()), None)


def facts_of(row: Home) -> dict[str, Any]:
    """What there is to tell of what an app shows in its tab."""
    return {
        "id": row.id,
        "content": row.content,
        "values": {},
        "hash": modals.hash_of(row),
        "app_id": row.app_id,
        "root": row.id,
        "previous": None,
    }


def _require_new(ctx: Context, app_id: str, person_id: str, external_id: str) -> None:
    named = (Home.app_id == app_id, Home.external_id == external_id)
    others = select(Home.id).where(*named, Home.person_id != person_id)
    if external_id and ctx.session.scalars(others).first():
        raise Conflict("duplicate_external_id", "Another view is called so already.")
