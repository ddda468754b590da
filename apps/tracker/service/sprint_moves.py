"""Moving issues into sprints and back to the backlog, and to a place there.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/#api-rest-agile-1-0-sprint-sprintid-issue-post
"""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.tracker.models import Issue, Sprint
from workworld.apps.tracker.service import history, ranking, sprint_members, sprints
from workworld.apps.tracker.service.ranking import After, Before
from workworld.apps.tracker.types import IssueKeys, SprintId
from workworld.context import Context
from workworld.operations import Effect, operation


@operation(Effect.WRITE, scope="write:jira-work")
def to_sprint(
    ctx: Context,
    *,
    sprint_id: SprintId,
    issues: IssueKeys,
    before: Before = None,
    after: After = None,
) -> Sequence[Issue]:
    """Put issues into a sprint that is planned or active, before or after an issue if one is named.

    Their sub-tasks go with them.
    """
    to = ctx.session.get_one(Sprint, sprints.known(ctx, sprint_id).id)
    return _move(ctx, issues, to, before, after)


@operation(Effect.WRITE, scope="write:jira-work")
def to_backlog(
    ctx: Context, *, issues: IssueKeys, before: Before = None, after: After = None
) -> Sequence[Issue]:
    """Take issues out of their sprints, back to the backlog, to a place there if one is named."""
    return _move(ctx, issues, None, before, after)


def _move(
    ctx: Context,
    issues: Sequence[str],
    to: Sprint | None,
    before: str | None,
    after: str | None,
) -> Sequence[Issue]:
    rows = ranking.known(ctx, issues)
    former = {row.sprint_id for row in rows if row.sprint_id is not None}
    for row in rows:
        history.note(ctx, row, sprint_members.put(ctx, row, to))
    for sprint_id in sorted(former | ({to.id} if to else set())):
        sprints.touch(ctx, ctx.session.get_one(Sprint, sprint_id))
    if before is not None or after is not None:
        ranking.put(ctx, rows, before, after)
    ctx.session.flush()
    return rows
