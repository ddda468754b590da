"""Which site and days are asked for, and what people have said about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory import people
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.seed_data.chat import say
from workworld.tasks.days import spelled
from workworld.tasks.support.count_missed_slots.reports import (
    Period,
    Report,
    drawn,
    sites,
    total,
)
from workworld.tasks.support.count_missed_slots.talk import Talk
from workworld.tasks.voices import Author, everything_said, writers
from workworld.zones import zone

_ABOUT_CUSTOMERS = "%custom%"


_QUIET = timedelta(days=11)


_PHRASINGS = (
    "How many slots were missed at {customer}, {site}, from {first} to {last}, both days included? "
    "People report them in chat, day by day. Later corrections count. Answer with the number.",
    "Good morning! I have a call with {customer} about credit, and I need to know how many slots "
    "were missed at their site {site} from {first} to {last} (these two days included). We have "
    "written it down in chat whenever they told us, one number a day. Some numbers were corrected "
    "later on, so please go by what was right in the end, and by the day on which the slots were "
    "missed, not the day of the message. As the answer I only need the number. Many thanks!",
    "{customer} have asked me what I think of our numbers and I was not well prepared, to be "
    "honest, I mumbled something about a handful. I know that somebody or other puts a line into "
    "chat each time they miss slots on a day, the trouble is that these lines are all over the "
    "place, that now and then two people report the same day, and that some of it was put right "
    "afterwards. So could you go through it and add it up for me? I am talking about their site "
    "{site} and none of the others, and about the days from {first} up to and including {last}. "
    "The total as one plain number is all I want as an answer.",
    "The credit note for {customer} needs one figure: missed slots in {site}, {first} through "
    "{last}, inclusive. Source: reports in chat as corrected; each day counts once, by the day it "
    "happened. Give the figure alone.",
    "I would rather not guess when {customer} ask me how often their carriers stayed away in "
    "{site} between {first} and {last}, first and last day included. Each day's missed slots have "
    "been mentioned in chat and, where the first number was wrong, mended there. Tell me the sum, "
    "just a number.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Which site and days are asked for, what is right, and what else one could arrive at."""

    persona_id: str
    customer: str
    site: str
    first_day: date
    last_day: date
    truth: int
    wrong: Mapping[str, int]
    """By the mistake that leads there."""
    default_channel_id: str
    """Where everybody may write."""
    instruction: str


def draw(session: Session, rng: Stream) -> Facts:
    """Have customers' missed slots reported for weeks, at several sites with similar names."""
    spotlight = select(Person).where(Person.spotlight).order_by(Person.handle)
    persona = rng.choice(session.scalars(spotlight).all())
    authors = _authors(session, rng, persona)
    nearby = sites(rng, everything_said(session))
    last_day = _friday(Clock(session).now().date() - _QUIET)
    first_day = last_day - timedelta(days=4 + 7 * rng.integer(1, 3))
    period = Period(first_day, last_day)
    reports, wrong = drawn(rng, nearby, period)
    talk = Talk(rng, zone(people.company(session).zone), authors)
    _speak(rng, talk, reports, period)
    say(session, talk.said)
    default = session.scalars(select(Channel.id).where(Channel.is_default)).one()
    values = {"customer": nearby[0].customer, "site": nearby[0].name}
    days = {"first": spelled(first_day), "last": spelled(last_day)}
    return Facts(
        persona_id=persona.id,
        **values,
        first_day=first_day,
        last_day=last_day,
        truth=total(period.of(reports, nearby[0])),
        wrong=wrong,
        default_channel_id=default,
        instruction=rng.choice(_PHRASINGS).format(**values, **days),
    )


def _authors(session: Session, rng: Stream, persona: Person) -> dict[str, list[Author]]:
    """Those who write most in channels about customers, and in one that is about something else."""
    live = (Channel.kind == "public", Channel.is_archived.is_(False), Channel.posting == "everyone")
    fitting = Channel.purpose.like(_ABOUT_CUSTOMERS)
    query = select(Channel).where(*live, Channel.is_default.is_(False)).order_by(Channel.name)
    about = session.scalars(query.where(fitting)).all()
    another = rng.choice(session.scalars(query.where(~fitting)).all())
    return {each.name: writers(session, each, persona.id) for each in (*about, another)}


def _friday(day: date) -> date:
    return day - timedelta(days=(day.weekday() - 4) % 7)


def _speak(rng: Stream, talk: Talk, reports: Sequence[Report], period: Period) -> None:
    """Have it all reported; once the corrections are through, old numbers are spoken of again."""
    for report in reports:
        talk.report(report)
    stale = [each for each in reports if each.remedy in ("reply", "message")]
    for report in stale[:2]:
        talk.echo(report, period.last + timedelta(days=rng.integer(5, 6)))
