"""What is set up to happen by itself to records, as programs list it.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_process_rules.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import AssignmentRule, EscalationRule, Flow
from workworld.apps.crm.service import people, records
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


class ProcessRule(NamedTuple):
    """Something that is active."""

    sobject: str
    id: str
    name: str
    kind: str


# Administrators read them on pages and by tools, each kind by itself.
@operation(Effect.READ, scope="api", doors=(Surface.REST,))
def list(
    ctx: Context,
    *,
    sobject: Annotated[
        str | None, Field(description="Of which object; else of all.", max_length=80)
    ] = None,
) -> Sequence[ProcessRule]:
    """List the active flows, assignment and escalation rules of objects that the caller reads."""
    people.me(ctx)
    of = records.sobject_of(ctx, sobject).name if sobject else ""
    flows = ctx.session.scalars(select(Flow).where(Flow.version.is_not(None))).all()
    assigning = ctx.session.scalars(select(AssignmentRule).where(AssignmentRule.is_active)).all()
    escalating = ctx.session.scalars(select(EscalationRule).where(EscalationRule.is_active)).all()
    found = [
        *(ProcessRule(each.sobject, each.id, each.name, "Flow") for each in flows),
        *(ProcessRule(each.sobject, each.id, each.name, "Assignment rule") for each in assigning),
        *(ProcessRule("Case", each.id, each.name, "Escalation rule") for each in escalating),
    ]
    return sorted(each for each in found if not of or each.sobject == of)
