"""Comments and changes of many issues, looked up at once by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.service import activities, sight
from workworld.apps.tracker.service.history import Change
from workworld.apps.tracker.types import IssueRef, NumberedId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.permissions import seen

# Tools and pages read those of one issue.
_DOORS = (Surface.REST,)


@dataclass(frozen=True, slots=True)
class IssueChanges:
    """The changes of an issue's fields, oldest first."""

    issue_id: str
    changes: Sequence[Change]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def comments(
    ctx: Context,
    *,
    comment_ids: Annotated[
        Sequence[NumberedId], Field(description="Ids of comments.", max_length=1000)
    ],
) -> Sequence[Comment]:
    """Read comments of whatever issues by their ids; what the caller does not see is missing."""
    found = [seen(ctx, Comment, each) for each in dict.fromkeys(comment_ids)]
    return [each for each in found if each is not None]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def changes(
    ctx: Context,
    *,
    issues: Annotated[
        Sequence[IssueRef], Field(description="Keys or ids of issues.", max_length=1000)
    ],
    field_ids: Annotated[
        Sequence[str], Field(description="Changes of these fields; none for all.", max_length=10)
    ] = (),
) -> Sequence[IssueChanges]:
    """Read how fields of issues changed; issues that the caller does not see are missing."""
    rows = [row for row in (sight.found(ctx, ref) for ref in issues) if row is not None]
    found = activities.changes_of(ctx, [*dict.fromkeys(row.id for row in rows)])
    wanted = set(field_ids)
    return [
        IssueChanges(id, kept)
        for id, changes in found.items()
        if (kept := [each for each in changes if not wanted or _concerns(each, wanted)])
    ]


def _concerns(change: Change, fields: set[str]) -> bool:
    return any(item.field_id in fields or item.field in fields for item in change.items)
