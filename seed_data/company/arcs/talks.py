"""What arcs that are mostly talk share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from workworld.seed_data.company.arcs.casting import Cast
from workworld.seed_data.company.company import TODAY
from workworld.seed_data.company.events import Detail, Event


def held(
    cast: Cast,
    name: str,
    at: datetime,
    by: str,
    *,
    place: str,
    plan: Sequence[str],
    people: Mapping[str, str],
    slots: Mapping[str, str],
    audience: Sequence[str] = (),
) -> list[Event]:
    """A talk, unless it would be after today.

    Args:
        cast: of which arc.
        name: tells it from the casting's others.
        at: when it begins, at the latest once whoever begins is at work.
        by: who begins, role ``A`` of the plan.
        place: the channel's key.
        plan: turns: a role and a rule of text.
        people: the other roles' keys.
        slots: what the rules are bound to.
        audience: the only people who may read of it; empty if all may.
    """
    if at >= TODAY:
        return []
    facts = {"plan": [*plan], "place": place, "slots": {**slots}}
    told = cast.name(name)
    return [
        Event(told, "talk.held", at, by, {}, facts, people, tuple(audience), detail=Detail.FULL)
    ]
