"""Whether what a report says makes sense for what it is about."""

from __future__ import annotations

from collections.abc import Mapping

from workworld.apps.crm.schema import filter_logic, periods
from workworld.apps.crm.schema.filter_logic import LogicError
from workworld.apps.crm.service import report_blocks, report_columns, report_totals
from workworld.apps.crm.service.report_definitions import JOINED, Definition, bad
from workworld.apps.crm.service.report_parts import DateRange
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.context import Context


def checked(ctx: Context, of: ReportType, definition: Definition) -> Definition:
    """A definition that makes sense for a report type.

    Args:
        ctx: who says it.
        of: what the report is about.
        definition: what they have sent.

    Raises:
        Invalid: ``BAD_REQUEST``: why it does not.
    """
    _check_groups(definition)
    _check_names(definition)
    _check_parts(ctx, of, definition)
    for block in definition.blocks:
        beside = report_blocks.type_of(ctx, block.report_type)
        _check_parts(ctx, beside, report_blocks.definition_of(ctx, of, definition, block))
    return definition


def _check_parts(ctx: Context, of: ReportType, definition: Definition) -> None:
    """See to it that there is what a report names."""
    known = report_columns.known(ctx, of, definition, is_strict=True)
    used = [
        *definition.columns,
        *(each.column for each in definition.groupings),
        *(each.column for each in definition.filters),
        *(each for each in (definition.date.column, definition.sort) if each),
    ]
    for name in used:
        if name not in known:
            raise bad(f"The report has no column “{name[:200]}”, or you may not see it.")
    for formula in definition.summaries:
        report_totals.total(formula.name, known, definition)
    for each in definition.aggregates:
        report_totals.total(each, known, definition)
    _check_totals(definition)
    try:
        filter_logic.parse(definition.logic, len(definition.filters))
    except LogicError as error:
        raise bad(str(error)) from None
    _check_dates(definition.date, known)


def _check_groups(definition: Definition) -> None:
    if definition.format == "TABULAR" and definition.groupings:
        raise bad("A tabular report has no groups: choose the summary or matrix format.")
    if definition.format != "MATRIX" and definition.across:
        raise bad("Only a matrix has groups across: choose that format.")
    if definition.format == "MATRIX" and len(definition.rows) > 2:
        raise bad("A matrix has at most two groups down.")
    if definition.format != JOINED and definition.blocks:
        raise bad("Only a joined report has blocks: choose that format.")
    if definition.format == JOINED and not (definition.blocks and definition.rows):
        raise bad("A joined report has a second block, and a group that all blocks have in common.")
    named = [each.column for each in definition.groupings]
    if len(set(named)) != len(named):
        raise bad("A report is grouped by each column once.")
    if len(set(definition.columns)) != len(definition.columns):
        raise bad("A report has each column once.")


def _check_names(definition: Definition) -> None:
    parts = (definition.buckets, definition.formulas, definition.summaries)
    names = [each.name for kind in parts for each in kind]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise bad(f"Two parts of the report are called {twice}.")


def _check_totals(definition: Definition) -> None:
    for grouping in definition.groupings:
        if grouping.sort_by and grouping.sort_by not in definition.aggregates:
            raise bad(f"The total {grouping.sort_by} to order by is not in the report.")
    for highlight in definition.highlights:
        if highlight.aggregate not in definition.aggregates:
            raise bad(f"The total {highlight.aggregate} to colour is not in the report.")
        if highlight.low > highlight.high:
            raise bad("The bound of low values lies above that of high ones.")


def _check_dates(asked: DateRange, known: Mapping[str, ReportColumn]) -> None:
    if asked.column and not known[asked.column].is_dated:
        raise bad(f"{known[asked.column].label} is no date.")
    if asked.duration and not periods.is_literal(asked.duration):
        raise bad(f"“{asked.duration[:80]}” is no relative date.")
