"""Values of lists, as administrators set them: added, renamed, put out of use, ordered.

https://help.salesforce.com/s/articleView?id=platform.updating_picklists.htm
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field as Argument
from sqlalchemy import delete, select, update

from workworld.apps.crm.models import FieldSetting, PicklistValue, RecordType
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.picklists import STAGE_OF, Stage
from workworld.apps.crm.schema.shapes import PickValue
from workworld.apps.crm.service import custom_fields, field_checks, refusals, setup_audit
from workworld.apps.crm.service.setup_settings import SetupSettings, checked
from workworld.apps.crm.types import SObjectName
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

STAGE = "stage"
_FIXED = frozenset(
    {
        "case status",
        "lead status",
        "task status",
        "quote status",
        "contract status",
        "currency",
        "forecast category",
        "group type",
        "access level",
        "sla state",
        "task subtype",
        "show as",
    }
)
"""Lists whose values mean something to the application: others may be added, these stay."""
_CLOSED_TO_OTHERS = frozenset(
    {"currency", "forecast category", "group type", "access level", "sla state", "task subtype"}
)
_DOORS = (Surface.UI, Surface.MCP)


class ValueSettings(SetupSettings):
    """A value of a list."""

    value: Annotated[str, Asked("line"), Argument(title="Value", min_length=1, max_length=255)]
    was: Annotated[
        str,
        Asked("kept"),
        Argument(
            title="Renamed from",
            max_length=255,
            description="What it was called so far; records that hold it hold the new name.",
        ),
    ] = ""
    active: Annotated[bool, Asked("tick"), Argument(title="Active")] = True
    default: Annotated[bool, Asked("tick"), Argument(title="Default")] = False


class StageSettings(ValueSettings):
    """A stage of deals; what follows from those that the application has stays as it is."""

    probability: Annotated[
        int, Asked("number"), Argument(title="Probability (%)", ge=0, le=100)
    ] = 50
    forecast_category: Annotated[
        Literal["Omitted", "Pipeline", "Best Case", "Commit", "Closed"],
        Asked("choice"),
        Argument(title="Forecast category"),
    ] = "Pipeline"


class ListSettings(SetupSettings):
    """The values of a list, in their order."""

    values: Annotated[list[ValueSettings], Argument(title="Values", min_length=1, max_length=500)]


class StagesSettings(SetupSettings):
    """The stages of deals, in their order."""

    values: Annotated[list[StageSettings], Argument(title="Values", min_length=1, max_length=100)]


def settings_for(field: Field) -> type[ListSettings] | type[StagesSettings]:
    """What is settled about the values of a field."""
    return StagesSettings if field.picklist == STAGE else ListSettings


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def show(
    ctx: Context, *, sobject: SObjectName, field: custom_fields.FieldName
) -> Mapping[str, Any]:
    """Read the values of a list, those too that are not in use, in their order.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``: the field is no list.
    """
    setup_audit.require_admin(ctx)
    found = _listed(sobject, field)
    return {"values": [_told(found, each) for each in picklists.all_values(found.picklist)]}


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def save(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: custom_fields.FieldName,
    entries: Annotated[
        Sequence[Mapping[str, Any]],
        Argument(
            description="All values in their order: value, was (what it is renamed from), active,"
            " default; of stages also probability and forecastCategory. Those left out go."
        ),
    ],
) -> Mapping[str, Any]:
    """Set the values of a list: all of them, in their order.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``: the field is no list.
        Invalid: with what is wrong with which value.
    """
    setup_audit.require_admin(ctx)
    found = _listed(sobject, field)
    made: Any = checked(settings_for(found), {"values": [*entries]})
    _check(found, made.values)
    before = {each.value for each in picklists.all_values(found.picklist)}
    renamed = {
        each.was: each.value
        for each in made.values
        if each.was and each.was in before and each.was != each.value
    }
    _rename(ctx, found, renamed)
    left = [each for each in made.values if each.value]
    gone = before - {each.value for each in left} - renamed.keys()
    _write(ctx, found, left, sorted(gone))
    _set_default(ctx, sobject, found, next((each.value for each in left if each.default), None))
    said = f"Changed the values of {objects.of_name(sobject).label} {found.label}"
    setup_audit.note(ctx, "Picklists", "changed", said)
    custom_fields.apply(ctx)
    return show(ctx, sobject=sobject, field=field)


def _listed(sobject: str, name: str) -> Field:
    found = custom_fields.field_of(custom_fields.object_of(sobject), name)
    if not found.picklist:
        raise refusals.not_found()
    return found


def _told(field: Field, each: PickValue) -> dict[str, Any]:
    told = {
        "value": each.value,
        "was": each.value,
        "active": each.is_active,
        "default": each.value == field.default,
    }
    if field.picklist != STAGE:
        return told
    stage = STAGE_OF[each.value]
    category = stage.forecast_category
    return {**told, "probability": int(stage.probability), "forecastCategory": category}


def _check(field: Field, values: Sequence[Any]) -> None:
    names = [each.value.lower() for each in values]
    if len(set(names)) < len(names):
        raise field_checks.wrong("values", "Two values have the same name.")
    if any(";" in each for each in names):
        raise field_checks.wrong("values", "A value has no semicolon.")
    if not any(each.active for each in values):
        raise field_checks.wrong("values", "At least one value is in use.")
    if sum(each.default for each in values) > 1:
        raise field_checks.wrong("values", "Only one value is the default.")
    known = {each.value: each for each in values}
    if field.picklist in _FIXED or field.picklist == STAGE:
        declared = picklists.declared_values(field.picklist)
        kept = [name for name in declared if name in known and known[name].active]
        lost = next((name for name in declared if name not in kept), None)
        if lost is not None and (field.picklist in _FIXED or STAGE_OF[lost].is_closed):
            raise field_checks.wrong("values", f"{lost} is needed by the application.")
        added = next((each for each in known if each not in declared), None)
        if added is not None and field.picklist in _CLOSED_TO_OTHERS:
            raise field_checks.wrong("values", f"{added} would mean nothing to the application.")


def _rename(ctx: Context, field: Field, renamed: Mapping[str, str]) -> None:
    """Let records, types of records and dependences have the new names."""
    if not renamed:
        return
    for sobject in objects.objects().values():
        for each in sobject.fields.values():
            if each.picklist == field.picklist and each.column:
                _rename_in(ctx, sobject.model, each, renamed)
    for row in ctx.session.scalars(select(RecordType)):
        row.values = {
            name: [renamed.get(value, value) for value in values]
            for name, values in row.values.items()
        }
    for setting in ctx.session.scalars(select(FieldSetting)):
        if setting.allowed:
            setting.allowed = {
                renamed.get(key, key): [renamed.get(value, value) for value in values]
                for key, values in setting.allowed.items()
            }


def _rename_in(ctx: Context, model: Any, field: Field, renamed: Mapping[str, str]) -> None:
    # Nobody has changed these records: their list calls the same thing otherwise.
    table = model.__table__
    column = table.c[field.column]
    if field.kind is Kind.PICKLIST:
        for old, new in renamed.items():
            statement = update(table).where(column == old).values({field.column: new})
            ctx.session.execute(statement)
        return
    held = select(table.c.id, column).where(column.is_not(None))
    for record_id, text in ctx.session.execute(held).all():
        now = ";".join(renamed.get(each, each) for each in text.split(";"))
        if now != text:
            statement = update(table).where(table.c.id == record_id)
            ctx.session.execute(statement.values({field.column: now}))


def _write(ctx: Context, field: Field, values: Sequence[Any], gone: Sequence[str]) -> None:
    listed = PicklistValue.__table__.c.picklist == field.picklist
    ctx.session.execute(delete(PicklistValue).where(listed))
    for position, each in enumerate(values):
        ctx.session.add(
            PicklistValue(
                picklist=field.picklist,
                value=each.value,
                position=position,
                is_active=each.active,
                is_default=each.default,
                facts=_facts(each) if field.picklist == STAGE else None,
            )
        )
    # Records may still hold what was left out: it is kept, out of use.
    for position, value in enumerate(gone, len(values)):
        facts = json.dumps(_of_stage(STAGE_OF[value])) if field.picklist == STAGE else None
        ctx.session.add(
            PicklistValue(
                picklist=field.picklist,
                value=value,
                position=position,
                is_active=False,
                facts=facts,
            )
        )


def _facts(each: StageSettings) -> str:
    known = STAGE_OF.get(each.value) or STAGE_OF.get(each.was)
    if known is not None and known.is_closed:
        return json.dumps(_of_stage(known))
    return json.dumps(
        {"probability": float(each.probability), "forecast_category": each.forecast_category}
    )


def _of_stage(stage: Stage) -> dict[str, Any]:
    return {name: value for name, value in stage._asdict().items() if name != "name"}


def _set_default(ctx: Context, sobject: str, field: Field, value: str | None) -> None:
    if value == field.default or (value is None and field.default is None):
        return
    row = custom_fields.setting_of(ctx, objects.of_name(sobject).name, field.name)
    row.default = value
