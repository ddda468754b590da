"""What must hold of a flow: what begins it, and each element that it consists of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select

from workworld import automation
from workworld.apps.crm.models import Flow
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import refusals, setup_checks
from workworld.apps.crm.service.flow_elements import APP_ID, IF, MEETS, UPDATE, WAIT
from workworld.apps.crm.service.flow_settings import FlowSettings
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.errors import Invalid
from workworld.rules import trees
from workworld.rules.trees import Part

_CODE = "FIELD_INTEGRITY_EXCEPTION"
_TIMES = (Kind.DATE, Kind.DATETIME)


def trigger(ctx: Context, given: Mapping[str, Any], row: Flow | None) -> dict[str, Any]:
    """What begins a flow, in shape.

    Raises:
        RecordRefused: with what is wrong with which setting.
    """
    try:
        made = FlowSettings.model_validate(given)
    except ValidationError as error:
        errors = [
            (str(each["loc"][0]) if each["loc"] else "", each["msg"]) for each in error.errors()
        ]
        wrong = [RecordError(_CODE, f"{at}: {said}.", (at,)) for at, said in errors]
        raise RecordRefused(wrong) from None
    wrong = []
    setup_checks.formula(wrong, made.sobject, made.formula, "formula")
    if made.moment == "scheduled":
        _check_schedule(made, wrong)
    if made.event == "Delete" and made.moment != "after":
        said = "A flow that begins with a deletion has neither of these paths: choose After saving."
        wrong.append(RecordError(_CODE, said, ("moment",)))
    query = select(Flow.id).where(Flow.name == made.name, Flow.id != (row.id if row else ""))
    if ctx.session.scalar(query.limit(1)) is not None:
        said = f"There is another flow called {made.name}."
        wrong.append(RecordError("DUPLICATE_DEVELOPER_NAME", said, ("name",)))
    if wrong:
        raise RecordRefused(wrong)
    told: dict[str, Any] = made.model_dump(by_alias=True)
    return told


def _check_schedule(made: FlowSettings, wrong: list[RecordError]) -> None:
    if made.time_field:
        setup_checks.field(wrong, made.sobject, made.time_field, "timeField", _TIMES)
    elif made.side == "Before":
        said = "Nothing comes before the record was saved: choose After, or a field."
        wrong.append(RecordError(_CODE, said, ("side",)))


def elements(
    ctx: Context, trigger: Mapping[str, Any], given: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Elements in shape.

    Raises:
        RecordRefused: ``FIELD_INTEGRITY_EXCEPTION``, with what is wrong with which element.
    """
    try:
        tree = trees.checked(APP_ID, [Part.model_validate(each) for each in given])
    except ValidationError as error:
        first = error.errors()[0]
        said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}."
        raise refusals.refused(_CODE, said, "elements") from None
    except Invalid as wrong:
        raise refusals.refused(_CODE, wrong.message, "elements") from None
    for placed in trees.walk(APP_ID, tree):
        kind = placed.kind
        if kind.kind == WAIT and placed.depth:
            said = "A flow waits only between its elements, not within one."
            raise refusals.refused(_CODE, said, "elements")
        if trigger["moment"] == "before" and not _fits_before(placed.part):
            said = f"{kind.title}: before saving only the record's own fields are set."
            raise refusals.refused(_CODE, said, "elements")
        if kind.check is not None:
            settings = automation.read(kind, placed.part["settings"])
            kind.check(ctx, trigger["sobject"], settings)
    return tree


def _fits_before(part: Mapping[str, Any]) -> bool:
    is_own = part["kind"] == UPDATE and not part["settings"]["way"]
    return is_own or part["kind"] in (IF, MEETS)
