"""Pinning messages, keeping bookmarks, and saving messages for later."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import PERSONA

from workworld.apps.chat.service import bookmarks, pins, saved
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_PLACE = {"channel_id": "$general", "message_ts": "$ts"}
_REST_PLACE = {"channel": "$general", "timestamp": "$ts"}


def _nothing(_world: World, _facts: Facts) -> None:
    return None


def _pinned(world: World, facts: Facts) -> None:
    perform(world, Actor(facts[PERSONA]), pins.add, channel_id=facts["general"], ts=facts["ts"])


def _saved(world: World, facts: Facts) -> None:
    perform(world, Actor(facts[PERSONA]), saved.add, channel_id=facts["general"], ts=facts["ts"])


def _pin(
    verb: str, name: str, outcome: str, before: Before = _nothing, *, channel: str = "$general"
) -> Case:
    tool, path = {"add": ("slack_pin_message", "pin"), "remove": ("slack_unpin_message", "unpin")}[
        verb
    ]
    doors = {
        Surface.REST: Words(f"/api/pins.{verb}", {**_REST_PLACE, "channel": channel}),
        Surface.MCP: Words(tool, {**_PLACE, "channel_id": channel}),
        Surface.UI: Words(f"/c/{channel}/m/$ts/{path}", {}),
    }
    return Case(f"chat.pins.{verb}", name, outcome, doors, before=before)


def _keep(verb: str, name: str, outcome: str, before: Before = _nothing, **more: Any) -> Case:
    tool, path = {
        "add": ("slack_save_message", "save"),
        "remove": ("slack_unsave_message", "unsave"),
        "mark": ("slack_mark_saved_message", "saved/state"),
        "set_due": ("slack_set_saved_due", "saved/due"),
    }[verb]
    doors = {
        Surface.MCP: Words(tool, {**_PLACE, **more}),
        Surface.UI: Words(f"/c/$general/m/$ts/{path}", {k: str(v) for k, v in more.items()}),
    }
    return Case(f"chat.saved.{verb}", name, outcome, doors, before=before)


def _bookmark(
    verb: str,
    name: str,
    outcome: str,
    before: Before = _nothing,
    given: Mapping[str, str] = MappingProxyType({}),
) -> Case:
    which = "" if verb == "add" else "/$bookmark"
    path = f"/c/$general/bookmarks{which}" + ("/remove" if verb == "remove" else "")
    named = {} if verb == "add" else {"bookmark_id": "$bookmark"}
    words = {"channel_id": "$general", **named, **given}
    doors = {
        Surface.REST: Words(
            f"/api/bookmarks.{verb}", words | ({"type": "link"} if verb == "add" else {})
        ),
        Surface.MCP: Words(f"slack_{verb}_bookmark", words),
        Surface.UI: Words(path, given),
    }
    return Case(f"chat.bookmarks.{verb}", name, outcome, doors, before=before)


def _bookmarked(world: World, facts: Facts) -> None:
    link = {"title": "Handbook", "link": "https://example.com/handbook"}
    actor = Actor(facts[PERSONA])
    row = perform(world, actor, bookmarks.add, channel_id=facts["general"], **link)
    facts["bookmark"] = row.id


def _missing(_world: World, facts: Facts) -> None:
    facts["bookmark"] = "Bk0000000000"


def _hide(name: str, outcome: str, ts: str) -> Case:
    url = "https://example.com/x"
    doors = {
        Surface.MCP: Words(
            "slack_remove_link_preview", {"channel_id": "$deploys", "message_ts": ts, "url": url}
        ),
        Surface.UI: Words(f"/c/$deploys/m/{ts}/hide-preview", {"url": url}),
    }
    return Case("chat.previews.hide", name, outcome, doors)


_LINK = {"title": "Plan", "link": "https://example.com/plan", "emoji": ":books:"}

CASES = (
    _pin("add", "message", "ok"),
    _pin("add", "again", "already_pinned", _pinned),
    _pin("add", "unknown", "message_not_found", channel="$deploys"),
    _pin("remove", "pin", "ok", _pinned),
    _pin("remove", "none", "no_pin"),
    _keep("add", "message", "ok"),
    _keep("add", "again", "already_starred", _saved),
    _keep("remove", "item", "ok", _saved),
    _keep("remove", "none", "not_starred"),
    _keep("mark", "completed", "ok", _saved, state="completed"),
    _keep("mark", "none", "not_starred", state="archived"),
    _keep("set_due", "time", "ok", _saved, due=1_900_000_000),
    _keep("set_due", "past", "time_in_past", _saved, due=100_000),
    _keep("set_due", "none", "not_starred", due=1_900_000_000),
    _bookmark("add", "link", "ok", given=_LINK),
    _bookmark("add", "no link", "invalid_link", given={**_LINK, "link": "javascript:alert(1)"}),
    _bookmark("edit", "title", "ok", _bookmarked, _LINK),
    _bookmark("edit", "unknown", "not_found", _missing, _LINK),
    _bookmark("remove", "link", "ok", _bookmarked),
    _bookmark("remove", "unknown", "not_found", _missing),
    _hide("own", "ok", "$mine"),
    _hide("somebody else's", "cant_update_message", "$theirs"),
)
