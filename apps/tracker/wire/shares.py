"""Groups, and with whom filters are shared.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-filter-sharing/
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from workworld.apps.tracker.models import DashboardShare, FilterShare, Group
from workworld.apps.tracker.service import groups, projects
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.projects import brief
from workworld.context import Context


def group(ctx: Context, row: Group) -> dict[str, Any]:
    """A group as lists have it."""
    where = f"{self_of(ctx, 'group')}?groupId={quote(row.id)}"
    return {"name": row.name, "groupId": row.id, "self": where}


def share(ctx: Context, row: FilterShare | DashboardShare) -> dict[str, Any]:
    """With whom a filter or a dashboard is shared."""
    shape: dict[str, Any] = {"id": int(row.id), "type": row.kind}
    if row.kind == "all":
        return shape | {"type": "authenticated"}
    if row.kind == "project":
        return shape | {"project": brief(ctx, projects.known(ctx, row.thing_id))}
    if row.kind == "group":
        return shape | {"group": group(ctx, groups.known(ctx, row.thing_id))}
    return shape | {"type": "user", "user": {"accountId": row.thing_id}}
