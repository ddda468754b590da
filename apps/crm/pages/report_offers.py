"""What the builder of reports offers: columns, totals, other objects, folders, ranges of days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.report_forms import Draft
from workworld.apps.crm.pages.report_words import duration_text
from workworld.apps.crm.schema import objects, periods
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import (
    conditions,
    report_blocks,
    report_columns,
    report_folders,
    report_totals,
    report_types,
    reports,
    sight,
)
from workworld.apps.crm.service.report_definitions import AGGREGATES, JOINED, Definition
from workworld.apps.crm.service.report_parts import COUNT
from workworld.apps.crm.service.report_types import TYPES, ReportColumn, ReportType
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound

_OFFERED = 30
DURATIONS = (
    *(f"{when}_{unit}" for unit in ("WEEK", "MONTH", "QUARTER", "YEAR", "FISCAL_QUARTER")
      for when in ("THIS", "LAST", "NEXT")),
    "THIS_FISCAL_YEAR", "LAST_FISCAL_YEAR", "TODAY", "YESTERDAY",
    "LAST_N_DAYS:7", "LAST_N_DAYS:30", "LAST_N_DAYS:90", "NEXT_N_DAYS:30",
)  # fmt: skip
"""The relative dates that the form offers."""
UNITS = [(each.value, each.value.capitalize()) for each in periods.Unit]
OPERATORS = list(conditions.LABELS.items())


@dataclass(frozen=True, slots=True)
class Offered:
    """A column as the form offers it."""

    name: str
    label: str
    is_dated: bool
    is_summed: bool
    operators: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Related:
    """Another object whose records name those of the report, and its fields."""

    name: str
    label: str
    fields: Mapping[str, Offered]


@dataclass(frozen=True, slots=True)
class Beside:
    """What a block of a joined report is about, with its columns and totals by name."""

    label: str
    columns: Mapping[str, Offered]
    totals: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """What the form needs to know of a report that is being built.

    Args:
        type: what it is about.
        columns: what it may show, by name, with what it has for itself.
        sections: the same under headings.
        totals: those that it has, with their labels.
        related: the objects that cross filters may ask for, by name.
        folders: where it may lie.
        types: what further blocks may be about.
        blocks: what those are about that it has.
    """

    type: ReportType
    columns: Mapping[str, Offered]
    sections: Sequence[tuple[str, Sequence[Offered]]]
    totals: Sequence[tuple[str, str]]
    related: Mapping[str, Related]
    folders: Sequence[tuple[str, str]]
    types: Sequence[tuple[str, str]]
    blocks: Sequence[Beside]


@BLUEPRINT.get("/reports/columns")
def report_columns_page() -> str:
    """The columns or totals of a report type, by what their names hold."""
    asked = flask.request.args
    text = asked.get("q", "").strip().casefold()
    kind = asked.get("kind", "")
    if asked.get("type", "") not in TYPES:
        raise NotFound("NOT_FOUND", "There is no such report type.")
    found: list[tuple[str, str]] = page(
        reports.types, lambda ctx, _types: _found(ctx, asked["type"], kind)
    )
    own = [each.partition("=") for each in asked.getlist("own")[:20]] if kind == "" else []
    found = [*((name, label) for name, _, label in own), *found]
    fit = [each for each in found if text in each[1].casefold()]
    fit.sort(key=lambda each: not each[1].casefold().startswith(text))
    return flask.render_template("report_options.html", found=fit[:_OFFERED])


def _found(ctx: Context, type_name: str, kind: str) -> list[tuple[str, str]]:
    of = report_blocks.type_of(ctx, type_name)
    columns: Iterable[ReportColumn] = report_types.columns(ctx, of).values()
    if kind == "total":
        totals = [
            (f"{way}!{each.name}", f"{label} of {each.label}")
            for each in columns
            if each.is_summed
            for way, label in AGGREGATES.items()
        ]
        return [(COUNT, "Record Count"), *totals]
    if kind == "common":
        others = [TYPES[each] for each in flask.request.args.getlist("with") if each in TYPES]
        columns = report_blocks.common(ctx, of, others)
    return [(each.name, each.label) for each in columns if kind != "date" or each.is_dated]


def known(draft: Draft) -> Known:
    """What the form needs to know of a draft.

    Raises:
        NotFound: there is no such report type.
    """

    def present(ctx: Context, _found: Any) -> Known:
        return _known(ctx, report_blocks.type_of(ctx, draft.one("type")), draft)

    if draft.one("type") not in TYPES:
        raise NotFound("NOT_FOUND", "There is no such report type.")
    found: Known = page(reports.types, present)
    return found


def durations(chosen: str) -> list[tuple[str, str]]:
    """What the days may be that a report is about, with the one that it has."""
    names = [*DURATIONS, *([chosen] if chosen and chosen not in DURATIONS else [])]
    return [("", "All time or custom"), *((each, duration_text(each)) for each in names)]


def _known(ctx: Context, of: ReportType, draft: Draft) -> Known:
    try:
        definition = draft.definition()
    except Invalid:
        definition = Definition()
    found = report_columns.known(ctx, of, definition)
    columns = {each.name: _offered(each) for each in found.values()}
    sections: dict[str, list[Offered]] = {}
    for each in found.values():
        sections.setdefault(each.section, []).append(columns[each.name])
    own = sections.pop(report_columns.SECTION, [])
    headed = [*([(report_columns.SECTION, own)] if own else []), *sections.items()]
    is_joined = draft.one("format") == JOINED
    return Known(
        of,
        columns,
        headed,
        _totals(draft.totals, found, definition),
        _related(ctx, of),
        _folders(ctx, draft.one("folder")),
        [(each.name, each.label) for each in report_types.offered(ctx)],
        [_beside(ctx, each["type"]) for each in draft.parts["block"]] if is_joined else [],
    )


def _beside(ctx: Context, type_name: str) -> Beside:
    try:
        of = report_blocks.type_of(ctx, type_name)
    except Invalid:
        return Beside(type_name, {}, {})
    columns = {each.name: _offered(each) for each in report_types.columns(ctx, of).values()}
    return Beside(of.label, columns, dict(_found(ctx, of.name, "total")))


def _offered(column: ReportColumn) -> Offered:
    operators = _operators(column.field)
    return Offered(column.name, column.label, column.is_dated, column.is_summed, operators)


def _operators(field: Field) -> list[tuple[str, str]]:
    return [(each, conditions.LABELS[each]) for each in conditions.operators(field.kind)]


def _related(ctx: Context, of: ReportType) -> Mapping[str, Related]:
    """Objects whose records name those of a report, as far as the caller may read them."""
    names = dict.fromkeys(each.sobject for each in objects.children(of.base))
    return {
        name: Related(
            name,
            of_name(name).plural,
            {
                each.name: Offered(each.name, each.label, False, False, _operators(each))
                for each in sight.fields(ctx, of_name(name))
            },
        )
        for name in names
        if sight.may(ctx, of_name(name), "read")
    }


def _totals(
    names: Sequence[str], known: Mapping[str, ReportColumn], definition: Definition
) -> list[tuple[str, str]]:
    """The totals that a report has, by name and label."""
    found = []
    for each in names:
        try:
            found.append((each, report_totals.total(each, known, definition).label))
        except Invalid:
            continue
    return found


def _folders(ctx: Context, chosen: str) -> list[tuple[str, str]]:
    """Where a report may lie; where it lies though the builder puts nothing there is kept."""
    found = [
        (row.id, row.name)
        for row in report_folders.list(ctx, kind="Report")
        if report_folders.takes(ctx, row)
    ]
    kept = [(chosen, "The folder that it is in")] if chosen and chosen not in dict(found) else []
    return [("", "Private Reports"), *kept, *found]
