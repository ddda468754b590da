"""What is settled about each kind of rule, template and calendar: names are the vendor's.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_types_list.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from sqlalchemy import select

from workworld.apps.crm.models import Group, User, UserRole
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.automation import Asked, Settings
from workworld.context import Context

LONGEST_FORMULA = 10_000
Choices = Sequence[tuple[str, str]]
_users, _groups, _roles = User.__table__.c, Group.__table__.c, UserRole.__table__.c


class SetupSettings(Settings):
    """Settings whose names are written as the vendor's metadata has them."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


S = TypeVar("S", bound=SetupSettings)


def checked(settings: type[S], given: Mapping[str, Any]) -> S:
    """Settings in shape, by the vendor's names or ours.

    Raises:
        RecordRefused: with what is wrong with each.
    """
    fields = settings.model_fields
    aliases = {name: each.alias or name for name, each in fields.items()}
    try:
        return settings.model_validate({aliases.get(name, name): given[name] for name in given})
    except ValidationError as error:
        raise RecordRefused([_unfit(settings, each) for each in error.errors()]) from None


def _unfit(settings: type[SetupSettings], error: Any) -> RecordError:
    at = "-".join(map(str, error["loc"]))
    named = {each.alias or name: each.title for name, each in settings.model_fields.items()}
    label = named.get(at) or at
    if error["type"] in ("missing", "string_too_short"):
        return RecordError("REQUIRED_FIELD_MISSING", f"{label}: enter a value.", (at,))
    said = f"{label}: {error['msg'][:1].lower()}{error['msg'][1:]}."
    return RecordError("FIELD_INTEGRITY_EXCEPTION", said, (at,))


def objects_offered(_ctx: Context) -> Choices:
    """The objects that rules can be about."""
    found = [each for each in objects.objects().values() if each.has_owner]
    return sorted((each.name, each.label) for each in found)


def users_offered(ctx: Context) -> Choices:
    """Nobody, and every active user."""
    query = select(_users.id).where(_users.is_active, ~_users.is_deleted)
    names = people.names(ctx, ctx.session.scalars(query))
    return [("", "Nobody"), *sorted(names.items(), key=lambda each: (each[1], each[0]))]


def owners_offered(ctx: Context) -> Choices:
    """Nobody, every active user, and every queue."""
    query = select(_groups.id, _groups.name).where(_groups.type == "Queue")
    queues = [(row.id, f"Queue: {row.name}") for row in ctx.session.execute(query)]
    return [*users_offered(ctx), *sorted(queues, key=lambda each: (each[1], each[0]))]


def approvers_offered(ctx: Context) -> Choices:
    """Who may be asked at a step: a user, whoever is in a queue, whoever has a role."""
    query = select(_roles.id, _roles.name)
    roles = [(row.id, f"Role: {row.name}") for row in ctx.session.execute(query)]
    return [*owners_offered(ctx), *sorted(roles, key=lambda each: (each[1], each[0]))]


SObjectChoice = Annotated[
    str, Asked("choice", offers=objects_offered), Field(title="Object", max_length=80)
]
RuleName = Annotated[str, Asked("line"), Field(title="Rule name", min_length=1, max_length=80)]
Description = Annotated[str, Asked("area"), Field(title="Description", max_length=1_000)]
Active = Annotated[bool, Asked("tick"), Field(title="Active")]
Position = Annotated[int, Asked("number"), Field(title="Order", ge=1, le=1_000)]
Criteria = Annotated[
    str,
    Asked("area"),
    Field(
        title="Criteria",
        min_length=1,
        max_length=LONGEST_FORMULA,
        description="A formula over the record's fields; TRUE for every record.",
    ),
]


class ValidationRuleSettings(SetupSettings):
    """A record for which the formula is true is not saved."""

    sobject: SObjectChoice
    name: RuleName
    description: Description = ""
    formula: Annotated[
        str,
        Asked("area"),
        Field(
            alias="errorConditionFormula",
            title="Error condition",
            min_length=1,
            max_length=LONGEST_FORMULA,
            description="If this formula is true, the record is not saved.",
        ),
    ]
    message: Annotated[
        str,
        Asked("line"),
        Field(alias="errorMessage", title="Error message", min_length=1, max_length=255),
    ]
    field: Annotated[
        str,
        Asked("line"),
        Field(
            alias="errorDisplayField",
            title="Error location",
            max_length=80,
            description="A field's API name; empty for the top of the page.",
        ),
    ] = ""
    is_active: Active = True


class DuplicateRuleSettings(SetupSettings):
    """What happens when a record is saved that is likely there already."""

    sobject: Annotated[
        Literal["Account", "Contact", "Lead"], Asked("choice"), Field(title="Object")
    ]
    name: RuleName
    position: Position = 1
    against: Annotated[
        Literal["Account", "Contact", "Lead"], Asked("choice"), Field(title="Compare with")
    ]
    matchers: Annotated[
        list[Literal["email", "name and company", "company", "domain"]],
        Asked("several"),
        Field(title="Alike in any of", min_length=1, max_length=4),
    ]
    action: Annotated[
        Literal["Alert", "Block"],
        Asked("choice"),
        Field(title="Action", description="Whoever is warned may save all the same."),
    ] = "Alert"
    is_active: Active = True


class AssignmentEntrySettings(SetupSettings):
    """The first entry whose criteria fit says whose the record becomes."""

    formula: Criteria = "TRUE"
    assignee_id: Annotated[
        str, Asked("choice", offers=owners_offered), Field(title="Assign to", max_length=18)
    ]
    takes_turns: Annotated[
        bool, Asked("tick"), Field(title="Members of the queue take turns (round robin)")
    ] = False
    by_load: Annotated[
        bool, Asked("tick"), Field(title="Whoever has the fewest open records comes first")
    ] = False
    at_work_only: Annotated[
        bool, Asked("tick"), Field(title="Pass over those for whom it is no working time")
    ] = False


class AssignmentRuleSettings(SetupSettings):
    """Who gets new cases or leads."""

    sobject: Annotated[Literal["Case", "Lead"], Asked("choice"), Field(title="Object")]
    name: RuleName
    is_active: Active = True
    entries: Annotated[
        list[AssignmentEntrySettings], Field(title="Rule entries", min_length=1, max_length=50)
    ]


class EscalationRuleSettings(SetupSettings):
    """What happens to open cases that wait for too long."""

    name: RuleName
    position: Position = 1
    formula: Criteria = "TRUE"
    event: Annotated[
        Literal["unassigned", "breach"],
        Asked("choice"),
        Field(title="When", description="The minutes are counted from it."),
    ]
    minutes: Annotated[int, Asked("number"), Field(title="Minutes", ge=1, le=100_000)]
    assignee_id: Annotated[
        str, Asked("choice", offers=owners_offered), Field(title="Reassign to", max_length=18)
    ] = ""
    notify_id: Annotated[
        str, Asked("choice", offers=users_offered), Field(title="Notify as well", max_length=18)
    ] = ""
    escalates: Annotated[bool, Asked("tick"), Field(title="Mark the case as escalated")] = True
    is_active: Active = True
