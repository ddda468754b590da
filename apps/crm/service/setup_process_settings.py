"""What is settled about approval processes, e-mail templates and business hours.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_approvalprocess.htm
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.crm.service.setup_settings import (
    LONGEST_FORMULA,
    Active,
    Criteria,
    Description,
    Position,
    SetupSettings,
    SObjectChoice,
    approvers_offered,
    objects_offered,
)
from workworld.automation import Asked


class ApprovalStepSettings(SetupSettings):
    """Who is asked at one step: one yes is enough, one no ends it."""

    name: Annotated[str, Asked("line"), Field(title="Step", min_length=1, max_length=80)]
    formula: Criteria = "TRUE"
    approver: Annotated[
        Literal["manager", "assigned"], Asked("choice"), Field(title="Approver")
    ] = "manager"
    approver_id: Annotated[
        str,
        Asked("choice", offers=approvers_offered),
        Field(title="Assigned to", max_length=18),
    ] = ""


class FieldUpdateSettings(SetupSettings):
    """A field that is set when the request is submitted, or has its answer."""

    when: Annotated[
        Literal["submission", "approval", "rejection", "recall"],
        Asked("choice"),
        Field(title="At"),
    ]
    field: Annotated[str, Asked("line"), Field(title="Field", min_length=1, max_length=80)]
    value: Annotated[str, Asked("line"), Field(title="New value", max_length=255)] = ""


class ApprovalProcessSettings(SetupSettings):
    """Records that may be submitted for approval, and who is asked in which order."""

    sobject: SObjectChoice
    name: Annotated[str, Asked("line"), Field(title="Process name", min_length=1, max_length=80)]
    position: Position = 1
    formula: Annotated[
        str,
        Asked("area"),
        Field(
            title="Entry criteria",
            min_length=1,
            max_length=LONGEST_FORMULA,
            description="Records for which it is true may be submitted.",
        ),
    ]
    locks_approved: Annotated[
        bool, Asked("tick"), Field(title="Keep the record locked after final approval")
    ] = False
    may_recall: Annotated[bool, Asked("tick"), Field(title="Submitters may recall requests")] = True
    asked_field: Annotated[
        str,
        Asked("line"),
        Field(
            title="Field whose value is approved",
            max_length=80,
            description="API name of a number or percentage; or empty.",
        ),
    ] = ""
    granted_field: Annotated[
        str, Asked("line"), Field(title="Field that keeps the approved value", max_length=80)
    ] = ""
    is_active: Active = True
    steps: Annotated[
        list[ApprovalStepSettings],
        Field(
            title="Approval steps",
            default_factory=list,
            max_length=15,
            description="None: the submitter's manager.",
        ),
    ]
    updates: Annotated[
        list[FieldUpdateSettings], Field(title="Field updates", default_factory=list, max_length=20)
    ]


class EmailTemplateSettings(SetupSettings):
    """A text with merge fields such as {{Contact.FirstName}}."""

    name: Annotated[str, Asked("line"), Field(title="Template name", min_length=1, max_length=80)]
    description: Description = ""
    related_type: Annotated[
        str,
        Asked("choice", offers=lambda ctx: [("", "Any object"), *objects_offered(ctx)]),
        Field(title="Related object", max_length=40),
    ] = ""
    subject: Annotated[str, Asked("line"), Field(title="Subject", min_length=1, max_length=255)]
    body: Annotated[
        str,
        Asked("area"),
        Field(
            title="Body",
            min_length=1,
            max_length=30_000,
            description="Fields stand in double braces, such as {{Contact.FirstName}}.",
        ),
    ]
    is_active: Active = True


class HolidaySettings(SetupSettings):
    """A day on which no clock runs."""

    date: Annotated[
        str,
        Asked("line"),
        Field(title="Date", pattern=r"^\d{4}-\d\d-\d\d$", description="Such as 2026-07-03"),
    ]
    name: Annotated[str, Asked("line"), Field(title="Name", min_length=1, max_length=80)]


Day = Annotated[str, Asked("line"), Field(max_length=80)]


class BusinessHoursSettings(SetupSettings):
    """The hours in which the clocks of cases run; a day without any is closed."""

    name: Annotated[str, Asked("line"), Field(title="Name", min_length=1, max_length=80)]
    zone: Annotated[
        str,
        Asked("line"),
        Field(
            alias="timeZoneId",
            title="Time zone",
            max_length=60,
            description="Such as Europe/Berlin",
        ),
    ]
    monday: Annotated[
        Day, Field(title="Monday", description="Such as 08:00-12:00, 13:00-18:00; empty if closed.")
    ] = ""
    tuesday: Annotated[Day, Field(title="Tuesday")] = ""
    wednesday: Annotated[Day, Field(title="Wednesday")] = ""
    thursday: Annotated[Day, Field(title="Thursday")] = ""
    friday: Annotated[Day, Field(title="Friday")] = ""
    saturday: Annotated[Day, Field(title="Saturday")] = ""
    sunday: Annotated[Day, Field(title="Sunday")] = ""
    holidays: Annotated[
        list[HolidaySettings], Field(title="Holidays", default_factory=list, max_length=200)
    ]


DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
