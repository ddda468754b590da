"""Issues: creating, reading and editing them, and who gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    access,
    creation,
    edits,
    issue_news,
    projects,
    records,
    sight,
    texts,
    watchers,
)
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.types import FieldValues, IssueRef, PersonId, ProjectRef
from workworld.context import Context
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

known = sight.known
read = sight.read

TypeRef = Annotated[
    str, Field(description="Id or name of a type of issues.", min_length=1, max_length=255)
]


class FieldChange(BaseModel):
    """One change of a field that holds several values, or of any."""

    model_config = ConfigDict(extra="forbid")

    field: Annotated[str, Field(description="The field's id.", max_length=64)]
    verb: Annotated[
        Literal["add", "remove", "set"], Field(description="What to do with the value.")
    ] = "set"
    value: Annotated[Any, Field(description="A value, or of a list one member.")] = None


Changes = Annotated[
    Sequence[FieldChange],
    Field(description="Changes that leave alone what others change meanwhile.", max_length=200),
]
SeenVersion = Annotated[
    int | None,
    Field(
        description="The issue's version as the caller read it: if somebody has changed the same"
        " field since then, nothing is changed.",
        ge=0,
        le=2**53,
    ),
]


@operation(Effect.WRITE, scope="write:jira-work")
def create(ctx: Context, *, project_id: ProjectRef, type_id: TypeRef, fields: FieldValues) -> Issue:
    """Create an issue; it gets the project's next number.

    Who is named by nobody gets it by the project's rule, the caller is its reporter, and a
    sub-task names its parent.
    """
    place = creation.place_of(ctx, project_id, type_id)
    values = creation.accepted(ctx, place, fields)
    issue = creation.make(ctx, place, values)
    mine = [person for person in (issue.creator_id, issue.assignee_id) if person is not None]
    watchers.begin_by_habit(ctx, issue.id, mine)
    issue_news.tell(
        ctx,
        "tracker.issue_created",
        issue,
        component_ids=list(values.get(f.COMPONENTS, ())),
        parent_id=issue.parent_id,
    )
    if issue.assignee_id is not None:
        issue_news.tell_assigned(ctx, issue, None)
    issue_news.tell_mentioned(ctx, issue, texts.mentions_in(issue.description))
    return issue


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, issue: IssueRef) -> Record:
    """Read all that is shown of an issue."""
    return records.records(ctx, [sight.read(ctx, issue)])[0]


@operation(Effect.WRITE, scope="write:jira-work")
def edit(
    ctx: Context,
    *,
    issue: IssueRef,
    fields: FieldValues = {},  # noqa: B006 - it is only read
    changes: Changes = (),
    version: SeenVersion = None,
) -> Issue:
    """Change fields of an issue; those that are not named stay as they are."""
    row = sight.known(ctx, issue)
    asked = {*fields, *(change.field for change in changes)}
    require(ctx, "tracker.issues.assign" if asked == {f.ASSIGNEE} else "tracker.issues.edit", row)
    edits.apply(ctx, row, fields, _spelled(changes), version)
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def assign(
    ctx: Context,
    *,
    issue: IssueRef,
    person_id: Annotated[
        PersonId | None,
        Field(description="Whose it is to be; none for nobody, -1 by the project's rule."),
    ] = None,
) -> Issue:
    """Give an issue to somebody, or to nobody."""
    row = sight.known(ctx, issue)
    require(ctx, "tracker.issues.assign", row)
    edits.apply_anyway(ctx, row, {f.ASSIGNEE: person_id})
    return row


@operation(Effect.WRITE, scope="write:jira-work")
def flag(
    ctx: Context,
    *,
    issue: IssueRef,
    flagged: Annotated[bool, Field(description="Whether it is to have a flag.")] = True,
) -> Issue:
    """Put a flag on an issue that cannot go on, or take it away."""
    row = sight.known(ctx, issue)
    require(ctx, "tracker.issues.edit", row)
    edits.apply_anyway(ctx, row, {f.FLAGGED: flagged})
    return row


@permits("tracker.issues.edit", Issue)
def _may_edit(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.EDIT, issue)


@permits("tracker.issues.assign", Issue)
def _may_assign(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.ASSIGN, issue)


def _why_not(ctx: Context, permission: str, issue: Issue) -> Refused | None:
    if not access.may(ctx, permission, issue):
        return access.denied(permission)
    return creation.why_closed(projects.known(ctx, issue.project_id))


def _spelled(changes: Sequence[FieldChange]) -> Sequence[Mapping[str, Any]]:
    return [change.model_dump() for change in changes]
