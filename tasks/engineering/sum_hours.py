"""How many hours somebody has logged on an epic's issues in a week."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from workworld.apps.tracker.service import worklogs
from workworld.calls import perform
from workworld.clock import Clock, to_microseconds
from workworld.context import Actor
from workworld.directory import people as directory
from workworld.directory.models import Person
from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Number
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import workers
from workworld.tasks.days import spelled
from workworld.tasks.issues import Led, Ticket, assignable, found, led_projects, planted, use
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.reports import WORK
from workworld.worlds import World
from workworld.zones import zone

_HOUR = 3600
_ISSUES = 4
_MISTAKES = (
    "somebody else as well",
    "somebody else instead",
    "the week before as well",
    "the week before instead",
    "issues outside as well",
    "one issue left out",
)
_ASKS = (
    "How many hours has {who} logged on the issues of the epic {epic} (“{title}”) in the week "
    "from {first} to {last}?",
    "Add up for me what {who} logged on issues below “{title}”, which is the epic {epic} of "
    "{project}, from {first} to {last}. The sum in hours will do.",
    "I need one number: the hours of work that {who} has logged from {first} to {last}, on issues "
    "of the epic “{title}” ({epic}) alone.",
    "{who} worked on {epic}, “{title}”, in the week from {first} to {last}. How many hours are "
    "logged on its issues for that, all together?",
)
_WHYS = (
    "The customer pays for that epic by the hour.",
    "The two of us remember the week differently.",
    "I have to tell finance before noon.",
    "It goes into the report of the month.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Have two people log work on an epic's issues, in two weeks."""
    with world.reading() as session:
        people = workers(session)
        projects = led_projects(session)
        at = zone(directory.company(session).zone)
        today = Clock(session).now().astimezone(at).date()
    project = rng.choice(projects)
    able = assignable(world, project.lead.id, project.key)
    who, other = rng.sample([each for each in people if each.id in able], 2)
    title, *titles = rng.sample(WORK, _ISSUES + 2)
    epic, inside, outside = _planted(world, project, title, titles)
    monday = today - timedelta(days=today.weekday() + 7)

    def log(person: Person, ticket: Ticket, week: date, days: Sequence[int]) -> int:
        total = 0
        for day in days:
            noon = datetime.combine(week + timedelta(days=day), time(12), at)
            halves = rng.integer(2, 9)
            total += halves
            given = {"seconds": halves * _HOUR // 2, "started_us": to_microseconds(noon)}
            perform(world, Actor(person.id), worklogs.add, issue=ticket.key, **given)
        return total

    week_before = monday - timedelta(days=7)
    mine = [log(who, each, monday, rng.sample(range(5), 2)) for each in inside[:3]]
    theirs = sum(log(other, each, monday, [rng.integer(0, 4)]) for each in inside[1:])
    earlier = sum(log(who, each, week_before, [rng.integer(0, 4)]) for each in inside[2:])
    elsewhere = log(who, outside, monday, [rng.integer(0, 4)])
    right = sum(mine)
    halves = (
        *(right + theirs, theirs, right + earlier, earlier, right + elsewhere),
        right - mine[0],
    )
    wrong = [each / 2 for each in halves]
    drawn = Drawn(
        persona_id=project.lead.id,
        told={
            "who": who.name,
            "epic": epic.key,
            "title": title,
            "project": project.name,
            "first": spelled(monday),
            "last": spelled(monday + timedelta(days=6)),
            "monday": monday.isoformat(),
        },
        truth=right / 2,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=right / 2 + 1,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _planted(
    world: World, project: Led, title: str, titles: Sequence[str]
) -> tuple[Ticket, list[Ticket], Ticket]:
    """An epic, its issues, and one that is in no epic."""
    lead, key = project.lead.id, project.key
    epic = planted(world, lead, key, "Epic", title)
    inside = [planted(world, lead, key, "Task", each, parent=epic.key) for each in titles[1:]]
    return epic, inside, planted(world, lead, key, "Task", titles[0])


def solve(episode: Episode, facts: Question) -> None:
    """Read what is logged on each of the epic's issues."""
    monday = date.fromisoformat(facts.told["monday"])
    seconds = 0
    for issue in found(episode, f"parent = {facts.told['epic']}"):
        for log in use(episode, "getJiraIssueWorklogs", issueIdOrKey=issue["key"])["values"]:
            day = date.fromisoformat(log["started"][:10])
            if log["author"]["displayName"] == facts.told["who"] and 0 <= (day - monday).days < 7:
                seconds += log["timeSpentSeconds"]
    episode.answer(seconds / _HOUR)


FAMILY = questions.family(
    "engineering.sum_hours",
    "Add up the hours that somebody logged on an epic",
    prepare,
    solve,
    said="The answer is how many hours they have logged",
    kind=Number(),
    mistakes=_MISTAKES,
    difficulty=Difficulty.EASY,
    distractors=("somebody else's hours", "hours of the week before", "an issue outside the epic"),
    steps=15,
)
