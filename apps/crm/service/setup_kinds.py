"""The kinds of what administrators set up: how each is kept, and what must hold of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import select, update

from workworld.apps.crm.models import (
    Account,
    AccountTerritory,
    ApprovalProcess,
    ApprovalRequest,
    AssignmentEntry,
    AssignmentRule,
    BusinessHours,
    Cadence,
    CadenceTracker,
    DuplicateRule,
    EmailTemplate,
    EscalationRule,
    Opportunity,
    Territory,
    ValidationRule,
)
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import (
    setup_checks,
    setup_process_settings,
    setup_settings,
)
from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.service.setup_process_settings import DAYS
from workworld.apps.crm.service.setup_sales_kinds import SALES
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.apps.crm.service.setup_shapes import SetupKind, Wrong, plain
from workworld.context import Context

_INTEGRITY = "FIELD_INTEGRITY_EXCEPTION"
_NUMBERS = (Kind.PERCENT, Kind.DOUBLE, Kind.CURRENCY, Kind.INT)
_CLOCK = 60


def _check_validation(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, made.sobject, made.formula, "errorConditionFormula")
    if made.field:
        setup_checks.field(wrong, made.sobject, made.field, "errorDisplayField")


def _check_duplicates(_ctx: Context, made: Any, wrong: Wrong) -> None:
    people = ("email", "name and company")
    lacking = [each for each in made.matchers if (each in people) == (made.against == "Account")]
    lacking = [each for each in lacking if not (each == "company" and made.against == "Lead")]
    if lacking:
        said = f"{made.against} records cannot be compared by {', '.join(lacking)}."
        wrong.append(RecordError(_INTEGRITY, said, ("matchers",)))


def _check_assignment(ctx: Context, made: Any, wrong: Wrong) -> None:
    for number, entry in enumerate(made.entries):
        at = f"entries-{number}-"
        setup_checks.formula(wrong, made.sobject, entry.formula, f"{at}formula")
        setup_checks.owner(ctx, wrong, entry.assignee_id, made.sobject, f"{at}assigneeId")
        if entry.takes_turns and not entry.assignee_id.startswith("00G"):
            said = "Only members of a queue can take turns."
            wrong.append(RecordError(_INTEGRITY, said, (f"{at}takesTurns",)))


def _check_escalation(ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, "Case", made.formula, "formula")
    if made.assignee_id:
        setup_checks.owner(ctx, wrong, made.assignee_id, "Case", "assigneeId")
    if made.notify_id:
        setup_checks.user(ctx, wrong, made.notify_id, "notifyId")


def _check_process(ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.formula(wrong, made.sobject, made.formula, "formula")
    for name, alias in (("asked_field", "askedField"), ("granted_field", "grantedField")):
        if getattr(made, name):
            setup_checks.field(wrong, made.sobject, getattr(made, name), alias, _NUMBERS)
    for number, step in enumerate(made.steps):
        at = f"steps-{number}-"
        setup_checks.formula(wrong, made.sobject, step.formula, f"{at}formula")
        if step.approver == "assigned":
            setup_checks.approver(ctx, wrong, step.approver_id, f"{at}approverId")
    for number, each in enumerate(made.updates):
        at = f"updates-{number}-"
        setup_checks.value(ctx, wrong, made.sobject, each.field, each.value, at)


def _check_template(_ctx: Context, made: Any, wrong: Wrong) -> None:
    if made.related_type:
        setup_checks.sobject(wrong, made.related_type, "relatedType")


def _check_hours(_ctx: Context, made: Any, wrong: Wrong) -> None:
    setup_checks.time_zone(wrong, made.zone)
    for day in DAYS:
        if setup_checks.spans(getattr(made, day)) is None:
            said = "Write hours such as 08:00-12:00, 13:00-18:00, one after the other."
            wrong.append(RecordError(_INTEGRITY, said, (day,)))
    for number, each in enumerate(made.holidays):
        try:
            date.fromisoformat(each.date)
        except ValueError:
            said = f"There is no day {each.date}."
            wrong.append(RecordError(_INTEGRITY, said, (f"holidays-{number}-date",)))


def _entries(ctx: Context, row: Any, _settings: type[SetupSettings]) -> dict[str, Any]:
    query = select(AssignmentEntry).where(AssignmentEntry.rule_id == row.id)
    entries = ctx.session.scalars(query.order_by(AssignmentEntry.position)).all()
    told = [
        {name: getattr(each, name) for name in setup_settings.AssignmentEntrySettings.model_fields}
        for each in entries
    ]
    return {"sobject": row.sobject, "name": row.name, "is_active": row.is_active, "entries": told}


def _without_entries(made: Any) -> dict[str, Any]:
    return {name: value for name, value in plain(made).items() if name != "entries"}


def _keep_entries(ctx: Context, row: Any, made: Any) -> None:
    """The entries are the rule's: they are all written anew, and turns go on where they were."""
    setup_checks.replace_entries(ctx, row.id, made.entries)
    if row.is_active:
        others = update(AssignmentRule).where(
            AssignmentRule.sobject == row.sobject, AssignmentRule.id != row.id
        )
        ctx.session.execute(others.values(is_active=False))


def _empty_as_null(*names: str) -> Callable[[Any], Mapping[str, Any]]:
    def columns(made: Any) -> Mapping[str, Any]:
        return {
            key: None if key in names and not value else value for key, value in plain(made).items()
        }

    return columns


def _null_as_empty(_ctx: Context, row: Any, settings: type[SetupSettings]) -> dict[str, Any]:
    held = {name: getattr(row, name) for name in settings.model_fields}
    return {key: "" if value is None else value for key, value in held.items()}


def _week(_ctx: Context, row: Any, _settings: type[SetupSettings]) -> dict[str, Any]:
    days = {
        day: ", ".join(f"{_clock(first)}-{_clock(last)}" for first, last in spans)
        for day, spans in zip(DAYS, row.hours, strict=True)
    }
    return {"name": row.name, "zone": row.zone, "holidays": row.holidays, **days}


def _of_week(made: Any) -> Mapping[str, Any]:
    hours = [setup_checks.spans(getattr(made, day)) or [] for day in DAYS]
    holidays = sorted(plain(made)["holidays"], key=lambda each: each["date"])
    return {"name": made.name, "zone": made.zone, "hours": hours, "holidays": holidays}


def _clock(minutes: int) -> str:
    return f"{minutes // _CLOCK:02}:{minutes % _CLOCK:02}"


def refuse_deletion(ctx: Context, kind: SetupKind, row: Any) -> RecordError | None:
    """Why something cannot be deleted, if it cannot."""
    if kind.is_one:
        return RecordError("DELETE_FAILED", f"There must be {kind.label.lower()}.")
    if kind.model is ApprovalProcess:
        query = select(ApprovalRequest.id).where(ApprovalRequest.process_id == row.id)
        if ctx.session.scalar(query.limit(1)) is not None:
            said = "Records were submitted to this process: deactivate it instead."
            return RecordError("DELETE_FAILED", said)
    if kind.model is Cadence:
        query = select(CadenceTracker.id).where(CadenceTracker.cadence_id == row.id)
        if ctx.session.scalar(query.limit(1)) is not None:
            said = "Somebody is or was in this cadence: deactivate it instead."
            return RecordError("DELETE_FAILED", said)
    if kind.model is Territory:
        for model, column in _IN_TERRITORIES:
            if ctx.session.scalar(select(model.id).where(column == row.id).limit(1)) is not None:
                said = "Something lies in this territory: deactivate it instead."
                return RecordError("DELETE_FAILED", said)
    return None


_IN_TERRITORIES: Sequence[tuple[Any, Any]] = (
    (Account, Account.territory_id),
    (AccountTerritory, AccountTerritory.territory_id),
    (Opportunity, Opportunity.territory_id),
    (Territory, Territory.parent_id),
)
_S, _P = setup_settings, setup_process_settings
_ALL = (
    SetupKind(
        "ValidationRule",
        "Validation rule",
        "Validation rules",
        "03d",
        ValidationRule,
        _S.ValidationRuleSettings,
        _check_validation,
    ),
    SetupKind(
        "DuplicateRule",
        "Duplicate rule",
        "Duplicate rules",
        "0Bm",
        DuplicateRule,
        _S.DuplicateRuleSettings,
        _check_duplicates,
    ),
    SetupKind(
        "AssignmentRule",
        "Assignment rule",
        "Assignment rules",
        "01Q",
        AssignmentRule,
        _S.AssignmentRuleSettings,
        _check_assignment,
        read=_entries,
        columns=_without_entries,
        follow=_keep_entries,
    ),
    SetupKind(
        "EscalationRule",
        "Escalation rule",
        "Escalation rules",
        "01W",
        EscalationRule,
        _S.EscalationRuleSettings,
        _check_escalation,
        read=_null_as_empty,
        columns=_empty_as_null("assignee_id", "notify_id"),
    ),
    SetupKind(
        "ApprovalProcess",
        "Approval process",
        "Approval processes",
        "04a",
        ApprovalProcess,
        _P.ApprovalProcessSettings,
        _check_process,
    ),
    *SALES,
    SetupKind(
        "EmailTemplate",
        "E-mail template",
        "E-mail templates",
        "00X",
        EmailTemplate,
        _P.EmailTemplateSettings,
        _check_template,
        read=_null_as_empty,
        columns=_empty_as_null("description", "related_type"),
    ),
    SetupKind(
        "BusinessHours",
        "Business hours",
        "Business hours",
        "01m",
        BusinessHours,
        _P.BusinessHoursSettings,
        _check_hours,
        read=_week,
        columns=_of_week,
        is_one=True,
    ),
)
KINDS: Mapping[str, SetupKind] = {each.name: each for each in _ALL}
"""By their names, in the order of the setup's menu."""
