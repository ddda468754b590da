"""What is read, starred, muted and followed; presence, status and quiet hours."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Words
from tests.conformance.parity_cases.chat.facts import facts

from workworld.apps.chat.service import dnd, stars
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

REST, MCP, UI = Surface.REST, Surface.MCP, Surface.UI


def _case(
    operation: str,
    name: str,
    outcome: str,
    doors: dict[Surface, tuple[str, dict[str, Any]]],
    before: Before = lambda _world, _facts: None,
) -> Case:
    words = {surface: Words(where, given) for surface, (where, given) in doors.items()}
    return Case(f"chat.{operation}", name, outcome, words, before=before)


def _starred(world: World, _facts: dict[str, str]) -> None:
    known = facts(world)
    perform(world, Actor(known["aruiz"]), stars.add, channel_id=known["deploys"])


def _paused(world: World, _facts: dict[str, str]) -> None:
    perform(world, Actor(facts(world)["aruiz"]), dnd.snooze, minutes=30)


def _mark(name: str, outcome: str, channel: str, ts: str) -> Case:
    return _case(
        "markers.mark",
        name,
        outcome,
        {
            REST: ("/api/conversations.mark", {"channel": channel, "ts": ts}),
            MCP: ("slack_mark_read", {"channel_id": channel, "message_ts": ts}),
            UI: (f"/c/{channel}/read", {"ts": ts}),
        },
    )


def _unread(name: str, outcome: str, channel: str, ts: str) -> Case:
    return _case(
        "markers.mark_unread",
        name,
        outcome,
        {
            MCP: ("slack_mark_unread", {"channel_id": channel, "message_ts": ts}),
            UI: (f"/c/{channel}/m/{ts}/unread", {}),
        },
    )


def _thread_unread(name: str, outcome: str, channel: str, ts: str) -> Case:
    return _case(
        "follows.mark_unread",
        name,
        outcome,
        {
            MCP: ("slack_mark_thread_unread", {"channel_id": channel, "message_ts": ts}),
            UI: (f"/c/{channel}/m/{ts}/thread-unread", {}),
        },
    )


def _fold(name: str, outcome: str, channel: str) -> Case:
    # How a page looks to somebody is no concern of programs.
    ui = (f"/c/{channel}/messages", {"text": "/collapse"})
    return _case("choices.fold", name, outcome, {UI: ui})


def _star(name: str, outcome: str, channel: str) -> Case:
    return _case(
        "stars.add",
        name,
        outcome,
        {
            REST: ("/api/stars.add", {"channel": channel}),
            MCP: ("slack_star_channel", {"channel_id": channel}),
            UI: (f"/c/{channel}/star", {"on": "1"}),
        },
        _starred if outcome == "already_starred" else lambda _world, _facts: None,
    )


def _unstar(name: str, outcome: str, channel: str) -> Case:
    return _case(
        "stars.remove",
        name,
        outcome,
        {
            REST: ("/api/stars.remove", {"channel": channel}),
            MCP: ("slack_unstar_channel", {"channel_id": channel}),
            UI: (f"/c/{channel}/star", {}),
        },
        _starred if outcome == "ok" else lambda _world, _facts: None,
    )


def _wishes(name: str, outcome: str, channel: str, level: str) -> Case:
    mcp = {"channel_id": channel, "level": level, "muted": True, "thread_replies": False}
    return _case(
        "choices.set_for_channel",
        name,
        outcome,
        {
            MCP: ("slack_set_channel_notifications", mcp),
            UI: (f"/c/{channel}/notifications", {"level": level, "muted": "1"}),
        },
    )


def _choices(name: str, outcome: str, level: str, *people: str) -> Case:
    mcp = {
        "level": level,
        "thread_replies": True,
        "keywords": ["Gatehouse", " dock "],
        "days": "weekdays",
        "starts": 540,
        "ends": 1020,
        "exceptions": [*people],
    }
    form = {
        "level": level,
        "thread_replies": "1",
        "keywords": "Gatehouse, dock ",
        "days": "weekdays",
        "starts": "9:00",
        "ends": "5 PM",
        "person": [*people],
    }
    ui = ("/settings/notifications", form)
    return _case(
        "choices.set", name, outcome, {MCP: ("slack_set_notification_settings", mcp), UI: ui}
    )


def _likes(name: str, outcome: str, layout: str) -> Case:
    ui = ("/settings/messages", {"layout": layout, "names": "full"})
    return _case("preferences.set", name, outcome, {UI: ui})


def _follow(verb: str, name: str, outcome: str, channel: str, ts: str) -> Case:
    form = {"on": "1"} if verb == "follow" else {}
    return _case(
        f"follows.{verb}",
        name,
        outcome,
        {
            MCP: (f"slack_{verb}_thread", {"channel_id": channel, "message_ts": ts}),
            UI: (f"/c/{channel}/t/{ts}/follow", form),
        },
    )


def _presence(name: str, outcome: str, presence: str) -> Case:
    words = {"presence": presence}
    ui = ("/presence", words)
    return _case(
        "presence.set",
        name,
        outcome,
        {REST: ("/api/users.setPresence", words), MCP: ("slack_set_presence", words), UI: ui},
    )


def _status(name: str, outcome: str, text: str, emoji: str) -> Case:
    words = {"status_text": text, "status_emoji": emoji, "status_expiration": 0}
    return _case(
        "profiles.update",
        name,
        outcome,
        {
            REST: ("/api/users.profile.set", {"profile": words}),
            MCP: ("slack_set_status", words),
            UI: ("/status", {"status_text": text, "status_emoji": emoji, "preset": "1"}),
        },
    )


def _snooze(name: str, outcome: str, minutes: int) -> Case:
    return _case(
        "dnd.snooze",
        name,
        outcome,
        {
            REST: ("/api/dnd.setSnooze", {"num_minutes": minutes}),
            MCP: ("slack_pause_notifications", {"minutes": minutes}),
            UI: ("/quiet", {"minutes": str(minutes)}),
        },
    )


def _wake(name: str, outcome: str) -> Case:
    return _case(
        "dnd.wake",
        name,
        outcome,
        {
            REST: ("/api/dnd.endSnooze", {}),
            MCP: ("slack_resume_notifications", {}),
            UI: ("/quiet", {}),
        },
        _paused if outcome == "ok" else lambda _world, _facts: None,
    )


CASES = (
    _mark("up to a message", "ok", "$deploys", "$theirs"),
    _mark("no timestamp", "invalid_timestamp", "$deploys", "yesterday"),
    _mark("from outside", "not_in_channel", "$support", "$ts"),
    _mark("hidden", "channel_not_found", "$renewals", "$ts"),
    _unread("from a message on", "ok", "$deploys", "$theirs"),
    _unread("no message", "message_not_found", "$deploys", "$no_ts"),
    _unread("hidden", "channel_not_found", "$renewals", "$ts"),
    _thread_unread("from a reply on", "ok", "$deploys", "$reply"),
    _thread_unread("no reply", "thread_not_found", "$general", "$ts"),
    _thread_unread("hidden", "channel_not_found", "$renewals", "$ts"),
    _fold("one's own channel", "ok", "$general"),
    _fold("from outside", "not_in_channel", "$support"),
    _star("a channel", "ok", "$deploys"),
    _star("again", "already_starred", "$deploys"),
    _star("from outside", "not_in_channel", "$support"),
    _unstar("a channel", "ok", "$deploys"),
    _unstar("without a star", "not_starred", "$deploys"),
    _wishes("muted", "ok", "$deploys", "nothing"),
    _wishes("no level", "invalid_arguments", "$deploys", "some"),
    _wishes("from outside", "not_in_channel", "$support", "all"),
    _choices("all of them", "ok", "all", "$mchen"),
    _choices("no person", "user_not_found", "all", "U0000000000"),
    _likes("a layout", "ok", "compact"),
    _likes("no layout", "invalid_arguments", "loud"),
    _choices("no level", "invalid_arguments", "some"),
    _follow("follow", "a thread", "ok", "$general", "$ts"),
    _follow("follow", "hidden", "channel_not_found", "$renewals", "$ts"),
    _follow("follow", "from outside", "message_not_found", "$general", "$no_ts"),
    _follow("unfollow", "a thread", "ok", "$general", "$ts"),
    _follow("unfollow", "hidden", "channel_not_found", "$renewals", "$ts"),
    _presence("away", "ok", "away"),
    _presence("back", "ok", "auto"),
    _presence("neither", "invalid_presence", "late"),
    _status("with an emoji", "ok", "On the road", "bus"),
    _status("without an emoji", "ok", "On the road", ""),
    _status("no emoji", "invalid_profile", "On the road", "nope"),
    _status("too long", "invalid_profile", "x" * 101, "bus"),
    _snooze("half an hour", "ok", 30),
    _snooze("no time", "invalid_arguments", 0),
    _wake("before its end", "ok"),
    _wake("not paused", "snooze_not_active"),
)
