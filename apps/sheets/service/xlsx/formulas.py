"""Formulas as workbooks of other programs write them, and back.

What came to the language late carries a prefix in files; references that are open at one end are
not known there. https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import re

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Corner, Reference
from workworld.apps.sheets.engine.formulas import Part

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
_LATE = frozenset(
    [
        "ACOT",
        "ACOTH",
        "ARABIC",
        "BASE",
        "BETA.DIST",
        "BINOM.DIST",
        "BYCOL",
        "BYROW",
        "CEILING.MATH",
        "CHISQ.DIST",
        "CHISQ.INV",
        "CHISQ.TEST",
        "CHOOSECOLS",
        "CHOOSEROWS",
        "COMBINA",
        "CONCAT",
        "CONFIDENCE.NORM",
        "CONFIDENCE.T",
        "COT",
        "COTH",
        "COVARIANCE.P",
        "COVARIANCE.S",
        "CSC",
        "CSCH",
        "DAYS",
        "DECIMAL",
        "DROP",
        "EXPAND",
        "EXPON.DIST",
        "F.DIST",
        "F.INV",
        "F.TEST",
        "FLOOR.MATH",
        "FORECAST.LINEAR",
        "FORMULATEXT",
        "GAMMA",
        "GAUSS",
        "HSTACK",
        "IFNA",
        "IFS",
        "ISFORMULA",
        "ISOWEEKNUM",
        "LAMBDA",
        "LET",
        "LOGNORM.DIST",
        "MAKEARRAY",
        "MAP",
        "MAXIFS",
        "MINIFS",
        "MODE.MULT",
        "MODE.SNGL",
        "MUNIT",
        "NEGBINOM.DIST",
        "NORM.DIST",
        "NORM.INV",
        "NORM.S.DIST",
        "NORM.S.INV",
        "NUMBERVALUE",
        "PDURATION",
        "PERCENTILE.EXC",
        "PERCENTILE.INC",
        "PERCENTRANK.EXC",
        "PERCENTRANK.INC",
        "PERMUTATIONA",
        "PHI",
        "POISSON.DIST",
        "QUARTILE.EXC",
        "QUARTILE.INC",
        "RANDARRAY",
        "RANK.AVG",
        "RANK.EQ",
        "REDUCE",
        "RRI",
        "SCAN",
        "SEC",
        "SECH",
        "SEQUENCE",
        "SHEET",
        "SHEETS",
        "SKEW.P",
        "SORTBY",
        "STDEV.P",
        "STDEV.S",
        "SWITCH",
        "T.DIST",
        "T.INV",
        "T.TEST",
        "TAKE",
        "TEXTAFTER",
        "TEXTBEFORE",
        "TEXTJOIN",
        "TEXTSPLIT",
        "TOCOL",
        "TOROW",
        "UNICHAR",
        "UNICODE",
        "UNIQUE",
        "VAR.P",
        "VAR.S",
        "VSTACK",
        "WEIBULL.DIST",
        "WRAPCOLS",
        "WRAPROWS",
        "XLOOKUP",
        "XMATCH",
        "XOR",
        "Z.TEST",
    ]
)
_LATE_AND_FOR_SHEETS = frozenset(("FILTER", "SORT"))
_OURS = frozenset(
    [
        "ARRAY_CONSTRAIN",
        "COUNTUNIQUE",
        "CRM",
        "CRMFORECAST",
        "FLATTEN",
        "GETPIVOTDATA",
        "IMAGE",
        "IMPORTRANGE",
        "ISSUES",
        "JOIN",
        "PERSON",
        "QUERY",
        "REGEXEXTRACT",
        "REGEXMATCH",
        "REGEXREPLACE",
        "SORTN",
        "SPARKLINE",
        "SPLIT",
    ]
)
"""Functions that other programs do not have, or not in this form."""
_PLACES = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)(?=\()")
_PREFIX = re.compile(r"_xlfn\._xlws\.|_xlfn\.|_xlws\.|_xlpm\.|_xludf\.", re.IGNORECASE)
_WHOLE_ARRAY = re.compile(r"=\s*ARRAYFORMULA\((.*)\)\s*", re.IGNORECASE | re.DOTALL)


def outward(formula: str) -> str:
    """A formula of ours as other programs write it."""
    closed = formulas.replaced(formula, _closed)
    return _PLACES.sub(_prefixed, closed)


def unknown_elsewhere(formula: str) -> set[str]:
    """The functions in a formula that other programs do not have; they show what it came to."""
    return {
        name
        for each in _PLACES.finditer(formula)
        if (name := (each["name"] or "").upper()) in _OURS
    }


def inward(formula: str) -> str:
    """A formula of another program as ours is."""
    pieces, done = [], 0
    for quoted in re.finditer(r"\"(?:[^\"]|\"\")*\"", formula):
        pieces += [_PREFIX.sub("", formula[done : quoted.start()]), quoted[0]]
        done = quoted.end()
    pieces.append(_PREFIX.sub("", formula[done:]))
    return "".join(pieces)


def array_within(formula: str) -> str | None:
    """What a formula of ours reckons with whole arrays, if it says so; None if it does not."""
    found = _WHOLE_ARRAY.fullmatch(formula)
    return f"={found[1]}" if found and _is_one(found[1]) else None


def _is_one(inner: str) -> bool:
    """Whether the last bracket is the one that the first one opened."""
    depth = 0
    for found in re.finditer(r"\"(?:[^\"]|\"\")*\"|[()]", inner):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth < 0:
            return False
    return depth == 0


def _prefixed(found: re.Match[str]) -> str:
    name = (found["name"] or "").upper()
    if name in _LATE:
        return f"_xlfn.{name}"
    return f"_xlfn._xlws.{name}" if name in _LATE_AND_FOR_SHEETS else found[0]


def _closed(part: Part) -> str | None:
    """A range with the end that it lacks; None where it has both."""
    reference = part.reference
    if reference is None or reference.last is None:
        return None
    first, last = reference.first, reference.last
    ended = last
    if last.row is None and first.row is not None:
        ended = ended._replace(row=MOST_ROWS - 1)
    if last.column is None and first.column is not None:
        ended = ended._replace(column=MOST_COLUMNS - 1)
    return None if ended == last else str(Reference(first, Corner(*ended), reference.sheet))
