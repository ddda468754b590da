"""What must hold of what administrators set up: formulas, fields, users, hours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import AssignmentEntry, Group, QueueObject, User, UserRole
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import inputs, rule_facts
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.formulas import FormulaError
from workworld.zones import zone

INTEGRITY, REFERENCE = "FIELD_INTEGRITY_EXCEPTION", "INVALID_CROSS_REFERENCE_KEY"
_SPAN = re.compile(r"(\d\d?):(\d\d)\s*[-–]\s*(\d\d?):(\d\d)")
_HOUR, _DAY = 60, 1_440
Wrong = list[RecordError]


def sobject(wrong: Wrong, name: str, at: str) -> bool:
    """Whether there is an object of a name that rules can be about; else it is noted."""
    found = objects.find(name)
    if found is not None and found.name == name and found.has_owner:
        return True
    wrong.append(RecordError(REFERENCE, f"There is no object {name}.", (at,)))
    return False


def formula(wrong: Wrong, name: str, text: str, at: str) -> None:
    """Note what is wrong with a condition over an object's fields, and where."""
    if not sobject(wrong, name, "sobject"):
        return
    try:
        rule_facts.formula(name, text)
    except FormulaError as error:
        where = f" (at character {error.position})" if error.position else ""
        wrong.append(RecordError(INTEGRITY, f"{error.message}{where}", (at,)))


def field(wrong: Wrong, name: str, written: str, at: str, kinds: Sequence[Kind] = ()) -> None:
    """Note that an object has no such field, or that it is of another kind."""
    kind = objects.find(name)
    found = kind.field(written) if kind else None
    if found is None or not found.column:
        wrong.append(RecordError(INTEGRITY, f"{name} has no field {written}.", (at,)))
    elif kinds and found.kind not in kinds:
        wrong.append(RecordError(INTEGRITY, f"{found.label} is of another type.", (at,)))


def value(ctx: Context, wrong: Wrong, name: str, written: str, text: str, at: str) -> None:
    """Note that a field cannot be set so."""
    kind = objects.find(name)
    found = kind.field(written) if kind else None
    if found is None or not found.column or not found.updateable:
        wrong.append(
            RecordError(INTEGRITY, f"{name} has no field {written} to set.", (f"{at}field",))
        )
        return
    try:
        inputs.read(ctx, objects.of_name(name), {written: text}, creating=False, system=True)
    except RecordRefused as refusal:
        wrong.append(RecordError(INTEGRITY, refusal.message, (f"{at}value",)))


def user(ctx: Context, wrong: Wrong, user_id: str, at: str) -> None:
    """Note that there is no such active user."""
    found = ctx.session.get(User, record_ids.full(user_id) or "")
    if found is None or not found.is_active or found.is_deleted:
        wrong.append(RecordError(REFERENCE, "Choose an active user.", (at,)))


def owner(ctx: Context, wrong: Wrong, owner_id: str, name: str, at: str) -> None:
    """Note that nobody of this id can own an object's records."""
    if not owner_id.startswith("00G"):
        user(ctx, wrong, owner_id, at)
        return
    takes = select(QueueObject.id).where(
        QueueObject.queue_id == owner_id, QueueObject.sobject == name, ~QueueObject.is_deleted
    )
    if ctx.session.scalar(takes.limit(1)) is None:
        said = f"Choose a user, or a queue for {name} records."
        wrong.append(RecordError(REFERENCE, said, (at,)))


def approver(ctx: Context, wrong: Wrong, approver_id: str, at: str) -> None:
    """Note that there is no such user, queue or role."""
    model = {"00G": Group, "00E": UserRole}.get(approver_id[:3])
    if model is None:
        user(ctx, wrong, approver_id, at)
    elif ctx.session.get(model, approver_id) is None:
        wrong.append(RecordError(REFERENCE, "Choose a user, a queue or a role.", (at,)))


def time_zone(wrong: Wrong, name: str) -> None:
    """Note that there is no such zone."""
    try:
        zone(name)
    except (KeyError, OSError, ValueError):
        wrong.append(RecordError(INTEGRITY, f"There is no time zone {name}.", ("timeZoneId",)))


def spans(text: str) -> list[list[int]] | None:
    """Hours such as ``08:00-12:00, 13:00-18:00`` in minutes of the day; None if they are none."""
    found: list[list[int]] = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        match = _SPAN.fullmatch(part)
        if match is None:
            return None
        from_hour, from_minute, to_hour, to_minute = map(int, match.groups())
        first, last = from_hour * _HOUR + from_minute, to_hour * _HOUR + to_minute
        if max(from_minute, to_minute) >= _HOUR or not first < last <= _DAY:
            return None
        if found and first < found[-1][1]:
            return None
        found.append([first, last])
    return found


def replace_entries(ctx: Context, rule_id: str, entries: Sequence[Any]) -> None:
    """Write the entries of an assignment rule anew; whose turn it was is kept where it can be."""
    query = select(AssignmentEntry).where(AssignmentEntry.rule_id == rule_id)
    last = {each.assignee_id: each.last_user_id for each in ctx.session.scalars(query)}
    ctx.session.execute(delete(AssignmentEntry).where(AssignmentEntry.rule_id == rule_id))
    for position, each in enumerate(entries, 1):
        row = AssignmentEntry(
            id=record_ids.next_id(ctx.ids, "01R"),
            rule_id=rule_id,
            position=position,
            formula=each.formula,
            assignee_id=each.assignee_id,
            takes_turns=each.takes_turns,
            by_load=each.by_load,
            at_work_only=each.at_work_only,
            last_user_id=last.get(each.assignee_id) if each.takes_turns else None,
        )
        ctx.session.add(row)
