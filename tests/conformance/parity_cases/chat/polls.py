"""Asking people to choose, choosing and closing; the vendor's API has no polls."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import polls
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_LUNCH = ("Noodles", "Soup")


def _asked(world: World, facts: Facts) -> None:
    row = perform(
        world,
        Actor(facts[PERSONA]),
        polls.create,
        channel_id=facts["general"],
        question="Lunch?",
        options=[*_LUNCH],
    )
    facts["poll"] = row.ts


def _voted(world: World, facts: Facts) -> None:
    _asked(world, facts)
    _perform(world, facts, polls.vote, option=2)


def _closed(world: World, facts: Facts) -> None:
    _asked(world, facts)
    _perform(world, facts, polls.close)


def _no_poll(_world: World, facts: Facts) -> None:
    facts["poll"] = facts["ts"]


def _perform(world: World, facts: Facts, function: Any, **more: Any) -> None:
    place = {"channel_id": facts["general"], "ts": facts["poll"]}
    perform(world, Actor(facts[PERSONA]), function, **place, **more)


def _create(
    name: str,
    outcome: str,
    *,
    channel: str = "$general",
    question: str = "Lunch?",
    options: tuple[str, ...] = _LUNCH,
    more: tuple[str, ...] = (),
) -> Case:
    given = {"question": question, "options": [*options]}
    settings = {f"is_{each}": each in more for each in ("multiple", "anonymous")}
    fields = {"question": question, "options": "\n".join(options)} | dict.fromkeys(more, "1")
    doors = {
        Surface.MCP: Words("slack_create_poll", {"channel_id": channel, **given, **settings}),
        Surface.UI: Words(f"/c/{channel}/poll", fields),
    }
    return Case("chat.polls.create", name, outcome, doors)


def _choose(verb: str, name: str, outcome: str, before: Before, option: int = 2) -> Case:
    tool, field = {
        "vote": ("slack_vote_in_poll", "option"),
        "withdraw": ("slack_withdraw_vote", "drop"),
    }[verb]
    place = {"channel_id": "$general", "message_ts": "$poll", "option": option}
    doors = {
        Surface.MCP: Words(tool, place),
        Surface.UI: Words("/c/$general/m/$poll/vote", {field: str(option)}),
    }
    return Case(f"chat.polls.{verb}", name, outcome, doors, before=before)


def _close(name: str, outcome: str, before: Before) -> Case:
    place = {"channel_id": "$general", "message_ts": "$poll"}
    doors = {
        Surface.MCP: Words("slack_close_poll", place),
        Surface.UI: Words("/c/$general/m/$poll/close-poll", {}),
    }
    return Case("chat.polls.close", name, outcome, doors, before=before)


def _reopen(name: str, outcome: str, before: Before, handle: str = PERSONA) -> Case:
    place = {"channel_id": "$general", "message_ts": "$poll"}
    doors = {
        Surface.MCP: Words("slack_reopen_poll", place),
        Surface.UI: Words("/c/$general/m/$poll/reopen-poll", {}),
    }
    return Case("chat.polls.reopen", name, outcome, doors, before, handle)


CASES = (
    _create("question", "ok"),
    _create("settings", "ok", more=("multiple", "anonymous")),
    _create("no question", "no_question", question=" "),
    _create("one option", "too_few_options", options=("Noodles",)),
    _create("eleven options", "too_many_options", options=tuple("abcdefghijk")),
    _create("same option", "duplicate_option", options=("Soup", "soup ")),
    _create("not a member", "not_in_channel", channel="$support"),
    _create("hidden", "channel_not_found", channel="$renewals"),
    _choose("vote", "option", "ok", _asked),
    _choose("vote", "another", "ok", _voted, 1),
    _choose("vote", "again", "already_voted", _voted),
    _choose("vote", "no such option", "option_not_found", _asked, 3),
    _choose("vote", "closed", "poll_closed", _closed),
    _choose("vote", "no poll", "poll_not_found", _no_poll),
    _choose("withdraw", "vote", "ok", _voted),
    _choose("withdraw", "none", "no_vote", _asked),
    _choose("withdraw", "closed", "poll_closed", _closed),
    _close("poll", "ok", _asked),
    _close("again", "already_closed", _closed),
    _reopen("closed", "ok", _closed),
    _reopen("open", "not_closed", _asked),
    _reopen("by a member", "cant_close_poll", _closed, COLLEAGUE),
    _close("no poll", "poll_not_found", _no_poll),
)
