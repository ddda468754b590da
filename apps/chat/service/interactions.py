"""What people ask of apps: they press and choose what stands in messages, or type a command.

https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.chat.blocks.finding import Found, element_at, options_of
from workworld.apps.chat.models import AppCommand, ChatApp, Interaction, Message
from workworld.apps.chat.service import apps, channels, contents, messages, standing, users
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

Json = Mapping[str, Any]
Values = Annotated[
    Sequence[Annotated[str, Field(max_length=3000)]],
    Field(description="What was chosen; nothing for a button.", max_length=100),
]
_DATED = {
    "datepicker": ("selected_date", r"\d{4}-\d\d-\d\d"),
    "timepicker": ("selected_time", r"\d\d:\d\d"),
    "datetimepicker": ("selected_date_time", r"\d{4}-\d\d-\d\dT\d\d:\d\d"),
}


# The vendor's API has no method for what people do to messages of apps, nor its server a tool.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def act(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    place: Annotated[str, Field(description="Where it stands in the message.", max_length=20)],
    values: Values = (),
) -> Interaction:
    """Press or choose something in a message: its app is told. Only members may."""
    message = messages.known(ctx, channel_id, ts)
    found, app = found_at(ctx, message, place), app_of(ctx, message)
    require(ctx, "chat.interactions.act", message)
    row, action = taken(ctx, app.id, (message.channel_id, message.ts), found, values)
    ctx.emit(
        "chat.block_action",
        app_id=app.id,
        interaction_id=row.id,
        channel_id=row.channel_id,
        ts=row.ts,
        person_id=row.person_id,
        action=action,
    )
    return row


def taken(
    ctx: Context,
    app_id: str,
    where: tuple[str, str | None],
    found: Found,
    values: Sequence[str],
) -> tuple[Interaction, dict[str, Any]]:
    """Note what somebody pressed or chose: the row, and the action as the vendor tells it.

    Args:
        ctx: whose step it is.
        app_id: the app that is asked.
        where: the conversation, and the message's ts unless it stands in a view.
        found: what was pressed.
        values: what was chosen.
    """
    state = chosen_state(ctx, found.element, values)
    row = Interaction(
        id=ctx.ids.next_id("act-", 12),
        app_id=app_id,
        person_id=ctx.actor.person_id,
        channel_id=where[0],
        ts=where[1],
        action_id=found.element["action_id"],
        value=", ".join(values) or found.element.get("value", ""),
        taken_us=ctx.clock.now_us(),
    )
    ctx.session.add(row)
    return row, {**_described(found), **state, "action_ts": f"{row.taken_us / 1e6:.6f}"}


def found_at(ctx: Context, message: Message, place: str) -> Found:
    """What people act upon at a place of a message.

    Raises:
        NotFound: ``action_not_found``.
    """
    content = contents.of(ctx, message)
    blocks, attached = (content.blocks, content.attachments) if content else (None, None)
    found = element_at(blocks or (), attached or (), place)
    if found is None:
        raise NotFound("action_not_found", "This is not in the message any more.")
    return found


def app_of(ctx: Context, message: Message) -> ChatApp:
    """The app that posted a message.

    Raises:
        NotFound: ``app_not_found``: it was a person.
    """
    app = apps.of_accounts(ctx, [message.author_id]).get(message.author_id)
    if app is None:
        raise NotFound("app_not_found", "No app posted this message, so nobody would answer.")
    return app


# Whoever types it types it into the page; what the vendor's API has was withdrawn.
@operation(Effect.WRITE, scope="commands", doors=(Surface.UI,))
def run_command(
    ctx: Context,
    *,
    channel_id: ChannelId,
    command: Annotated[str, Field(description="Its name without the slash.", max_length=32)],
    words: Annotated[str, Field(description="What stands behind it.", max_length=3000)] = "",
) -> Interaction:
    """Hand a command to the app that answers it."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.messages.post", channel)
    known = ctx.session.get(AppCommand, command)
    if known is None:
        raise NotFound("command_not_found", f"No app answers /{command}.")
    row = Interaction(
        id=ctx.ids.next_id("act-", 12),
        app_id=known.app_id,
        person_id=ctx.actor.person_id,
        channel_id=channel.id,
        ts=None,
        action_id=f"/{known.command}",
        value=words,
        taken_us=ctx.clock.now_us(),
    )
    ctx.session.add(row)
    ctx.emit(
        "chat.command_typed",
        app_id=row.app_id,
        interaction_id=row.id,
        channel_id=channel.id,
        person_id=row.person_id,
        command=row.action_id,
        text=words,
    )
    return row


@permits("chat.interactions.act", Message)
def _may_act(ctx: Context, message: Message) -> Refused | None:
    channel = channels.known(ctx, message.channel_id)
    return standing.why_read_only(channel) or standing.why_outside(ctx, channel, "use this")


def _described(found: Found) -> dict[str, Any]:
    element = found.element
    names = ("type", "action_id", "text", "value", "url", "placeholder")
    shape = {name: element[name] for name in names if element.get(name) is not None}
    return shape | {"block_id": found.block["block_id"]}


def nothing_chosen(kind: str) -> dict[str, Any]:
    """What the vendor tells of an element in which nothing is chosen."""
    if kind in _DATED:
        return {_DATED[kind][0]: None}
    if kind in ("users_select", "multi_users_select"):
        return {"selected_users": []} if kind.startswith("multi") else {"selected_user": None}
    if kind == "checkboxes" or kind.startswith("multi_"):
        return {"selected_options": []}
    return {"selected_option": None}


def chosen_state(ctx: Context, element: Json, values: Sequence[str]) -> dict[str, Any]:
    """What was chosen, as the vendor tells it.

    Raises:
        Invalid: ``invalid_action``: it is not among what can be chosen.
    """
    kind = element["type"]
    if kind == "button":
        return {}
    if kind in _DATED:
        return _dated(kind, values)
    if kind in ("users_select", "multi_users_select"):
        ids = [users.known(ctx, each).id for each in values]
        return {"selected_users": ids} if kind.startswith("multi") else {"selected_user": _one(ids)}
    known = {each["value"]: each for each in options_of(element)}
    if not known:
        raise Forbidden("invalid_action", "Only its app knows what can be chosen here.")
    if strange := [each for each in values if each not in known]:
        raise Invalid("invalid_action", f"This cannot be chosen: {strange[0]}.")
    chosen = [known[each] for each in values]
    if kind == "checkboxes" or kind.startswith("multi_"):
        return {"selected_options": chosen}
    return {"selected_option": _one(chosen)}


def _one(chosen: Sequence[Any]) -> Any:
    if len(chosen) != 1:
        raise Invalid("invalid_action", "Choose one.")
    return chosen[0]


def _dated(kind: str, values: Sequence[str]) -> dict[str, Any]:
    name, form = _DATED[kind]
    if len(values) != 1 or not re.fullmatch(form, values[0], re.ASCII):
        raise Invalid("invalid_action", "Choose a date or time.")
    return {name: values[0]}
