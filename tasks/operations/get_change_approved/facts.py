"""What is wanted, and what the manager says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workworld.colleagues import Rule, teach
from workworld.faults import FaultKind, inject
from workworld.passing_time import let_time_pass
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import (
    Planted,
    Value,
    planted_tabs,
)
from workworld.worlds import World

if TYPE_CHECKING:
    pass

TAB, _BY = "Limits", "Approved by"
DONE, DECLINED = "DONE", "DECLINED"
AS_ASKED, _LESS, NO = "as asked", "less", "no"
_ITEMS = ("Hosting", "Travel", "Contractors", "Advertising", "Recruiting", "Licences", "Catering")
_DAY = 24 * 3600
MINUTES, MOST_WAITS = 30, 12
_ASKS = (
    "I would like the limit for {item} in “{title}” (tab {tab}) to be ${wanted}, but that is for "
    "{manager} to approve. Please ask in #{channel}, mentioning {manager}, with the item and the "
    "new amount, and wait for the answer; then enter what was approved, and {manager} under "
    "Approved by.",
    "Please raise {item} on the tab {tab} of “{title}” to ${wanted}, once {manager} has agreed: "
    "mention {manager} in #{channel}, name the item and the amount, and allow an hour or two for "
    "an answer. The column Approved by has to name {manager} then.",
)
_WHYS = (
    "The last time somebody did it without asking, and we both remember how that went.",
    "We are going to run into the old limit within a week.",
)
_LIMITS = (
    "If another amount is approved, enter that one. If it is declined, leave the limits as they "
    "are. Answer DONE once the approved amount stands there, or DECLINED. Nobody else is to be "
    "bothered.",
    "What counts is what {manager} says: with another amount than mine, that amount goes in; with "
    "a no, nothing changes. Your answer is DONE or DECLINED, and nobody else needs to hear of it.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is wanted, and what the manager will say."""

    persona_id: str
    title: str
    limits: Planted
    item: str
    row: int
    """Counted from 0, as the rows of cells are."""
    other_row: int
    wanted: int
    decision: str
    approved: int
    """As much as is approved; what it is now if nothing is."""
    manager: str
    manager_id: str
    channel_id: str
    channel_name: str
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return DECLINED if self.decision == NO else DONE

    @property
    def words(self) -> str:
        """What the manager says."""
        if self.decision == NO:
            return f"No, {self.item} stays as it is this quarter."
        if self.decision == _LESS:
            return f"Not that much. I approve ${self.approved} for {self.item}, and no more."
        return f"Approved: ${self.approved} for {self.item}."


def prepare(world: World, rng: Stream) -> Facts:
    """Have limits, and a manager with an opinion; the first write of the next day fails once."""
    decision = rng.in_turn((AS_ASKED, _LESS, NO))
    with world.reading() as session:
        everybody = workers(session)
        by_id = {each.id: each for each in everybody}
        rooms = [
            (persona, by_id[persona.manager_id], channel)
            for persona in everybody
            if persona.spotlight and persona.manager_id in by_id
            for channel in channels_of(session, persona)
            if by_id[persona.manager_id] in inside(session, channel, everybody)
        ]
    persona, manager, channel = rng.choice(rooms)
    items = rng.sample(_ITEMS, 5)
    sums = [rng.integer(20, 80) * 100 for _ in items]
    row, other_row = rng.sample(range(1, 6), 2)
    item, before = items[row - 1], sums[row - 1]
    wanted = before + rng.integer(10, 30) * 100
    approved = {AS_ASKED: wanted, _LESS: wanted - rng.integer(2, 8) * 100, NO: before}[decision]
    title = f"Spending limits {rng.integer(2027, 2029)} Q{rng.integer(1, 4)}"
    lines: list[list[Value]] = [[each, sum_] for each, sum_ in zip(items, sums, strict=True)]
    tabs: dict[str, list[list[Value]]] = {TAB: [["Item", "Limit in dollars", _BY], *lines]}
    words = {"item": item, "title": title, "tab": TAB, "wanted": wanted}
    words |= {"manager": manager.name, "channel": channel.name}
    facts = Facts(
        persona_id=persona.id,
        title=title,
        limits=planted_tabs(world, persona.id, title, tabs)[TAB],
        item=item,
        row=row,
        other_row=other_row,
        wanted=wanted,
        decision=decision,
        approved=approved,
        manager=manager.name,
        manager_id=manager.id,
        channel_id=channel.id,
        channel_name=channel.name,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )
    let_time_pass(world, _DAY)
    with world.writing() as session:
        for rule in _rules(facts, rng):
            teach(session, rule)
        kind, where = FaultKind.FAILING, "sheets.values.update"
        inject(session, app_id="sheets", kind=kind, operation=where, times=1)
    return facts


def _rules(facts: Facts, rng: Stream) -> Iterator[Rule]:
    """The manager answers to a mention, in the thread: of several rules, the first that fits."""
    mention: dict[str, Mapping[str, Any]] = {
        "channel_id": {"equals": facts.channel_id},
        "author_id": {"equals": facts.persona_id},
        "mentioned": {"contains": facts.manager_id},
    }
    named = {**mention, "text": {"any_word": [facts.item]}}
    lost = "What is it about? Mention me again with the item and the new amount."
    after_seconds = rng.integer(8, 40) * 60
    for where, text in ((named, facts.words), (mention, lost)):
        reply = {"channel_id": "$channel_id", "thread_ts": "$thread_ts", "text": text}
        yield Rule(
            facts.manager_id,
            "chat.message_posted",
            where,
            "chat.messages.post",
            reply,
            after_seconds,
        )
