"""Incoming webhooks: addresses to which programs post, as an app and to one channel.

https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, ChatApp, Message, Webhook
from workworld.apps.chat.service import apps, channels, contents, log, messages, posting, texts
from workworld.apps.chat.types import ChannelId, InThread, MessageText
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Conflict, Forbidden, NotFound
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import require, sight_of, visible

_SECOND = 1_000_000
_hooks = Webhook.__table__.c
HookId = Annotated[str, Field(description="Id of a webhook.", min_length=1, max_length=64)]


class Made(NamedTuple):
    """A new webhook, and the secret part of its address, which is told once."""

    hook: Webhook
    secret: str


# The vendor makes webhooks on pages alone.
@operation(Effect.WRITE, scope="admin.apps:write", doors=(Surface.UI,))
def create(
    ctx: Context,
    *,
    app_id: Annotated[str, Field(description="The app that posts.", max_length=64)],
    channel_id: ChannelId,
) -> Made:
    """Make an address to which an app's programs post. Only admins may."""
    require(ctx, "chat.apps.manage", people.company(ctx.session))
    app, channel = apps.known(ctx, app_id), channels.known(ctx, channel_id)
    if channel.is_archived:
        raise Conflict("channel_is_archived", "Nobody posts to an archived channel.")
    secret = ctx.ids.next_id("hook ", 24).removeprefix("hook ")
    hook = Webhook(
        id=ctx.ids.next_id("B"),
        app_id=app.id,
        channel_id=channel.id,
        secret_digest=_digest(secret),
        maker_id=ctx.actor.person_id,
        made=ctx.clock.now_us() // _SECOND,
    )
    ctx.session.add(hook)
    return Made(hook, secret)


@operation(Effect.WRITE, scope="admin.apps:write", doors=(Surface.UI,))
def remove(ctx: Context, *, hook_id: HookId) -> None:
    """Let an address count no more. Only admins may."""
    require(ctx, "chat.apps.manage", people.company(ctx.session))
    hook = ctx.session.get(Webhook, hook_id)
    if hook is None:
        raise NotFound("no_service", "There is no such webhook.")
    ctx.session.delete(hook)


@operation(Effect.READ, scope="users:read", doors=(Surface.UI,))
def list(ctx: Context) -> Sequence[Webhook]:
    """List the webhooks to channels that the caller may see, oldest first."""
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    query = select(Webhook.__table__).where(_hooks.channel_id.in_(in_sight))
    return plain_rows(ctx.session, Webhook, query.order_by(_hooks.made, _hooks.id), sight_of(ctx))


# The vendor's pages and its server take nothing that comes to a webhook's address.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def deliver(
    ctx: Context,
    *,
    hook_id: HookId,
    text: MessageText = "",
    content: contents.Given = None,
    thread_ts: InThread = None,
) -> Message:
    """Post what came to a webhook's address to its channel, as its app.

    Raises:
        NotFound: ``no_service``.
        Forbidden: ``channel_is_archived``, ``restricted_action``.
    """
    hook = _own(ctx, hook_id)
    channel = ctx.session.get_one(Channel, hook.channel_id)
    if channel.is_archived:
        raise Forbidden("channel_is_archived", "The channel is archived.")
    held = contents.checked(ctx, content)
    if text or not (held and held.shows_something):
        texts.require_good_message(text)
    root = messages.thread_root(ctx, channel, thread_ts).ts if thread_ts else None
    posting.require_may_address(ctx, channel, f"{text}\n{held.text}" if held else text)
    said = canonical(ctx, text or (held.text if held else ""))
    message = log.add(ctx, channel, said, root_ts=root)
    if held is not None:
        contents.keep(ctx, message, held, is_fallback=not text)
    messages.tell(ctx, "chat.message_posted", message)
    return message


def account_at(session: Session, team_id: str, hook_id: str, secret: str) -> str:
    """The account that posts what comes to a webhook's address.

    Raises:
        NotFound: ``no_team``, ``no_service``.
        Forbidden: ``invalid_token``: the last part of the address is wrong.
    """
    if session.get(Company, team_id) is None:
        raise NotFound("no_team", "There is no such workspace.")
    hook = session.get(Webhook, hook_id)
    if hook is None:
        raise NotFound("no_service", "There is no such webhook.")
    if not hmac.compare_digest(_digest(secret), hook.secret_digest):
        raise Forbidden("invalid_token", "This is not the webhook's address.")
    return session.get_one(ChatApp, hook.app_id).account_id


def _own(ctx: Context, hook_id: str) -> Webhook:
    """The webhook, of the app whose account the caller is."""
    hook = ctx.session.get(Webhook, hook_id)
    if hook is None or apps.known(ctx, hook.app_id).account_id != ctx.actor.person_id:
        raise NotFound("no_service", "There is no such webhook.")
    return hook


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
