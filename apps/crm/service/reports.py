"""Reports: making, changing, running and taking them away as files.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import (
    RecentRecord,
    Report,
    ReportSnapshot,
    ReportSubscription,
    Widget,
)
from workworld.apps.crm.service import (
    exports,
    people,
    refusals,
    report_blocks,
    report_folders,
    report_joins,
    report_types,
)
from workworld.apps.crm.service.report_checks import checked
from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.service.report_parts import MOST_FILTERS, Filter
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import ReportType
from workworld.apps.crm.service.report_views import Ran, ReportView, known, runs, views
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Conflict, Invalid
from workworld.operations import Effect, operation

SCOPE = "api"
_PREFIX = "00O"
_reports, _recent = Report.__table__.c, RecentRecord.__table__.c
Sent = Annotated[Definition, Field(description="What it asks, and how that is shown.")]
ReportName = Annotated[str, Field(description="What it is called.", max_length=80)]
Description = Annotated[str, Field(description="What it is for.", max_length=255)]
FolderId = Annotated[
    str, Field(description="The folder that it lies in; empty: the caller's own.", max_length=80)
]
TypeName = Annotated[
    str, Field(description="What it is about: Opportunity, CaseList, LeadList …", max_length=80)
]
Filters = Annotated[
    Sequence[Filter],
    Field(description="Further filters for this run, all must hold.", max_length=MOST_FILTERS),
]
# The vendor's REST API hands no report out as a file.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


@operation(Effect.READ, scope=SCOPE)
def types(ctx: Context) -> Sequence[ReportType]:
    """List what reports can be about."""
    people.me(ctx)
    return report_types.offered(ctx)


@operation(Effect.READ, scope=SCOPE)
def list(
    ctx: Context,
    *,
    which: Annotated[
        Literal["all", "mine", "private", "recent"],
        Field(description="All that the caller sees, those they made, or looked at lately."),
    ] = "all",
    folder_id: FolderId = "",
    text: Annotated[str, Field(description="What the name holds.", max_length=80)] = "",
) -> Sequence[ReportView]:
    """List reports that the caller sees, by name; those looked at lately in that order.

    Those about records that the caller may not read are left out, as none of them runs for them.
    """
    me = people.me(ctx).id
    query = select(Report).where(report_folders.seen(ctx, Report.__table__))
    if text.strip():
        query = query.where(func.instr(func.lower(_reports.name), text.strip().lower()) > 0)
    if folder_id:
        query = query.where(_reports.folder_id == report_folders.known(ctx, folder_id).id)
    if which in ("mine", "private"):
        query = query.where(_reports.owner_id == me)
    if which == "private":
        query = query.where(_reports.folder_id.is_(None))
    if which == "recent":
        query = query.join(RecentRecord, _recent.record_id == _reports.id)
        query = query.where(_recent.user_id == me)
        query = query.order_by(_recent.viewed_us.desc(), _reports.id).limit(20)
    else:
        query = query.order_by(func.lower(_reports.name), _reports.id)
    return [each for each in views(ctx, ctx.session.scalars(query).all()) if runs(ctx, each)]


@operation(Effect.READ, scope=SCOPE)
def info(ctx: Context, *, report_id: RecordId) -> ReportView:
    """Look up what a report says."""
    return views(ctx, [known(ctx, report_id)])[0]


@operation(Effect.WRITE, scope=SCOPE)
def create(
    ctx: Context,
    *,
    name: ReportName,
    report_type: TypeName,
    definition: Sent,
    description: Description = "",
    folder_id: FolderId = "",
) -> ReportView:
    """Save a new report."""
    of = report_blocks.type_of(ctx, report_type)
    now_us, me = ctx.clock.now_us(), people.me(ctx).id
    row = Report(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        name=_good(name),
        developer_name=developer_name(name),
        description=description.strip(),
        folder_id=report_folders.place(ctx, "Report", folder_id),
        owner_id=me,
        report_type=of.name,
        definition=_stored(ctx, of, definition),
        created_us=now_us,
        modified_us=now_us,
        modified_by_id=me,
    )
    insert_row(ctx.session, row)
    return views(ctx, [row])[0]


@operation(Effect.WRITE, scope=SCOPE)
def update(
    ctx: Context,
    *,
    report_id: RecordId,
    name: ReportName | None = None,
    definition: Sent | None = None,
    description: Description | None = None,
    folder_id: FolderId | None = None,
) -> ReportView:
    """Change a report; what is not given stays as it is."""
    row = _changing(ctx, report_id)
    if name is not None:
        row.name = _good(name)
    if description is not None:
        row.description = description.strip()
    if definition is not None:
        row.definition = _stored(ctx, report_blocks.type_of(ctx, row.report_type), definition)
    if folder_id is not None and folder_id != (row.folder_id or ""):
        row.folder_id = report_folders.place(ctx, "Report", folder_id)
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    return views(ctx, [row])[0]


@operation(Effect.WRITE, scope=SCOPE)
def delete(ctx: Context, *, report_id: RecordId) -> None:
    """Delete a report for good, with its subscriptions and snapshots.

    One that dashboards show is kept until they no longer do.
    """
    row = _changing(ctx, report_id)
    shown = select(func.count()).where(Widget.__table__.c.report_id == row.id)
    if ctx.session.scalar(shown):
        said = "Dashboards show this report. Remove it from them first."
        raise Conflict("DELETE_FAILED", said)
    for beside in (ReportSubscription, ReportSnapshot):
        ctx.session.execute(sql_delete(beside).where(beside.report_id == row.id))
    ctx.session.execute(sql_delete(Report).where(Report.id == row.id))


@operation(Effect.READ, scope=SCOPE)
def run(
    ctx: Context,
    *,
    report_id: RecordId,
    filters: Filters = (),
    groups: Annotated[
        Mapping[int, str],
        Field(description="Of a group by its place, the one key whose rows are wanted."),
    ] = {},
    details: Annotated[
        bool | None, Field(description="Whether rows are wanted; by default if it shows them.")
    ] = None,
) -> Ran:
    """Run a report as the caller: totals of every group, and at most 2,000 rows."""
    view = info(ctx, report_id=report_id)
    of = report_blocks.type_of(ctx, view.type.name)
    result = report_joins.performed(
        ctx, of, view.definition, also=filters, groups=groups, has_details=details
    )
    return Ran(view, result)


@operation(Effect.READ, scope=SCOPE)
def preview(
    ctx: Context,
    *,
    report_type: TypeName,
    definition: Sent,
    details: Annotated[bool, Field(description="Whether rows are wanted as well.")] = True,
) -> Result:
    """Run a report that is not saved."""
    of = report_blocks.type_of(ctx, report_type)
    checked(ctx, of, definition)
    return report_joins.performed(ctx, of, definition, has_details=details)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def export(
    ctx: Context,
    *,
    report_id: RecordId,
    filters: Filters = (),
) -> Ran:
    """Take a report away as a file; it is written down who did."""
    exports.require(ctx)
    ran = run(ctx, report_id=report_id, filters=filters, details=True)
    row = ran.view.row
    exports.note(ctx, kind="Report", thing_id=row.id, name=row.name, rows=ran.result.count)
    return ran


# A note that pages leave unasked: programs say what they want.
@operation(Effect.HOUSEKEEPING, scope=SCOPE, doors=(Surface.UI,))
def look(ctx: Context, *, report_id: RecordId) -> None:
    """Note that the caller has looked at a report, which is then among their recent ones."""
    row_id, me = known(ctx, report_id).id, people.me(ctx).id
    found = ctx.session.get(RecentRecord, (me, row_id))
    if found is None:
        found = RecentRecord(user_id=me, record_id=row_id, sobject="Report")
        ctx.session.add(found)
    found.viewed_us = ctx.clock.now_us()


def developer_name(name: str) -> str:
    """What a report is called by programs: ``Open_Deals``."""
    return re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:60] or "Report"


def _changing(ctx: Context, report_id: str) -> Report:
    row = known(ctx, report_id)
    if not report_folders.may_change(ctx, row):
        raise refusals.insufficient_access()
    return row


def _good(name: str) -> str:
    if not name.strip():
        raise Invalid("REQUIRED_FIELD_MISSING", "A report needs a name.")
    return name.strip()


def _stored(ctx: Context, of: ReportType, definition: Definition) -> dict[str, object]:
    made = checked(ctx, of, definition)
    return made.model_dump(mode="json", exclude_defaults=True)
