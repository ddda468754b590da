"""What is settled about points of leads and about playbooks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.crm.service.setup_settings import Active, Criteria, Position, SetupSettings
from workworld.automation import Asked


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
