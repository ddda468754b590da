"""Conditional formats as workbooks of other programs have them, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl.formatting.rule import ColorScale, FormatObject, Rule
from openpyxl.styles.colors import Color

from workworld.apps.sheets.service.resources import color_style
from workworld.apps.sheets.service.xlsx import looks
from workworld.apps.sheets.service.xlsx.colours import style_of, written
from workworld.apps.sheets.service.xlsx.formulas import inward, outward
from workworld.apps.sheets.service.xlsx.theme_files import FileTheme
from workworld.apps.sheets.service.xlsx.validations import (
    FORMULAS,
    NUMBERS,
    OPERATORS,
    Json,
    compared,
    condition_of,
    end_of,
    given,
    quoted,
)

_POINTS: Mapping[str, Any] = {"MIN": "min", "MAX": "max", "NUMBER": "num", "PERCENT": "percent",
           "PERCENTILE": "percentile"}  # fmt: skip
_POINT_OF = {theirs: ours for ours, theirs in _POINTS.items()} | {"formula": "NUMBER"}


def conditional(rule: Mapping[str, Any], first: str) -> Rule | None:
    """A conditional format; None where files cannot tell it.

    Args:
        rule: ``booleanRule`` or ``gradientRule``.
        first: the first cell that it is for.
    """
    if "gradientRule" in rule:
        return _scale(rule["gradientRule"])
    condition = rule["booleanRule"]["condition"]
    kind, values = condition["type"], given(condition)
    look = looks.differing(rule["booleanRule"].get("format") or {})
    family, _, which = kind.partition("_")
    if kind == "CUSTOM_FORMULA":
        return Rule(type="expression", dxf=look, formula=[outward(values[0])[1:]])
    if family in ("NUMBER", "DATE") and which in OPERATORS and values:
        ends = [compared(each) for each in values]
        return Rule(type="cellIs", operator=OPERATORS[which], dxf=look, formula=ends)
    if kind in FORMULAS:
        told = FORMULAS[kind](first, [quoted(each) for each in values])
        return Rule(type="expression", dxf=look, formula=[told])
    return None


def _scale(gradient: Mapping[str, Any]) -> Rule:
    points = [gradient[name] for name in ("minpoint", "midpoint", "maxpoint") if name in gradient]
    ends = [
        FormatObject(type=_POINTS.get(each.get("type", ""), "num"), val=_number(each.get("value")))
        for each in points
    ]
    colours = [written(each, "color") or Color(rgb="FFFFFFFF") for each in points]
    return Rule(type="colorScale", colorScale=ColorScale(cfvo=ends, color=colours))


def _number(text: Any) -> float | None:
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def conditional_rule(found: Rule, ranges: str, first: str, theme: FileTheme) -> Json | None:
    """A conditional format of a file in the vendor's JSON; None for what it does not have.

    Args:
        found: the rule.
        ranges: the cells that it is for, without ``$``: ``A1:B9``.
        first: the first of them.
        theme: the file's.
    """
    if found.type == "colorScale" and found.colorScale is not None:
        return _gradient(found.colorScale, theme)
    condition = _condition_in(found, ranges, first)
    if condition is None:
        return None
    return {"booleanRule": {"condition": condition, "format": _format_of(found, theme)}}


def _format_of(found: Rule, theme: FileTheme) -> Json:
    style: Any = found.dxf
    look = Json()
    if style is None:
        return look
    if style.fill is not None:
        ground = style_of(style.fill.bgColor, theme) or style_of(style.fill.fgColor, theme)
        if ground:
            look["backgroundColorStyle"] = ground
    if text := looks.text_of(style.font, theme):
        text.pop("fontFamily", None)
        text.pop("fontSize", None)
        look["textFormat"] = text
    return look


def _condition_in(found: Rule, ranges: str, first: str) -> Json | None:
    formula = [inward(str(each)) for each in found.formula]
    text = found.text or ""
    if found.type == "cellIs" and formula:
        return _compared(found.operator or "", formula)
    if found.type == "expression" and formula:
        return condition_of("CUSTOM_FORMULA", f"={formula[0]}")
    texts = {"containsText": "TEXT_CONTAINS", "notContainsText": "TEXT_NOT_CONTAINS",
             "beginsWith": "TEXT_STARTS_WITH", "endsWith": "TEXT_ENDS_WITH"}  # fmt: skip
    if found.type in texts:
        return condition_of(texts[found.type], text)
    blanks = {"containsBlanks": "BLANK", "notContainsBlanks": "NOT_BLANK"}
    if found.type in blanks:
        return condition_of(blanks[found.type])
    fixed = _fixed(ranges)
    custom = {
        "duplicateValues": f"=COUNTIF({fixed},{first})>1",
        "uniqueValues": f"=COUNTIF({fixed},{first})=1",
        "containsErrors": f"=ISERROR({first})",
        "notContainsErrors": f"=NOT(ISERROR({first}))",
        "top10": _among_the_first(found, fixed, first),
        "aboveAverage": _beyond_average(found, fixed, first),
    }
    if found.type == "timePeriod":
        return _on_days(found.timePeriod or "", first)
    return condition_of("CUSTOM_FORMULA", custom[found.type]) if found.type in custom else None


def _among_the_first(found: Rule, fixed: str, first: str) -> str:
    """The formula for the highest or lowest numbers, so many or so many of a hundred."""
    rank = f"{found.rank or 10}"
    if found.percent:
        rank = f"MAX(1,INT(COUNT({fixed})*{rank}/100))"
    function, sign = ("SMALL", "<=") if found.bottom else ("LARGE", ">=")
    return f"=AND(ISNUMBER({first}),{first}{sign}{function}({fixed},MIN({rank},COUNT({fixed}))))"


def _beyond_average(found: Rule, fixed: str, first: str) -> str:
    is_below = found.aboveAverage is False
    sign = ("<" if is_below else ">") + ("=" if found.equalAverage else "")
    spread = f"{'-' if is_below else '+'}{found.stdDev}*STDEVP({fixed})" if found.stdDev else ""
    return f"=AND(ISNUMBER({first}),{first}{sign}AVERAGE({fixed}){spread})"


def _on_days(period: str, first: str) -> Json | None:
    """A condition on days that are told from today."""
    single = {"today": "TODAY()", "yesterday": "TODAY()-1", "tomorrow": "TODAY()+1"}
    week = "TODAY()-WEEKDAY(TODAY())+1"
    spans = {
        "last7Days": ("TODAY()-6", "TODAY()"),
        "thisWeek": (week, f"{week}+6"),
        "lastWeek": (f"{week}-7", f"{week}-1"),
        "nextWeek": (f"{week}+7", f"{week}+13"),
        "thisMonth": ("EOMONTH(TODAY(),-1)+1", "EOMONTH(TODAY(),0)"),
        "lastMonth": ("EOMONTH(TODAY(),-2)+1", "EOMONTH(TODAY(),-1)"),
        "nextMonth": ("EOMONTH(TODAY(),0)+1", "EOMONTH(TODAY(),1)"),
    }
    ends = spans.get(period) or (single.get(period), single.get(period))
    if None in ends:
        return None
    said = f"=AND(ISNUMBER({first}),INT({first})>={ends[0]},INT({first})<={ends[1]})"
    return condition_of("CUSTOM_FORMULA", said)


def _compared(operator: str, formula: Sequence[str]) -> Json | None:
    kind = NUMBERS.get(operator)
    if kind in ("NUMBER_EQ", "NUMBER_NOT_EQ") and formula[0].startswith('"'):
        inner = formula[0][1:-1].replace('""', '"')
        return condition_of(kind.replace("NUMBER", "TEXT"), inner)
    return condition_of(kind, *map(end_of, formula)) if kind else None


def _fixed(ranges: str) -> str:
    """A range of which nothing moves: ``$A$1:$B$9``."""
    return re.sub(r"([A-Z]+)([0-9]+)", r"$\1$\2", ranges)


def _gradient(scale: ColorScale, theme: FileTheme) -> Json:
    names = (
        ("minpoint", "midpoint", "maxpoint") if len(scale.cfvo) > 2 else ("minpoint", "maxpoint")
    )
    found: Json = {}
    for name, end, colour in zip(names, scale.cfvo, scale.color, strict=False):
        style = style_of(colour, theme) or color_style("#ffffff")
        point: Json = {"type": _POINT_OF.get(end.type, "NUMBER"), "colorStyle": style}
        if point["type"] not in ("MIN", "MAX"):
            point["value"] = f"{float(end.val):.15g}" if end.val is not None else "0"
        found[name] = point
    return {"gradientRule": found}
