"""What is settled for those who sell: points of leads, playbooks, cadences, territories."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import EmailTemplate, Territory
from workworld.apps.crm.service.setup_settings import (
    LONGEST_FORMULA,
    Active,
    Choices,
    Criteria,
    Description,
    Position,
    SetupSettings,
    users_offered,
)
from workworld.automation import Asked
from workworld.context import Context

_territories, _templates = Territory.__table__.c, EmailTemplate.__table__.c


def _templates_offered(ctx: Context) -> Choices:
    """None, and every active template."""
    query = select(_templates.id, _templates.name).where(
        _templates.is_active, ~_templates.is_deleted
    )
    rows = ctx.session.execute(query.order_by(_templates.name, _templates.id))
    return [("", "None"), *((row.id, row.name) for row in rows)]


def _territories_offered(ctx: Context) -> Choices:
    """None, and every territory."""
    query = select(_territories.id, _territories.name).where(~_territories.is_deleted)
    rows = ctx.session.execute(query.order_by(_territories.name, _territories.id))
    return [("", "None"), *((row.id, row.name) for row in rows)]


class LeadScoreRuleSettings(SetupSettings):
    """Points that leads have for what is known of them or what they did."""

    name: Annotated[str, Asked("line"), Field(title="Reason", min_length=1, max_length=80)]
    position: Position = 1
    source: Annotated[
        Literal["lead", "responses", "activities"],
        Asked("choice"),
        Field(
            title="Given for",
            description="Once for the lead, or for each response or finished activity.",
        ),
    ] = "lead"
    formula: Criteria = "TRUE"
    points: Annotated[int, Asked("number"), Field(title="Points", ge=-100, le=100)]
    most: Annotated[int, Asked("number"), Field(title="At most so often", ge=1, le=20)] = 1
    is_active: Active = True


class CadenceStepSettings(SetupSettings):
    """A step of a cadence: a task that comes up when the one before is done."""

    kind: Annotated[Literal["email", "call", "task"], Asked("choice"), Field(title="Step")] = "call"
    subject: Annotated[str, Asked("line"), Field(title="Subject", min_length=1, max_length=255)]
    days: Annotated[
        int,
        Asked("number"),
        Field(title="Days after the step before", ge=0, le=365),
    ] = 0
    template_id: Annotated[
        str, Asked("choice", offers=_templates_offered), Field(title="Template", max_length=18)
    ] = ""
    notes: Annotated[str, Asked("line"), Field(title="What to say", max_length=255)] = ""


class CadenceSettings(SetupSettings):
    """How leads and contacts are followed up, step by step, until they answer."""

    name: Annotated[str, Asked("line"), Field(title="Cadence", min_length=1, max_length=80)]
    description: Description = ""
    target: Annotated[Literal["Any", "Lead", "Contact"], Asked("choice"), Field(title="For")] = (
        "Any"
    )
    is_active: Active = True
    steps: Annotated[list[CadenceStepSettings], Field(title="Steps", min_length=1, max_length=30)]


class TerritoryMemberSettings(SetupSettings):
    """Somebody who works a territory."""

    user_id: Annotated[
        str, Asked("choice", offers=users_offered), Field(title="User", max_length=18)
    ]
    role: Annotated[str, Asked("line"), Field(title="Role in the territory", max_length=80)] = ""


class TerritorySettings(SetupSettings):
    """A part of the market, into which accounts fall that fit its criteria."""

    name: Annotated[str, Asked("line"), Field(title="Territory", min_length=1, max_length=80)]
    parent_id: Annotated[
        str,
        Asked("choice", offers=_territories_offered),
        Field(alias="parentTerritory", title="Parent territory", max_length=18),
    ] = ""
    description: Description = ""
    position: Position = 1
    formula: Annotated[
        str,
        Asked("area"),
        Field(
            title="Criteria",
            min_length=1,
            max_length=LONGEST_FORMULA,
            description="Over the account's fields; FALSE for one that only stands above others.",
        ),
    ] = "FALSE"
    account_access: Annotated[
        Literal["Read", "Edit"],
        Asked("choice"),
        Field(alias="accountAccessLevel", title="Access to its accounts"),
    ] = "Read"
    opportunity_access: Annotated[
        Literal["None", "Read", "Edit"],
        Asked("choice"),
        Field(alias="opportunityAccessLevel", title="Access to its opportunities"),
    ] = "Read"
    is_active: Active = True
    members: Annotated[
        list[TerritoryMemberSettings],
        Field(title="Members", default_factory=list, max_length=200),
    ]


class PlaybookStepSettings(SetupSettings):
    """A task that comes up."""

    subject: Annotated[str, Asked("line"), Field(title="Task", min_length=1, max_length=255)]
    days: Annotated[int, Asked("number"), Field(title="Due after days", ge=0, le=365)] = 1
    priority: Annotated[
        Literal["High", "Normal", "Low"], Asked("choice"), Field(title="Priority")
    ] = "Normal"
    whose: Annotated[
        Literal["owner", "csm"],
        Asked("choice"),
        Field(title="Whose", description="The deal’s owner, or who looks after the account."),
    ] = "owner"


class PlaybookSettings(SetupSettings):
    """Tasks that come up when a deal is won, or a renewal begins."""

    name: Annotated[str, Asked("line"), Field(title="Playbook", min_length=1, max_length=80)]
    event: Annotated[Literal["won", "renewal"], Asked("choice"), Field(title="When a deal is")] = (
        "won"
    )
    formula: Criteria = "TRUE"
    is_active: Active = True
    steps: Annotated[list[PlaybookStepSettings], Field(title="Tasks", min_length=1, max_length=30)]
