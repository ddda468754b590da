"""Requests on conditional formats; of several that apply, the first counts.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#addconditionalformatrulerequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.conditions import FORMATS
from workworld.apps.sheets.models import ConditionalRule
from workworld.apps.sheets.service import conditions, lying, resources
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import (
    ConditionalFormatRule,
    InterpolationPoint,
)
from workworld.apps.sheets.service.requests.shapes import Index, Shape
from workworld.errors import Invalid

_SUPPORTED = frozenset(
    {
        "backgroundColor",
        "backgroundColorStyle",
        "textFormat",
    }
)


class AddConditionalFormatRule(Shape):
    """A new rule, and at which place it counts."""

    rule: ConditionalFormatRule
    index: Index = 0


class UpdateConditionalFormatRule(Shape):
    """Another rule at a place, or another place for the rule there."""

    index: Index = 0
    sheet_id: int | None = None
    rule: ConditionalFormatRule | None = None
    new_index: Index | None = None


class DeleteConditionalFormatRule(Shape):
    """A rule that goes."""

    index: Index = 0
    sheet_id: int = 0


@request("addConditionalFormatRule", "Conditional formatting")
def add_conditional_format_rule(edit: Editing, given: AddConditionalFormatRule) -> None:
    """Let cells that meet a condition, or all by their values, look otherwise."""
    grid, ranges, rule = _checked(edit, given.rule)
    rules = lying.on(edit, ConditionalRule, grid)
    if given.index > len(rules):
        raise _no_rule(given.index)
    thing = ConditionalRule(
        id=lying.new_id(edit.ctx), sheet_id=grid.sheet.id, position=0, ranges=ranges, rule=rule
    )
    edit.ctx.session.add(thing)
    rules.insert(given.index, thing)
    _number(rules)


@request("updateConditionalFormatRule", "Conditional formatting")
def update_conditional_format_rule(
    edit: Editing, given: UpdateConditionalFormatRule
) -> dict[str, Any]:
    """Put another rule in the place of one, or move it."""
    if (given.rule is None) == (given.new_index is None):
        raise Invalid("invalid_request", "Exactly one of rule and newIndex must be set.")
    if given.rule is not None:
        grid, ranges, rule = _checked(edit, given.rule)
        thing = _at(edit, grid, given.index)
        old = resources.conditional_rule(grid.sheet, thing)
        thing.ranges, thing.rule = ranges, rule
        new = resources.conditional_rule(grid.sheet, thing)
        return {
            "oldRule": old,
            "newRule": new,
            "oldIndex": given.index,
            "newIndex": given.index,
        }
    assert given.new_index is not None
    grid = edit.grid(given.sheet_id or 0)
    rules, thing = lying.on(edit, ConditionalRule, grid), _at(edit, grid, given.index)
    if given.new_index > len(rules):
        raise _no_rule(given.new_index)
    rules.remove(thing)
    rules.insert(given.new_index, thing)
    _number(rules)
    told = resources.conditional_rule(grid.sheet, thing)
    return {"newRule": told, "oldIndex": given.index, "newIndex": rules.index(thing)}


@request("deleteConditionalFormatRule", "Remove conditional formatting")
def delete_conditional_format_rule(
    edit: Editing, given: DeleteConditionalFormatRule
) -> dict[str, Any]:
    """Take a rule away; those behind it move up."""
    grid = edit.grid(given.sheet_id)
    thing = _at(edit, grid, given.index)
    told = resources.conditional_rule(grid.sheet, thing)
    rules = [each for each in lying.on(edit, ConditionalRule, grid) if each is not thing]
    edit.ctx.session.delete(thing)
    _number(rules)
    return {"rule": told}


def _checked(edit: Editing, given: ConditionalFormatRule) -> tuple[Grid, list[str], dict[str, Any]]:
    """The sheet, the ranges and the JSON of a rule.

    Raises:
        Invalid: it makes no sense.
    """
    if (given.boolean_rule is None) == (given.gradient_rule is None):
        raise Invalid("invalid_request", "Exactly one of booleanRule and gradientRule must be set.")
    sheets = {each.sheet_id for each in given.ranges}
    if len(sheets) > 1:
        raise Invalid("invalid_request", "All ranges must be on the same sheet.")
    grid = edit.grid(sheets.pop())
    ranges = [lying.range_text(grid, each, area_of(grid, each)) for each in given.ranges]
    if given.boolean_rule is not None:
        conditions.check(given.boolean_rule.condition, FORMATS)
        look = given.boolean_rule.format.json_form()
        if any(name not in _SUPPORTED for name in look):
            said = "Only the colors, bold, italic, underline and strikethrough can be set."
            raise Invalid("invalid_request", f"ConditionalFormatRule.format: {said}")
    else:
        assert given.gradient_rule is not None
        gradient = given.gradient_rule
        for point in (gradient.minpoint, gradient.midpoint, gradient.maxpoint):
            if point is not None:
                _check_point(point)
    rule = given.json_form()
    rule.pop("ranges")
    return grid, ranges, rule


def _check_point(point: InterpolationPoint) -> None:
    if point.type in ("NUMBER", "PERCENT", "PERCENTILE") and not point.value:
        raise Invalid("invalid_request", f"InterpolationPoint {point.type} requires a value.")


def _at(edit: Editing, grid: Grid, index: int) -> ConditionalRule:
    rules = lying.on(edit, ConditionalRule, grid)
    if index >= len(rules):
        raise _no_rule(index)
    found: ConditionalRule = rules[index]
    return found


def _no_rule(index: int) -> Invalid:
    return Invalid("invalid_request", f"No conditional format on sheet at index: {index}")


def _number(rules: list[Any]) -> None:
    for at, each in enumerate(rules):
        if each.position != at:
            each.position = at
