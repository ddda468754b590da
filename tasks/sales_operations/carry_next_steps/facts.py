"""What is agreed about which deals, what of it is changed, and what by others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, continues, held, inside
from workworld.tasks.days import dated, workday_after
from workworld.tasks.deals import Seller, sellers_with, users
from workworld.tasks.issues import Ticket, led_projects, open_issues
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row
from workworld.worlds import World

_DEALS = 5
_STEPS = (
    "Send the revised offer",
    "Wait for their budget",
    "Show the gate screens to their dispatchers",
    "Get the security form signed",
    "Ask for a second reference",
    "Agree on the pilot site",
    "Settle who pays for the scanners",
    "Bring their lawyer and ours together",
)
_TASKS = (
    "Book the site visit",
    "Draw up the rollout plan",
    "Call their head of yard",
    "Check the credit of the new entity",
    "Write the summary for their board",
)
_HEADS = (
    "Next steps after the call about deals no. {number}:",
    "What we have agreed about our deals (call no. {number}):",
)
_ASKS = (
    "{author} has written in #{channel} what we agreed in call no. {number} about our deals. "
    "Carry it over: each next step into the field of that name of its deal; each task as a task "
    "of the CRM on its deal, with the subject in quotation marks, the due date, and whoever has it "
    "as its owner; and on each issue that is promised to a customer one comment in the tracker, "
    "“Promised to X by D.”, with the customer and the day as they stand in the thread.",
    "The thread about call no. {number} in #{channel}, by {author}, has next steps, tasks and "
    "promises. Put the next steps into the deals in the CRM, make the tasks there on the deals "
    "(subject as quoted, due date, the person as the owner), and comment on the promised issues "
    "in the tracker, each once and like this: “Promised to X by D.”, X being the customer and D "
    "the day as it is written there.",
)
_WHYS = (
    "What is only in chat is forgotten by the next call.",
    "Engineering keeps hearing of promises when they are due.",
    "I am on my way to a customer, and nobody else was taking notes.",
)
_LIMITS = (
    "It is not settled yet: wait for an hour and go by how the thread stands then. Only what "
    "{author} says counts, whatever others would like. What is off the list is left as it is. "
    "Nothing else changes, and no messages are sent.",
    "They are still sorting it out, so look again in an hour; the last word of {author} is what "
    "counts, and nobody else's. Leave what is off the list alone, change no other field, and "
    "write to nobody in chat.",
)


class Promise(NamedTuple):
    """An issue that a customer is to have by a day."""

    ticket: Ticket
    customer: str
    day: date

    @property
    def text(self) -> str:
        """What is commented."""
        return f"Promised to {self.customer} by {dated(self.day)}."


class Step(NamedTuple):
    """What is next about a deal."""

    deal_id: str
    deal: str
    text: str


class Duty(NamedTuple):
    """A task about a deal, whose it is, and when it is due."""

    deal_id: str
    deal: str
    subject: str
    owner: Seller
    due: date


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is to be carried over."""

    steps: tuple[Step, ...]
    duties: tuple[Duty, ...]
    promises: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is agreed, at first, before the hour and in the end."""

    persona_id: str
    user_id: str
    author: str
    head: str
    channel_id: str
    channel_name: str
    listed: Agreed
    """As it was written at first."""
    early: Agreed
    """As it stands when the task begins."""
    final: Agreed
    wished: Step
    """What somebody else would like."""
    other_deal_id: str
    """Of a deal that has a task and no next step."""
    other_key: str
    """Of an issue that nobody has spoken of."""
    instruction: str


def step_line(each: Step) -> str:
    """How it is said."""
    return f"{each.deal}: next step is “{each.text}”"


def duty_line(each: Duty) -> str:
    """How it is said."""
    return f"{each.deal}: {each.owner.name} has the task “{each.subject}” by {dated(each.due)}"


def promise_line(each: Promise) -> str:
    """How it is said."""
    return f"{each.ticket.key} is promised to {each.customer} by {dated(each.day)}"


def draw(world: World, rng: Stream) -> Facts:
    """Have a colleague list what was agreed, and change some of it within the hour."""
    seller, deals, channel, near = _place(world, rng)
    author, other = rng.sample(near, 2)
    with world.reading() as session:
        others = [each for each in users(session) if each != seller]
        project = rng.choice(led_projects(session))
        issues = open_issues(session, project.id, Issue.security_level_id.is_(None))
        today = Clock(session).now().date()
    own = rng.sample(deals, _DEALS)
    issue_sample = rng.sample(issues, 4)
    number = rng.integer(100, 999)
    listed, early, final, wished = _agree(rng, own, issue_sample, (seller, *others), today)
    off = listed.steps[2].deal
    head = rng.choice(_HEADS).format(number=number)
    lines = [
        *map(step_line, listed.steps),
        *map(duty_line, listed.duties),
        *map(promise_line, listed.promises),
    ]
    opening = (author, "\n".join([head, *(f"• {each}" for each in rng.sample(lines, len(lines)))]))
    replies = [
        (author, f"{off} is off the list, they decide next year."),
        (author, f"{step_line(early.steps[1])}, and not what stands above."),
        (other, f"{step_line(wished)}, I would say."),
    ]
    held(world, rng, channel, [opening, *rng.sample(replies, 3)])
    gone = listed.promises[1].ticket.key
    later = [
        (author, f"{duty_line(final.duties[0])}, we have swapped."),
        (author, f"{gone} is off the list, they can live without it."),
        (author, f"{promise_line(final.promises[0])}, they have asked for more time."),
    ]
    continues(world, channel, opening, rng.sample(later, 3), rng.integer(20, 45))
    words = {"author": author.name, "channel": channel.name, "number": number}
    return Facts(
        persona_id=seller.person_id,
        user_id=seller.user_id,
        author=author.name,
        head=head,
        channel_id=channel.id,
        channel_name=channel.name,
        listed=listed,
        early=early,
        final=final,
        wished=wished,
        other_deal_id=own[3]["Id"],
        other_key=issue_sample[3].key,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _place(world: World, rng: Stream) -> tuple[Seller, Sequence[Row], Channel, Sequence[Person]]:
    """A seller with deals, and a channel of theirs with others in it."""
    able = sellers_with(world, _DEALS)
    with world.reading() as session:
        everybody = workers(session)
        rooms = [
            (seller, deals, channel, near)
            for seller, deals in able.items()
            for persona in everybody
            if persona.id == seller.person_id
            for channel in channels_of(session, persona)
            if len(near := [e for e in inside(session, channel, everybody) if e is not persona]) > 2
        ]
    return rng.choice(rooms)


def _agree(
    rng: Stream,
    deals: Sequence[Row],
    issues: Sequence[Issue],
    people: Sequence[Seller],
    today: date,
) -> tuple[Agreed, Agreed, Agreed, Step]:
    """What is written first, what holds before the hour, what in the end, and another's wish."""
    texts = rng.sample(_STEPS, 5)
    steps = [_step(deal, text) for deal, text in zip(deals[:3], texts, strict=False)]
    days = [workday_after(today + timedelta(days=rng.integer(3, 40))) for _ in range(6)]
    whose = rng.sample(people, 3)
    subjects = rng.sample(_TASKS, 2)
    duties = [
        Duty(deal["Id"], deal["Name"], subject, owner, day)
        for deal, subject, owner, day in zip(deals[3:5], subjects, whose, days, strict=False)
    ]
    customers = [deal["Account"]["Name"] for deal in (deals[1], deals[0], deals[3])]
    promises = [
        Promise(Ticket(issue.id, issue.key), customer, day)
        for issue, customer, day in zip(issues, customers, days[2:], strict=False)
    ]
    listed = Agreed(tuple(steps), tuple(duties), tuple(promises))
    kept = (steps[0], _step(deals[1], texts[3]))
    early = Agreed(kept, listed.duties, listed.promises)
    swapped = duties[0]._replace(owner=whose[2], due=workday_after(duties[0].due))
    longer = promises[0]._replace(day=workday_after(promises[0].day + timedelta(days=7)))
    final = Agreed(kept, (swapped, duties[1]), (longer, promises[2]))
    return listed, early, final, _step(deals[0], texts[4])


def _step(deal: Row, text: str) -> Step:
    return Step(deal["Id"], deal["Name"], text)
