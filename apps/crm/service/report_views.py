"""Reports as listings, pages and runs have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Report, ReportFolder
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, refusals, report_columns, report_folders, sight
from workworld.apps.crm.service.report_definitions import Definition, of_json
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import TYPES, ReportType
from workworld.context import Context

_reports, _folders = Report.__table__.c, ReportFolder.__table__.c


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as listings and pages show it.

    Args:
        row: the report.
        folder: what its folder is called.
        owner: who made it.
        type: what it is about.
        may_change: whether the caller may change it.
    """

    row: Report
    folder: str
    owner: str
    type: ReportType
    may_change: bool

    @property
    def definition(self) -> Definition:
        """What it says."""
        return of_json(self.row.definition)


@dataclass(frozen=True, slots=True)
class Ran:
    """A report, and what came of running it."""

    view: ReportView
    result: Result


def known(ctx: Context, report_id: str) -> Report:
    """A report that the caller sees.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    seen = report_folders.seen(ctx, Report.__table__)
    query = select(Report).where(_reports.id == record_ids.full(report_id), seen)
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found


def views(ctx: Context, rows: Sequence[Report]) -> Sequence[ReportView]:
    """Reports with what surrounds them."""
    names = people.names(ctx, [row.owner_id for row in rows])
    wanted = sorted({row.folder_id for row in rows if row.folder_id})
    query = select(_folders.id, _folders.name).where(_folders.id.in_(wanted))
    folders = {row.id: row.name for row in ctx.session.execute(query)} if wanted else {}
    return [
        ReportView(
            row,
            folders.get(row.folder_id or "", "Private Reports"),
            names.get(row.owner_id, ""),
            TYPES[row.report_type],
            report_folders.may_change(ctx, row),
        )
        for row in rows
    ]


def runs(ctx: Context, view: ReportView) -> bool:
    """Whether a report runs for the caller: they see the records, and by what they are chosen."""
    definition = view.definition
    types = [view.type.name, *(each.report_type for each in definition.blocks)]
    if not all(sight.may(ctx, TYPES[name].sobject, "read") for name in types):
        return False
    crossed = [objects.find(each.object) for each in definition.cross_filters]
    if not all(each is not None and sight.may(ctx, each, "read") for each in crossed):
        return False
    known = report_columns.known(ctx, view.type, definition)
    grouped = all(each.column in known for each in definition.groupings)
    return grouped and all(each.column in known for each in definition.filters)
