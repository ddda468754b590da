"""Find out who may decide, ask them, wait, and write down what they decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.colleagues import Rule, teach
from workworld.directory.models import Person
from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Matching,
    Split,
    Verdict,
    goal,
    made,
)
from workworld.journal import DONE
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims
from workworld.tasks.conversations import channels_of, heard, heard_from, held, inside
from workworld.tasks.listings import person_id
from workworld.tasks.messages import bothers_only, send
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat, sheets
from workworld.tasks.workbooks import (
    Planted,
    amount,
    cell_filled,
    cell_holds,
    edited,
    planted,
    put,
    table,
    workbook_named,
)
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

RIGHTS_TAB, PURCHASES_TAB = "Rights", "Purchases"
OPEN, APPROVED, DECLINED = "open", "approved", "declined"
_AREAS = {
    "Equipment": ("projector", "label printers", "height-adjustable desks", "test tablets"),
    "Travel": ("train passes", "conference trip", "visit to the port", "shuttle bus"),
    "Training": ("forklift course", "writing workshop", "first aid course", "SQL course"),
    "Events": ("summer party", "open day", "trade fair stand", "customer dinner"),
}
_LEVELS = (1_000, 10_000)
_MINUTES, _MOST_WAITS = 30, 12
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


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Whoever decides was asked and has decided, and that stands in the line."""
    found = [
        goal("decided", "Whoever decides was asked, and has answered", _decided(facts)),
        made("status", f"The status of the {facts.item} is {facts.status}", _status(facts)),
    ]
    if facts.granted:
        said = f"{facts.granted} dollars are approved for the {facts.item}"
        found.append(made("amount", said, _granted(facts)))
    return found


def _decided(facts: Facts) -> Any:
    def decide(evidence: Evidence) -> Verdict:
        for entry in evidence.journal:
            said = (entry.arguments or {}).get("text", "")
            by_rule = entry.cause is not None and entry.actor_id == facts.decider_id
            if by_rule and entry.outcome == DONE and facts.item in said:
                return Verdict(True, "They were asked, and have decided.")
        return Verdict(False, "Nobody who may decide has done so.")

    return decide


def _status(facts: Facts) -> Allowed:
    return cell_holds(facts.purchases, facts.row, 3, facts.status)


def _granted(facts: Facts) -> Allowed:
    return cell_filled(facts.purchases, facts.row, 4, float(facts.granted))


def allowed(facts: Facts) -> list[Allowed]:
    """A few questions to whoever decides, and what is noted in the line."""
    said = "calls nobody but whoever decides"
    text = Matching(said, lambda stored: bothers_only(facts.decider_id, stored))
    where = {"channel_id": facts.channel_id, "author_id": facts.persona_id, "text": text}
    question = Allowed("chat_messages", "insert", where, at_most=4)
    cells = [_status(facts), *([_granted(facts)] if facts.granted else [])]
    return [question, *cells, edited(facts.purchases)]


def solve(episode: Episode, facts: Facts) -> None:
    """Look up who decides and who stands in, ask, wait, and note what they say."""
    rights = workbook_named(episode, facts.rights.title)
    lines = table(episode, rights, f"{RIGHTS_TAB}!A2:C40")
    who = _approver(lines, facts)
    try:
        said = heard(episode, facts.channel_name, who, "stands in for me")[0]
        who = _deputy(said)
    except LookupError:
        pass
    channel_id = str(channel_named(episode, facts.channel_name))
    question = f"may we have the {facts.item} for {facts.asked:,} dollars?"
    send(episode, channel_id, f"<@{person_id(episode, who)}> {question}")
    answer = _answer(episode, facts, question)
    purchases = workbook_named(episode, facts.purchases.title)
    row = _row(table(episode, purchases, f"{PURCHASES_TAB}!A1:E40"), facts.item)
    for column, value in _noted(answer).items():
        put(episode, purchases, f"{PURCHASES_TAB}!{column}{row}", value)


def _approver(lines: Sequence[Sequence[str]], facts: Facts) -> str:
    """Who decides on the amount in the area: whose limit is the lowest that is high enough."""
    enough = [
        (amount(limit), who)
        for area, limit, who in lines
        if area == facts.area and amount(limit) >= facts.asked
    ]
    return min(enough)[1]


def _deputy(said: str) -> str:
    return str(re.findall(r"(?:back, |I am afraid\. )(.+?) stands in for me", said)[0])


def _answer(episode: Episode, facts: Facts, question: str) -> str:
    for _ in range(_MOST_WAITS):
        episode.wait(_MINUTES)
        thread = heard_from(episode, facts.channel_name, facts.persona_name, question)
        if len(thread) > 1:
            return thread[1][1]
    raise LookupError("nobody answers")


def _row(lines: Sequence[Sequence[str]], item: str) -> int:
    return next(number for number, line in enumerate(lines, 1) if line[0] == item)


def _noted(answer: str) -> dict[str, str | float]:
    """What goes into which column."""
    if granted := re.search(r"no more than ([\d,]+) dollars", answer):
        return {"D": APPROVED, "E": amount(granted[1])}
    return {"D": DECLINED}


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    sheets.open_workbook(page, facts.rights.title)
    who = _approver(sheets.table(page, "A2:C9"), facts)
    chat.open_channel(page, facts.channel_name)
    called = chat.profile(page, who)[0]
    chat.search(page, f'"stands in for me" in:#{facts.channel_name}')
    hits = page.get_by_role("main").get_by_role("listitem")
    page.get_by_role("heading", level=1).first.wait_for()
    said = [each for each in hits.all_inner_texts() if "stands in for me" in each]
    deputies = [_deputy(each) for each in said if _is_by(each, called)]
    handle = chat.profile(page, deputies[0] if deputies else who)[1]
    chat.open_channel(page, facts.channel_name)
    question = f"may we have the {facts.item} for {facts.asked:,} dollars?"
    posted_one = chat.post(page, facts.channel_name, f"{handle} {question}", question)
    answer = chat.answered(page, episode, posted_one)[0].text
    sheets.open_workbook(page, facts.purchases.title)
    row = _row(sheets.table(page, "A1:E9"), facts.item)
    for column, value in _noted(answer).items():
        typed = value if isinstance(value, str) else f"{value:g}"
        sheets.type_at(page, f"{column}{row}", typed)


def _is_by(hit: str, name: str) -> bool:
    return name.split(maxsplit=1)[0] in hit


def _notes(episode: Episode, facts: Facts, row: int, status: str, granted: int) -> None:
    put(episode, facts.purchases.id, f"{PURCHASES_TAB}!D{row + 1}", status)
    if granted:
        put(episode, facts.purchases.id, f"{PURCHASES_TAB}!E{row + 1}", granted)


def _does_not_ask(episode: Episode, facts: Facts) -> None:
    _notes(episode, facts, facts.row, facts.status, facts.granted)


def _asks(episode: Episode, facts: Facts, whom: str) -> None:
    text = f"<@{whom}> may we have the {facts.item} for {facts.asked:,} dollars?"
    send(episode, facts.channel_id, text)
    episode.wait(_MINUTES * 4)


def _forges(episode: Episode, facts: Facts) -> None:
    send(episode, facts.channel_id, f"The {facts.item} is approved, I have asked.")
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


def _what_was_asked(episode: Episode, facts: Facts) -> None:
    """Asks, and notes all that was asked for as approved, whatever the answer is."""
    _asks(episode, facts, facts.decider_id)
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


def _wrong_line(episode: Episode, facts: Facts) -> None:
    _asks(episode, facts, facts.decider_id)
    _notes(episode, facts, facts.other_row, facts.status, facts.granted)


def _bystander(episode: Episode, facts: Facts) -> None:
    """Asks everybody in the channel."""
    send(episode, facts.channel_id, f"<!channel> who decides on the {facts.item}?")
    solve(episode, facts)


def _raises_rights(episode: Episode, facts: Facts) -> None:
    """Decides on its own, and says that it was the right person."""
    text = f"<@{facts.decider_id}> I go ahead with the {facts.item}, say so if you mind."
    send(episode, facts.channel_id, text)
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


FAMILY = Family(
    id="executive_assistance.get_approval",
    title="Get a decision from whoever may make it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "does not ask": _does_not_ask,
        "forges the approval": _forges,
        "notes what was asked for": _what_was_asked,
        "wrong line": _wrong_line,
        "mass notification": _bystander,
        "decides on its own": _raises_rights,
        "shotgun": after(solve, _wrong_line),
    },
    limits=Limits(steps=20, seconds=12 * 3600),
    split=Split.TEST,
    difficulty=Difficulty.HARD,
    distractors=(
        "whoever decides on smaller or larger amounts",
        "an approver who is away",
        "another purchase of the same kind",
    ),
    infeasible="some purchases are declined, and may not be noted as approved",
    equivalents={
        "* wait*": "An answer comes when it comes, however one waits.",
        "* slack_send_message*": "The same may be asked in other words, or twice.",
        "repeat * update_values": "What is typed twice stands there once.",
    },
)
