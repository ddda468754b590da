"""The history of issues: which field changed from what to what, by whom and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, bindparam, func, insert, literal_column, select, update

from workworld.apps.tracker import numbers
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import HistoryItem, Issue
from workworld.apps.tracker.service import history_sight, sight
from workworld.apps.tracker.types import IssueRef, PageSize, Start
from workworld.context import Context
from workworld.database import constant, given, plain_rows, rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of

_items = HistoryItem.__table__.c
_issues = Issue.__table__.c
_ADD = insert(HistoryItem)
_GROW = (
    update(Issue)
    .where(_issues.id == bindparam("issue"))
    .values(version=_issues.version + 1, updated_us=bindparam("now"))
)
_STAMP = update(Issue).where(_issues.id == bindparam("issue")).values(updated_us=bindparam("now"))
_HERE = (_items.issue_id == bindparam("issue"), history_sight.within())
_CHANGES = (
    select(_items.change_id, func.max(_items.created_us).label("changed_us"))
    .where(*_HERE)
    .group_by(_items.change_id)
)
_AS_WRITTEN: ColumnElement[Any] = func.min(literal_column("tracker_history.rowid"))
"""Orders what one step changed one after the other, which is of the same time."""
_LATEST = constant(
    select(_items.change_id)
    .where(_items.issue_id == bindparam("issue"))
    .group_by(_items.change_id)
    .order_by(func.max(_items.created_us).desc(), _AS_WRITTEN.desc())
    .limit(bindparam("most"))
)
_OF_MOMENT = constant(
    select(_items.change_id)
    .where(_items.issue_id == bindparam("issue"), _items.created_us == bindparam("moment"))
    .group_by(_items.change_id)
    .order_by(_AS_WRITTEN)
)
_COUNT = constant(select(func.count(_items.change_id.distinct()).label("total")).where(*_HERE))
_OF_CHANGES = constant(
    select(HistoryItem.__table__)
    .where(_items.change_id.in_(given("changes")), history_sight.within())
    .order_by(_items.change_id, _items.position)
)


@dataclass(frozen=True, slots=True)
class Item:
    """A field's change, not yet written down."""

    field: str
    """Its name in the vendor's changelog: ``status``, ``Fix Version``."""
    field_id: str
    from_id: str | None = None
    from_text: str | None = None
    to_id: str | None = None
    to_text: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody changed at once."""

    id: str
    author_id: str
    created_us: int
    items: Sequence[HistoryItem]


def note(
    ctx: Context, issue: Issue, items: Iterable[Item], *, is_update: bool = True
) -> str | None:
    """Write down how fields of an issue changed; its version and its time of change move on.

    Args:
        ctx: whose step it is.
        issue: the object of the issue, or a row that was only read.
        items: what changed; without any nothing is written.
        is_update: whether it counts as a change of the issue; its place among others does not.

    Returns:
        The id of the change.
    """
    rows = tuple(items)
    if not rows:
        return None
    change_id, now_us = numbers.next_id(ctx.ids, "change"), ctx.clock.now_us()
    written = [
        {
            "change_id": change_id,
            "position": position,
            "issue_id": issue.id,
            "author_id": ctx.actor.person_id,
            "created_us": now_us,
            "field": item.field,
            "field_id": item.field_id,
            "from_id": item.from_id,
            "from_text": item.from_text,
            "to_id": item.to_id,
            "to_text": item.to_text,
        }
        for position, item in enumerate(rows)
    ]
    ctx.session.connection().execute(_ADD, written)
    if is_update:
        grow(ctx, issue)
    else:
        _touch(ctx, issue)
    return change_id


def grow(ctx: Context, issue: Issue) -> None:
    """Let an issue's version and its time of change move on."""
    now_us = ctx.clock.now_us()
    held: object = issue
    if isinstance(held, Issue):
        held.version += 1
        held.updated_us = now_us
    else:  # a row that was only read
        ctx.session.connection().execute(_GROW, {"issue": issue.id, "now": now_us})
    _touch(ctx, issue)


def stamp(ctx: Context, issue: Issue) -> None:
    """Let an issue's time of change move on, though no field changed: it was commented on, say."""
    now_us = ctx.clock.now_us()
    held: object = issue
    if isinstance(held, Issue):
        held.updated_us = now_us
    else:
        ctx.session.connection().execute(_STAMP, {"issue": issue.id, "now": now_us})
    _touch(ctx, issue)


def _touch(ctx: Context, issue: Issue) -> None:
    ctx.touch(f"tracker.issue:{issue.id}", f"tracker.project:{issue.project_id}")


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    issue: IssueRef,
    start: Start = 0,
    limit: PageSize = 100,
    newest_first: Annotated[bool, Field(description="The newest first.")] = False,
) -> Listed[Change]:
    """List the changes of an issue's fields, what was changed at once together.

    They come in the order in which they were made, or the newest first.
    """
    row = sight.read(ctx, issue)
    total = rows_of(ctx.session, _COUNT, sight_of(ctx) | {"issue": row.id})[0].total
    order = (func.max(_items.created_us), _AS_WRITTEN)
    query = _CHANGES.order_by(*(each.desc() for each in order) if newest_first else order)
    values = sight_of(ctx) | {"issue": row.id}
    found = rows_of(ctx.session, query.offset(start).limit(limit), values)
    return Listed(_whole(ctx, [each.change_id for each in found]), total, start)


def since(ctx: Context, issue: Issue, version: int) -> Sequence[Change]:
    """The changes of an issue that came after it had a version, the oldest first."""
    missed = issue.version - version
    if missed <= 0:
        return ()
    found = rows_of(ctx.session, _LATEST, {"issue": issue.id, "most": missed})
    return _whole(ctx, [each.change_id for each in reversed(found)])


def of_moment(ctx: Context, issue: Issue, moment_us: int) -> Sequence[Change]:
    """The changes of an issue at a moment, as those of one step are, in their order."""
    found = rows_of(ctx.session, _OF_MOMENT, {"issue": issue.id, "moment": moment_us})
    return _whole(ctx, [each.change_id for each in found])


def _whole(ctx: Context, change_ids: Sequence[str]) -> Sequence[Change]:
    """Changes with the items that the caller sees, in the order of their ids."""
    rows = plain_rows(
        ctx.session, HistoryItem, _OF_CHANGES, sight_of(ctx) | {"changes": change_ids}
    )
    items: dict[str, tuple[HistoryItem, ...]] = {}
    for row in rows:
        items[row.change_id] = (*items.get(row.change_id, ()), row)
    return [
        Change(id, items[id][0].author_id, items[id][0].created_us, items[id])
        for id in change_ids
        if id in items
    ]
