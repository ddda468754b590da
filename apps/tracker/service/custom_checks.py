"""Whether values fit the fields that a site has added, by their kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from workworld.apps.tracker.models import CustomField
from workworld.apps.tracker.service import field_choices
from workworld.apps.tracker.service import value_checks as checks
from workworld.apps.tracker.service.field_checks import person
from workworld.apps.tracker.service.field_choices import Choice
from workworld.apps.tracker.service.place import Place, Unfit
from workworld.clock import LATEST_US
from workworld.context import Context
from workworld.richtext.fitness import is_link

LONGEST_LINE = 255
LONGEST_URL = 2000
Check = Callable[[Context, Place, CustomField, Any], Any]


def check(ctx: Context, place: Place, field: CustomField, raw: Any) -> Any:
    """The value as it is kept.

    Raises:
        Unfit: it does not fit the field.
    """
    return _CHECKS[field.kind](ctx, place, field, raw)


def _text(_ctx: Context, _place: Place, field: CustomField, raw: Any) -> str | None:
    return checks.text(raw, field.name, LONGEST_LINE) or None if raw is not None else None


def _url(_ctx: Context, _place: Place, field: CustomField, raw: Any) -> str | None:
    if raw in (None, ""):
        return None
    address = checks.text(raw, field.name, LONGEST_URL)
    if not is_link(address) or urlsplit(address).scheme == "mailto":
        raise Unfit(f"Invalid URL: {address}")
    return address


def _paragraph(ctx: Context, _place: Place, _field: CustomField, raw: Any) -> dict[str, Any] | None:
    return checks.document(ctx, raw)


def _number(_ctx: Context, _place: Place, field: CustomField, raw: Any) -> float | None:
    return checks.number(raw, field.name)


def _day(_ctx: Context, _place: Place, _field: CustomField, raw: Any) -> str | None:
    return checks.day(raw)


def _moment(_ctx: Context, _place: Place, field: CustomField, raw: Any) -> int | None:
    if raw is None:
        return None
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= LATEST_US:
        raise Unfit(f"{field.name} must be a date and a time.")
    return raw


def _person(ctx: Context, _place: Place, _field: CustomField, raw: Any) -> str | None:
    return person(ctx, raw).id if raw not in (None, "") else None


def _people(ctx: Context, _place: Place, field: CustomField, raw: Any) -> list[str]:
    return sorted(person(ctx, each).id for each in checks.several(raw, field.name))


def _labels(_ctx: Context, _place: Place, field: CustomField, raw: Any) -> list[str]:
    return checks.labels(raw, field.name)


def _option(ctx: Context, place: Place, field: CustomField, raw: Any) -> str | None:
    if raw in (None, ""):
        return None
    return checks.chosen(raw, _choices(ctx, place, field), field.name, place.had)


def _options(ctx: Context, place: Place, field: CustomField, raw: Any) -> list[str]:
    choices = _choices(ctx, place, field)
    given = checks.several(raw, field.name)
    wanted = [checks.chosen(each, choices, field.name, place.had) for each in given]
    return [choice.id for choice in choices if choice.id in wanted]


def _cascade(ctx: Context, place: Place, field: CustomField, raw: Any) -> list[str] | None:
    """An option of the first level, and maybe one that stands below it."""
    if raw is None:
        return None
    levels = [each for each in checks.several(raw, field.name) if each is not None]
    if not levels:
        return None
    if len(levels) > 2:
        raise Unfit(f"{field.name} has two levels.")
    choices = _choices(ctx, place, field)
    first = [each for each in choices if each.parent_id is None]
    found = [checks.chosen(levels[0], first, field.name, place.had)]
    if len(levels) == 2:
        below = [each for each in choices if each.parent_id == found[0]]
        found.append(checks.chosen(levels[1], below, field.name, place.had))
    return found


def _choices(ctx: Context, place: Place, field: CustomField) -> Sequence[Choice]:
    return field_choices.of_field(ctx, place.project, field.id) or ()


def _computed(_ctx: Context, _place: Place, field: CustomField, _raw: Any) -> None:
    raise Unfit(f"{field.name} is computed from other fields: it cannot be set.")


_CHECKS: Mapping[str, Check] = {
    "text": _text,
    "paragraph": _paragraph,
    "number": _number,
    "select": _option,
    "multiselect": _options,
    "checkbox": _options,
    "cascading": _cascade,
    "user": _person,
    "users": _people,
    "date": _day,
    "datetime": _moment,
    "url": _url,
    "labels": _labels,
    "formula": _computed,
}

KINDS = tuple(_CHECKS)
"""The kinds of fields that a site may add."""
