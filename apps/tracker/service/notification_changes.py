"""What projects tell people of beyond what is usual, or do not tell them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete

from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.models import Project, RecipientChange
from workworld.apps.tracker.service import groups, projects, recipients, site
from workworld.apps.tracker.service.notification_schemes import Scheme, scheme_of
from workworld.apps.tracker.service.recipients import Recipient
from workworld.apps.tracker.types import ProjectRef
from workworld.context import Context, Surface
from workworld.errors import Conflict, Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.permissions import require

# Programs of the vendor change schemes as administrators of the site, by the scheme's id; here
# whoever runs a project changes its own, so REST has no row for that.
_WITHOUT_REST = (Surface.MCP, Surface.UI)
Event = Annotated[
    Literal[
        "created",
        "updated",
        "assigned",
        "resolved",
        "reopened",
        "status_changed",
        "commented",
        "comment_edited",
        "mentioned",
        "work_logged",
        "moved",
        "deleted",
    ],
    Field(description="What happens to an issue."),
]
Kind = Annotated[
    Literal[
        "assignee",
        "reporter",
        "current_user",
        "project_lead",
        "component_lead",
        "watchers",
        "parent_watchers",
        "mentioned",
        "role",
        "group",
        "person",
    ],
    Field(
        description="Who is told of it. current_user is whoever did it, and parent_watchers who "
        "watches what the issue stands below; mentioned goes with the event mentioned alone."
    ),
]
Parameter = Annotated[
    str,
    Field(
        description="The id of a role or person, the id or name of a group; of others nothing.",
        max_length=255,
    ),
]


@operation(Effect.WRITE, scope="manage:jira-project", doors=_WITHOUT_REST)
def add(
    ctx: Context, *, project: ProjectRef, event: Event, recipient: Kind, parameter: Parameter = ""
) -> Scheme:
    """Let a project tell somebody of an event that happens to its issues.

    Who cannot see an issue or comment is told nothing of it, and of their own changes people are
    told only if they wish so.
    """
    row = _changing(ctx, project)
    if not n.fits(event, recipient):
        said = "Whom a text mentions is told of that, and nobody else."
        raise Invalid("invalid_recipient", problems=[Problem(said, "recipient")])
    wanted = Recipient(recipient, _good_parameter(ctx, recipient, parameter.strip()))
    if wanted in recipients.plan_of(ctx, row.id)[event]:
        raise Conflict("already_told", "They are told of it already.")
    return _change(ctx, row, event, wanted, is_told=True)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_WITHOUT_REST)
def remove(
    ctx: Context, *, project: ProjectRef, event: Event, recipient: Kind, parameter: Parameter = ""
) -> Scheme:
    """Let a project tell somebody no more of an event that happens to its issues."""
    row, wanted = _changing(ctx, project), Recipient(recipient, parameter.strip())
    if recipient == n.GROUP:
        wanted = Recipient(n.GROUP, groups.known(ctx, wanted.parameter).id)
    if wanted not in recipients.plan_of(ctx, row.id)[event]:
        raise NotFound("recipient_not_found", "They are not told of it.")
    return _change(ctx, row, event, wanted, is_told=False)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_WITHOUT_REST)
def restore(ctx: Context, *, project: ProjectRef) -> Scheme:
    """Let a project tell people of what projects usually tell them."""
    row = _changing(ctx, project)
    ctx.session.execute(delete(RecipientChange).where(RecipientChange.project_id == row.id))
    return _changed(ctx, row)


def _changing(ctx: Context, project: str) -> Project:
    row = projects.known(ctx, project)
    require(ctx, "tracker.projects.update", row)
    return row


def _change(
    ctx: Context, project: Project, event: str, wanted: Recipient, *, is_told: bool
) -> Scheme:
    row = ctx.session.get(RecipientChange, (project.id, event, wanted.kind, wanted.parameter))
    if row is not None:
        ctx.session.delete(row)  # as it is usually
    else:
        facts = {"recipient": wanted.kind, "parameter": wanted.parameter, "is_told": is_told}
        ctx.session.add(RecipientChange(project_id=project.id, event=event, **facts))
    return _changed(ctx, project)


def _changed(ctx: Context, project: Project) -> Scheme:
    ctx.session.flush()  # the answer is read by a statement
    ctx.touch(f"tracker.project:{project.id}")
    return scheme_of(ctx, project)


def _good_parameter(ctx: Context, recipient: str, parameter: str) -> str:
    """What a recipient is told apart by, if it is there.

    Raises:
        Invalid: ``invalid_recipient``.
        NotFound: ``group_not_found``.
    """
    if recipient == n.GROUP:
        return groups.known(ctx, parameter).id
    problem = ""
    if recipient == n.ROLE and parameter not in site.roles(ctx):
        problem = "There is no such role."
    elif recipient == n.PERSON and not site.people(ctx, [parameter]):
        problem = "There is no such account."
    elif recipient not in n.NAMED and parameter:
        problem = "This recipient takes no parameter."
    if problem:
        raise Invalid("invalid_recipient", problems=[Problem(problem, "parameter")])
    return parameter
