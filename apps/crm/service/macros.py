"""Macros: what is done to cases again and again, several steps at once.

https://help.salesforce.com/s/articleView?id=service.macros_def.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case, Group, Macro, MacroInstruction, RecordType
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import (
    MACRO_CLOSE,
    MACRO_INTERNAL,
    MACRO_PUBLIC,
    MACRO_REPLY,
    MACRO_SET,
)
from workworld.apps.crm.service import (
    case_comments,
    cases,
    people,
    records,
    refusals,
    saving,
    sight,
    templates,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor runs them in its console alone.
_DOORS = (Surface.UI, Surface.MCP)
_macros, _steps = Macro.__table__.c, MacroInstruction.__table__.c


@dataclass(frozen=True, slots=True)
class ListedMacro:
    """A macro, with what its steps do in words."""

    id: str
    name: str
    description: str
    steps: Sequence[str]


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[ListedMacro]:
    """List the active macros by name, with their steps in words."""
    people.me(ctx)
    sobject, table = of_name("Macro"), Macro.__table__
    query = select(table).where(_macros.is_active, sight.rows(ctx, sobject, table))
    rows = ctx.session.execute(query.order_by(_macros.name, _macros.id)).all()
    steps = _instructions(ctx, *(each.id for each in rows))
    return [
        ListedMacro(
            each.id,
            each.name,
            each.description or "",
            tuple(_words(step) for step in steps if step.macro_id == each.id),
        )
        for each in rows
    ]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def run(
    ctx: Context,
    *,
    macro_id: Annotated[RecordId, Field(description="A macro's id.")],
    case_id: Annotated[RecordId, Field(description="The case to which its steps are done.")],
) -> Loaded:
    """Do all steps of a macro to a case; if one is refused, none is done.

    Raises:
        Invalid: ``INVALID_OPERATION``: the macro has no steps, or a field is not filled in.
    """
    macro: Macro = records.known(ctx, "Macro", macro_id)
    if not macro.is_active:
        raise refusals.not_found()
    case: Case = records.known(ctx, "Case", case_id)
    steps = _instructions(ctx, macro.id)
    if not steps:
        raise refusals.refused("INVALID_OPERATION", "This macro has no steps yet", "MacroId")
    for operation_name, several in groupby(steps, key=lambda each: each.operation):
        if operation_name == MACRO_SET:  # fields may hang on each other, so they are set at once
            _set(ctx, case, tuple(several))
            continue
        for step in several:
            _DEEDS[operation_name](ctx, case, step)
    return Loaded(of_name("Case"), {"Id": case.id})


@saving.before("MacroInstruction")
def _check(ctx: Context, saved: Saving) -> None:
    """Its place, and whether the step says what it does."""
    row = saved.row
    if row.position is None:
        found = _instructions(ctx, row.macro_id) if row.macro_id else ()
        row.position = max((each.position or 0 for each in found), default=0) + 1
    if row.operation == MACRO_SET:
        field = of_name("Case").field(row.target or "")
        if field is None or not field.updateable or not field.column:
            said = "Name a field of the case that can be set, such as Priority."
            saved.refuse("INVALID_FIELD", said, "Target")
        else:
            row.target = field.name
    elif row.operation != MACRO_CLOSE and not (row.value or "").strip():
        saved.errors.append(refusals.required(["Value"]))


def _instructions(ctx: Context, *macro_ids: str) -> Sequence[Any]:
    query = select(MacroInstruction.__table__).where(
        _steps.macro_id.in_(macro_ids), ~_steps.is_deleted
    )
    return ctx.session.execute(query.order_by(_steps.position, _steps.id)).all()


def _set(ctx: Context, case: Case, steps: Sequence[Any]) -> None:
    fields = of_name("Case").fields
    values = {
        fields[each.target.lower()].name: _read(ctx, each.target, (each.value or "").strip())
        for each in steps
    }
    records.change(ctx, case, values)


def _read(ctx: Context, target: str, value: str) -> Any:
    """A value as records take it: queues and record types may be told by their names."""
    named = {
        "OwnerId": select(Group.id).where(Group.type == "Queue", Group.name == value),
        "RecordTypeId": select(RecordType.id).where(
            RecordType.sobject == "Case", RecordType.name == value
        ),
    }
    found = ctx.session.scalar(named[target].limit(1)) if target in named else None
    return {"true": True, "false": False, "": None}.get(value.lower(), found or value)


def _reply(ctx: Context, case: Case, step: Any) -> None:
    cases.write_to_customer(ctx, case, _filled(ctx, case, step.value))


def _say(ctx: Context, case: Case, step: Any) -> None:
    is_published = step.operation == MACRO_PUBLIC
    case_comments.write(ctx, case.id, _filled(ctx, case, step.value), is_published=is_published)


def _close(ctx: Context, case: Case, step: Any) -> None:
    values = {"Status": "Closed"}
    if (step.value or "").strip():
        values["Resolution__c"] = _filled(ctx, case, step.value)
    records.change(ctx, case, values)


def _filled(ctx: Context, case: Case, text: str) -> str:
    made = templates.filled(ctx, "", text, case.id, None)
    if made.unresolved:
        said = f"The case has nothing for {', '.join(made.unresolved)}"
        raise refusals.refused("INVALID_OPERATION", said, "Value")
    return made.body


def _words(step: Any) -> str:
    """What a step does."""
    if step.operation == MACRO_SET:
        field = of_name("Case").field(step.target or "")
        label = field.title if field else step.target
        return f"Set {label} to {step.value or 'nothing'}"
    if step.operation == MACRO_CLOSE:
        return f"Close the case: {step.value}" if step.value else "Close the case"
    return f"{step.operation}: {step.value}"


_DEEDS: Mapping[str, Callable[[Context, Case, Any], None]] = {
    MACRO_REPLY: _reply,
    MACRO_INTERNAL: _say,
    MACRO_PUBLIC: _say,
    MACRO_CLOSE: _close,
}
