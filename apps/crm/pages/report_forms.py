"""A report that is being built, as its form and its address carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from pydantic import ValidationError
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.pages import report_form_parts
from workworld.apps.crm.schema.periods import Unit
from workworld.apps.crm.service.report_definitions import (
    CHARTS,
    FORMATS,
    Definition,
    bad,
    of_json,
)
from workworld.apps.crm.service.report_parts import COUNT, Grouping
from workworld.apps.crm.service.report_types import ReportType

Form = MultiDict[str, str]
Group = tuple[str, str, str, str]
"""A grouping: its column, the period, by what groups are ordered, and how many are shown."""
_SINGLE = (
    "type", "name", "description", "folder", "format", "scope", "date_column", "duration", "start",
    "end", "logic", "sort", "order", "limit", "chart", "chart_total", "details",
)  # fmt: skip
_CHOICES: Mapping[str, Sequence[str]] = {
    "format": tuple(FORMATS),
    "scope": ("all", "team", "mine"),
    "chart": tuple(CHARTS),
    "order": ("", "desc"),
    "details": ("", "no"),
}
"""Fields that have one of a few values, the usual one first."""
_GROUPED = ("unit", "order", "top")
DO = "do"
"""Under this name a button says what is to be changed: ``add-column:StageName``."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A report that is being built.

    Args:
        values: the fields that have one value, by name.
        columns: those of the details, in their order.
        rows: the groups down.
        across: the groups across, likewise.
        totals: the totals that are told.
        filters: column, operator and value of each.
        parts: buckets, formulas, cross filters and the like, by kind.
    """

    values: Mapping[str, str]
    columns: Sequence[str] = ()
    rows: Sequence[Group] = ()
    across: Sequence[Group] = ()
    totals: Sequence[str] = (COUNT,)
    filters: Sequence[tuple[str, str, str]] = field(default=())
    parts: report_form_parts.Parts = field(
        default_factory=lambda: report_form_parts.of_form(Form())
    )

    def one(self, name: str) -> str:
        """A field that has one value; empty for none."""
        return self.values.get(name, "")

    def definition(self) -> Definition:
        """What it says.

        Raises:
            Invalid: ``BAD_REQUEST``: it is no definition at all.
        """
        given: dict[str, Any] = {
            "format": self.one("format") or "TABULAR",
            "columns": self.columns,
            "rows": [_grouping(*each) for each in self.rows if each[0]],
            "across": [_grouping(*each) for each in self.across if each[0]],
            "aggregates": self.totals,
            "filters": [
                {"column": column, "operator": operator or "equals", "value": value}
                for column, operator, value in self.filters
                if column
            ],
            "logic": self.one("logic"),
            "scope": self.one("scope") or "all",
            "date": {
                "column": self.one("date_column"),
                "duration": self.one("duration"),
                "start": "" if self.one("duration") else self.one("start"),
                "end": "" if self.one("duration") else self.one("end"),
            },
            "details": self.one("details") != "no",
            "sort": self.one("sort"),
            "descending": self.one("order") == "desc",
            "limit": _number(self.one("limit")),
            "chart": {"kind": self.one("chart"), "aggregate": self.one("chart_total")},
            **report_form_parts.definition(self.parts),
        }
        try:
            return Definition.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            raise bad(f"{first['loc'][0]}: {first['msg']}") from None

    def address(self) -> dict[str, Any]:
        """What an address carries of it."""
        found: dict[str, Any] = {name: value for name, value in self.values.items() if value}
        found["column"] = list(self.columns)
        for name, groups in (("row", self.rows), ("across", self.across)):
            for place, field_name in enumerate((name, *(f"{name}_{each}" for each in _GROUPED))):
                found[field_name] = [each[place] for each in groups]
        found["total"] = list(self.totals)
        found["filter"] = [column for column, _, _ in self.filters]
        found["operator"] = [operator for _, operator, _ in self.filters]
        found["value"] = [value for _, _, value in self.filters]
        found |= report_form_parts.address(self.parts)
        return {name: value for name, value in found.items() if value}

    def done(self, deed: str) -> Draft:
        """The same with one change that a button asks for; unknown ones change nothing."""
        what, _, about = deed.partition(":")
        act, _, kind = what.partition("-")
        if kind in self.parts:
            return replace(self, parts=report_form_parts.done(self.parts, act, kind, about))
        lists = {"column": self.columns, "total": self.totals, "filter": self.filters}
        if kind == "row" and act == "add":
            rows = [*self.rows, (about, "day", "", "")] if self.one("format") != "TABULAR" else []
            return replace(self, rows=rows or [(about, "day", "", "")], values=self._grouped())
        if kind not in lists:
            return self
        changed = _changed(list(lists[kind]), act, kind, about)
        if kind == "filter":
            return replace(self, filters=changed)
        if kind == "total":
            return replace(self, totals=_once(changed) or [COUNT])
        return replace(self, columns=_once(changed))

    def _grouped(self) -> Mapping[str, str]:
        """Its values, in a format that has groups."""
        is_flat = self.one("format") in ("", "TABULAR")
        return {**self.values, **({"format": "SUMMARY"} if is_flat else {})}


def _changed(items: list[Any], act: str, kind: str, about: str) -> list[Any]:
    """Items with one added, removed or moved: ``3``, ``Amount``, ``Amount@0``, ``3@0``."""
    said, _, target = about.partition("@")
    place = int(said[:3]) if said[:3].isdecimal() else -1
    to = int(target[:3]) if target[:3].isdecimal() else len(items)
    if act == "add":
        made = (about, "equals", "") if kind == "filter" else said
        return [*items, made] if kind == "filter" else [*items[:to], made, *items[to:]]
    if act == "remove":
        return [each for number, each in enumerate(items) if place != number and each != about]
    if act == "up" and 0 < place < len(items):
        items.insert(place - 1, items.pop(place))
    if act == "move" and 0 <= place < len(items):
        items.insert(to, items.pop(place))
    return items


def of_form(given: Form) -> Draft:
    """The draft that a form or an address carries."""
    values = {name: given.get(name, "").strip() for name in _SINGLE}
    for name, choices in _CHOICES.items():
        values[name] = values[name] if values[name] in choices else choices[0]
    operators, texts = given.getlist("operator"), given.getlist("value")
    filters = zip_longest(given.getlist("filter"), operators, texts, fillvalue="")
    draft = Draft(
        values,
        columns=_once(given.getlist("column")),
        rows=_groups(given, "row") if values["format"] != "TABULAR" else (),
        across=_groups(given, "across") if values["format"] == "MATRIX" else (),
        totals=_once(given.getlist("total")) or [COUNT],
        filters=[each for each in filters if any(each)][:20],
        parts=report_form_parts.of_form(given),
    )
    for deed in given.getlist(DO)[:10]:
        draft = draft.done(deed)
    return draft


def of_type(of: ReportType) -> Draft:
    """A new report of a type."""
    summed = (COUNT,)
    return Draft({"type": of.name, "format": "TABULAR"}, list(of.columns), totals=summed)


def of_stored(
    of: ReportType, stored: Mapping[str, Any], name: str, description: str, folder: str
) -> Draft:
    """A report that there is."""
    made = of_json(stored)
    values = {
        "type": of.name,
        "name": name,
        "description": description,
        "folder": folder,
        "format": made.format,
        "scope": made.scope,
        "date_column": made.date.column,
        "duration": made.date.duration,
        "start": made.date.start,
        "end": made.date.end,
        "logic": made.logic,
        "sort": made.sort,
        "order": "desc" if made.descending else "",
        "limit": str(made.limit or ""),
        "chart": made.chart.kind,
        "chart_total": made.chart.aggregate,
        "details": "" if made.details else "no",
    }
    return Draft(
        values,
        made.columns,
        [_told(each) for each in made.rows],
        [_told(each) for each in made.across],
        made.aggregates,
        [(each.column, each.operator, each.value) for each in made.filters],
        report_form_parts.of_stored(made),
    )


def _groups(given: Form, name: str) -> list[Group]:
    parts = [given.getlist(name), *(given.getlist(f"{name}_{each}") for each in _GROUPED)]
    known = {each.value for each in Unit}
    return [
        (column, unit if unit in known else "day", order, top)
        for column, unit, order, top in zip_longest(*parts, fillvalue="")
        if column
    ]


def _grouping(column: str, unit: str, order: str, top: str) -> dict[str, Any]:
    return {
        "column": column,
        "granularity": unit,
        "descending": order.startswith("-"),
        "sort_by": order.removeprefix("-"),
        "top": min(_number(top), 200),
    }


def _told(grouping: Grouping) -> Group:
    order = f"{'-' if grouping.descending else ''}{grouping.sort_by}"
    return grouping.column, grouping.granularity, order, str(grouping.top or "")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _once(names: Sequence[str]) -> list[str]:
    """Names in their order, each once."""
    return list(dict.fromkeys(each for each in names if each))
