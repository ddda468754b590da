"""Who is told of what happens to an issue because they chose to, or had to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, Watcher
from workworld.apps.tracker.service import access, audience, preferences, sight
from workworld.apps.tracker.types import IssueRef, PersonId
from workworld.context import Context
from workworld.database import constant, insert_row, rows_of
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.errors import Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_watchers = Watcher.__table__.c
_OF_ISSUE = constant(
    select(_watchers.person_id)
    .where(_watchers.issue_id == bindparam("issue"))
    .order_by(_watchers.person_id)
)
SomebodyOrMe = Annotated[
    PersonId | None, Field(description="A person's account id; the caller by default.")
]


@dataclass(frozen=True, slots=True)
class Watching:
    """Who watches an issue."""

    issue: Issue
    count: int
    is_watching: bool
    """Whether the caller does."""
    people: Sequence[Person]
    """All of them by name, for those who may know; otherwise the caller alone, if at all."""


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, issue: IssueRef) -> Watching:
    """List who watches an issue."""
    row = sight.read(ctx, issue)
    ids = of_issue(ctx, row.id)
    me = ctx.actor.person_id
    may_know = access.may(ctx, names.VIEW_VOTERS_AND_WATCHERS, row)
    shown = ids if may_know else [each for each in ids if each == me]
    found = people.by_ids(ctx.session, shown).values()
    in_order = sorted(found, key=lambda person: (person.display_name, person.id))
    return Watching(row, len(ids), me in ids, in_order)


@operation(Effect.WRITE, scope="write:jira-work")
def watch(ctx: Context, *, issue: IssueRef, person_id: SomebodyOrMe = None) -> Issue:
    """Let the caller, or somebody else, be told of what happens to an issue."""
    row = sight.read(ctx, issue)
    person = _known(ctx, row, person_id)
    if person != ctx.actor.person_id:
        require(ctx, "tracker.watchers.watch.others", row)
        if not audience.of_issue(ctx, row.id, [person]):
            said = "They cannot see this issue, so they cannot watch it."
            raise Forbidden("watcher_cannot_browse", said)
    begin(ctx, row.id, [person])
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def unwatch(ctx: Context, *, issue: IssueRef, person_id: SomebodyOrMe = None) -> Issue:
    """Let the caller, or somebody else, no longer be told of what happens to an issue."""
    row = sight.read(ctx, issue)
    person = _known(ctx, row, person_id)
    if person != ctx.actor.person_id:
        require(ctx, "tracker.watchers.watch.others", row)
    gone = delete(Watcher).where(Watcher.issue_id == row.id, Watcher.person_id == person)
    ctx.session.execute(gone)
    ctx.touch(f"tracker.issue:{row.id}")
    return row


@permits("tracker.watchers.watch.others", Issue)
def _may_watch_for_others(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.MANAGE_WATCHERS, issue)


def of_issue(ctx: Context, issue_id: str) -> Sequence[str]:
    """The ids of who watches an issue, in order, whoever asks."""
    return [row.person_id for row in rows_of(ctx.session, _OF_ISSUE, {"issue": issue_id})]


def begin(ctx: Context, issue_id: str, person_ids: Sequence[str]) -> None:
    """Let people watch an issue, if they do not yet."""
    already = of_issue(ctx, issue_id)
    for person_id in dict.fromkeys(person_ids):
        if person_id not in already:
            insert_row(ctx.session, Watcher(issue_id=issue_id, person_id=person_id))
    ctx.touch(f"tracker.issue:{issue_id}")


def begin_by_habit(ctx: Context, issue_id: str, person_ids: Sequence[str]) -> None:
    """Let those of some people watch an issue who watch whatever they have to do with."""
    wanted = [each for each in dict.fromkeys(person_ids) if preferences.of(ctx, each).watch_own]
    begin(ctx, issue_id, wanted)


def _known(ctx: Context, issue: Issue, person_id: str | None) -> str:
    """Whom an argument means.

    Raises:
        NotFound: ``user_not_found``.
    """
    if person_id is None or person_id == ctx.actor.person_id:
        return ctx.actor.person_id
    person = people.by_ids(ctx.session, [person_id]).get(person_id)
    gone = person is None or person.is_deactivated or person.kind != AccountKind.PERSON
    if gone and person_id not in of_issue(ctx, issue.id):
        raise NotFound("user_not_found", f"The user {person_id!r} does not exist.")
    return person_id
