"""Ratings: what customers thought of how their requests were answered."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Issue, Rating
from workworld.apps.tracker.service import desk_parts, history, projects, sight
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require


@operation(Effect.READ, scope="read:jira-work", doors=PROGRAMS)
def info(ctx: Context, *, issue: IssueRef) -> Rating:
    """Read how the customer rated an issue."""
    row = ctx.session.get(Rating, sight.read(ctx, issue).id)
    if row is None:
        raise NotFound("rating_not_found", "The request has not been rated.")
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def rate(
    ctx: Context,
    *,
    issue: IssueRef,
    stars: Annotated[int, Field(description="From 1 to 5, the best.", ge=1, le=5)],
    remark: Annotated[str, Field(description="Why.", max_length=2000)] = "",
) -> Rating:
    """Rate how a resolved request of one's own was answered, or change one's mind."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.ratings.rate", row)
    if row.resolution_id is None:
        raise Conflict("request_open", "A request is rated once it is resolved.")
    rating = ctx.session.get(Rating, row.id)
    if rating is None:
        rating = Rating(issue_id=row.id, person_id=ctx.actor.person_id)
        ctx.session.add(rating)
    rating.stars, rating.comment = stars, remark.strip()
    rating.rated_us = ctx.clock.now_us()
    history.stamp(ctx, row)
    facts = {"issue_id": row.id, "project_id": row.project_id}
    ctx.emit("tracker.request_rated", **facts, stars=stars)
    return rating


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, issue: IssueRef) -> None:
    """Take back the rating of a request of one's own."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.ratings.rate", row)
    rating = ctx.session.get(Rating, row.id)
    if rating is None:
        raise NotFound("rating_not_found", "The request has not been rated.")
    ctx.session.delete(rating)
    history.stamp(ctx, row)


def of_issue(ctx: Context, issue_id: str) -> Rating | None:
    """How an issue that the caller sees was rated, if it was."""
    return ctx.session.get(Rating, issue_id)


@permits("tracker.ratings.rate", Issue)
def _may_rate(ctx: Context, issue: Issue) -> Refused | None:
    if projects.known(ctx, issue.project_id).kind != desk_parts.DESK:
        return NotFound("request_not_found", "The request could not be found.")
    if issue.reporter_id == ctx.actor.person_id:
        return None
    return Forbidden("permission_denied", "Whoever asked rates the answer.")
