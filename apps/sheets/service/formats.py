"""How the results of formulas are shown whose cells have no number format of their own."""

from __future__ import annotations

import re

_DAYS = re.compile(
    r"=\s*(?:DATE|DATEVALUE|EDATE|EOMONTH|EPOCHTODATE|TODAY|TO_DATE|WORKDAY(?:\.INTL)?)\(",
    re.IGNORECASE,
)
_MOMENTS = re.compile(r"=\s*NOW\(", re.IGNORECASE)
_TIMES = re.compile(r"=\s*(?:TIME|TIMEVALUE)\(", re.IGNORECASE)
DAY, MOMENT, TIME = "m/d/yyyy", "m/d/yyyy h:mm:ss", "h:mm:ss am/pm"


def usual_code(formula: str) -> str:
    """The number format that a formula asks for by the function that it begins with."""
    if _MOMENTS.match(formula):
        return MOMENT
    if _TIMES.match(formula):
        return TIME
    return DAY if _DAYS.match(formula) else ""
