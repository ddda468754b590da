"""What people type into cells → what the cells hold, and the format that it asks for.

The rules are those of ``USER_ENTERED`` input for a spreadsheet in US English.
https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueInputOption
"""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.formulas import is_formula
from workworld.apps.sheets.engine.inputs import Formula, Input
from workworld.apps.sheets.engine.number_formats import AUTOMATIC
from workworld.apps.sheets.engine.values import Error

PERCENT, PERCENT_EXACT = "0%", "0.00%"
MONEY, MONEY_EXACT = '"$"#,##0', '"$"#,##0.00'
THOUSANDS, THOUSANDS_EXACT = "#,##0", "#,##0.00"
SCIENTIFIC = "0.00E+00"
DATE, DAY_AND_MONTH, MONTH_AND_YEAR = "m/d/yyyy", "d-mmm", "mmm yyyy"
TIME, TIME_EXACT, DATE_TIME = "h:mm AM/PM", "h:mm:ss AM/PM", "m/d/yyyy h:mm:ss"
DURATION = "[h]:mm:ss"
TEXT = "@"

_DAY_ZERO = datetime.date(1899, 12, 30)
_MONTHS = {
    name: order
    for order, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        1,
    )
}
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK = (
    r"(?P<hour>\d{1,3}):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?P<parts>\.\d{1,3})?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?"
)
_BARE_HALF = r"(?P<hour>\d{1,2})\s*(?P<half>[ap])\.?m\.?"
_DATES = tuple(
    (re.compile(form, re.IGNORECASE | re.ASCII), code)
    for form, code in (
        (r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", "yyyy-mm-dd"),
        (r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})", "yyyy/mm/dd"),
        (r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4}|\d{2})", DATE),
        (r"(?P<month>\d{1,2})-(?P<day>\d{1,2})-(?P<year>\d{4}|\d{2})", "m-d-yyyy"),
        (r"(?P<month>\d{1,2})/(?P<day>\d{1,2})", "m/d"),
        (rf"(?P<day>\d{{1,2}})[- ]{_MONTH}[- ,]+(?P<year>\d{{4}}|\d{{2}})", "d-mmm-yyyy"),
        (rf"(?P<day>\d{{1,2}})[- ]{_MONTH}", DAY_AND_MONTH),
        (rf"{_MONTH}[- ](?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? +(?P<year>\d{{4}})", "mmm d, yyyy"),
        (rf"{_MONTH}[- ]+(?P<year>\d{{4}})", MONTH_AND_YEAR),
        (rf"{_MONTH}[- ](?P<day>\d{{1,2}})", "mmm d"),
    )
)
_TIME = re.compile(_CLOCK, re.IGNORECASE | re.ASCII)
_HOUR = re.compile(_BARE_HALF, re.IGNORECASE | re.ASCII)
_DATE_AND_TIME = re.compile(rf"(?P<date>.+?)[T ]\s*(?P<time>{_CLOCK})", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(
    r"(?P<open>\()?(?P<sign>[+-])?\s*(?P<currency>\$)?\s*(?P<inner>[+-])?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)?(?P<decimals>\.\d*)?(?P<exponent>e[+-]?\d{1,3})?"
    r"\s*(?P<percent>%)?(?P<close>\))?",
    re.IGNORECASE | re.ASCII,
)


class Typed(NamedTuple):
    """What a cell is to hold."""

    value: Input
    code: str = AUTOMATIC
    """The number format that the text asks for; empty for none."""


def typed(text: str, today: datetime.date) -> Typed:
    """What a text means that was typed into a cell.

    Args:
        text: as it was typed.
        today: for days without a year.
    """
    if text.startswith("'") or is_formula(text):
        return Typed(Formula(text)) if text.startswith("=") else Typed(text[1:])
    if text.startswith("+") and len(text) > 1 and not _NUMBER.fullmatch(text.strip()):
        return Typed(Formula(f"={text[1:]}")) if text[1] not in "+ " else Typed(text)
    bare = text.strip()
    if not bare:
        return Typed(text or None)
    word = bare.upper()
    if word in ("TRUE", "FALSE", *values.CODES):
        return Typed(Error(word) if word in values.CODES else word == "TRUE")
    return _number(bare) or _moment(bare, today) or Typed(text)


def is_typed_formula(text: str) -> bool:
    """Whether a text would be read as a formula if somebody typed it."""
    return text[:1] in ("=", "+") and isinstance(typed(text, _DAY_ZERO).value, Formula)


def number_of(text: str) -> float | None:
    """The number that a text reads as; None if it is none."""
    found = _number(text.strip())
    return found.value if found and isinstance(found.value, float) else None


def _number(text: str) -> Typed | None:
    found = _NUMBER.fullmatch(text)
    if found is None or not (found["whole"] or len(found["decimals"] or "") > 1):
        return None
    if bool(found["open"]) != bool(found["close"]) or (found["currency"] and found["percent"]):
        return None
    if found["sign"] and (found["inner"] or found["open"]):
        return None
    if found["inner"] and not found["currency"]:
        return None
    digits = (found["whole"] or "0").replace(",", "") + (found["decimals"] or "")
    number = float(digits.rstrip(".") + (found["exponent"] or ""))
    if number in (float("inf"), float("-inf")):
        return None
    if "-" in (found["sign"], found["inner"]) or found["open"]:
        number = -number
    return Typed(number / 100 if found["percent"] else number, _code(found))


def _code(found: re.Match[str]) -> str:
    exact = bool(found["decimals"])
    if found["percent"]:
        return PERCENT_EXACT if exact else PERCENT
    if found["currency"]:
        return MONEY_EXACT if exact else MONEY
    if found["exponent"]:
        return SCIENTIFIC
    if "," in (found["whole"] or ""):
        return THOUSANDS_EXACT if exact else THOUSANDS
    return AUTOMATIC


def _moment(text: str, today: datetime.date) -> Typed | None:
    day = _day(text, today)
    if day is not None:
        return day
    time = _TIME.fullmatch(text) or _HOUR.fullmatch(text)
    if time is not None:
        return _time(time)
    both = _DATE_AND_TIME.fullmatch(text)
    if both is None:
        return None
    day, within = _day(both["date"].rstrip(", "), today), _time(both)
    if day is None or within is None or not isinstance(day.value, float):
        return None
    part = within.value
    return Typed(day.value + part, DATE_TIME) if isinstance(part, float) and part < 1 else None


def _day(text: str, today: datetime.date) -> Typed | None:
    for form, code in _DATES:
        found = form.fullmatch(text)
        if found is None:
            continue
        named = found.groupdict()
        name = named.get("name")
        month = _MONTHS[name[:3].lower()] if name else int(named["month"])
        year = _year(named.get("year"), today)
        try:
            day = datetime.date(year, month, int(named.get("day") or 1))
        except ValueError:
            return None
        return Typed(float((day - _DAY_ZERO).days), code)
    return None


def _year(text: str | None, today: datetime.date) -> int:
    if text is None:
        return today.year
    year = int(text)
    if len(text) == 2:  # as with the vendor: 30 to 99 lie in the last century
        return year + (2000 if year < 30 else 1900)
    return year


def _time(found: re.Match[str]) -> Typed | None:
    named = found.groupdict()
    hour, half = int(named["hour"]), named.get("half")
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
    seconds = hour * 3600 + int(named.get("minute") or 0) * 60 + int(named.get("second") or 0)
    value = (seconds + float(named.get("parts") or 0)) / 86_400
    if value >= 1:
        return Typed(value, DURATION)
    return Typed(value, TIME_EXACT if named.get("second") else TIME)
