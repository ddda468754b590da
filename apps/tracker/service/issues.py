"""Issues: creating, reading and editing them, and who gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    access,
    clones,
    comments,
    creation,
    edits,
    issue_news,
    moves,
    records,
    removals,
    sight,
    texts,
    transitions,
    watchers,
)
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.types import FieldValues, IssueRef, PersonId, ProjectRef, RichText
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.shapes import CLOSED

known = sight.known
read = sight.read

TypeRef = Annotated[
    str, Field(description="Id or name of a type of issues.", min_length=1, max_length=255)
]
StatusId = Annotated[
    str | None,
    Field(description="Where it is to stand then; by default where it stands.", max_length=64),
]
_NO_ENDPOINT = (Surface.MCP, Surface.UI)
"""The vendor's API has none for these: its pages do them, and so do tools."""


class FieldChange(BaseModel):
    """One change of a field that holds several values, or of any."""

    model_config = CLOSED

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
def create(
    ctx: Context,
    *,
    project_id: ProjectRef,
    type_id: TypeRef,
    fields: FieldValues,
    transition: Annotated[
        str | None,
        Field(description="The number of a transition to take at once.", max_length=20),
    ] = None,
) -> Issue:
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
    if transition is not None:
        transitions.perform(ctx, issue=issue.id, transition=transition)
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
    comment: Annotated[RichText | None, Field(description="What to say of it besides.")] = None,
) -> Issue:
    """Change fields of an issue; those that are not named stay as they are."""
    row = sight.known(ctx, issue)
    asked = {*fields, *(change.field for change in changes)}
    if comment is not None:
        comments.put(ctx, row, comment)
        if not asked:
            return row
    require(ctx, "tracker.issues.assign" if asked == {f.ASSIGNEE} else "tracker.issues.edit", row)
    if f.TYPE in fields:
        moves.change_type(ctx, row, str(fields[f.TYPE]), fields.get(f.PARENT), None)
    others = {field: value for field, value in fields.items() if field != f.TYPE}
    edits.apply(ctx, row, others, _spelled(changes), version)
    return row


# Pages edit the field.
@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST, Surface.MCP))
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


@operation(Effect.WRITE, scope="write:jira-work", doors=_NO_ENDPOINT)
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


@operation(Effect.WRITE, scope="write:jira-work", doors=_NO_ENDPOINT)
def change_type(
    ctx: Context,
    *,
    issue: IssueRef,
    type_id: TypeRef,
    parent: Annotated[
        IssueRef | None, Field(description="The issue that a sub-task is to be a part of.")
    ] = None,
    status_id: StatusId = None,
) -> Issue:
    """Give an issue another type; becoming a sub-task, or no longer being one, is that as well.

    What it holds in fields that the new type lacks is kept, but hidden.
    """
    row = sight.known(ctx, issue)
    require(ctx, "tracker.issues.edit", row)
    moves.change_type(ctx, row, type_id, parent, status_id)
    return row


@operation(Effect.WRITE, scope="write:jira-work", doors=_NO_ENDPOINT)
def move(
    ctx: Context,
    *,
    issue: IssueRef,
    project_id: ProjectRef,
    type_id: Annotated[
        TypeRef | None, Field(description="Its type there; by default it keeps its own.")
    ] = None,
    status_id: StatusId = None,
    fields: FieldValues = {},  # noqa: B006 - it is only read
) -> Issue:
    """Move an issue to another project, with its sub-tasks; all get new keys, and the old ones
    lead to them.

    Components and versions are those of the same name there, unless ``fields`` says otherwise;
    what a field holds that the new screen lacks is kept, but hidden. Where its status does not
    exist there, the issue begins anew, or stands where ``status_id`` says.
    """
    row = sight.known(ctx, issue)
    require(ctx, "tracker.issues.move", row)
    target = creation.place_of(ctx, project_id, type_id or row.type_id)
    moves.move(ctx, row, target, status_id, fields)
    return row


@operation(Effect.WRITE, scope="write:jira-work", doors=_NO_ENDPOINT)
def clone(
    ctx: Context,
    *,
    issue: IssueRef,
    summary: Annotated[
        str | None, Field(description="By default CLONE - and its own.", max_length=2000)
    ] = None,
    with_subtasks: Annotated[bool, Field(description="Clone its sub-tasks as well.")] = False,
    with_links: Annotated[bool, Field(description="Link it as the original is linked.")] = False,
    with_sprint: Annotated[bool, Field(description="Put it into the same sprint.")] = False,
) -> Issue:
    """Make an issue that is like another one, and linked to it: it ``clones`` the original.

    Comments, work and history are not copied, and the clone begins where new issues begin.
    """
    original = sight.read(ctx, issue)
    place = creation.place_of(ctx, original.project_id, original.type_id)
    wanted = clones.Wanted(summary, with_subtasks, with_links, with_sprint)
    return clones.clone(ctx, original, place, wanted)


@operation(Effect.WRITE, scope="write:jira-work")
def delete(
    ctx: Context,
    *,
    issue: IssueRef,
    subtasks: Annotated[bool, Field(description="Delete its sub-tasks as well.")] = False,
) -> None:
    """Delete an issue for good; its number is never given out again.

    One that has sub-tasks is deleted with them or not at all. What stands below an epic stays.
    """
    row = sight.known(ctx, issue)
    require(ctx, "tracker.issues.delete", row)
    removals.remove(ctx, row, with_subtasks=subtasks)


@permits("tracker.issues.move", Issue)
def _may_move(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.MOVE, issue)


@permits("tracker.issues.clone", Issue)
def _may_clone(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not(ctx, permission_names.CREATE, issue.project_id)


@permits("tracker.issues.delete", Issue)
def _may_delete(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.DELETE, issue)


@permits("tracker.issues.edit", Issue)
def _may_edit(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.EDIT, issue)


@permits("tracker.issues.assign", Issue)
def _may_assign(ctx: Context, issue: Issue) -> Refused | None:
    return _why_not(ctx, permission_names.ASSIGN, issue)


def _why_not(ctx: Context, permission: str, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, permission, issue)


def _spelled(changes: Sequence[FieldChange]) -> Sequence[Mapping[str, Any]]:
    return [change.model_dump() for change in changes]
