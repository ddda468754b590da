"""Which cases there are, by when they had to be solved, and who is on duty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.cases import CUSTOMERS, SUBJECTS, come_in
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated, spelled, workdays_before
from workworld.tasks.issues import Ticket, led_projects, open_issues
from workworld.tasks.phrasings import asked
from workworld.tasks.records import seen_by, told_apart
from workworld.tasks.workbooks import Value, planted_tabs
from workworld.worlds import World
from workworld.zones import zone

RULES, DUTY = "Rules", "On duty"
WAITING = "Waiting on customer"
ZONES = {
    "Berlin": "Europe/Berlin",
    "Dublin": "Europe/Dublin",
    "New York": "America/New_York",
    "Chicago": "America/Chicago",
}
_PEOPLE = 5
_SOON, _LATER = (20, 50), (80, 160)
_OVERDUE = ("Berlin", "New York", "Berlin", "Dublin")
_IN_TIME = ("New York", "Chicago", "Dublin")
_ASKS_AWAY = (
    "I am away on {day}. Who takes the escalation desk for me?",
    "Could somebody have the escalation desk for me on {day}?",
)
_FIRST = ("I can do {day}.", "Fine, {day} is mine.")
_NOT = (
    "I have to take that back, {day} does not work for me. {who} has promised to step in.",
    "Sorry, not {day} after all, I am at a customer's. {who} does it.",
)
_SECOND = ("Right, the desk is mine on {day}.", "Yes, on {day} I have the desk.")
_ASKS = (
    "Please escalate my open cases in the CRM whose time is up. The description of each tells "
    "when and where it was reported, in the time of that place, and “{title}” tells within how "
    "many hours a case of which priority has to be solved (hours of the clock, nights count). "
    "What counts is {moment} UTC on {today}. Escalated means: the status Escalated, and the tick "
    "at Escalated. If the case names a tracker issue, comment there, “Case NUMBER is overdue.”, "
    "with the case's number. If it names none, create a Task in the project {project} of which the "
    "summary is the case's subject, and put its key into the case's field Tracker Issue. Then tell "
    "whoever has the escalation desk today in #{channel}: one message that mentions them and has "
    "the numbers of all these cases.",
    "Some of my open cases should have been solved by now, namely by {moment} UTC on {today}. When "
    "and where each was reported stands in its description, in local time there; how many hours "
    "(around the clock) each priority has is in “{title}”. What is late gets the status Escalated "
    "and the tick at Escalated. Where the case has a tracker issue, leave the comment “Case NUMBER "
    "is overdue.” there, with its number; where it has none, open a Task in {project}, with the "
    "case's subject as its summary, and enter its key as the case's Tracker Issue. Finally one "
    "message in #{channel}, with a mention of who has the escalation desk today and the numbers of "
    "those cases, and of no others.",
)
_WHYS = (
    "Yesterday a customer found out before we did.",
    "The desk can only help with what it hears of.",
)
_LIMITS = (
    "While a case waits for the customer, its clock stands still, so leave those. The CRM's own "
    "due times begin when somebody typed the case in and are of no use. Who is on duty stands in "
    "the tab “{duty}”, unless they have swapped in #{channel}. Do nothing about cases without "
    "such a description, and nothing else to those with one.",
    "Cases that wait for the customer are never late. Do not go by the due times in the CRM, which "
    "start too late, and look for swaps in #{channel} before you trust the tab “{duty}”. Cases "
    "that say nothing of when they were reported are not meant, and nothing else changes.",
)


class Reported(NamedTuple):
    """A case."""

    id: str
    number: str
    subject: str
    ticket: Ticket | None
    """The issue that it names."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which cases are overdue, who is to be told, and what could be mistaken for that."""

    persona_id: str
    persona: str
    title: str
    now: datetime
    project_id: str
    project_key: str
    channel_id: str
    channel_name: str
    overdue: tuple[Reported, ...]
    in_time: tuple[Reported, ...]
    waiting: Reported
    """It would be overdue, if it did not wait for the customer."""
    by_utc: tuple[int, ...]
    """Which of the overdue ones are so too if local times are taken for UTC."""
    duty_id: str
    listed_id: str
    """Who stands in the workbook for today."""
    first_id: str
    """Who took it, and took that back."""
    instruction: str


def draw(world: World, rng: Stream) -> Facts:
    """Have cases come in, with rules in a workbook and a duty that is swapped twice."""
    with world.reading() as session:
        everybody = workers(session)
        persona = next(p for p in personas(session) if "Support Lead" in p.title)
        others = [each for each in everybody if each is not persona]
        rooms = [
            (channel, near)
            for channel in channels_of(session, persona)
            if len(near := inside(session, channel, others)) >= _PEOPLE
        ]
        now = Clock(session).now().replace(second=0, microsecond=0)
        project = rng.choice(led_projects(session))
        issues = open_issues(session, project.id, Issue.security_level_id.is_(None))
    channel, near = rng.choice(rooms)
    hours = {"Critical": 4, "High": 8, "Medium": 24, "Low": 72}
    hours = {name: count + rng.integer(0, 3) for name, count in hours.items()}
    tickets = [Ticket(each.id, each.key) for each in rng.sample(issues, 4)]
    planted = _come_in(world, rng, persona, hours, now, tickets)
    listed, first, duty, *rest = rng.sample(near, _PEOPLE)
    today = now.date()
    title = f"Escalation {today:%B %Y}, {rng.integer(100, 999)}"
    days = [*workdays_before(today, 2), today, today + timedelta(days=1)]
    names = (rest[0].name, rest[1].name, listed.name, rest[0].name)
    rota: list[list[Value]] = [["Day", "Name"]]
    rota.extend([f"on {dated(day)}", name] for day, name in zip(days, names, strict=True))
    rules: list[list[Value]] = [["Priority", "Solved within (hours)"]]
    rules.extend([name, count] for name, count in hours.items())
    planted_tabs(world, persona.id, title, {RULES: rules, DUTY: rota})
    _swap(world, rng, channel, (listed, first, duty), today)
    words = {"title": title, "moment": f"{now:%H:%M}", "today": dated(today), "duty": DUTY}
    words |= {"project": project.key, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        persona=persona.name,
        title=title,
        now=now,
        project_id=project.id,
        project_key=project.key,
        channel_id=channel.id,
        channel_name=channel.name,
        overdue=tuple(planted[:4]),
        in_time=tuple(planted[4:7]),
        waiting=planted[7],
        by_utc=(1, 3),
        duty_id=duty.id,
        listed_id=listed.id,
        first_id=first.id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _come_in(
    world: World,
    rng: Stream,
    persona: Person,
    hours: dict[str, int],
    now: datetime,
    tickets: Sequence[Ticket],
) -> list[Reported]:
    """Four that are overdue, three that are not, and one that waits."""
    accounts = told_apart(seen_by(world, persona.id, CUSTOMERS))
    subjects = rng.sample(SUBJECTS, 8)
    late = [-rng.integer(*_SOON) for _ in _OVERDUE[:3]] + [-rng.integer(*_LATER)]
    left = [rng.integer(*_SOON), rng.integer(*_LATER), rng.integer(*_SOON)]
    places = (*_OVERDUE, *_IN_TIME, "Dublin")
    named = (tickets[0], None, None, tickets[1], tickets[2], None, None, tickets[3])
    found: list[tuple[str, str, Ticket | None]] = []
    for number in range(8):
        minutes = (*late, *left, -rng.integer(*_LATER))[number]
        priority = rng.choice(tuple(hours))
        at = now + timedelta(minutes=minutes) - timedelta(hours=hours[priority])
        local = at.astimezone(zone(ZONES[places[number]]))
        said = f"Reported on {dated(local.date())} at {local:%H:%M}, {places[number]} time."
        values = {"Subject": subjects[number], "Priority": priority, "Description": said}
        if ticket := named[number]:
            values["Tracker_Issue__c"] = ticket.key
        if number == 7:
            values["Status"] = WAITING
        case_id = come_in(world, persona.id, rng.choice(accounts)["Id"], **values)
        found.append((case_id, subjects[number], ticket))
    query = "SELECT Id, CaseNumber FROM Case WHERE IsClosed = false ORDER BY CreatedDate DESC"
    numbers = {each["Id"]: each["CaseNumber"] for each in seen_by(world, persona.id, query)}
    return [
        Reported(case_id, numbers[case_id], subject, ticket) for case_id, subject, ticket in found
    ]


def _swap(
    world: World, rng: Stream, channel: Channel, people: Sequence[Person], today: date
) -> None:
    listed, first, duty = people
    said = [
        (listed, rng.choice(_ASKS_AWAY)),
        (first, rng.choice(_FIRST)),
        (first, rng.choice(_NOT)),
        (duty, rng.choice(_SECOND)),
    ]
    day = spelled(today)
    held(world, rng, channel, [(who, text.format(day=day, who=duty.name)) for who, text in said])
