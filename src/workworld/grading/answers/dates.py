"""Days as answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from workworld.grading.answers.kinds import Kind, Unreadable, said, text_of

_LONGEST = 64
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = r"(?:(?P<weekday>(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\.?,? )?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = [
    re.compile(_WEEKDAY + form, re.ASCII)
    for form in (
        r"(?P<iso>\d{4}-\d\d-\d\d)",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"(?:the )?{_DAY}(?: of)? {_MONTH},? {_YEAR}",
    )
]
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[t ]\d.*", re.ASCII)
_FIGURES = re.compile(r"\d+[./ -]\d+[./ -]\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Date(Kind[date]):
    """A day: ``2026-03-09``, ``March 9, 2026``, ``Mon, 9 Mar 2026``; a weekday has to agree.

    ``03/09/2026`` could be two days, and what day a moment falls on is for a time zone to say, so
    both are refused.
    """

    kind: ClassVar[str] = "date"

    def read(self, answer: Any, session: Session) -> date:  # noqa: ARG002 - the interface
        """See ``Kind``."""
        if isinstance(answer, date) and not isinstance(answer, datetime):
            return answer
        if not isinstance(answer, str):
            raise Unreadable(f"{said(answer)} is not a day")
        text = " ".join(text_of(answer, "a day", _LONGEST).casefold().split())
        if _MOMENT.fullmatch(text):
            raise Unreadable(f"{said(answer)} is a moment, and its day depends on a time zone")
        found = next(filter(None, (form.fullmatch(text) for form in _FORMS)), None)
        if found is not None:
            return _agreed(_day(found, answer), found["weekday"], answer)
        if _FIGURES.fullmatch(text):
            raise Unreadable(f"{said(answer)} could mean two days; 2026-03-09 could not")
        raise Unreadable(f"{said(answer)} is not a day with its year, such as 2026-03-09")

    def shown(self, form: date) -> str:
        """As ISO 8601 has it."""
        return form.isoformat()

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind}


def _day(found: re.Match[str], answer: Any) -> date:
    parts = found.groupdict()
    try:
        if "iso" in parts:
            return date.fromisoformat(parts["iso"])
        month = _place(parts["month"], _MONTHS) + 1
        return date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        raise Unreadable(f"{said(answer)} is no day of the calendar") from None


def _agreed(day: date, weekday: str | None, answer: Any) -> date:
    """The day, if it falls on the weekday that was named with it."""
    try:
        agrees = weekday is None or _place(weekday, _WEEKDAYS) == day.weekday()
    except ValueError:
        raise Unreadable(f"{said(answer)} begins with what is no weekday") from None
    if not agrees:
        raise Unreadable(f"{said(answer)} is a {_WEEKDAYS[day.weekday()].capitalize()}")
    return day


def _place(word: str, names: Sequence[str]) -> int:
    """Where a name, in full or shortened, is among others. Raises ValueError if it is none."""
    return [name.startswith(word) for name in names].index(True)
