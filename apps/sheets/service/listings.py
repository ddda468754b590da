"""Workbooks as their readers find them: recent ones, shared ones, their own, starred, trashed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, and_, func, or_, select

from workworld.apps.sheets.models import Opening, Share, Star, Workbook
from workworld.apps.sheets.service.access import workbook_sight
from workworld.context import Context, Surface
from workworld.directory.people import by_ids
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import sight_of

View = Literal["recent", "shared", "owned", "starred", "trash"]
_SIZE = 25
# Programs list spreadsheets as files, which find them by another language.
_DOORS = (Surface.UI,)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def list_workbooks(
    ctx: Context,
    *,
    view: Annotated[View, Field(description="Which of them.")] = "recent",
    text: Annotated[str, Field(description="What the title contains.", max_length=200)] = "",
    page: PageNumber = 1,
) -> NumberedPage[Workbook]:
    """List the spreadsheets that the caller sees, those first that they used last."""
    me = ctx.actor.person_id
    opened = and_(Opening.workbook_id == Workbook.id, Opening.person_id == me)
    used = func.coalesce(Opening.opened_us, Workbook.modified_us)
    conditions = [workbook_sight(), Workbook.is_trashed.is_(view == "trash"), *_within(view, me)]
    if text:
        conditions.append(Workbook.title.icontains(text, autoescape=True))
    query = select(Workbook).outerjoin(Opening, opened).where(*conditions)
    viewer = sight_of(ctx)
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()), viewer) or 0
    ordered = query.order_by(used.desc(), Workbook.id).limit(_SIZE).offset((page - 1) * _SIZE)
    return NumberedPage(list(ctx.session.scalars(ordered, viewer)), total, page, _SIZE)


def _within(view: View, me: str) -> list[ColumnElement[bool]]:
    """What else holds of the workbooks of a view."""
    if view in ("owned", "trash"):
        return [Workbook.owner_id == me]
    if view == "shared":
        given = select(Share.workbook_id).where(Share.person_id == me)
        others = or_(Workbook.id.in_(given), Workbook.link_role != "")
        return [Workbook.owner_id != me, others]
    if view == "starred":
        return [Workbook.id.in_(select(Star.workbook_id).where(Star.person_id == me))]
    return []


def starred(ctx: Context, workbook_ids: list[str]) -> frozenset[str]:
    """Which of some workbooks the caller keeps at hand."""
    query = select(Star.workbook_id).where(
        Star.person_id == ctx.actor.person_id, Star.workbook_id.in_(workbook_ids)
    )
    return frozenset(ctx.session.scalars(query))


def owners(ctx: Context, workbooks: list[Workbook]) -> dict[str, str]:
    """The names of the owners of workbooks, by id."""
    ids = sorted({each.owner_id for each in workbooks})
    found = by_ids(ctx.session, ids)
    return {each: found[each].name for each in ids}
