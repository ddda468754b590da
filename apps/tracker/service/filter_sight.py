"""Who sees a saved filter, and who may change it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, and_, or_, select

from workworld.apps.tracker.models import Filter, FilterShare, GroupMember, Project
from workworld.permissions import VIEWER, sees, visible

_filters, _shares, _projects = Filter.__table__.c, FilterShare.__table__.c, Project.__table__.c
_members = GroupMember.__table__.c


@sees(Filter)
def filter_sight() -> ColumnElement[bool]:
    """Which filters the viewer sees: their own, and those that are shared with them."""
    return or_(_filters.owner_id == VIEWER, _filters.id.in_(shared_with_viewer()))


def editable() -> ColumnElement[bool]:
    """Which filters the viewer may change."""
    return or_(
        _filters.owner_id == VIEWER, _filters.id.in_(shared_with_viewer(_shares.may_edit.is_(True)))
    )


def shared_with_viewer(*conditions: ColumnElement[bool]) -> Select[tuple[str]]:
    """Ids of the filters that are shared with the viewer."""
    mine = select(_members.group_id).where(_members.person_id == VIEWER)
    seen = visible(Project).with_only_columns(_projects.id)
    reaches = or_(
        _shares.kind == "all",
        and_(_shares.kind == "person", _shares.thing_id == VIEWER),
        and_(_shares.kind == "group", _shares.thing_id.in_(mine)),
        and_(_shares.kind == "project", _shares.thing_id.in_(seen)),
    )
    return select(_shares.filter_id).where(reaches, *conditions)
