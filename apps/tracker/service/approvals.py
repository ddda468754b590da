"""Approvals of issues: whose yes a request or a change waits for.

A workflow may say that what comes to stand in a status waits there for those whom a field names;
their answer moves the issue on. Agents ask for approval besides, which moves nothing.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.approvals import records
from workworld.approvals.models import APPROVED
from workworld.approvals.records import Record
from workworld.apps.tracker import APP
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import ApprovalRule, Issue, Transition
from workworld.apps.tracker.service import (
    access,
    addresses,
    audience,
    field_values,
    history,
    sight,
    site,
    status_changes,
)
from workworld.apps.tracker.service.transition_rules import Attempted
from workworld.apps.tracker.types import IssueRef, Name, PersonId
from workworld.context import Context, Event, Surface
from workworld.errors import Invalid, Problem, Refused
from workworld.events import on
from workworld.notifications import notices
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

ApprovalId = Annotated[str, Field(description="An approval's id.", min_length=1, max_length=64)]


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, issue: IssueRef) -> Sequence[Record]:
    """List the approvals that an issue waits for or has had, the oldest first."""
    return records.of_thing(ctx.session, APP.id, sight.read(ctx, issue).id)


# The vendor's API answers approvals; workflows alone ask for them there.
@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def ask(
    ctx: Context,
    *,
    issue: IssueRef,
    person_ids: Annotated[
        Sequence[PersonId], Field(description="Who is asked.", min_length=1, max_length=20)
    ],
    name: Name = "Approval",
    needed: Annotated[int, Field(description="How many must say yes; 0 for all.", ge=0, le=20)] = 0,
) -> Record:
    """Ask people for their approval of an issue."""
    row = sight.known(ctx, issue)
    require(ctx, "tracker.approvals.ask", row)
    if not name.strip():
        said = "Say what is to be approved."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "name")])
    return _ask(ctx, row, name.strip(), [*person_ids], needed, ctx.actor.person_id)


@operation(Effect.WRITE, scope="write:jira-work")
def answer(
    ctx: Context,
    *,
    issue: IssueRef,
    approval_id: ApprovalId,
    approve: Annotated[bool, Field(description="Yes or no.")],
    remark: Annotated[str, Field(description="Why.", max_length=2000)] = "",
) -> Record:
    """Approve or decline an issue that waits for the caller's answer."""
    row = sight.known(ctx, issue)
    record = records.known(ctx.session, approval_id, APP.id, row.id)
    records.answer(ctx, record, approve=approve, comment=remark)
    history.stamp(ctx, row)
    facts = {"issue_id": row.id, "project_id": row.project_id, "approval_id": approval_id}
    ctx.emit("tracker.approval_answered", **facts, approve=approve)
    if not record.is_pending:
        _move_on(ctx, row, record)
    return record


def is_given(ctx: Context, issue_id: str) -> bool:
    """Whether the newest approval of an issue said yes."""
    found = records.of_thing(ctx.session, APP.id, issue_id)
    return bool(found) and found[-1].approval.state == APPROVED


@permits("tracker.approvals.ask", Issue)
def _may_ask(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.TRANSITION, issue)


@on("tracker.issue_created")
@on("tracker.issue_transitioned")
def follow_workflow(ctx: Context, event: Event) -> None:
    """Ask for what a status waits for, and ask no more for what another one did."""
    rule = _rule(ctx, event.facts["project_id"], event.facts["type_id"], event.facts["status_id"])
    if event.kind == "tracker.issue_transitioned":
        for record in records.of_thing(ctx.session, APP.id, event.facts["issue_id"]):
            records.cancel(ctx, record)
    if rule is None:
        return
    ctx.session.flush()  # an issue that was made just now is looked up
    issue = ctx.session.get_one(Issue, event.facts["issue_id"])
    named = field_values.current(ctx, issue, rule.approvers_field) or []
    asking = issue.reporter_id or ctx.actor.person_id
    asked = [each for each in ([named] if isinstance(named, str) else named) if each != asking]
    if asked:
        _ask(ctx, issue, rule.name, asked, rule.needed, asking)


@on("tracker.issue_deleted")
def forget(ctx: Context, event: Event) -> None:
    """Nobody is asked about what is gone."""
    records.forget(ctx.session, APP.id, event.facts["issue_id"])


def _ask(
    ctx: Context,
    issue: Issue,
    name: str,
    asked: builtins.list[str],
    needed: int,
    requester_id: str,
) -> Record:
    seeing = audience.of_issue(ctx, issue.id, asked)
    if missing := [each for each in asked if each not in seeing]:
        said = f"The user '{missing[0]}' does not see this issue."
        raise Invalid("invalid_approvers", said, problems=[Problem(said, "person_ids")])
    record = records.ask(
        ctx,
        app_id=APP.id,
        thing_id=issue.id,
        name=name,
        steps=[asked],
        needed=needed,
        requester_id=requester_id,
    )
    history.stamp(ctx, issue)
    notices.notify_all(
        ctx,
        person_ids=[each for each in asked if each != ctx.actor.person_id],
        app_id=APP.id,
        kind="approval",
        text=f"asks for your approval of {issue.key}",
        url=addresses.of_issue(ctx, issue.key),
    )
    return record


def _move_on(ctx: Context, issue: Issue, record: Record) -> None:
    """Take the transition that the workflow has for the answer."""
    rule = _rule(ctx, issue.project_id, issue.type_id, issue.status_id)
    if rule is None or rule.name != record.approval.name:
        return
    is_yes = record.approval.state == APPROVED
    number = rule.approve_number if is_yes else rule.decline_number
    ways = select(Transition).where(
        Transition.workflow_id == rule.workflow_id, Transition.number == number
    )
    way = ctx.session.scalars(ways).one_or_none()
    if way is not None:
        status_changes.go(ctx, Attempted(issue, way, {}, has_comment=True))


def _rule(ctx: Context, project_id: str, type_id: str, status_id: str) -> ApprovalRule | None:
    workflow = site.workflow_of(ctx, project_id, type_id)
    if workflow is None:
        return None
    return ctx.session.get(ApprovalRule, (workflow.id, status_id))
