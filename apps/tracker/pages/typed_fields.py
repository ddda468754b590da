"""What was entered into fields, as their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.pages import moments, written
from workworld.apps.tracker.pages.editors import widget_of
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people
from workworld.errors import Invalid, Problem

Form = Mapping[str, Sequence[str]]
_MOMENT = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[ T]+(\d{1,2}):(\d{2})")


class Unreadable(Exception):
    """What was typed means nothing in its field."""


def values_of(ctx: Context, fields: Sequence[Any], form: Form) -> dict[str, Any]:
    """The values of fields that a form holds.

    Args:
        ctx: says who typed it, and what day it is.
        fields: with id, name and kind; those that the form lacks are left out.
        form: all that was entered, by field.

    Raises:
        Invalid: ``invalid_fields``: some of it cannot be read.
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for field in fields:
        widget = widget_of(field.id, field.kind)
        if field.id not in form and f"{field.id}-sent" not in form:
            continue
        try:
            found[field.id] = _READERS.get(widget, _text)(ctx, form, field.id)
        except Unreadable as said:
            problems.append(Problem(str(said), field.id))
    if problems:
        raise Invalid("invalid_fields", problems=problems)
    return found


def _first(form: Form, name: str) -> str:
    return (form.get(name) or [""])[0].strip()


def _all(form: Form, name: str) -> list[str]:
    return [each.strip() for each in form.get(name, ()) if each.strip()]


def _text(_ctx: Context, form: Form, name: str) -> str | None:
    return _first(form, name) or None


def _line(_ctx: Context, form: Form, name: str) -> str | None:
    """Of a summary an empty one is told so by the service."""
    text = _first(form, name)
    return text if name == "summary" else text or None


def _paragraph(ctx: Context, form: Form, name: str) -> dict[str, Any] | None:
    doc = written.read(ctx, (form.get(name) or [""])[0])
    return doc if doc["content"] else None


def _number(_ctx: Context, form: Form, name: str) -> float | None:
    text = _first(form, name).replace(",", ".")
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        raise Unreadable("This is no number.") from None


def _day(ctx: Context, form: Form, name: str) -> str | None:
    text = _first(form, name)
    if not text:
        return None
    day = day_from(text, moments.today(ctx))
    if day is None:
        raise Unreadable("This is no day that can be told. Try 2026-03-17 or next fri.")
    return day.isoformat()


def _moment(ctx: Context, form: Form, name: str) -> int | None:
    return moment_of(ctx, _first(form, name))


def moment_of(ctx: Context, text: str) -> int | None:
    """Microseconds of ``2026-03-17 14:30`` where the writer is; None of nothing.

    Raises:
        Unreadable: it is no day and time.
    """
    text = text.strip()
    if not text:
        return None
    match = _MOMENT.fullmatch(text)
    try:
        if match is None:
            raise ValueError(text)
        parts = [int(each) for each in match.groups()]
        return to_microseconds(datetime(*parts, tzinfo=people.my_zone(ctx)))  # type: ignore[misc,arg-type]  # five numbers
    except ValueError:
        raise Unreadable("Give a day and a time, such as 2026-03-17 14:30.") from None


def _choice(_ctx: Context, form: Form, name: str) -> str | None:
    return _first(form, name) or None


def _sprint(_ctx: Context, form: Form, name: str) -> int | None:
    text = _first(form, name)
    return int(text) if text.isdigit() and len(text) < 16 else None


def _several(_ctx: Context, form: Form, name: str) -> list[str]:
    return _all(form, name)


def _labels(_ctx: Context, form: Form, name: str) -> list[str]:
    found: dict[str, None] = {}
    for each in _all(form, name):
        found.update(dict.fromkeys(each.split()))
    return list(found)


def _cascading(_ctx: Context, form: Form, name: str) -> list[str] | None:
    text = _first(form, name)
    return text.split("/") if text else None


def _flag(_ctx: Context, form: Form, name: str) -> bool:
    return bool(_first(form, name))


def _time(_ctx: Context, form: Form, name: str) -> dict[str, int | None]:
    found = {}
    for part, key in (("original", name), ("remaining", f"{name}-remaining")):
        if key in form:
            found[part] = amount(_first(form, key))
    return found


def amount(text: str) -> int | None:
    """Seconds of work; None for nothing.

    Raises:
        Unreadable: it means no amount of work.
    """
    if not text:
        return None
    seconds = durations.parse(text)
    if seconds is None:
        raise Unreadable("This is no amount of work. Try 3h 30m or 1w 2d.")
    return seconds


_READERS: Mapping[str, Callable[[Context, Form, str], Any]] = {
    "text": _line,
    "url": _text,
    "paragraph": _paragraph,
    "number": _number,
    "date": _day,
    "datetime": _moment,
    "select": _choice,
    "user": _choice,
    "parent": _choice,
    "sprint": _sprint,
    "multiselect": _several,
    "checkbox": _several,
    "users": _several,
    "labels": _labels,
    "cascading": _cascading,
    "flag": _flag,
    "time": _time,
}
