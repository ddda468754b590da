"""Which fields issues of a project's type are created and edited with."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.models import IssueType
from workworld.worlds import World

TASKS = {"projectIdOrKey": "CAL", "issueTypeNameOrId": "$task"}
ROOT = "/p/CAL/settings/fields/$task"
EVERYBODY = (("as an admin", "ok", "aruiz"), ("as a member", "permission_denied", "jwikstrand"))


def _fields() -> Iterator[Case]:
    for name, outcome, handle in EVERYBODY:
        yield case(
            "project_fields.add",
            name,
            outcome,
            mcp=("addJiraProjectField", {**TASKS, "fieldId": "environment", "isRequired": True}),
            ui=(f"{ROOT}/add", {"field": "environment", "is_required": "1"}),
            before=_named,
            handle=handle,
        )
        yield case(
            "project_fields.edit",
            name,
            outcome,
            mcp=("editJiraProjectField", {**TASKS, "fieldId": "duedate", "position": 1}),
            ui=(f"{ROOT}/duedate/edit", {"position": "1"}),
            before=_named,
            handle=handle,
        )
        yield case(
            "project_fields.remove",
            name,
            outcome,
            mcp=("removeJiraProjectField", {**TASKS, "fieldId": "duedate"}),
            ui=(f"{ROOT}/duedate/remove", {}),
            before=_named,
            handle=handle,
        )


def _named(world: World, facts: Facts) -> None:
    """The type Task is called ``task``."""
    with world.reading() as session:
        task = select(IssueType.id).where(IssueType.name == "Task")
        facts["task"] = session.scalars(task).one()


CASES = (*_fields(),)
