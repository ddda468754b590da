"""Blocks of joined reports: records of several kinds in the groups that they have in common.

https://help.salesforce.com/s/articleView?id=analytics.reports_joined_format.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.apps.crm.service import report_types, sight
from workworld.apps.crm.service.report_definitions import JOINED, Definition, bad
from workworld.apps.crm.service.report_parts import Block, Grouping
from workworld.apps.crm.service.report_types import TYPES, ReportColumn, ReportType
from workworld.context import Context

_USERS = frozenset({"User", "Group"})


def type_of(ctx: Context, name: str) -> ReportType:
    """What a report or block is about.

    Raises:
        Invalid: ``BAD_REQUEST``: there is no such type, or the caller may not read its records.
    """
    found = TYPES.get(name)
    if found is None or not sight.may(ctx, found.sobject, "read"):
        raise bad(f"There is no report type “{name[:80]}” for you.")
    return found


def identity(column: ReportColumn) -> tuple[str, ...]:
    """By what columns of two report types are the same: whose name it is, or which field."""
    targets = column.named or ((column.sobject.name,) if column.field.is_name else ())
    if not targets:
        return (column.sobject.name, column.field.name)
    if _USERS.issuperset(targets):
        return ("user", column.steps[-1].name if column.steps else "")
    return ("record", *targets)


def common(ctx: Context, of: ReportType, others: Sequence[ReportType]) -> list[ReportColumn]:
    """The columns of a report type that others have as well, by which all can be grouped."""
    theirs = [{identity(each) for each in _columns(ctx, other).values()} for other in others]
    return [
        column
        for column in _columns(ctx, of).values()
        if column.is_grouped and all(identity(column) in known for known in theirs)
    ]


def definition_of(ctx: Context, of: ReportType, definition: Definition, block: Block) -> Definition:
    """A block as a report of its own, in the groups of the joined one.

    Args:
        ctx: who runs it.
        of: what the first block is about.
        definition: what the joined report says.
        block: one of its further blocks.

    Raises:
        Invalid: ``BAD_REQUEST``: it has not all columns that the report is grouped by.
    """
    beside = type_of(ctx, block.report_type)
    return Definition(
        format=JOINED,
        columns=block.columns,
        rows=tuple(_grouping(ctx, of, each, beside) for each in definition.rows),
        aggregates=block.aggregates,
        filters=block.filters,
        logic=block.logic,
        cross_filters=block.cross_filters,
        scope=block.scope,
        date=block.date,
        details=definition.details,
    )


def _grouping(ctx: Context, of: ReportType, grouping: Grouping, beside: ReportType) -> Grouping:
    column = _columns(ctx, of).get(grouping.column)
    if column is None:
        raise bad(f"The report uses “{grouping.column[:200]}”, which it does not have.")
    wanted = identity(column)
    fit = [each for each in _columns(ctx, beside).values() if identity(each) == wanted]
    if not fit:
        raise bad(f"{beside.label} cannot be grouped by {column.label}.")
    found = min(fit, key=lambda each: len(each.steps))
    return grouping.model_copy(update={"column": found.name, "sort_by": "", "top": 0})


def _columns(ctx: Context, of: ReportType) -> Mapping[str, ReportColumn]:
    return report_types.columns(ctx, of)
