"""Which customer is spoken of, and which cases there are of them and of others."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory import people as directory
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.seed_data.chat import say
from workworld.seed_data.facts import MessageFact
from workworld.tasks.cases import CUSTOMERS, SUBJECTS, come_in
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.days import spelled, workday_after, workdays_before, working_moment
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.worlds import World
from workworld.zones import zone

_OPEN = (
    "SELECT Id, AccountId, Status, Priority, CaseNumber FROM Case WHERE IsClosed = false "
    "ORDER BY CaseNumber"
)
WAITING = "Waiting on customer"
_NEWS = (
    "{customer} go live on {day}. Until then whatever is open of theirs has to be High, please. "
    "What waits for them anyway can stay as it is.",
    "I have promised {customer} that we are quick before they go live on {day}: all their open "
    "cases to High, please, but for those that wait for an answer of theirs.",
)
_WITHDRAWN = (
    "{other} go live soon as well, so theirs to High too.",
    "And {other}, who start the week after: High as well, please.",
)
_TAKEN_BACK = (
    "Forget {other}, they have put it off until summer. Theirs stay as they are.",
    "No, not {other} after all, they start much later. Leave theirs alone.",
)
_ASKS = (
    "{author} has written in #{channel} about a customer who goes live, and what is to become of "
    "their cases. Please do that in the CRM.",
    "In #{channel} there is a note by {author} about who goes live next, with a wish for the "
    "priority of their cases. See to it in the CRM.",
    "Read what {author} said in #{channel} about a customer who goes live, the replies as well, "
    "and set the priorities of the cases accordingly.",
)
_WHYS = (
    "I was off when it was said and have not followed it to the end.",
    "It would be a pity if that got lost among the rest.",
)
_LIMITS = (
    "Change priorities and nothing else about the cases: no status, no owner, no comments. Write "
    "to nobody.",
    "No other field of any case changes, no other customer's cases, and nobody is written to.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Whose cases become High, and what could be mistaken for them."""

    persona_id: str
    author: str
    channel_id: str
    channel_name: str
    customer: str
    case_ids: tuple[str, ...]
    """Those that become High."""
    waiting_ids: tuple[str, ...]
    """The customer's that wait for an answer of theirs."""
    other_ids: tuple[str, ...]
    """Those of the customer of whom it was taken back."""
    instruction: str


def draw(world: World, rng: Stream) -> Facts:
    """Have cases come in of two customers, and a colleague write about them."""
    with world.reading() as session:
        people = [each for each in workers(session) if "Support Lead" in each.title]
    persona = rng.choice([each for each in people if each.spotlight])
    accounts = seen_by(world, persona.id, CUSTOMERS)
    customer, other = rng.sample(told_apart(accounts), 2)
    _come_in(world, rng, persona, [customer, other])
    found = seen_by(world, persona.id, _OPEN)
    with world.writing() as session:
        channel = rng.choice(channels_of(session, persona, "support"))
        others = [each for each in workers(session) if each.id != persona.id]
        author = rng.choice(inside(session, channel, others))
        _speak(session, rng, channel, author, (customer["Name"], other["Name"]))
        names = {"author": author.name, "channel": channel.name}
    of_customer = _of(found, customer)
    return Facts(
        persona_id=persona.id,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        customer=customer["Name"],
        case_ids=_ids(each for each in of_customer if _is_meant(each)),
        waiting_ids=_ids(each for each in of_customer if each["Status"] == WAITING),
        other_ids=_ids(each for each in _of(found, other) if _is_meant(each)),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**names),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _come_in(world: World, rng: Stream, persona: Person, accounts: Sequence[Row]) -> None:
    """Of each customer several cases, one of which waits for them."""
    for account in accounts:
        subjects = rng.sample(SUBJECTS[:10], rng.integer(6, 8))
        for number, subject in enumerate(subjects):
            priority = rng.choice(("Low", "Medium"))
            status = WAITING if number == 0 else "Open"
            values = {"Subject": subject, "Priority": priority, "Status": status}
            come_in(world, persona.id, account["Id"], **values)


def _speak(
    session: Session, rng: Stream, channel: Channel, author: Person, names: tuple[str, str]
) -> None:
    """The note, and in its thread another customer, who is taken back."""
    at = zone(directory.company(session).zone)
    today = Clock(session).now().date()
    days = workdays_before(today, 3)
    customer, other = (html.escape(name, quote=False) for name in names)  # as chat keeps it
    day = spelled(workday_after(workday_after(today)))
    replies = [
        MessageFact(
            working_moment(rng, at, each), author.handle, rng.choice(texts).format(other=other)
        )
        for each, texts in ((days[1], _WITHDRAWN), (days[2], _TAKEN_BACK))
    ]
    text = rng.choice(_NEWS).format(customer=customer, day=day)
    note = MessageFact(working_moment(rng, at, days[0]), author.handle, text, replies=replies)
    say(session, {channel.name: [note]})


def _of(cases: Sequence[Row], account: Row) -> list[Row]:
    return [each for each in cases if each["AccountId"] == account["Id"]]


def _is_meant(case: Row) -> bool:
    """Whether it is below High, and does not wait for the customer."""
    return case["Status"] != WAITING and case["Priority"] in ("Low", "Medium")


def _ids(cases: Iterable[Row]) -> tuple[str, ...]:
    return tuple(str(each["Id"]) for each in cases)
