"""Which issues of a release are not done yet."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueType, IssueVersion, Version
from workworld.apps.tracker.service import issues as service
from workworld.apps.tracker.service import versions
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Difficulty, Episode
from workworld.grading.answers import Record, SetOf
from workworld.randomness import Stream
from workworld.tasks import questions
from workworld.tasks.casting import personas
from workworld.tasks.issues import Led, assignable, finds, found, led_projects, open_issues
from workworld.tasks.questions import Drawn, Question
from workworld.worlds import World

_MISTAKES = (
    "what is done as well",
    "what is done instead",
    "one too few",
    "what it affects as well",
    "what it affects instead",
)
_SUBJECTS = ("Spring", "Yard", "Gate", "Carrier", "Partner", "Pilot", "Depot", "Night")
_KINDS = ("update", "release", "bundle", "drop")
_ASKS = (
    "Which issues that are to be fixed in version {version} of {project} are still unresolved? "
    "Their keys will do.",
    "We want to release {version} of {project}. Please give me the keys of the issues with this "
    "fix version that are not resolved.",
    "What of {version} ({project}) is not done? I mean the unresolved issues that have it as "
    "their fix version, by key.",
    "For the release meeting I need a list: keys of all issues in {project} with the fix version "
    "{version} that have no resolution.",
)
_WHYS = (
    "The board shows me three different numbers, depending on whom I ask.",
    "Sales has been told a date, and I am not so sure of it.",
    "I have to say on Monday whether we ship.",
    "Nobody has looked at this list for a month.",
)


def prepare(world: World, rng: Stream) -> Question:
    """Have a project's lead plan a version: some is done, some only affected by it."""
    with world.reading() as session:
        people = {each.id: each for each in personas(session)}
        projects = led_projects(session)
    able = [
        (project, who)
        for project in projects
        for who in sorted(assignable(world, project.lead.id, project.key) & people.keys())
    ]
    project, who = rng.choice(able)
    version = _planned(world, rng, project)
    with world.reading() as session:
        seen = Issue.security_level_id.is_(None)
        free = open_issues(session, project.id, seen)
        bugs = open_issues(session, project.id, seen, IssueType.name == "Bug")
        finished = _done(session, project.id)
    affected = rng.sample(bugs, 2)
    taken = [each.id for each in affected]
    left = rng.sample([each for each in free if each.id not in taken], rng.integer(3, 6))
    done = rng.sample(finished, rng.integer(2, 5))
    for each in (*left, *done):
        _put(world, project.lead.id, each, "fixVersions", version.id)
    for each in affected:
        _put(world, project.lead.id, each, "versions", version.id)
    return _question(world, rng, (project, who, version), affected)


def _planned(world: World, rng: Stream, project: Led) -> Version:
    """A version of a name that no other one has."""
    name = f"{rng.choice(_SUBJECTS)} {rng.choice(_KINDS)} {rng.integer(2, 9)}"
    lead = Actor(project.lead.id)
    made: Version = perform(world, lead, versions.create, project=project.key, name=name)
    return made


def _question(
    world: World, rng: Stream, about: tuple[Led, str, Version], affected: Sequence[Issue]
) -> Question:
    project, who, version = about
    with world.reading() as session:
        there = _issues(session, version.id)
    left = [issue_id for issue_id, is_done in there.items() if not is_done]
    done = [issue_id for issue_id, is_done in there.items() if is_done]
    others = [each.id for each in affected]
    wrong = [*left, *done], done, left[1:], [*left, *others], others
    drawn = Drawn(
        persona_id=who,
        told={"project": project.name, "version": version.name},
        truth=left,
        mistakes=dict(zip(_MISTAKES, wrong, strict=True)),
        otherwise=[*left, done[0]],
    )
    return questions.worded(world, rng, drawn, _ASKS, _WHYS)


def _issues(session: Session, version_id: str) -> dict[str, bool]:
    """The issues that a version is to fix: their ids, and whether they are done."""
    query = (
        select(Issue.id, Issue.resolution_id)
        .join(IssueVersion, IssueVersion.issue_id == Issue.id)
        .where(IssueVersion.version_id == version_id, IssueVersion.kind == "fix")
        .order_by(Issue.number)
    )
    return {issue_id: done is not None for issue_id, done in session.execute(query).all()}


def _done(session: Session, project_id: str) -> list[Issue]:
    """Issues of a project that were resolved last."""
    query = (
        select(Issue)
        .where(Issue.project_id == project_id, Issue.resolution_id.is_not(None))
        .where(Issue.security_level_id.is_(None))
        .order_by(Issue.resolved_us.desc(), Issue.number)
        .limit(30)
    )
    return list(session.scalars(query))


def _put(world: World, person_id: str, issue: Issue, field: str, version_id: str) -> None:
    values = {field: [version_id]}
    perform(world, Actor(person_id), service.edit, issue=issue.key, fields=values)


def solve(episode: Episode, facts: Question) -> None:
    """Ask for them."""
    version, project = facts.told["version"], facts.told["project"]
    query = f'project = "{project}" AND fixVersion = "{version}" AND resolution IS EMPTY'
    episode.answer([each["key"] for each in found(episode, query)])


FAMILY = questions.family(
    "product.list_unfinished",
    "List what of a release is not done",
    prepare,
    solve,
    said="The answer is which issues of the version are unresolved",
    kind=SetOf(Record(finds, "issue")),
    mistakes=_MISTAKES,
    difficulty=Difficulty.EASY,
    distractors=("issues that are done", "issues that the version affects"),
)
