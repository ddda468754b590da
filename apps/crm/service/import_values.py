"""Texts of imported files as values of fields: amounts, days, names of other records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import User
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import conditions, sight
from workworld.apps.crm.service.refusals import refused
from workworld.context import Context
from workworld.directory.models import Person
from workworld.imports.dates import moment_in

_TRUE = ("1", "true", "yes", "y", "x")
_FALSE = ("0", "false", "no", "n")
_AMOUNT = re.compile(r"[^\d.,()+-]")
_COMMA_DECIMALS = re.compile(r"-?\d{1,3}(?:\.\d{3})*,\d{1,2}")
_BAD = "INVALID_VALUE"
_people, _users = Person.__table__.c, User.__table__.c


@dataclass(frozen=True, slots=True)
class Reading:
    """How the texts of a file are to be read.

    Args:
        ctx: who imports it.
        dates: the pattern of its days and moments.
    """

    ctx: Context
    dates: str


def value_of(reading: Reading, field: Field, text: str) -> Any:
    """The JSON value of a field that a text means; None for an empty one.

    Raises:
        RecordRefused: it means nothing there.
    """
    text = text.strip()
    if not text:
        return None
    read = _READERS.get(field.kind)
    return read(reading, field, text) if read else text


def _truth(_reading: Reading, field: Field, text: str) -> bool:
    known = text.lower()
    if known not in (*_TRUE, *_FALSE):
        raise refused(_BAD, f"{field.label}: “{text[:80]}” is neither yes nor no.", field.name)
    return known in _TRUE


def _number(_reading: Reading, field: Field, text: str) -> str:
    """A number without currency signs and thousands; brackets are a minus, as books have it."""
    bare = _AMOUNT.sub("", text)
    if bare.startswith("(") and bare.endswith(")"):
        bare = f"-{bare[1:-1]}"
    if _COMMA_DECIMALS.fullmatch(bare):
        bare = bare.replace(".", "").replace(",", ".")
    bare = bare.replace(",", "")
    try:
        float(bare)
    except ValueError:
        said = f"{field.label}: “{text[:80]}” is no number."
        raise refused(_BAD, said, field.name) from None
    return bare


def _day(reading: Reading, field: Field, text: str) -> str:
    return _moment_in(reading, field, text).date().isoformat()


def _moment(reading: Reading, field: Field, text: str) -> str:
    made = _moment_in(reading, field, text)
    if made.tzinfo is None:
        made = made.replace(tzinfo=conditions.calendar(reading.ctx).zone)
    return made.isoformat()


def _moment_in(reading: Reading, field: Field, text: str) -> datetime:
    made = moment_in(text, reading.dates)
    if made is None:
        said = f"{field.label}: “{text[:80]}” is no date of the form {reading.dates}."
        raise refused(_BAD, said, field.name)
    return made


def _one(_reading: Reading, field: Field, text: str) -> str:
    """One of the values of a list, however it is written; another one is judged elsewhere."""
    known = {each.lower(): each for each in picklists.VALUES.get(field.picklist, ())}
    return known.get(text.lower(), text)


def _several(_reading: Reading, field: Field, text: str) -> str:
    parts = [each.strip() for each in re.split(r"[;|]", text) if each.strip()]
    known = {each.lower(): each for each in picklists.VALUES.get(field.picklist, ())}
    return ";".join(known.get(each.lower(), each) for each in parts)


def _reference(reading: Reading, field: Field, text: str) -> str:
    """The record that is meant: by its id, its external id, its e-mail or its name."""
    full = record_ids.full(text)
    if full is not None and objects.of_prefix(full[:3]) is not None:
        return full
    found: list[str] = []
    for name in field.references:
        found += _named(reading.ctx, objects.of_name(name), text)
    label = field.label.removesuffix(" ID")
    if len(found) == 1:
        return found[0]
    if found:
        raise refused(_BAD, f"{label}: several records are called “{text[:80]}”.", field.name)
    raise refused(_BAD, f"{label}: nothing that you see is called “{text[:80]}”.", field.name)


def _named(ctx: Context, sobject: SObject, text: str) -> list[str]:
    table = sobject.model.__table__
    low = text.lower()
    if sobject.name == "User":
        query = select(_users.id).join(Person, _people.id == _users.person_id)
        query = query.where(
            or_(func.lower(_people.email) == low, func.lower(_people.name) == low),
            _users.is_active,
        )
        return list(ctx.session.scalars(query.order_by(_users.id).limit(2)))
    ways: list[ColumnElement[bool]] = [
        func.lower(table.c[field.column]) == low
        for field in sobject.fields.values()
        if field.column and (field.is_name or field.is_external_id or field.name == "Email")
    ]
    if not ways:
        return []
    query = select(table.c.id).where(or_(*ways), sight.rows(ctx, sobject, table))
    return list(ctx.session.scalars(query.order_by(table.c.id).limit(2)))


_READERS: Mapping[Kind, Callable[[Reading, Field, str], Any]] = {
    Kind.BOOLEAN: _truth,
    Kind.INT: _number,
    Kind.DOUBLE: _number,
    Kind.PERCENT: _number,
    Kind.CURRENCY: _number,
    Kind.DATE: _day,
    Kind.DATETIME: _moment,
    Kind.PICKLIST: _one,
    Kind.MULTIPICKLIST: _several,
    Kind.REFERENCE: _reference,
}
