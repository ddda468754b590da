"""Which issue is asked for, who is said to want it, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueType, Project
from workworld.passing_time import let_time_pass
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.issues import assignable, said
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.worlds import World

_CUSTOMERS = (
    "SELECT Id, Name, ARR__c FROM Account WHERE Type = 'Customer' AND ARR__c > 0 "
    "AND CurrencyIsoCode = 'USD' ORDER BY Name LIMIT 200"
)
_FEWEST = 5
WANTED = (
    "{customer} asked for this in our call.",
    "{customer} asked for this, and would take it half done.",
    "One more: {customer} asked for this before they renew.",
)
DROPPED = (
    "{customer} no longer need this, they have found another way.",
    "For the record, {customer} no longer need this.",
)
_ASKS = (
    "{key} is wished for by several customers, as its comments say. How much annual recurring "
    "revenue do those who still want it come to, by the CRM? Answer with the sum in dollars.",
    "Which customers want {key} stands in its comments. Please add up their ARR as the CRM has it, "
    "each customer once, and only those who have not taken their wish back. The answer is the sum "
    "in dollars.",
    "What is {key} worth? I mean the ARR in the CRM of all customers who want it according to the "
    "comments of the issue and still do. I need it in dollars, as one sum.",
)
_WHYS = (
    "We plan the next quarter, and whoever speaks loudest has had their way often enough.",
    "Somebody said that nobody pays for this, and I would like to know better.",
    "I have to defend this on Thursday.",
)
_LIMITS = (
    "Change nothing, neither the issue nor anything in the CRM.",
    "It is a question only: leave everything as it is and ask nobody.",
)
MISTAKES = (
    "withdrawals overlooked",
    "twice who asked twice",
    "the last one left out",
    "another issue's customer as well",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The issue, what is right, and what else one could arrive at."""

    persona_id: str
    channel_id: str
    """Where everybody may write."""
    key: str
    truth: float
    wrong: Mapping[str, float]
    """By the mistake that leads there."""
    instruction: str


def draw(world: World, rng: Stream) -> Facts:
    """Have colleagues write down who wants something, and who no longer does."""
    with world.reading() as session:
        people = personas(session)
        project, lead_id, keys = _backlog(session, rng)
        default_id = everybodys_channel(session)
    sights = {each.id: told_apart(seen_by(world, each.id, _CUSTOMERS)) for each in people}
    persona_id = rng.choice([who for who, found in sights.items() if len(found) > _FEWEST])
    found = sights[persona_id]
    count = min(len(found) - 2, rng.integer(3, 6))
    *wanting, dropped, elsewhere = rng.sample(found, count + 2)
    key, other_key = rng.sample(keys, 2)
    writers = sorted(assignable(world, lead_id, project))
    again = rng.choice(wanting[:-1])
    _talk(world, rng, writers, key, wanting, (again, dropped))
    _say(world, rng, writers, other_key, rng.choice(WANTED), elsewhere)
    truth = _worth(wanting)
    mistaken = (
        truth + dropped["ARR__c"],
        truth + again["ARR__c"],
        _worth(wanting[:-1]),
        truth + elsewhere["ARR__c"],
    )
    return Facts(
        persona_id=persona_id,
        channel_id=default_id,
        key=key,
        truth=truth,
        wrong=dict(zip(MISTAKES, mistaken, strict=True)),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(key=key),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _backlog(session: Session, rng: Stream) -> tuple[str, str, list[str]]:
    """A project, its lead, and its open stories and tasks that everybody sees."""
    query = (
        select(Project.key, Project.lead_id, Issue.key)
        .join(Issue, Issue.project_id == Project.id)
        .join(IssueType, IssueType.id == Issue.type_id)
        .where(Project.kind == "scrum", Project.lead_id.is_not(None))
        .where(IssueType.name.in_(("Story", "Task")), Issue.resolution_id.is_(None))
        .where(Issue.security_level_id.is_(None))
        .order_by(Project.key, Issue.number)
    )
    rows = session.execute(query).all()
    project = rng.choice(sorted({row[0] for row in rows}))
    mine = [row for row in rows if row[0] == project]
    return project, str(mine[0][1]), [str(row[2]) for row in mine]


def _talk(
    world: World,
    rng: Stream,
    writers: Sequence[str],
    key: str,
    wanting: Sequence[Row],
    special: tuple[Row, Row],
) -> None:
    """Everybody asks, one of them twice, and one takes it back."""
    again, dropped = special
    asking = rng.sample([*wanting[:-1], dropped], len(wanting))
    for customer in asking:
        _say(world, rng, writers, key, rng.choice(WANTED), customer)
    _say(world, rng, writers, key, rng.choice(WANTED), again)
    _say(world, rng, writers, key, rng.choice(DROPPED), dropped)
    _say(world, rng, writers, key, rng.choice(WANTED), wanting[-1])


def _say(
    world: World, rng: Stream, writers: Sequence[str], key: str, text: str, customer: Row
) -> None:
    said(world, rng.choice(writers), key, text.format(customer=customer["Name"]))
    let_time_pass(world, rng.integer(2, 9) * 60)


def _worth(customers: Sequence[Row]) -> float:
    return float(sum(each["ARR__c"] for each in customers))
