"""Number formats: what kind they are of, and what formulas ask for without one."""

from __future__ import annotations

import re
from typing import Any

from workworld.apps.sheets.engine.format_codes import FormatError
from workworld.apps.sheets.engine.number_formats import Shown, shown
from workworld.apps.sheets.engine.typed_input import TEXT
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.service.grids import CellRow
from workworld.apps.sheets.service.styles import Format, pattern_of

_DAYS = re.compile(
    r"=\s*(?:DATE|DATEVALUE|EDATE|EOMONTH|EPOCHTODATE|TODAY|TO_DATE|WORKDAY(?:\.INTL)?)\(",
    re.IGNORECASE,
)
_MOMENTS = re.compile(r"=\s*NOW\(", re.IGNORECASE)
_TIMES = re.compile(r"=\s*(?:TIME|TIMEVALUE)\(", re.IGNORECASE)
_KINDS = {"TO_PERCENT": "0.00%", "TO_DOLLARS": "$#,##0.00"}
_KIND = re.compile(rf"=\s*({'|'.join(_KINDS)})\(", re.IGNORECASE)
DAY, MOMENT, TIME = "m/d/yyyy", "m/d/yyyy h:mm:ss", "h:mm:ss am/pm"


def usual_code(formula: str) -> str:
    """The number format that a formula asks for by the function that it begins with."""
    if _MOMENTS.match(formula):
        return MOMENT
    if _TIMES.match(formula):
        return TIME
    if kind := _KIND.match(formula):
        return _KINDS[kind[1].upper()]
    return DAY if _DAYS.match(formula) else ""


def pattern_for(cell: CellRow, look: Format) -> str:
    """The number format through which a cell is shown: its own, or what its formula asks for."""
    own = pattern_of(look)
    return own or (usual_code(cell.text or "") if cell.kind == "formula" else "")


def said(value: Value, pattern: str) -> Shown:
    """What is shown of a value; as without a format where that cannot be read."""
    try:
        return shown(value, pattern)
    except FormatError:
        return shown(value)


def number_format(code: str) -> dict[str, Any]:
    """The vendor's ``NumberFormat`` of a code."""
    bare = re.sub(r'"[^"]*"|\\.', "", code).lower()
    has_date, has_time = re.search(r"[dy]|mmm", bare), re.search(r"[hs]", bare)
    if bare == TEXT:
        kind = "TEXT"
    elif "%" in bare:
        kind = "PERCENT"
    elif has_date:
        kind = "DATE_TIME" if has_time else "DATE"
    elif has_time:
        kind = "TIME"
    elif "$" in code:
        kind = "CURRENCY"
    else:
        kind = "SCIENTIFIC" if "e+" in bare else "NUMBER"
    return {"type": kind, "pattern": code}
