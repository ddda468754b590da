"""Versions that are planned for a task: what of them is done, what is left, what they affect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueType, Version
from workworld.apps.tracker.service import issues, versions
from workworld.calls import perform
from workworld.context import Actor
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.issues import Led, assignable, led_projects, open_issues
from workworld.worlds import World

_SUBJECTS = ("Spring", "Yard", "Gate", "Carrier", "Partner", "Pilot", "Depot", "Night")
_KINDS = ("update", "release", "bundle", "drop")
_LAST = 30


@dataclass(frozen=True, slots=True)
class Release:
    """A version, and its issues by id."""

    name: str
    left: list[str]
    done: list[str]
    affected: list[str]
    """Open bugs that it has, and that it does not fix."""
    issues: dict[str, tuple[str, str]]
    """Key and summary of each."""


def led_and_worked_on(world: World, rng: Stream) -> tuple[Led, str]:
    """A project that somebody leads, and the id of a possible persona who works on it."""
    with world.reading() as session:
        people = {each.id for each in personas(session)}
        projects = led_projects(session)
    able = [
        (project, who)
        for project in projects
        for who in sorted(assignable(world, project.lead.id, project.key) & people)
    ]
    return rng.choice(able)


def planned_release(world: World, rng: Stream, project: Led) -> Release:
    """Have whoever leads a project plan a version of a name that no other one has."""
    name = f"{rng.choice(_SUBJECTS)} {rng.choice(_KINDS)} {rng.integer(2, 9)}"
    lead = Actor(project.lead.id)
    version: Version = perform(world, lead, versions.create, project=project.key, name=name)
    with world.reading() as session:
        seen = Issue.security_level_id.is_(None)
        free = open_issues(session, project.id, seen)
        bugs = open_issues(session, project.id, seen, IssueType.name == "Bug")
        finished = _done(session, project.id)
    affected = rng.sample(bugs, 2)
    taken = [each.id for each in affected]
    left = rng.sample([each for each in free if each.id not in taken], rng.integer(4, 6))
    done = rng.sample(finished, rng.integer(3, 5))
    for each in (*left, *done):
        _put(world, lead, each, "fixVersions", version.id)
    for each in affected:
        _put(world, lead, each, "versions", version.id)
    told = {each.id: (each.key, each.summary) for each in (*left, *done, *affected)}
    return Release(name, _ids(left), _ids(done), _ids(affected), told)


def _ids(found: Sequence[Issue]) -> list[str]:
    return [each.id for each in found]


def _done(session: Session, project_id: str) -> list[Issue]:
    """The issues of a project that were resolved last."""
    query = (
        select(Issue)
        .where(Issue.project_id == project_id, Issue.resolution_id.is_not(None))
        .where(Issue.security_level_id.is_(None))
        .order_by(Issue.resolved_us.desc(), Issue.number)
        .limit(_LAST)
    )
    return list(session.scalars(query))


def _put(world: World, lead: Actor, issue: Issue, field: str, version_id: str) -> None:
    perform(world, lead, issues.edit, issue=issue.key, fields={field: [version_id]})
