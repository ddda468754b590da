"""What is asked for, who may decide on it, and what they will say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.colleagues import Rule, teach
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import (
    Planted,
    planted,
)
from workworld.worlds import World

if TYPE_CHECKING:
    pass

RIGHTS_TAB, PURCHASES_TAB = "Rights", "Purchases"
OPEN, APPROVED, DECLINED = "open", "approved", "declined"
_AREAS = {
    "Equipment": ("projector", "label printers", "height-adjustable desks", "test tablets"),
    "Travel": ("train passes", "conference trip", "visit to the port", "shuttle bus"),
    "Training": ("forklift course", "writing workshop", "first aid course", "SQL course"),
    "Events": ("summer party", "open day", "trade fair stand", "customer dinner"),
}
_LEVELS = (1_000, 10_000)
MINUTES, MOST_WAITS = 30, 12
_AWAY = (
    "I am travelling for two weeks. Until I am back, {deputy} stands in for me in all decisions.",
    "Out of reach for a while, I am afraid. {deputy} stands in for me, please ask there.",
)
_YES = "Yes, go ahead with the {item}, but for no more than {limit} dollars."
_NO = "No, I do not approve the {item} this time. Please do without."
_ASKS = (
    "I need a decision on the {item} ({area}, {asked} dollars), and it is not mine to make. The "
    "spreadsheet “{rights}” says who decides up to which amount; whoever is away has written in "
    "#{channel} who stands in. Ask that person there, with a mention, naming the {item} and the "
    "amount, and wait for the answer. Then note the outcome in “{purchases}”.",
    "Could you get the {item} decided? It is {area}, {asked} dollars. Who decides follows from "
    "“{rights}”, unless that person has said in #{channel} that somebody stands in for them: then "
    "that one does. Mention whoever it is in #{channel}, say what it is about and how much, give "
    "them time to answer, and enter the result into “{purchases}”.",
)
_WHYS = (
    "The offer ends on Friday.",
    "Last time I asked the wrong person and lost a week.",
)
_LIMITS = (
    "In its line, Status becomes approved or declined; if it is approved, Approved is the amount "
    "that was granted, which may be less than was asked, and otherwise it stays empty. Bother "
    "nobody else, and change no other line.",
    "What goes into the line of the {item}: approved or declined as Status and, if approved, the "
    "granted amount in dollars as Approved (they may grant less). No other line changes, and no "
    "one else is to be disturbed.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is asked for, who decides, and what they will say."""

    persona_id: str
    persona_name: str
    rights: Planted
    purchases: Planted
    area: str
    item: str
    asked: int
    row: int
    """Of the item, counted from 0."""
    other_row: int
    granted: int
    """0 if it is declined."""
    channel_id: str
    channel_name: str
    decider_id: str
    approver_id: str
    """Whom the spreadsheet names."""
    instruction: str

    @property
    def status(self) -> str:
        """What becomes of it."""
        return APPROVED if self.granted else DECLINED


@dataclass(frozen=True, slots=True)
class _Cast:
    persona: Person
    channel: Channel
    low: Person
    high: Person
    deputy: Person
    others: Sequence[Person]


def prepare(world: World, rng: Stream) -> Facts:
    """Have rights and purchases written down, somebody be away, and a colleague who decides."""
    is_granted = rng.in_turn((True, False, True))
    is_away = rng.in_turn((True, True, True, False))
    with world.reading() as session:
        cast = _cast(session, rng)
    area = rng.choice(list(_AREAS))
    item, other = rng.sample(_AREAS[area], 2)
    level = rng.choice((0, 1))
    low, high = (150, _LEVELS[0]) if level == 0 else (_LEVELS[0] + 200, _LEVELS[1])
    wanted = rng.integer(low // 50, high // 50) * 50
    granted = wanted - rng.integer(1, 9) * 10 if is_granted else 0
    approver = (cast.low, cast.high)[level]
    decider = cast.deputy if is_away else approver
    if is_away:
        text = rng.choice(_AWAY).format(deputy=cast.deputy.name)
        held(world, rng, cast.channel, [(approver, text)])
    number = rng.integer(2, 60)
    rights, lines = _rights(rng, cast, area), _purchases(rng, item, other, area, wanted)
    sharing = {cast.persona.id: "reader"}
    title = f"Who approves what, edition {number}"
    written = planted(world, approver.id, title, RIGHTS_TAB, rights, sharing)
    name = f"Purchases, list {number}"
    bought = planted(world, cast.persona.id, name, PURCHASES_TAB, lines)
    facts = Facts(
        persona_id=cast.persona.id,
        persona_name=cast.persona.name,
        rights=written,
        purchases=bought,
        area=area,
        item=item,
        asked=wanted,
        row=next(row for row, line in enumerate(lines) if line[0] == item),
        other_row=next(row for row, line in enumerate(lines) if line[0] == other),
        granted=granted,
        channel_id=cast.channel.id,
        channel_name=cast.channel.name,
        decider_id=decider.id,
        approver_id=approver.id,
        instruction=_instruction(rng, item, area, wanted, written, bought, cast.channel.name),
    )
    bystanders = [each for each in (cast.low, cast.high, cast.deputy) if each is not decider]
    with world.writing() as session:
        for rule in _rules(facts, rng, [each.id for each in bystanders]):
            teach(session, rule)
    return facts


def _instruction(
    rng: Stream, item: str, area: str, wanted: int, rights: Planted, bought: Planted, channel: str
) -> str:
    words: dict[str, Any] = {"item": item, "area": area, "asked": f"{wanted:,}"}
    words |= {"rights": rights.title, "purchases": bought.title, "channel": channel}
    return asked(
        rng,
        ask=rng.choice(_ASKS).format(**words),
        why=rng.choice(_WHYS),
        limits=rng.choice(_LIMITS).format(**words),
    )


def _cast(session: Session, rng: Stream) -> _Cast:
    everybody = workers(session)
    rooms = [
        (persona, channel, near)
        for persona in personas(session)
        for channel in channels_of(session, persona)
        if len(near := inside(session, channel, [p for p in everybody if p is not persona])) > 3
    ]
    persona, channel, near = rng.choice(rooms)
    low, high, deputy = rng.sample(near, 3)
    others = [each for each in everybody if each not in (persona, low, high, deputy)]
    return _Cast(persona, channel, low, high, deputy, rng.sample(others, 6))


def _rights(rng: Stream, cast: _Cast, area: str) -> list[list[str | float | None]]:
    """For each area two levels; those of the area in question are the cast's."""
    others = iter(cast.others)
    lines: list[list[str | float | None]] = [["Area", "Up to", "Who decides"]]
    for each in rng.sample(list(_AREAS), len(_AREAS)):
        pair = (cast.low, cast.high) if each == area else (next(others), next(others))
        lines += [[each, level, who.name] for level, who in zip(_LEVELS, pair, strict=True)]
    return lines


def _purchases(
    rng: Stream, item: str, other: str, area: str, wanted: int
) -> list[list[str | float | None]]:
    heads: list[str | float | None] = ["What", "Area", "Asked", "Status", "Approved"]
    more = rng.choice([each for each in _AREAS if each != area])
    rows: list[list[str | float | None]] = [
        [item, area, wanted, OPEN],
        [other, area, rng.integer(3, 180) * 50, OPEN],
        [rng.choice(_AREAS[more]), more, rng.integer(3, 180) * 50, OPEN],
    ]
    return [heads, *rng.sample(rows, len(rows))]


def _rules(facts: Facts, rng: Stream, bystanders: Sequence[str]) -> list[Rule]:
    """Whoever decides does so once they know what it is about; the others pass it on."""
    decision = _NO.format(item=facts.item)
    if facts.granted:
        decision = _YES.format(item=facts.item, limit=f"{facts.granted:,}")
    about = {"text": {"any_word": re.findall(r"\w{4,}", facts.item)}}
    long, short = rng.integer(25, 80) * 60, rng.integer(3, 9) * 60
    rules = [
        _says(facts, facts.decider_id, about, decision, long),
        _says(facts, facts.decider_id, {}, "What is it about, and how much?", short),
    ]
    lost = "That is not mine to decide just now, the list says whose it is."
    return rules + [_says(facts, each, {}, lost, short) for each in bystanders]


def _says(facts: Facts, who: str, where: dict[str, Any], text: str, seconds: int) -> Rule:
    """A reply to a mention by the persona, in its thread."""
    here = {
        "channel_id": {"equals": facts.channel_id},
        "author_id": {"equals": facts.persona_id},
        "mentioned": {"contains": who},
    }
    reply = {"channel_id": "$channel_id", "thread_ts": "$thread_ts", "text": text}
    event = "chat.message_posted"
    return Rule(who, event, here | where, "chat.messages.post", reply, seconds)
