"""Who sees a dashboard, and who may change it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, and_, or_, select

from workworld.apps.tracker.models import Dashboard, DashboardShare, Gadget, GroupMember, Project
from workworld.permissions import VIEWER, sees, visible

_dashboards, _shares = Dashboard.__table__.c, DashboardShare.__table__.c
_projects, _members = Project.__table__.c, GroupMember.__table__.c


@sees(Dashboard)
def dashboard_sight() -> ColumnElement[bool]:
    """Which dashboards the viewer sees: their own, and those that are shared with them."""
    return or_(_dashboards.owner_id == VIEWER, _dashboards.id.in_(_shared()))


@sees(Gadget)
def gadget_sight() -> ColumnElement[bool]:
    """Which gadgets the viewer sees: those of the dashboards that they see."""
    mine = visible(Dashboard).with_only_columns(_dashboards.id)
    return Gadget.__table__.c.dashboard_id.in_(mine)


def editable() -> ColumnElement[bool]:
    """Which dashboards the viewer may change."""
    shared = _shared(_shares.may_edit.is_(True))
    return or_(_dashboards.owner_id == VIEWER, _dashboards.id.in_(shared))


def _shared(*conditions: ColumnElement[bool]) -> Select[tuple[str]]:
    """Ids of the dashboards that are shared with the viewer."""
    mine = select(_members.group_id).where(_members.person_id == VIEWER)
    seen = visible(Project).with_only_columns(_projects.id)
    reaches = or_(
        _shares.kind == "all",
        and_(_shares.kind == "person", _shares.thing_id == VIEWER),
        and_(_shares.kind == "group", _shares.thing_id.in_(mine)),
        and_(_shares.kind == "project", _shares.thing_id.in_(seen)),
    )
    return select(_shares.dashboard_id).where(reaches, *conditions)
