"""Talks that arcs ask for: turn by turn, or by what they are about and where they are held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.randomness import Stream
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.chat.known import money, plain
from workworld.seed_data.company.tellers.chat.said import Room, Said
from workworld.seed_data.company.tellers.chat.talker import Talker, turns

_PLACES = {"customers": "renewals", "deal room": "deals", "forecast": "sales-leads-only"}
"""What arcs call places, and the channels that they are."""
_KINDS = {"deal": "deal", "account": "customer", "issue": "issue", "case": "case"}
_TURNS: Mapping[str, Sequence[str]] = {
    "deal": ("A deal.open", "* deal.say", "*+ deal.say", "A? deal.close"),
    "customer": ("A customer.open", "* customer.say", "*+ customer.say", "A? customer.close"),
    "issue": ("A>B>C issue_asked", "A? act.fine"),
}
_OF_PLAN = ("A {}.open", "* {}.say", "*? {}.say")
_HOW = ("plan", "place", "slots")
"""Facts of talks that are never said."""
_AMOUNTS = ("amount", "commit", "best_case", "won")
"""Facts of talks that are sums of money."""
_RENAMED = {
    "commit": "committed",
    "day": "start_day",
    "reason": "lost_over",
    "team": "team_asks",
}
"""What facts are called in rules where others have their names."""
_STEPS = ("A talk.step", "* customer.say", "*+ customer.say")
_OTHERWISE = ("A>B>C plan", "A? act.fine")


def tell(talker: Talker, rooms: Mapping[str, Room], event: Event, at: int, stream: Stream) -> None:
    """Hold a talk where it belongs, as long as those who take part may read there."""
    place = str(event.facts.get("place"))
    room = rooms.get(_PLACES.get(place, place))
    if room is None or event.by not in talker.staff:
        return
    slots = {str(key): str(value) for key, value in dict(event.facts.get("slots", {})).items()}
    for role, thing in event.things.items():
        name = talker.known.name(thing)
        if role in _KINDS and name:
            slots.setdefault(_KINDS[role], name)
            if role == "account":
                slots |= talker.known.customer(thing)
    if "issue" in slots:
        slots |= _issue(talker, event)
    written = event.facts.get("plan")
    if "step" in event.facts and "customer" in slots:
        slots["step"] = str(event.facts["step"])
        written = _STEPS
    elif isinstance(written, str) and f"{written}.open" in talker.grammar:
        slots |= _facts(talker, event)
        written = [turn.format(written) for turn in _OF_PLAN]
    if isinstance(written, str) or written is None:
        written = next((plan for kind, plan in _TURNS.items() if kind in slots), _OTHERWISE)
    _play(talker, room, event, at, turns(written, stream), slots, stream)


def _facts(talker: Talker, event: Event) -> dict[str, str]:
    """What is said in a talk, as people write it.

    Raises:
        ValueError: a fact is called as a rule of the grammar is, which would hide it.
    """
    deal = talker.company.market.deals.get(event.things.get("deal", ""))
    teams, found = talker.company.organization.teams, dict[str, str]()
    for name, value in event.facts.items():
        if name in _HOW:
            continue
        text = plain(value) if name != "why" else str(value)
        if name in _AMOUNTS:
            text = money(value, deal.currency if deal else "USD")
        if name == "team" and text in teams:
            text = teams[text].name
        slot = _RENAMED.get(name, name)
        if slot in talker.grammar:
            raise ValueError(f"{event.name} tells {slot}, which is a rule")
        found[slot] = text
    return found


def _issue(talker: Talker, event: Event) -> dict[str, str]:
    thing = event.things.get("issue", "")
    return {"issue": talker.known.issue(thing), "summary": talker.known.name(thing)}


def _play(
    talker: Talker,
    room: Room,
    event: Event,
    at: int,
    said: Sequence[tuple[str, str]],
    slots: Mapping[str, str],
    stream: Stream,
) -> None:
    cast = {"A": event.by, **event.people}
    root: Said | None = None
    before = ""
    for role, rule in said:
        by = cast.get(role) or talker.speaker(room, at, (before,), stream)
        moment = talker.presence.when(by, at, stream) if by in talker.staff and by else None
        if by is None or moment is None or by not in room.members:
            continue
        one = talker.say(room, rule, by, moment, slots, stream, "", cast)
        if root is None or room.is_direct:
            root = room.add(one)
        else:
            room.reply(root, one)
        at, before = moment + stream.integer(60, 1500), by
