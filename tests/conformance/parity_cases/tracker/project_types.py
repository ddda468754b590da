"""Which types of issues projects have."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.models import IssueType, Workflow
from workworld.apps.tracker.service import project_types
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

PROJECT = {"projectIdOrKey": "CAL", "issueTypeNameOrId": "$change"}
ROOT = "/p/CAL/settings/types"
EVERYBODY = (("as an admin", "ok", "aruiz"), ("as a member", "permission_denied", "jwikstrand"))


def _types() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        yield case(
            "project_types.add",
            name,
            outcome,
            mcp=("addJiraProjectIssueType", {**PROJECT, "workflowId": "$flow"}),
            ui=(f"{ROOT}/add", {"type": "$change", "workflow": "$flow"}),
            before=_named,
            handle=handle,
        )
        yield case(
            "project_types.edit",
            name,
            outcome,
            mcp=("editJiraProjectIssueType", {**PROJECT, "position": 0}),
            ui=(f"{ROOT}/$change/edit", {"position": "0"}),
            before=_added,
            handle=handle,
        )
        yield case(
            "project_types.remove",
            name,
            outcome,
            mcp=("removeJiraProjectIssueType", PROJECT),
            ui=(f"{ROOT}/$change/remove", {}),
            before=_added,
            handle=handle,
        )


def _named(world: World, facts: Facts) -> None:
    """A type that CAL does not have is called ``change``, and a workflow ``flow``."""
    with world.reading() as session:
        change = select(IssueType.id).where(IssueType.name == "Change")
        facts["change"] = session.scalars(change).one()
        flow = select(Workflow.id).where(Workflow.name == "Change workflow")
        facts["flow"] = session.scalars(flow).one()


def _added(world: World, facts: Facts) -> None:
    """The same, and CAL has the type."""
    _named(world, facts)
    given = {"type_id": facts["change"], "workflow_id": facts["flow"]}
    perform(world, Actor(facts["aruiz"]), project_types.add, project="CAL", **given)


CASES = (*_types(),)
