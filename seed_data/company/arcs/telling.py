"""What arcs about customers share: their talks, and facts that they note."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Cast
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Detail, Event
from workworld.seed_data.company.ledger import Fact


def talk(
    company: Company,
    cast: Cast,
    name: str,
    after: datetime,
    by: str,
    stream: Stream,
    *,
    plan: str,
    place: str,
    things: Mapping[str, str],
    **facts: Any,
) -> list[Event]:
    """Something that is talked about, unless it would be after today.

    Args:
        company: where.
        cast: who takes part.
        name: tells this talk from others of the casting.
        after: what it follows on.
        by: who begins.
        stream: decides the minutes.
        plan: what kind of talk it is.
        place: where it is held.
        things: what it is about.
        facts: what is said in it.
    """
    lag, desk = stream.integer(3, 60), company.market.tools.desk
    who, at = desk.act(by, after, stream, lag, is_prompt=True)
    if at > TODAY:
        return []
    said = {"plan": plan, "place": place, **facts}
    people = {role: key for role, key in cast.people.items() if key != who}
    return [
        Event(cast.name(name), "talk.held", at, who, dict(things), said, people, detail=Detail.FULL)
    ]


def decide(
    company: Company,
    cast: Cast,
    name: str,
    after: datetime,
    by: str,
    stream: Stream,
    *,
    what: str,
    value: str,
    old: str = "",
) -> list[Event]:
    """Something that is decided, which the ledger notes as well; nothing if it would be later."""
    lag, desk = stream.integer(5, 90), company.market.tools.desk
    who, at = desk.act(by, after, stream, lag, is_prompt=True)
    if at > TODAY:
        return []
    topic = cast.name(name)
    company.ledger.note(
        Fact(f"{topic}/decision", "decision", topic, value, at, rule="newest decision")
    )
    if old:
        company.ledger.note(
            Fact(
                f"{topic}/before",
                "decision",
                topic,
                old,
                min(cast.at, after),
                until=at,
                rule="newest decision",
            )
        )
    facts = {"what": what, "value": value, "old": old}
    return [
        Event(
            topic,
            "decision.made",
            at,
            who,
            {"topic": topic},
            facts,
            dict(cast.people),
            detail=Detail.FULL,
        )
    ]
