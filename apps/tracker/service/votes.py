"""Votes: people's wishes that an issue be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, Vote
from workworld.apps.tracker.service import access, sight
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, rows_of
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Conflict, Forbidden, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_votes = Vote.__table__.c
_OF_ISSUE = constant(
    select(_votes.person_id).where(_votes.issue_id == bindparam("issue")).order_by(_votes.person_id)
)


@dataclass(frozen=True, slots=True)
class Voting:
    """Who voted for an issue."""

    issue: Issue
    count: int
    has_voted: bool
    """Whether the caller did."""
    people: Sequence[Person]
    """All of them by name, for those who may know; otherwise the caller alone, if at all."""


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context, *, issue: IssueRef) -> Voting:
    """List who voted for an issue."""
    row = sight.read(ctx, issue)
    ids = of_issue(ctx, row.id)
    me = ctx.actor.person_id
    may_know = access.may(ctx, names.VIEW_VOTERS_AND_WATCHERS, row)
    found = people.by_ids(ctx.session, ids if may_know else {me} & {*ids}).values()
    in_order = sorted(found, key=lambda person: (person.display_name, person.id))
    return Voting(row, len(ids), me in ids, in_order)


@operation(Effect.WRITE, scope="write:jira-work")
def vote(ctx: Context, *, issue: IssueRef) -> Issue:
    """Vote for an issue that somebody else reported and that is not resolved."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.votes.vote", row)
    if ctx.actor.person_id not in of_issue(ctx, row.id):
        insert_row(ctx.session, Vote(issue_id=row.id, person_id=ctx.actor.person_id))
        ctx.touch(f"tracker.issue:{row.id}")
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def unvote(ctx: Context, *, issue: IssueRef) -> Issue:
    """Take back the caller's vote for an issue."""
    row = sight.read(ctx, issue)
    me = ctx.actor.person_id
    ctx.session.execute(delete(Vote).where(Vote.issue_id == row.id, Vote.person_id == me))
    ctx.touch(f"tracker.issue:{row.id}")
    return row


@permits("tracker.votes.vote", Issue)
def _may_vote(ctx: Context, issue: Issue) -> Refused | None:
    if issue.reporter_id == ctx.actor.person_id:
        return Forbidden("cannot_vote", "You cannot vote for an issue you have reported.")
    if issue.resolution_id is not None:
        return Conflict("cannot_vote", "You cannot vote for an issue that has been resolved.")
    return None


def of_issue(ctx: Context, issue_id: str) -> Sequence[str]:
    """The ids of who voted for an issue, in order, whoever asks."""
    return [row.person_id for row in rows_of(ctx.session, _OF_ISSUE, {"issue": issue_id})]
