"""Who sees a workbook, and what they may do with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import ColumnElement, and_, or_, select

from workworld.apps.sheets.models import Share, Workbook
from workworld.apps.sheets.service.refusals import no_access, not_found
from workworld.context import Context
from workworld.directory.models import GUESTS, Person
from workworld.permissions import VIEWER, seen, sees

Role = Literal["reader", "commenter", "writer", "owner"]
RANKS: tuple[Role, ...] = ("reader", "commenter", "writer", "owner")
"""From what allows least to what allows most."""
_workbooks, _shares, _people = Workbook.__table__.c, Share.__table__.c, Person.__table__.c


@sees(Workbook)
def workbook_sight() -> ColumnElement[bool]:
    """Which workbooks the viewer sees: their own, what is shared with them or with all staff."""
    theirs = select(_shares.workbook_id).where(_shares.person_id == VIEWER)
    no_guest = [_people.role != role for role in GUESTS]
    is_staff = select(_people.id).where(_people.id == VIEWER, *no_guest).exists()
    return or_(
        _workbooks.owner_id == VIEWER,
        and_(
            ~_workbooks.is_trashed,
            or_(_workbooks.id.in_(theirs), and_(_workbooks.link_role != "", is_staff)),
        ),
    )


def known(ctx: Context, workbook_id: str, role: Role = "reader") -> Workbook:
    """A workbook with which the caller may do as much as a role allows: an object.

    Raises:
        NotFound: there is none that they see.
        Forbidden: ``no_edit_access``, they may do less.
    """
    if seen(ctx, Workbook, workbook_id) is None:
        raise not_found()
    workbook = ctx.session.get_one(Workbook, workbook_id)
    if RANKS.index(role_of(ctx, workbook)) < RANKS.index(role):
        raise no_access()
    return workbook


def role_of(ctx: Context, workbook: Workbook) -> Role:
    """What the caller may do with a workbook that they see."""
    return roles_of(ctx, [workbook])[workbook.id]


def roles_of(ctx: Context, workbooks: Sequence[Workbook]) -> dict[str, Role]:
    """What the caller may do with each of some workbooks that they see, by their ids."""
    me = ctx.actor.person_id
    others = [each.id for each in workbooks if each.owner_id != me]
    query = select(Share.workbook_id, Share.role).where(
        Share.workbook_id.in_(others), Share.person_id == me
    )
    given: dict[str, Role] = dict(ctx.session.execute(query).all()) if others else {}  # type: ignore[arg-type]
    is_guest = bool(others) and ctx.session.get_one(Person, me).is_guest

    def role(workbook: Workbook) -> Role:
        if workbook.owner_id == me:
            return "owner"
        linked = "reader" if is_guest or not workbook.link_role else workbook.link_role
        return max(given.get(workbook.id, "reader"), linked, key=RANKS.index)  # type: ignore[arg-type]

    return {each.id: role(each) for each in workbooks}


def may(ctx: Context, workbook: Workbook, role: Role) -> bool:
    """Whether the caller may do with a workbook that they see what a role allows."""
    return RANKS.index(role_of(ctx, workbook)) >= RANKS.index(role)
