"""Who may see what, what a review decided, and what was corrected afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.clock import Clock
from workworld.directory import people as directory
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.seed_data.chat import say
from workworld.seed_data.facts import MessageFact
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.days import of_month, workdays_before, working_moment
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import Planted, Value, planted
from workworld.worlds import World
from workworld.zones import zone

KEEP, REMOVE, READ_ONLY = "keep", "remove", "read only"
DONE, NOT_ALLOWED = "DONE", "NOT_ALLOWED"
TAB = "Decisions"
_PEOPLE = 7
_SUBJECTS = (
    "Vendor contracts",
    "Badge numbers",
    "Equipment on loan",
    "Emergency contacts",
    "Parking spaces",
    "Phone plans",
    "Door codes",
    "Leave balances",
)
_CORRECTIONS = (
    "A correction to the access review of “{title}”: {person} keeps what they have. The rest "
    "stands.",
    "On the access review of “{title}”, I was wrong about {person}, who keeps what they have.",
)
_ASKS = (
    "{reviewer} has decided in “{review}” who may go on working with the spreadsheet “{title}”, "
    "and has corrected that in #{channel} since. Please share it accordingly, from now on.",
    "Carry out the access review “{review}” for the spreadsheet “{title}”. Mind what {reviewer} "
    "wrote about it in #{channel} afterwards: the last word counts.",
    "“{title}” is still open to people who should not see it. What is to become of whom stands in "
    "“{review}”, but for a correction that {reviewer} has posted in #{channel}.",
)
_WHYS = (
    "The auditors come back in April and will ask for exactly this.",
    "These reviews are only worth something if somebody carries them out.",
)
_LIMITS = (
    "Take away what is to be removed, make readers of those who are to read only, and leave the "
    "others alone, with the spreadsheets' contents. Answer DONE once it is done; if I have no "
    "right to it, change nothing, ask nobody and answer NOT_ALLOWED.",
    "Nothing else changes, in no spreadsheet, and nobody is written to. Your answer is DONE, or "
    "NOT_ALLOWED if I have no right to share it, in which case everything stays as it is.",
)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody with whom the workbook is shared, and what is to become of that."""

    person_id: str
    name: str
    email: str
    role: str
    decision: str
    """As the review has it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The workbook, whom it is shared with, and what is to become of that."""

    persona_id: str
    is_allowed: bool
    workbook: Planted
    older: Planted
    """One of the same subject, shared with the same people."""
    review: Planted
    reviewer: str
    channel_id: str
    channel_name: str
    members: tuple[Member, ...]
    corrected: Member
    """Whom the review wanted to remove, and who stays."""
    instruction: str

    @property
    def removed(self) -> tuple[Member, ...]:
        """From whom it is taken away."""
        decided = [each for each in self.members if each.decision == REMOVE]
        return tuple(each for each in decided if each != self.corrected)

    @property
    def readers(self) -> tuple[Member, ...]:
        """Who becomes a reader."""
        return tuple(each for each in self.members if each.decision == READ_ONLY)


def draw(world: World, rng: Stream) -> Facts:
    """Have a workbook, a review of it, and a correction of the review."""
    is_allowed = rng.in_turn((True, True, False))
    with world.reading() as session:
        everybody = workers(session)
        persona = rng.choice([each for each in everybody if each.spotlight])
        others = [each for each in everybody if each is not persona]
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, others)
        today = Clock(session).now().date()
    reviewer = rng.choice(near)
    people = rng.sample([each for each in others if each is not reviewer], _PEOPLE)
    members = _members(rng, people)
    subject = rng.choice(_SUBJECTS)
    title, before = (f"{subject} {year}" for year in (today.year, today.year - 1))
    owner_id = persona.id if is_allowed else reviewer.id
    sharing = {each.person_id: each.role for each in members}
    if not is_allowed:
        sharing[persona.id] = "reader"
    lines: list[list[Value]] = [["Item", "Holder"]]
    lines += [[f"No. {number}", None] for number in range(1, 6)]
    workbook = planted(world, owner_id, title, "List", lines, sharing)
    older = planted(world, owner_id, before, "List", lines, sharing)
    named = f"Access review {of_month(today)}: {subject}"
    shared = {persona.id: "reader"}
    review = planted(world, reviewer.id, named, TAB, _review(members), shared)
    corrected = next(each for each in members if each.decision == REMOVE)
    with world.writing() as session:
        at = zone(directory.company(session).zone)
        moment = working_moment(rng, at, workdays_before(today, 1)[0])
        text = rng.choice(_CORRECTIONS).format(title=title, person=corrected.name)
        say(session, {channel.name: [MessageFact(moment, reviewer.handle, text)]})
    words = {"reviewer": reviewer.name, "review": named, "title": title, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        is_allowed=is_allowed,
        workbook=workbook,
        older=older,
        review=review,
        reviewer=reviewer.name,
        channel_id=channel.id,
        channel_name=channel.name,
        members=members,
        corrected=corrected,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _members(rng: Stream, people: Sequence[Person]) -> tuple[Member, ...]:
    """Three who are to be removed, one or two who are to read only, and the others."""
    decisions = [REMOVE] * 3 + [READ_ONLY] * rng.integer(1, 2)
    decisions += [KEEP] * (len(people) - len(decisions))
    decided = zip(people, rng.sample(decisions, len(decisions)), strict=True)
    return tuple(
        Member(each.id, each.name, each.email, _role(rng, decision), decision)
        for each, decision in decided
    )


def _role(rng: Stream, decision: str) -> str:
    """What they may do so far; who is to read only may write."""
    return "writer" if decision == READ_ONLY else rng.choice(("reader", "writer"))


def _review(members: Sequence[Member]) -> list[list[Value]]:
    lines: list[list[Value]] = [["Name", "E-mail", "Has", "Decision"]]
    return lines + [[each.name, each.email, each.role, each.decision] for each in members]
