"""What of an issue's history somebody sees: nothing that names an issue hidden from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, exists, literal, or_, select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import FormerKey, HistoryItem, Issue
from workworld.apps.tracker.service.access import issue_sight
from workworld.permissions import sees

_items, _issues, _former = HistoryItem.__table__.c, Issue.__table__.c, FormerKey.__table__.c
_NAMING = (field_ids.LINKS, field_ids.PARENT)
"""Fields whose values are other issues, by id or by the key that they had."""


@sees(HistoryItem)
def _sight() -> ColumnElement[bool]:
    of_issue = select(literal(1)).where(_issues.id == _items.issue_id, issue_sight())
    return of_issue.correlate(HistoryItem.__table__).exists() & within()


def within() -> ColumnElement[bool]:
    """Which items the viewer sees of the history of an issue that they see."""
    named = (_is_seen(_items.from_id), _is_seen(_items.to_id))
    names_none = and_(*(_items.field_id != field for field in _NAMING))
    return or_(names_none, named[0] & named[1])


def _is_seen(ref: ColumnElement[Any]) -> ColumnElement[bool]:
    moved = select(_former.issue_id).where(_former.key == ref)
    moved = moved.correlate(HistoryItem.__table__)
    meant = or_(_issues.id == ref, _issues.key == ref, _issues.id.in_(moved))
    known = exists().where(meant, issue_sight()).correlate(HistoryItem.__table__)
    return or_(ref.is_(None), known)
