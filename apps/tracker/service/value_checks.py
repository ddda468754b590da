"""Whether values are of the kind that a field holds: lines, rich text, dates, numbers, choices."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from workworld.apps.tracker.service import texts
from workworld.apps.tracker.service.field_choices import Choice
from workworld.apps.tracker.service.place import Unfit
from workworld.context import Context
from workworld.errors import Invalid
from workworld.richtext.fitness import is_fit

LONGEST_SUMMARY = 255
LONGEST_LABEL = 255
LONGEST_TEXT = 32_767
MOST_VALUES = 200
_LARGEST_NUMBER = 1e15
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def text(raw: Any, name: str, longest: int = LONGEST_SUMMARY) -> str:
    """One line of text."""
    if not isinstance(raw, str) or not is_fit(raw):
        raise Unfit(f"{name} must be a text.")
    line = raw.strip()
    if "\n" in line or "\r" in line:
        raise Unfit(f"The {name.lower()} is invalid because it contains newline characters.")
    if len(line) > longest:
        raise Unfit(f"{name} can't exceed {longest} characters.")
    return line


def document(ctx: Context, raw: Any) -> dict[str, Any] | None:
    """Rich text, or None for nothing."""
    if raw is None:
        return None
    try:
        found = texts.kept(ctx, raw)
    except Invalid as refusal:
        raise Unfit(refusal.message) from None
    if len(found.words) > LONGEST_TEXT:
        raise Unfit(
            f"The entered text is too long. It exceeds the limit of {LONGEST_TEXT} characters."
        )
    return None if found.is_empty else found.json


def day(raw: Any) -> str | None:
    """A date without a time."""
    if raw in (None, ""):
        return None
    if isinstance(raw, str) and _DAY.fullmatch(raw):
        try:
            return date.fromisoformat(raw).isoformat()
        except ValueError:
            pass
    raise Unfit(f"Error parsing date string: {raw}. The expected format is yyyy-MM-dd.")


def number(raw: Any, name: str) -> float | None:
    """A number; no text, no truth."""
    if raw is None:
        return None
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        raise Unfit(f"{name} must be a number.")
    if abs(raw) > _LARGEST_NUMBER:
        raise Unfit(f"{name} can't be larger than {_LARGEST_NUMBER:.0f}.")
    return float(raw)


def chosen(raw: Any, choices: Sequence[Choice], name: str, had: Sequence[str] = ()) -> str:
    """The id of a choice; one that is closed only if it was chosen before."""
    for choice in choices:
        if choice.id == str(raw) and (choice.is_open or choice.id in had):
            return choice.id
    allowed = ", ".join(f"{each.name} ({each.id})" for each in choices if each.is_open)
    raise Unfit(f"{name} '{raw}' is not valid. Allowed values: {allowed or 'none'}.")


def several(raw: Any, name: str) -> list[Any]:
    """A list of values, each once."""
    if raw is None:
        return []
    if not isinstance(raw, list | tuple) or len(raw) > MOST_VALUES:
        raise Unfit(f"{name} must be a list of at most {MOST_VALUES} values.")
    found: list[Any] = []
    for each in raw:
        if each not in found:
            found.append(each)
    return found


def labels(raw: Any, name: str = "Labels") -> list[str]:
    """Words without spaces, sorted."""
    found = several(raw, name)
    for label in found:
        if not isinstance(label, str) or not label or not is_fit(label):
            raise Unfit("A label must be a text.")
        if re.search(r"\s", label):
            raise Unfit(f"The label '{label}' contains spaces which is invalid.")
        if len(label) > LONGEST_LABEL:
            raise Unfit(f"The label '{label[:40]}…' is longer than {LONGEST_LABEL} characters.")
    return sorted(found)
