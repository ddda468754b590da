"""Service levels: within how many business minutes cases are answered and solved.

https://help.salesforce.com/s/articleView?id=service.entitlements_milestones_overview.htm
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.crm.models import SlaTarget
from workworld.apps.crm.schema.picklists import VALUES
from workworld.apps.crm.service import setup_audit
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.setup_settings import Choices, SetupSettings, checked
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_LONGEST = 100_000
# The vendor's metadata API speaks SOAP, which is not part of this one.
_DOORS = (Surface.UI, Surface.MCP)
_targets = SlaTarget.__table__.c
Minutes = Annotated[int, Asked("number"), Field(ge=1, le=_LONGEST)]


def _tiers(_ctx: Context) -> Choices:
    return [("", "Any other"), *((each, each) for each in VALUES["tier"])]


class TargetSettings(SetupSettings):
    """What holds for the cases of a priority of accounts of a tier."""

    tier: Annotated[str, Asked("choice", offers=_tiers), Field(title="Tier", max_length=40)] = ""
    priority: Annotated[
        Literal["Low", "Medium", "High", "Critical"], Asked("choice"), Field(title="Priority")
    ] = "Medium"
    first_response_minutes: Annotated[Minutes, Field(title="First response, minutes")] = 240
    resolution_minutes: Annotated[Minutes, Field(title="Resolution, minutes")] = 1_440


class TargetsSettings(SetupSettings):
    """All service levels; those of “Any other” are for accounts without a tier of their own."""

    targets: Annotated[
        list[TargetSettings], Field(title="Service levels", default_factory=list, max_length=40)
    ]


@operation(Effect.READ, scope="api", doors=_DOORS)
def show(ctx: Context) -> Mapping[str, Any]:
    """Read the service levels: minutes of business hours by the account's tier and the priority.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    tiers = ["", *VALUES["tier"]]
    order = {each: place for place, each in enumerate((*tiers, *VALUES["case priority"]))}
    rows = ctx.session.scalars(select(SlaTarget)).all()
    ordered = sorted(rows, key=lambda row: (order.get(row.tier, 99), -order.get(row.priority, 0)))
    return {
        "targets": [
            {
                "tier": row.tier,
                "priority": row.priority,
                "firstResponseMinutes": row.first_response_minutes,
                "resolutionMinutes": row.resolution_minutes,
            }
            for row in ordered
        ]
    }


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save(
    ctx: Context,
    *,
    targets: Annotated[
        Sequence[Mapping[str, Any]],
        Field(
            description="All of them: tier (empty for any other), priority, firstResponseMinutes"
            " and resolutionMinutes of each.",
            max_length=40,
        ),
    ],
) -> Mapping[str, Any]:
    """Set all service levels; cases that are open keep theirs until their priority changes.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which of them.
    """
    setup_audit.require_admin(ctx)
    made = checked(TargetsSettings, {"targets": builtins.list(targets)})
    wrong, seen = [], set()
    for number, each in enumerate(made.targets):
        at = f"targets-{number}-"
        if each.tier not in dict(_tiers(ctx)):
            said = f"There is no tier {each.tier[:40]}."
            wrong.append(RecordError("FIELD_INTEGRITY_EXCEPTION", said, (f"{at}tier",)))
        if (each.tier, each.priority) in seen:
            said = "There is another one for this tier and priority."
            wrong.append(RecordError("DUPLICATE_VALUE", said, (f"{at}priority",)))
        if each.resolution_minutes < each.first_response_minutes:
            said = "A case is solved no earlier than it is answered."
            code = "FIELD_INTEGRITY_EXCEPTION"
            wrong.append(RecordError(code, said, (f"{at}resolutionMinutes",)))
        seen.add((each.tier, each.priority))
    if wrong:
        raise RecordRefused(wrong)
    ctx.session.execute(delete(SlaTarget))
    ctx.session.add_all(SlaTarget(**each.model_dump()) for each in made.targets)
    ctx.session.flush()  # what is told is read from the rows
    setup_audit.note(ctx, "Service Levels", "changed", "Changed the service levels of cases")
    return show(ctx)
