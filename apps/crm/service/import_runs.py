"""What an import does with its rows: each is matched, and creates a record or changes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Account
from workworld.apps.crm.schema.domains import domain_of
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import records, sight
from workworld.apps.crm.service.import_values import Reading, value_of
from workworld.apps.crm.service.refusals import RecordError, RecordRefused, refused
from workworld.apps.crm.service.saving import Options
from workworld.context import Context
from workworld.errors import Refused
from workworld.imports.tables import Row, Table
from workworld.undoing import whole_or_nothing

CREATE, UPDATE, UPSERT = "create", "update", "upsert"
NAME_AND_DOMAIN = "NameAndDomain"
"""Accounts are matched by their name and the domain of their website."""
_NO_MATCH, _SEVERAL = "NO_MATCH", "SEVERAL_MATCHES"
_accounts = Account.__table__.c


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import is to do.

    Args:
        sobject: what the rows are.
        columns: the place of a column, from 1 → the field that it is.
        constants: what every row has besides, by field.
        mode: ``create``, ``update`` or ``upsert``.
        match_by: the field by which records are found, or ``NameAndDomain``.
        allow_duplicates: whether to save though there are records like it.
        assign: whether assignment rules choose owners.
        dates: the pattern of days.
    """

    sobject: SObject
    columns: Mapping[int, str]
    constants: Mapping[str, str]
    mode: str
    match_by: str
    allow_duplicates: bool
    assign: bool
    dates: str


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What became of a row, or would.

    Args:
        row: its number, from 1.
        line: where it begins in the file, from 1.
        name: what its record is called.
        action: ``create`` or ``update``.
        record_id: the record; empty if it was refused.
        reason: why it was refused; empty if it was not.
    """

    row: int
    line: int
    name: str
    action: str
    record_id: str = ""
    reason: str = ""


def performed(ctx: Context, table: Table, plan: Plan) -> list[RowOutcome]:
    """Do what a file says, each row by itself: one that is refused leaves nothing behind."""
    reading = Reading(ctx, plan.dates)
    return [_outcome(ctx, reading, plan, row) for row in table.rows]


def _outcome(ctx: Context, reading: Reading, plan: Plan, row: Row) -> RowOutcome:
    name = _name(plan, row)
    usual = UPDATE if plan.mode == UPDATE else CREATE
    if row.problem:
        return RowOutcome(row.number, row.line, name, usual, reason=row.problem)
    try:
        action, record_id = whole_or_nothing(ctx, lambda: _do(ctx, reading, plan, row))
    except Refused as refusal:
        return RowOutcome(row.number, row.line, name, usual, reason=_said(refusal))
    return RowOutcome(row.number, row.line, name, action, record_id)


def _do(ctx: Context, reading: Reading, plan: Plan, row: Row) -> tuple[str, str]:
    values = _values(reading, plan, row)
    found = None if plan.mode == CREATE else _matched(ctx, plan, values)
    options = Options(allow_duplicates=plan.allow_duplicates, assign=plan.assign, notify=False)
    if found is not None:
        given = {name: value for name, value in values.items() if name != "Id"}
        records.change(ctx, records.known(ctx, plan.sobject.name, found), given, options)
        return UPDATE, found
    if plan.mode == UPDATE:
        raise refused(_NO_MATCH, f"No record that you see fits this row by {plan.match_by}.")
    given = {name: value for name, value in values.items() if value is not None and name != "Id"}
    made = records.insert(ctx, plan.sobject, given, options)
    return CREATE, made.id


def _values(reading: Reading, plan: Plan, row: Row) -> dict[str, Any]:
    """The values of a row by field; all that cannot be read is told at once."""
    texts = dict(plan.constants)
    for place, name in plan.columns.items():
        text = row.cells[place - 1]
        if text.strip() or name not in texts:
            texts[name] = text
    found: dict[str, Any] = {}
    errors: list[RecordError] = []
    for name, text in texts.items():
        field = plan.sobject.field(name)
        if field is None:
            continue
        try:
            found[field.name] = value_of(reading, field, text)
        except RecordRefused as refusal:
            errors += refusal.errors
    if errors:
        raise RecordRefused(errors)
    return found


def _matched(ctx: Context, plan: Plan, values: Mapping[str, Any]) -> str | None:
    """The record that a row is about; None if there is none.

    Raises:
        RecordRefused: several fit.
    """
    sobject, table = plan.sobject, plan.sobject.model.__table__
    fits = _fits(plan, values, table)
    if fits is None:
        return None
    query = select(table.c.id).where(fits, sight.rows(ctx, sobject, table))
    found = ctx.session.scalars(query.order_by(table.c.id).limit(2)).all()
    if len(found) > 1:
        raise refused(_SEVERAL, f"Several records fit this row by {plan.match_by}.")
    return found[0] if found else None


def _fits(plan: Plan, values: Mapping[str, Any], table: Any) -> ColumnElement[bool] | None:
    """What must hold of the record that a row is about; None if the row does not say enough."""
    if plan.match_by == NAME_AND_DOMAIN:
        name, domain = values.get("Name"), domain_of(values.get("Website"))
        if not (name and domain):
            return None
        return (func.lower(_accounts.name) == str(name).lower()) & (_accounts.domain == domain)
    field = plan.sobject.field(plan.match_by)
    value = values.get(plan.match_by)
    if field is None or not value:
        return None
    if field.kind is Kind.ID:
        fits: ColumnElement[bool] = table.c.id == (record_ids.full(str(value)) or "")
        return fits
    return func.lower(table.c[field.column]) == str(value).lower()


def _name(plan: Plan, row: Row) -> str:
    """What a row is about, for people."""
    wanted = ("Name", "FirstName", "Subject", "Company", "Email", "ContactId", "LeadId")
    found = {name: row.cells[place - 1].strip() for place, name in plan.columns.items()}
    if found.get("LastName"):
        return f"{found.get('FirstName', '')} {found['LastName']}".strip()
    said = next((found[name] for name in wanted if found.get(name)), "")
    return (said or next(filter(None, row.cells), ""))[:200]


def _said(refusal: Refused) -> str:
    if isinstance(refusal, RecordRefused) and refusal.matches:
        names = ", ".join(dict.fromkeys(each.name for each in refusal.matches))
        return f"There is a record like this one: {names}."
    if isinstance(refusal, RecordRefused):
        return "; ".join(each.message for each in refusal.errors)
    return refusal.message
