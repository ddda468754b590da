"""A report that is being built, as its form and its address carry it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from pydantic import ValidationError
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.schema.periods import Unit
from workworld.apps.crm.service.report_definitions import (
    CHARTS,
    FORMATS,
    Definition,
    bad,
    of_json,
)
from workworld.apps.crm.service.report_parts import COUNT, CrossFilter, Grouping
from workworld.apps.crm.service.report_types import ReportType

Form = MultiDict[str, str]
_SINGLE = (
    "type", "name", "description", "folder", "format", "scope", "date_column", "duration", "start",
    "end", "logic", "sort", "order", "limit", "chart", "chart_total", "details", "cross", "has",
)  # fmt: skip
_CHOICES: Mapping[str, Sequence[str]] = {
    "format": tuple(FORMATS),
    "scope": ("all", "team", "mine"),
    "chart": tuple(CHARTS),
    "order": ("", "desc"),
    "details": ("", "no"),
    "has": ("", "no"),
}
"""Fields that have one of a few values, the usual one first."""
DO = "do"
"""Under this name a button says what is to be changed: ``add-column:StageName``."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A report that is being built.

    Args:
        values: the fields that have one value, by name.
        columns: those of the details, in their order.
        rows: the groups down: of each the column, the period, and by what groups are ordered.
        across: the groups across, likewise.
        totals: the totals that are told.
        filters: column, operator and value of each.
    """

    values: Mapping[str, str]
    columns: Sequence[str] = ()
    rows: Sequence[tuple[str, str, str]] = ()
    across: Sequence[tuple[str, str, str]] = ()
    totals: Sequence[str] = (COUNT,)
    filters: Sequence[tuple[str, str, str]] = field(default=())

    def one(self, name: str) -> str:
        """A field that has one value; empty for none."""
        return self.values.get(name, "")

    def definition(self) -> Definition:
        """What it says.

        Raises:
            Invalid: ``BAD_REQUEST``: it is no definition at all.
        """
        cross = {"object": self.one("cross"), "has": self.one("has") != "no"}
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
            "cross_filters": [cross] if self.one("cross") else [],
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
            found[name] = [column for column, _, _ in groups]
            found[f"{name}_unit"] = [unit for _, unit, _ in groups]
            found[f"{name}_order"] = [order for _, _, order in groups]
        found["total"] = list(self.totals)
        found["filter"] = [column for column, _, _ in self.filters]
        found["operator"] = [operator for _, operator, _ in self.filters]
        found["value"] = [value for _, _, value in self.filters]
        return {name: value for name, value in found.items() if value}

    def done(self, deed: str) -> Draft:
        """The same with one change that a button asks for; unknown ones change nothing."""
        what, _, about = deed.partition(":")
        place = int(about[:3]) if about[:3].isdecimal() else -1
        columns, totals = list(self.columns), list(self.totals)
        filters = list(self.filters)
        if what == "add-column":
            columns.append(about)
        elif what == "add-total":
            totals.append(about)
        elif what == "remove-total":
            totals = [each for each in totals if each != about]
        elif what == "add-filter":
            filters.append((about, "equals", ""))
        elif what == "remove-filter":
            filters = _without(filters, place)
        elif what == "remove-column":
            columns = _without(columns, place)
        elif what == "up-column" and 0 < place < len(columns):
            columns[place - 1], columns[place] = columns[place], columns[place - 1]
        return replace(
            self, columns=_once(columns), totals=_once(totals) or [COUNT], filters=filters
        )


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
    )
    return draft.done(given.get(DO, ""))


def of_type(of: ReportType) -> Draft:
    """A new report of a type."""
    summed = (COUNT,)
    return Draft({"type": of.name, "format": "TABULAR"}, list(of.columns), totals=summed)


def of_stored(
    of: ReportType, stored: Mapping[str, Any], name: str, description: str, folder: str
) -> Draft:
    """A report that there is."""
    made = of_json(stored)
    cross = next(iter(made.cross_filters), CrossFilter(object=""))
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
        "cross": cross.object,
        "has": "" if cross.has else "no",
    }
    return Draft(
        values,
        made.columns,
        [_told(each) for each in made.rows],
        [_told(each) for each in made.across],
        made.aggregates,
        [(each.column, each.operator, each.value) for each in made.filters],
    )


def _groups(given: Form, name: str) -> list[tuple[str, str, str]]:
    parts = (given.getlist(name), given.getlist(f"{name}_unit"), given.getlist(f"{name}_order"))
    found = zip_longest(*parts, fillvalue="")
    known = {each.value for each in Unit}
    return [
        (column, unit if unit in known else "day", order) for column, unit, order in found if column
    ]


def _grouping(column: str, unit: str, order: str) -> dict[str, Any]:
    sort_by, descending = order.removeprefix("-"), order.startswith("-")
    return {"column": column, "granularity": unit, "descending": descending, "sort_by": sort_by}


def _told(grouping: Grouping) -> tuple[str, str, str]:
    order = f"{'-' if grouping.descending else ''}{grouping.sort_by}"
    return grouping.column, grouping.granularity, order


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _without(items: Sequence[Any], place: int) -> list[Any]:
    return [each for number, each in enumerate(items) if number != place]


def _once(names: Sequence[str]) -> list[str]:
    """Names in their order, each once."""
    return list(dict.fromkeys(each for each in names if each))
