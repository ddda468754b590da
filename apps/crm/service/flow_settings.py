"""What is settled about a flow and about each element that it consists of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import EmailTemplate
from workworld.apps.crm.service.setup_settings import (
    LONGEST_FORMULA,
    Choices,
    Criteria,
    Description,
    SetupSettings,
    SObjectChoice,
    objects_offered,
    users_offered,
)
from workworld.automation import Asked
from workworld.context import Context

_MERGED = "Fields stand in double braces, such as {{Opportunity.Name}}."


def templates_offered(ctx: Context) -> Choices:
    """The active e-mail templates."""
    rows = select(EmailTemplate.id, EmailTemplate.name)
    found = ctx.session.execute(rows.where(EmailTemplate.is_active, ~EmailTemplate.is_deleted))
    return sorted(((row.id, row.name) for row in found), key=lambda each: (each[1], each[0]))


class FlowSettings(SetupSettings):
    """What begins a flow."""

    name: Annotated[str, Asked("line"), Field(title="Flow name", min_length=1, max_length=80)]
    description: Description = ""
    sobject: SObjectChoice
    event: Annotated[
        Literal["Create", "Update", "CreateAndUpdate", "Delete"],
        Asked("choice"),
        Field(alias="recordTriggerType", title="Begins when a record is"),
    ]
    moment: Annotated[
        Literal["after", "before", "scheduled"],
        Asked("choice"),
        Field(
            title="Runs",
            description="Before saving only the record's own fields are set.",
        ),
    ] = "after"
    formula: Criteria = "TRUE"
    when_met: Annotated[
        bool,
        Asked("tick"),
        Field(
            alias="doesRequireRecordChangedToMeetCriteria",
            title="Only when a change makes the record meet the criteria",
        ),
    ] = False
    offset: Annotated[
        int, Asked("number"), Field(title="Scheduled path: how many", ge=0, le=3_650)
    ] = 0
    unit: Annotated[
        Literal["Days", "Hours", "Minutes"], Asked("choice"), Field(title="Scheduled path: unit")
    ] = "Days"
    side: Annotated[
        Literal["Before", "After"], Asked("choice"), Field(title="Scheduled path: before or after")
    ] = "After"
    time_field: Annotated[
        str,
        Asked("line"),
        Field(
            title="Scheduled path: field",
            max_length=80,
            description="A date's API name, such as CloseDate; empty for when it was saved.",
        ),
    ] = ""


class MeetsSettings(SetupSettings):
    """What must hold of the record."""

    formula: Criteria


class FieldValueSettings(SetupSettings):
    """A field, and what it becomes."""

    field: Annotated[
        str,
        Asked("line"),
        Field(title="Field", min_length=1, max_length=80, description="API name"),
    ]
    value: Annotated[
        str,
        Asked("line"),
        Field(
            title="Value",
            max_length=LONGEST_FORMULA,
            description=f"{_MERGED} A formula begins with =, such as =TODAY() + 7.",
        ),
    ] = ""


Values = Annotated[list[FieldValueSettings], Field(title="Values", min_length=1, max_length=50)]


class UpdateSettings(SetupSettings):
    """Which record is changed, and how."""

    way: Annotated[
        str,
        Asked("line"),
        Field(
            title="Related record",
            max_length=80,
            description="A lookup's API name, such as AccountId; empty for the record itself.",
        ),
    ] = ""
    values: Values


class CreateSettings(SetupSettings):
    """What is made."""

    sobject: Annotated[
        str, Asked("choice", offers=objects_offered), Field(title="Object", max_length=80)
    ]
    values: Values


class EmailSettings(SetupSettings):
    """Which template goes to whom."""

    template_id: Annotated[
        str, Asked("choice", offers=templates_offered), Field(title="Template", max_length=18)
    ]
    to: Annotated[
        str,
        Asked("line"),
        Field(
            title="To",
            max_length=500,
            description="Addresses; empty for the contact or lead of the record.",
        ),
    ] = ""


class NotifySettings(SetupSettings):
    """Who is told what."""

    who: Annotated[
        Literal["owner", "owner's manager", "user"], Asked("choice"), Field(title="Tell")
    ] = "owner"
    user_id: Annotated[
        str, Asked("choice", offers=users_offered), Field(title="User", max_length=18)
    ] = ""
    text: Annotated[
        str, Asked("line"), Field(title="Text", min_length=1, max_length=500, description=_MERGED)
    ]


class SubmitSettings(SetupSettings):
    """What is said as the record is submitted."""

    comment: Annotated[
        str, Asked("line"), Field(title="Comment", max_length=500, description=_MERGED)
    ] = ""


class WaitSettings(SetupSettings):
    """For how long a flow waits before it goes on."""

    count: Annotated[int, Asked("number"), Field(title="How many", ge=1, le=3_650)]
    unit: Annotated[Literal["Minutes", "Hours", "Days"], Asked("choice"), Field(title="Unit")] = (
        "Days"
    )
