"""What people ask of apps, and what admins do with them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE

from workworld.apps.chat.modal_shapes import trigger_id
from workworld.apps.chat.models import AppCommand, ChatApp
from workworld.apps.chat.service import (
    direct,
    homes,
    interactions,
    members,
    messages,
    modals,
    webhooks,
)
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_BUTTON = {"type": "button", "text": {"type": "plain_text", "text": "Approve"}, "value": "yes"}


def _app(world: World, found: Facts) -> None:
    with world.reading() as session:
        app = session.scalars(select(ChatApp).where(ChatApp.name == "Lookout")).one()
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


_VIEW: dict[str, Any] = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Feedback"},
    "submit": {"type": "plain_text", "text": "Send"},
    "external_id": "feedback",
    "blocks": [
        {
            "type": "input",
            "block_id": "words",
            "label": {"type": "plain_text", "text": "In your words"},
            "element": {"type": "plain_text_input", "action_id": "said"},
        }
    ],
}


def _triggered(world: World, found: Facts) -> None:
    """Somebody has just asked something of the app, which now asks back."""
    _commanded(world, found)
    words = {"channel_id": found["deploys"], "command": "oncall"}
    asked = perform(world, Actor(found["aruiz"]), interactions.run_command, **words)
    found["trigger"] = trigger_id(asked.id, asked.taken_us)


def _shown(world: World, found: Facts) -> None:
    """The app shows a view, and somebody has asked again."""
    _triggered(world, found)
    words = {"trigger_id": found["trigger"], "view": _VIEW}
    found["view"] = perform(world, Actor(found["bot"]), modals.open, **words).id
    asked = perform(
        world,
        Actor(found["aruiz"]),
        interactions.run_command,
        channel_id=found["deploys"],
        command="oncall",
    )
    found["trigger"] = trigger_id(asked.id, asked.taken_us)


def _show(verb: str, name: str, outcome: str, before: Before = _shown, **words: Any) -> Case:
    given = Words(f"/api/views.{verb}", {"view": _VIEW, **words})
    doors, bot = {Surface.REST: given}, "lookout"
    return Case(f"chat.modals.{verb}", name, outcome, doors, before=before, handle=bot)


def _use(verb: str, name: str, outcome: str, path: str, **words: str) -> Case:
    doors = {Surface.UI: Words(path, words)}
    return Case(f"chat.modals.{verb}", name, outcome, doors, before=_shown)


_HOME: dict[str, Any] = {"type": "home", "blocks": [{"type": "actions", "elements": [_BUTTON]}]}
_PRESSABLE = {**_VIEW, "external_id": "", "blocks": [*_VIEW["blocks"], *_HOME["blocks"]]}


def _at_home(world: World, found: Facts) -> None:
    """The app shows somebody its tab, in their conversation with it."""
    _app(world, found)
    words = {"user_ids": [found["bot"]]}
    found["room"] = perform(world, Actor(found["aruiz"]), direct.open, **words).channel.id
    shown = {"user_id": found["aruiz"], "view": _HOME}
    perform(world, Actor(found["bot"]), homes.publish, **shown)


def _pressable(world: World, found: Facts) -> None:
    """The app shows a view with a button."""
    _triggered(world, found)
    words = {"trigger_id": found["trigger"], "view": _PRESSABLE}
    found["view"] = perform(world, Actor(found["bot"]), modals.open, **words).id


def _publish(name: str, outcome: str, handle: str = "lookout", **words: Any) -> Case:
    given = Words("/api/views.publish", {"user_id": "$aruiz", "view": _HOME, **words})
    doors = {Surface.REST: given}
    return Case("chat.homes.publish", name, outcome, doors, before=_at_home, handle=handle)


def _press_at_home(name: str, outcome: str, place: str) -> Case:
    doors = {Surface.UI: Words("/c/$room/home", {"element": place})}
    return Case("chat.homes.act", name, outcome, doors, before=_at_home)


def _press_in_view(name: str, outcome: str, place: str) -> Case:
    doors = {Surface.UI: Words("/c/$deploys/view/$view/actions", {"element": place})}
    return Case("chat.modals.act", name, outcome, doors, before=_pressable)


_OTHER = {**_VIEW, "external_id": "other"}

CASES = (
    _show("open", "a view", "ok", _triggered, trigger_id="$trigger"),
    _show("open", "for nothing", "invalid_arguments", _triggered, trigger_id="1.2.act-0"),
    _show("push", "another view", "ok", trigger_id="$trigger", view=_OTHER),
    _show("push", "one of the same id", "duplicate_external_id", trigger_id="$trigger"),
    _show("push", "above nothing", "not_found", _triggered, trigger_id="$trigger"),
    _show("update", "by its id", "ok", view_id="$view", view=_OTHER),
    _show("update", "by what its app calls it", "ok", external_id="feedback"),
    _show("update", "an old one", "hash_conflict", view_id="$view", hash="1.0"),
    _show("update", "no such one", "not_found", view_id="V0000000000"),
    _publish("a view", "ok"),
    _publish("over one that has changed", "hash_conflict", hash="1.0"),
    _publish("by a person", "not_allowed_token_type", "aruiz"),
    _press_at_home("a button", "ok", "0.0"),
    _press_at_home("nothing", "action_not_found", "3.0"),
    _press_in_view("a button", "ok", "1.0"),
    _press_in_view("nothing", "action_not_found", "0.0"),
    _use("submit", "filled in", "ok", "/c/$deploys/view/$view", **{"in:words": "Fine"}),
    _use("submit", "not filled in", "invalid_arguments", "/c/$deploys/view/$view"),
    _use("close", "the one on top", "ok", "/c/$deploys/view/$view/close"),
    _use("close", "no such one", "not_found", "/c/$deploys/view/V0000000000/close"),
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
