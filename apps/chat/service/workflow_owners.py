"""Handing workflows over, when somebody else is to own them.

A workflow runs by its owner's rights, and nobody lends theirs unasked: once it is handed over it is
a draft which the new owner alone may change and publish, and no run goes on.
"""

from __future__ import annotations

from sqlalchemy import delete, select

from workworld.apps.chat.models import Workflow, WorkflowManager, WorkflowRun
from workworld.apps.chat.service import running, users, workflows
from workworld.apps.chat.types import UserId, WorkflowId
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Conflict, Forbidden, Invalid, Refused
from workworld.notifications.notices import notify
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, why_not


# The vendor's builder is a page, and so is this.
@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.MCP, Surface.UI))
def change(ctx: Context, *, workflow_id: WorkflowId, user_id: UserId) -> Workflow:
    """Hand a workflow over to another person; it begins again once they publish it.

    Raises:
        Refused: ``workflow_not_found``, ``user_not_found``, ``access_denied``.
        Invalid: ``invalid_users``: they may not build workflows.
        Conflict: ``already_owner``.
    """
    require(ctx, "chat.workflows.hand_over", workflows.known(ctx, workflow_id))
    row = ctx.session.get_one(Workflow, workflow_id)
    person = ctx.session.get_one(Person, users.known(ctx, user_id).id)
    if person.id == row.owner_id:
        raise Conflict("already_owner", f"{person.name} owns it already.")
    _require_builder(ctx, person)
    _end_runs(ctx, row)
    workflows.take_down(ctx, row)
    ctx.session.execute(delete(WorkflowManager).where(WorkflowManager.workflow_id == row.id))
    row.owner_id, row.updated = person.id, ctx.clock.now_us() // 1_000_000
    ctx.touch(workflows.topic_of(row.id))
    ctx.emit("chat.workflow_handed_over", workflow_id=row.id, person_id=person.id)
    said = f"handed you the workflow “{row.name}”: it begins once you publish it"
    url = people.canonical_url(ctx.session, "chat", f"/workflows/{row.id}")
    notify(ctx, person_id=person.id, app_id="chat", kind="workflow", text=said, url=url)
    return row


@permits("chat.workflows.hand_over", Workflow)
def _may_hand_over(ctx: Context, row: Workflow) -> Refused | None:
    """Admins of the workspace may too, so that nothing stays with whoever has left."""
    if people.me(ctx).is_admin or why_not(ctx, "chat.workflows.update", row) is None:
        return None
    said = "Only its owner, its managers and admins hand a workflow over."
    return Forbidden("access_denied", said)


def _require_builder(ctx: Context, person: Person) -> None:
    is_able = person.kind == "person" and not person.is_deactivated
    if not is_able or workflows.why_no_builder(ctx, person):
        raise Invalid("invalid_users", f"{person.name} cannot build workflows.")


def _end_runs(ctx: Context, row: Workflow) -> None:
    under_way = select(WorkflowRun).where(
        WorkflowRun.workflow_id == row.id, WorkflowRun.status.in_(running.UNDER_WAY)
    )
    for run in ctx.session.scalars(under_way.order_by(WorkflowRun.id)).all():
        running.cancel(ctx, run)
