"""Which lines of a sheet name somebody else than the tracker does."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from workworld.apps.tracker.models import Issue
from workworld.directory.models import Person
from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Record, SetOf
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.issues import finds, found, open_issues
from workworld.tasks.questions import Drawn, Question
from workworld.tasks.releases import led_and_worked_on
from workworld.tasks.workbooks import Value, planted, table, workbook_named
from workworld.worlds import World

_TAB = "Who does what"
_LINES, _WRONG, _REWORDED = 12, 3, 2
_MISTAKES = ("those that agree", "one too few", "what is worded otherwise too", "all of them")
_NAMES = ("Hand-out", "Sprint sheet", "Work list", "Load plan", "Desk list")
_ASKS = (
    "In the spreadsheet “{title}” each issue has the name of whoever is on it. For which issues "
    "does the tracker have another assignee? I need their keys.",
    "Please compare the column Assignee of “{title}” with the tracker and give me the keys of the "
    "issues where the two disagree.",
    "“{title}” was right once. Which of the issues in it are assigned to somebody else in the "
    "tracker than the spreadsheet says? Keys, please.",
)
_WHYS = (
    "Two people have worked on the same thing again.",
    "I go through that list with everybody tomorrow.",
    "It is printed and hangs on the wall, wrong as it is.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Have somebody list issues with their assignees, some of which are not right."""
    project, who = led_and_worked_on(world, rng)
    with world.reading() as session:
        seen = Issue.security_level_id.is_(None), Issue.assignee_id.is_not(None)
        drawn_issues = rng.sample(open_issues(session, project.id, *seen), _LINES)
        ids = sorted({str(each.assignee_id) for each in drawn_issues})
        people = session.scalars(select(Person).where(Person.id.in_(ids)).order_by(Person.id))
        names = {each.id: each.name for each in people}
    wrong, right = drawn_issues[:_WRONG], drawn_issues[_WRONG:]
    reworded = right[:_REWORDED]
    typed: list[list[Value]] = [["Issue", "What", "Assignee"]]
    for each in rng.sample(drawn_issues, _LINES):
        summary = f"{each.summary.split(maxsplit=1)[-1]} (as agreed)"
        what = summary if each in reworded else each.summary
        typed.append([each.key, what, _listed(rng, each, names, is_wrong=each in wrong)])
    title = f"{rng.choice(_NAMES)} {project.name} {rng.integer(2, 60)}"
    planted(world, who, title, _TAB, typed)
    truth = [each.id for each in wrong]
    agree = [each.id for each in right]
    mistaken = agree, truth[1:], [*truth, *(each.id for each in reworded)], [*truth, *agree]
    drawn = Drawn(
        persona_id=who,
        told={"title": title},
        truth=truth,
        mistakes=dict(zip(_MISTAKES, mistaken, strict=True)),
        otherwise=agree,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _listed(rng: Stream, issue: Issue, names: Mapping[str, str], *, is_wrong: bool) -> str:
    """The name of whoever has it, or of another one."""
    own = names[str(issue.assignee_id)]
    others = [name for name in names.values() if name != own]
    return rng.choice(others) if is_wrong else own


def solve(episode: Episode, facts: Question) -> None:
    """Read the list, look the issues up, and compare names."""
    workbook_id = workbook_named(episode, facts.told["title"])
    listed = {line[0]: line[2] for line in table(episode, workbook_id, f"{_TAB}!A2:C60")}
    issues = found(episode, f"key in ({', '.join(listed)})", "assignee")
    episode.answer(
        [
            each["key"]
            for each in issues
            if each["fields"]["assignee"]["displayName"] != listed[each["key"]]
        ]
    )


FAMILY = questions.family(
    "operations.check_assignees",
    "Find lines that name another assignee than the tracker",
    prepare,
    solve,
    said="The answer is for which issues the two disagree",
    kind=SetOf(Record(finds, "issue")),
    mistakes=_MISTAKES,
    difficulty=Difficulty.MEDIUM,
    distractors=("lines that are worded otherwise and agree",),
)
