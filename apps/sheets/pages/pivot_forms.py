"""What a pivot table's form asks for, as the vendor's definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.pages.asked import Form
from workworld.apps.sheets.pages.format_dialogs import whole

SIDES = (("rows", "Rows"), ("columns", "Columns"))
SUMMARIES = (
    ("SUM", "Sum"),
    ("COUNTA", "Count of filled cells"),
    ("COUNT", "Count of numbers"),
    ("COUNTUNIQUE", "Count of different values"),
    ("AVERAGE", "Average"),
    ("MAX", "Maximum"),
    ("MIN", "Minimum"),
    ("MEDIAN", "Median"),
    ("PRODUCT", "Product"),
    ("CUSTOM", "Calculated field"),
)
DISPLAYS = (
    ("", "As they are"),
    ("PERCENT_OF_ROW_TOTAL", "% of row"),
    ("PERCENT_OF_COLUMN_TOTAL", "% of column"),
    ("PERCENT_OF_GRAND_TOTAL", "% of grand total"),
    ("DIFFERENCE_FROM_PREVIOUS", "Difference from previous"),
    ("PERCENT_DIFFERENCE_FROM_PREVIOUS", "% difference from previous"),
)
DATES = (
    ("", "Not grouped"),
    ("YEAR_MONTH_DAY", "Day"),
    ("YEAR_WEEK", "Week"),
    ("YEAR_MONTH", "Year and month"),
    ("MONTH", "Month"),
    ("YEAR_QUARTER", "Year and quarter"),
    ("QUARTER", "Quarter"),
    ("YEAR", "Year"),
    ("DAY_OF_WEEK", "Day of the week"),
    ("HOUR", "Hour"),
)


def definition_of(form: Form, known: Mapping[str, Any]) -> dict[str, Any]:
    """The vendor's ``PivotTable`` without its source.

    Args:
        form: the fields, numbered within each part; ``do`` takes one away or moves it up.
        known: the definition that is changed, for what the form does not show.
    """
    deed, _, where = form.get("do", "").partition(":")
    found: dict[str, Any] = {}
    for side, _label in SIDES:
        groups = [_group(form, f"{side}-{at}", each) for at, each in enumerate(known.get(side, ()))]
        if form.get(f"add-{side}"):
            column = whole(form[f"add-{side}"])
            added = {"sourceColumnOffset": column, "showTotals": True}
            groups.append({**added, "sortOrder": "ASCENDING"})
        found[side] = _arranged(groups, side, deed, where)
    values = [_value(form, f"values-{at}", each) for at, each in enumerate(known.get("values", ()))]
    if form.get("add-values"):
        given: dict[str, Any] = {
            "sourceColumnOffset": whole(form["add-values"]),
            "summarizeFunction": "SUM",
        }
        values.append(given)
    if form.get("add-formula", "").strip():
        formula = form["add-formula"].strip()
        formula = formula if formula.startswith("=") else f"={formula}"
        values.append({"formula": formula, "summarizeFunction": "SUM"})
    found["values"] = _arranged(values, "values", deed, where)
    filters = [
        _filter(form, f"filters-{at}", each) for at, each in enumerate(known.get("filterSpecs", ()))
    ]
    if form.get("add-filters"):
        column = whole(form["add-filters"])
        filters.append({"columnOffsetIndex": column, "filterCriteria": {"visibleByDefault": True}})
    found["filterSpecs"] = _arranged(filters, "filters", deed, where)
    if known.get("criteria"):
        found["criteria"] = known["criteria"]
    return found


def _arranged(items: list[dict[str, Any]], part: str, deed: str, where: str) -> list[Any]:
    """The items after one was taken away or moved up."""
    name, _, number = where.partition("-")
    if name != part or not number.isdigit() or int(number) >= len(items):
        return items
    at = int(number)
    if deed == "remove":
        return [*items[:at], *items[at + 1 :]]
    if deed == "up" and at:
        return [*items[: at - 1], items[at], items[at - 1], *items[at + 1 :]]
    return items


def _group(form: Form, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(known)
    if f"{name}-order" not in form:
        return found
    found["sortOrder"] = form[f"{name}-order"]
    found["showTotals"] = f"{name}-totals" in form
    found.pop("groupRule", None)
    if form.get(f"{name}-date"):
        found["groupRule"] = {"dateTimeRule": {"type": form[f"{name}-date"]}}
    elif "dateTimeRule" not in known.get("groupRule", {"dateTimeRule": 0}):
        found["groupRule"] = known["groupRule"]
    return found


def _value(form: Form, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(known)
    if f"{name}-summary" not in form:
        return found
    found["summarizeFunction"] = form[f"{name}-summary"]
    found["name"] = form.get(f"{name}-name", "").strip()
    found.pop("calculatedDisplayType", None)
    if form.get(f"{name}-display"):
        found["calculatedDisplayType"] = form[f"{name}-display"]
    if form.get(f"{name}-formula", "").strip():
        found["formula"] = form[f"{name}-formula"].strip()
    return found


def _filter(form: Form, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
    if f"{name}-shown" not in form:
        return dict(known)
    shown = [line.strip() for line in form[f"{name}-shown"].splitlines() if line.strip()]
    criteria: dict[str, Any] = {"visibleValues": shown} if shown else {"visibleByDefault": True}
    return {**known, "filterCriteria": criteria}
