"""Folders of reports and dashboards: who sees what is in them, and who may change it.

https://help.salesforce.com/s/articleView?id=analytics.analytics_sharing_about.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, or_, select, true

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ReportFolder
from workworld.apps.crm.models.reports import READ_ONLY, READ_WRITE
from workworld.apps.crm.service import people, refusals
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Invalid
from workworld.operations import Effect, operation

_PREFIX = "00l"
_folders = ReportFolder.__table__.c
Kind = Annotated[
    Literal["Report", "Dashboard"], Field(description="What the folder is a place for.")
]
Access = Annotated[
    Literal["Hidden", "ReadOnly", "ReadWrite"],
    Field(description="Hidden: for its owner alone. ReadOnly: all see it. ReadWrite: all change."),
]
# The vendor's API has folders as records of their own; the pages alone make them here.
_DOORS = (Surface.MCP, Surface.UI)


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, kind: Kind = "Report") -> Sequence[ReportFolder]:
    """List the folders of reports or of dashboards that the caller sees, by name."""
    query = select(ReportFolder).where(_folders.kind == kind, _open(ctx))
    return ctx.session.scalars(query.order_by(_folders.name, _folders.id)).all()


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(
    ctx: Context,
    *,
    name: Annotated[str, Field(description="What it is called.", max_length=80)],
    kind: Kind = "Report",
    access: Access = "ReadOnly",
) -> ReportFolder:
    """Make a folder for reports or for dashboards."""
    if not name.strip():
        raise Invalid("REQUIRED_FIELD_MISSING", "A folder needs a name.")
    row = ReportFolder(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        kind=kind,
        name=name.strip(),
        access=access,
        owner_id=people.me(ctx).id,
        created_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    return row


# Pages ask for whom a folder is when they make one.
@operation(Effect.WRITE, scope="api", doors=(Surface.MCP,))
def share(ctx: Context, *, folder_id: RecordId, access: Access) -> ReportFolder:
    """Say for whom a folder is; its owner and the administrators may."""
    row = known(ctx, folder_id)
    if row.owner_id != people.me(ctx).id and not _is_admin(ctx):
        raise refusals.insufficient_access()
    row.access = access
    return row


def known(ctx: Context, folder_id: str) -> ReportFolder:
    """A folder that the caller sees.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    query = select(ReportFolder).where(_folders.id == record_ids.full(folder_id), _open(ctx))
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found


def seen(ctx: Context, table: Any) -> ColumnElement[bool]:
    """Which reports or dashboards the caller sees: their own, and those in folders for them.

    Args:
        ctx: who looks.
        table: the reports' or the dashboards'.
    """
    me = people.me(ctx).id
    if _is_admin(ctx):
        return true()
    opened = select(_folders.id).where(_open(ctx))
    return or_(table.c.owner_id == me, table.c.folder_id.in_(opened))


def may_change(ctx: Context, row: Any) -> bool:
    """Whether the caller may change a report or dashboard that they see."""
    if row.owner_id == people.me(ctx).id or _is_admin(ctx):
        return True
    folder = ctx.session.get(ReportFolder, row.folder_id) if row.folder_id else None
    return folder is not None and (
        folder.access == READ_WRITE or folder.owner_id == people.me(ctx).id
    )


def place(ctx: Context, kind: str, folder_id: str) -> str | None:
    """The folder that something is to lie in; None for the caller's own private one.

    Raises:
        NotFound: there is no such folder of this kind.
        Forbidden: the caller may put nothing into it.
    """
    if not folder_id:
        return None
    row = known(ctx, folder_id)
    if row.kind != kind:
        raise refusals.not_found()
    if not takes(ctx, row):
        raise refusals.insufficient_access()
    return row.id


def takes(ctx: Context, row: ReportFolder) -> bool:
    """Whether the caller may put something into a folder that they see."""
    is_open = row.access == READ_WRITE or row.owner_id == people.me(ctx).id
    return is_open or _is_admin(ctx)


def _open(ctx: Context) -> ColumnElement[bool]:
    me = people.me(ctx).id
    if _is_admin(ctx):
        return true()
    return or_(_folders.access.in_((READ_ONLY, READ_WRITE)), _folders.owner_id == me)


def _is_admin(ctx: Context) -> bool:
    return people.profile(ctx).manages_setup
