"""What is told of issues: to pages that show them, to colleagues, and to other apps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workworld.apps.tracker.models import Issue
from workworld.context import Context


def topics(issue: Issue) -> tuple[str, ...]:
    """The topics of what shows an issue."""
    found = (f"tracker.issue:{issue.id}", f"tracker.project:{issue.project_id}")
    return found if issue.parent_id is None else (*found, f"tracker.issue:{issue.parent_id}")


def tell(ctx: Context, kind: str, issue: Issue, **facts: Any) -> None:
    """Tell what became of an issue.

    Args:
        ctx: whose step it is.
        kind: ``tracker.issue_created``, ``…_updated``, ``…_transitioned``, ``…_assigned``,
            ``…_deleted``, ``…_moved`` or ``…_mentioned``.
        issue: which one, as it is now.
        facts: what else there is to say.
    """
    ctx.touch(*topics(issue))
    ctx.emit(
        kind,
        issue_id=issue.id,
        key=issue.key,
        project_id=issue.project_id,
        type_id=issue.type_id,
        summary=issue.summary,
        status_id=issue.status_id,
        reporter_id=issue.reporter_id,
        assignee_id=issue.assignee_id,
        **facts,
    )


def tell_assigned(ctx: Context, issue: Issue, former_id: str | None) -> None:
    """Tell that an issue is now somebody else's, or nobody's."""
    tell(ctx, "tracker.issue_assigned", issue, former_assignee_id=former_id)


def tell_mentioned(
    ctx: Context, issue: Issue, mentioned: Iterable[str], before: Iterable[str] = ()
) -> None:
    """Tell who is mentioned in an issue and was not before."""
    already: Sequence[str] = [*before]
    new = [person_id for person_id in mentioned if person_id not in already]
    if new:
        tell(ctx, "tracker.issue_mentioned", issue, mentions=new)
