"""What people ask of apps, and what admins do with them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.conformance.parity import Case, Facts, Words
from tests.kit import COLLEAGUE

from workworld.apps.chat.models import AppCommand, ChatApp
from workworld.apps.chat.service import members, messages, webhooks
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_BUTTON = {"type": "button", "text": {"type": "plain_text", "text": "Approve"}, "value": "yes"}


def _app(world: World, found: Facts) -> None:
    with world.reading() as session:
        app = session.scalars(select(ChatApp)).one()
        found["app"], found["bot"] = app.id, app.account_id


def _asked(world: World, found: Facts) -> None:
    """The bot has asked in deploys."""
    _app(world, found)
    bot = Actor(found["bot"])
    perform(world, bot, members.join, channel_id=found["deploys"])
    content: dict[str, Any] = {"blocks": [{"type": "actions", "elements": [_BUTTON]}]}
    place = {"channel_id": found["deploys"], "text": "Go?", "content": content}
    found["asked"] = perform(world, bot, messages.post, **place).ts


def _hooked(world: World, found: Facts) -> None:
    _app(world, found)
    place = {"app_id": found["app"], "channel_id": found["deploys"]}
    found["hook"] = perform(world, Actor(found["aruiz"]), webhooks.create, **place).hook.id


def _press(name: str, outcome: str, place: str) -> Case:
    words = Words("/c/$deploys/m/$asked/actions", {"element": place})
    return Case("chat.interactions.act", name, outcome, {Surface.UI: words}, before=_asked)


def _hook(name: str, outcome: str, channel: str, handle: str = "aruiz") -> Case:
    words = Words("/apps/webhooks", {"app": "$app", "channel": channel})
    doors = {Surface.UI: words}
    return Case("chat.webhooks.create", name, outcome, doors, before=_app, handle=handle)


def _unhook(name: str, outcome: str, hook: str) -> Case:
    doors = {Surface.UI: Words(f"/apps/webhooks/{hook}/remove", {})}
    return Case("chat.webhooks.remove", name, outcome, doors, before=_hooked)


def _whisper(name: str, outcome: str, person: str) -> Case:
    words = {"channel": "$deploys", "user": person, "text": "psst"}
    doors = {Surface.REST: Words("/api/chat.postEphemeral", words)}
    return Case("chat.whispers.post", name, outcome, doors)


def _commanded(world: World, found: Facts) -> None:
    """The bot's app answers a command."""
    _app(world, found)
    with world.writing() as session:
        session.add(AppCommand(command="oncall", app_id=found["app"]))


def _command(name: str, outcome: str, channel: str) -> Case:
    words = Words(f"/c/{channel}/messages", {"text": "/oncall api"})
    doors = {Surface.UI: words}
    return Case("chat.interactions.run_command", name, outcome, doors, before=_commanded)


CASES = (
    _command("in a channel", "ok", "$deploys"),
    _command("from outside", "not_in_channel", "$support"),
    _whisper("to a member", "ok", "$mchen"),
    _whisper("to nobody", "user_not_found", "U0000000000"),
    _press("a button", "ok", "0.0"),
    _press("nothing to press", "action_not_found", "0.1"),
    _hook("by an admin", "ok", "$deploys"),
    _hook("by a member", "restricted_action", "$deploys", COLLEAGUE),
    _unhook("by an admin", "ok", "$hook"),
    _unhook("of one that is none", "no_service", "B0000000000"),
)
