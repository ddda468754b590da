"""What was entered into the controls of fields, as values that records take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.values import label_of
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service import rich_texts
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people

_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?", re.IGNORECASE)
_GROUPED = re.compile(r"[ ,  '](?=\d{3}(?:\D|$))")
_MOST_HOURS, _MOST_MINUTES, _NOON = 23, 59, 12
_LONGEST_NUMBER = 9
_BARE_NUMBER = re.compile(r"1?(\d{3})(\d{3})(\d{4})")
_NO_DAY = "This is no day that can be told. Try 2026-03-17 or next fri."
_NO_TIME = "This is no time. Try 9:30 or 2:15 PM."
_NO_RECORD = "Choose one of the records that are offered."
MISSING = "REQUIRED_FIELD_MISSING"
UNREADABLE = "JSON_PARSER_ERROR"
"""What the records say of a value that is none of its kind, at whichever door it comes."""


class Unread(NamedTuple):
    """Why what was typed into a field says nothing."""

    field: str
    text: str
    code: str = UNREADABLE


def values_of(
    ctx: Context, fields: Iterable[Field], form: Form
) -> tuple[dict[str, Any], list[Unread]]:
    """What a form holds in some fields, as JSON values by API name, and what cannot be read.

    Fields that the form does not have are left out.
    """
    found: dict[str, Any] = {}
    wrong: list[Unread] = []
    for each in fields:
        if each.name not in form and f"{each.name}-sent" not in form:
            continue
        try:
            found[each.name] = _value(ctx, each, form)
        except ValueError as error:
            code = "MALFORMED_ID" if each.kind is Kind.REFERENCE else UNREADABLE
            wrong.append(Unread(each.name, str(error), code))
    return found, wrong


def require_read(wrong: Iterable[Unread]) -> None:
    """Refuse what cannot be read.

    Raises:
        RecordRefused: with all of it.
    """
    errors = [RecordError(each.code, each.text, (each.field,)) for each in wrong]
    if errors:
        raise RecordRefused(errors)


def entered(form: Any) -> Form:
    """A request's form or query as lists by name."""
    return {name: form.getlist(name) for name in form}


def one(form: Mapping[str, Any], name: str) -> str:
    """The first value of a name, without spaces around it."""
    return str((form.get(name) or [""])[0]).strip()


def whole(form: Mapping[str, Any], name: str) -> int | None:
    """A number that a form carries along; None if it carries none."""
    text = one(form, name)
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def _value(ctx: Context, field: Field, form: Form) -> Any:
    text = one(form, field.name)
    if field.kind is Kind.MULTIPICKLIST:
        return ";".join(each for each in form.get(field.name, ()) if each) or None
    if field.bits:
        return sum({int(each) for each in form.get(field.name, ()) if each.isdecimal()}) or None
    if field.kind is Kind.BOOLEAN:
        return bool(text)
    if field.kind is Kind.REFERENCE and not text and one(form, f"{field.name}-shown"):
        raise ValueError(_NO_RECORD)
    return _read(ctx, field, form, text) if text else None


def _read(ctx: Context, field: Field, form: Form, text: str) -> str:
    if field.kind is Kind.DATE:
        return _day(ctx, text)
    if field.kind is Kind.DATETIME:
        return moment_of(ctx, text, one(form, f"{field.name}-time"))
    if field.kind.is_number:
        return _number(field, text)
    if field.kind is Kind.PHONE:
        return _phone(ctx, text)
    if field.is_rich:
        return rich_texts.of_markdown(text.replace("\r\n", "\n"))
    return text.replace("\r\n", "\n")


def _phone(ctx: Context, text: str) -> str:
    """A number as it is written where the reader is: in America, ten bare digits in three parts.

    https://help.salesforce.com/s/articleView?id=platform.customize_phone.htm
    """
    bare = _BARE_NUMBER.fullmatch(text)
    if bare is None or not people.my_zone(ctx).key.startswith("America/"):
        return text
    return f"({bare[1]}) {bare[2]}-{bare[3]}"


def moment_of(ctx: Context, day: str, clock: str) -> str:
    """A day and a time as typed, as an ISO moment in the reader's zone.

    Raises:
        ValueError: one of them cannot be read.
    """
    found = _TIME.fullmatch(clock.strip() or "0:00")
    if found is None:
        raise ValueError(_NO_TIME)
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        hour = hour % _NOON + (_NOON if found[3].lower() == "p" else 0)
    if hour > _MOST_HOURS or minute > _MOST_MINUTES:
        raise ValueError(_NO_TIME)
    at = datetime.fromisoformat(_day(ctx, day))
    return at.replace(hour=hour, minute=minute, tzinfo=people.my_zone(ctx)).isoformat()


def _day(ctx: Context, text: str) -> str:
    found = day_from(text, moments.today(ctx))
    if found is None:
        raise ValueError(_NO_DAY)
    return found.isoformat()


def _number(field: Field, text: str) -> str:
    """A number as the records take it, which check it: without groups and signs around it."""
    plain = _GROUPED.sub("", text.removesuffix("%").strip().lstrip("$€£").strip())
    try:
        float(plain)
    except ValueError:
        raise ValueError(f"{label_of(field)} takes a number, such as 12500 or 12,500.50.") from None
    return plain
