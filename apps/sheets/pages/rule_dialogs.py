"""Dialogs about rules that lie on ranges: validation and conditional formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import ConditionalRule, Validation
from workworld.apps.sheets.pages import condition_fields as conditions
from workworld.apps.sheets.pages.asked import Asked, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.format_dialogs import colour, whole
from workworld.apps.sheets.pages.range_dialogs import active
from workworld.apps.sheets.service import colours, themes
from workworld.errors import Invalid

SCALES = (
    ("#ffffff", "#57bb8a", "White to green"),
    ("#ffffff", "#e67c73", "White to red"),
    ("#57bb8a", "#ffffff", "Green to white"),
    ("#f8d7da", "#d9ead3", "Red to green"),
)


@dialog("validation")
def validation(asked: Asked) -> Mapping[str, Any]:
    """What may be put into cells."""
    query = select(Validation).where(Validation.sheet_id == asked.grid.sheet.id)
    row, column = active(asked)
    there, mine = [], None
    for each in asked.ctx.session.scalars(query.order_by(Validation.position, Validation.id)):
        there.append(
            {"ranges": ", ".join(each.ranges), "told": conditions.told(each.rule["condition"])}
        )
        if any(_holds(asked, text, row, column) for text in each.ranges):
            mine = each.rule
    return {
        "rules": there,
        "kinds": conditions.choices(conditions.VALIDATES),
        **_filled(mine, asked),
    }


def _filled(rule: Mapping[str, Any] | None, asked: Asked) -> dict[str, Any]:
    """The fields of the rule that the active cell has."""
    condition = (rule or {}).get("condition", {})
    values = [each.get("userEnteredValue", "") for each in condition.get("values", ())]
    kind = asked.form.get("kind") or condition.get("type", "ONE_OF_LIST")
    is_list = condition.get("type") == "ONE_OF_LIST"
    return {
        "kind": kind,
        "items": "\n".join(values) if is_list else "",
        "value": "" if is_list or not values else values[0],
        "other": "" if is_list or len(values) < 2 else values[1],
        "message": (rule or {}).get("inputMessage", ""),
        "is_strict": (rule or {}).get("strict", True),
        "has_rule": rule is not None,
    }


@validation.taken
def _validation(asked: Asked) -> Sent:
    form = asked.form
    if form.get("do") == "remove":
        return Sent([{"setDataValidation": {"range": each}} for each in asked.ranges()])
    condition = conditions.condition_of(form)
    if condition["type"] == "ONE_OF_LIST" and "values" not in condition:
        raise Invalid("invalid_argument", "Enter at least one item of the dropdown.")
    rule = {
        "condition": condition,
        "strict": form.get("strict", "1") == "1",
        "showCustomUi": True,
        "inputMessage": form.get("message", "").strip(),
    }
    return Sent([{"setDataValidation": {"range": each, "rule": rule}} for each in asked.ranges()])


@dialog("conditional")
def conditional(asked: Asked) -> Mapping[str, Any]:
    """Conditional formats of a sheet, in the order in which they count."""
    return {
        "rules": [_rule(each, themes.of(asked.workbook)) for each in _rules(asked)],
        "kinds": conditions.choices(conditions.FORMATS),
        "scales": [(f"{low},{high}", text) for low, high, text in SCALES],
    }


@conditional.taken
def _conditional(asked: Asked) -> Sent:
    form, sheet = asked.form, asked.place.gid
    rules = _rules(asked)
    if form.get("remove"):
        at = _place(rules, form["remove"])
        return Sent([{"deleteConditionalFormatRule": {"sheetId": sheet, "index": at}}], stays=True)
    if form.get("up"):
        at = _place(rules, form["up"])
        moved = {"sheetId": sheet, "index": at, "newIndex": max(at - 1, 0)}
        return Sent([{"updateConditionalFormatRule": moved}], stays=True)
    rule: dict[str, Any] = {"ranges": asked.ranges()}
    if form.get("way") == "scale":
        low, _, high = form.get("scale", "").partition(",")
        rule["gradientRule"] = {
            "minpoint": {"type": "MIN", "colorStyle": colour(low)},
            "maxpoint": {"type": "MAX", "colorStyle": colour(high)},
        }
    else:
        condition = conditions.condition_of(form)
        rule["booleanRule"] = {"condition": condition, "format": _look(asked)}
    added = {"rule": rule, "index": len(rules)}
    return Sent([{"addConditionalFormatRule": added}], stays=True)


def _look(asked: Asked) -> dict[str, Any]:
    form = asked.form
    text: dict[str, Any] = {
        name: True for name in ("bold", "italic", "strikethrough") if form.get(name)
    }
    if form.get("text"):
        text["foregroundColorStyle"] = colour(form["text"])
    found: dict[str, Any] = {"textFormat": text} if text else {}
    if form.get("fill"):
        found["backgroundColorStyle"] = colour(form["fill"])
    if not found:
        raise Invalid("invalid_argument", "Choose how cells are to look that meet the condition.")
    return found


_STYLES = ("bold", "italic", "strikethrough")


def _rules(asked: Asked) -> list[ConditionalRule]:
    query = select(ConditionalRule).where(ConditionalRule.sheet_id == asked.grid.sheet.id)
    return list(
        asked.ctx.session.scalars(query.order_by(ConditionalRule.position, ConditionalRule.id))
    )


def _rule(each: ConditionalRule, theme: themes.Theme) -> dict[str, Any]:
    boolean = each.rule.get("booleanRule")
    look = (boolean or {}).get("format", {})
    told = conditions.told(boolean["condition"]) if boolean else "Color scale"
    return {
        "id": each.id,
        "ranges": ", ".join(each.ranges),
        "told": told,
        "fill": _fill(look, theme),
    }


def _fill(look: Mapping[str, Any], theme: themes.Theme) -> str:
    return colours.code_of(themes.resolved(look, theme), "backgroundColor")


def _place(rules: list[ConditionalRule], text: str) -> int:
    wanted = whole(text)
    found = next((at for at, each in enumerate(rules) if each.id == wanted), None)
    if found is None:
        raise Invalid("invalid_argument", "This rule is gone.")
    return found


def _holds(asked: Asked, text: str, row: int, column: int) -> bool:
    reference = parse(text)
    grid = asked.grid
    return reference is not None and (row, column) in reference.area(
        len(grid.rows), len(grid.columns)
    )
