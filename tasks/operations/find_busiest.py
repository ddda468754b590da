"""Who has the most open issues of a project, of some kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueType, Project
from workworld.grading import Difficulty, Episode, Split
from workworld.grading.answers import Person
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import personas
from workworld.tasks.issues import assignable, found, led_projects
from workworld.tasks.questions import Drawn, Question
from workworld.worlds import World

_MISTAKES = (
    "the second",
    "the one who reported the most",
    "whoever leads the project",
    "all kinds",
)
_ASKS = (
    "Who has the most unresolved {kind} assigned to them in the tracker's project {project}? I "
    "need the name.",
    "In the project {project}, one of us has more unresolved {kind} than anybody else. Who is it?",
    "Please look into the tracker and tell me who has most of the unresolved {kind} of {project}, "
    "counted by assignee.",
    "To whom are more unresolved {kind} of {project} assigned than to anybody else?",
)
_WHYS = (
    "I would like to spare them when I hand out the next work.",
    "Somebody complains that it is always the same one.",
    "We plan holidays, and I do not want to find out too late.",
    "It came up in the retro, and nobody knew.",
)
_KINDS = {
    "bugs": ("Bug",),
    "stories": ("Story",),
    "tasks": ("Task",),
    "bugs and tasks": ("Bug", "Task"),
    "stories and bugs": ("Story", "Bug"),
    "stories and tasks": ("Story", "Task"),
    "stories, tasks and bugs": ("Story", "Task", "Bug"),
}
Line = tuple[str, str | None, str | None, bool]
"""Type, reporter and assignee of an issue, and whether some may not see it."""


def prepare(world: World, rng: Stream) -> Question:
    """Draw a project and kinds of issues of which one person has the most."""
    with world.reading() as session:
        people = {each.id: each for each in personas(session)}
        projects = led_projects(session)
        lines = {each.key: _lines(session, each.key) for each in projects}
    able = [
        (project, who, kind)
        for project in projects
        for who in sorted(assignable(world, project.lead.id, project.key) & people.keys())
        for kind in _KINDS
        if _first_two(lines[project.key], kind)
    ]
    project, who, kind = rng.in_turn(able)
    own = lines[project.key]
    best = _first_two(own, kind)
    assert best is not None
    first, second = best
    reporters = Counter(line[1] for line in own if line[0] in _KINDS[kind])
    reporter = reporters.most_common(1)[0][0]
    everything = Counter(line[2] for line in own if line[2]).most_common(1)
    drawn = Drawn(
        persona_id=who,
        told={"project": project.name, "key": project.key, "kind": kind},
        truth=first,
        mistakes=dict(
            zip(_MISTAKES, (second, reporter, project.lead.id, everything[0][0]), strict=True)
        ),
        otherwise=second,
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _lines(session: Session, project: str) -> list[Line]:
    """The unresolved issues of a project."""
    query = (
        select(IssueType.name, Issue.reporter_id, Issue.assignee_id, Issue.security_level_id)
        .join(Project, Project.id == Issue.project_id)
        .join(IssueType, IssueType.id == Issue.type_id)
        .where(Project.key == project, Issue.resolution_id.is_(None))
        .order_by(Issue.number)
    )
    found = session.execute(query).all()
    return [(row[0], row[1], row[2], row[3] is not None) for row in found]


def _first_two(lines: Sequence[Line], kind: str) -> tuple[str, str] | None:
    """Who has the most and who the second most.

    None where nobody has more than all others, or where that depends on what one may see.
    """
    ours = [line for line in lines if line[0] in _KINDS[kind] and line[2]]
    everything = Counter(line[2] for line in ours).most_common(2)
    seen = Counter(line[2] for line in ours if not line[3]).most_common(2)
    for best in (everything, seen):
        if len(best) < 2 or best[0][1] == best[1][1] or best[0][0] != everything[0][0]:
            return None
    return str(everything[0][0]), str(everything[1][0])


def solve(episode: Episode, facts: Question) -> None:
    """Ask for the issues, and count by assignee."""
    kinds = ", ".join(_KINDS[facts.told["kind"]])
    query = (
        f'project = "{facts.told["project"]}" AND issuetype IN ({kinds}) AND resolution IS EMPTY '
        "AND assignee IS NOT EMPTY"
    )
    having = Counter(
        each["fields"]["assignee"]["accountId"] for each in found(episode, query, "assignee")
    )
    episode.answer(having.most_common(1)[0][0])


FAMILY = questions.family(
    "operations.find_busiest",
    "Find who has the most open issues of a kind",
    prepare,
    solve,
    said="The answer is who has the most of them",
    kind=Person(),
    mistakes=_MISTAKES,
    split=Split.VALIDATION,
    difficulty=Difficulty.EASY,
    distractors=("who has reported the most", "issues of other kinds", "whoever leads the project"),
)
