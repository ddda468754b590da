"""Who may see and change a list view."""

from __future__ import annotations

from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ListView
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, refusals, sight
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import Forbidden

_views = ListView.__table__.c


def known(ctx: Context, view_id: str) -> ListView:
    """A list view that the caller sees: a row to be read.

    Raises:
        NotFound: ``NOT_FOUND``; one that is hidden does not exist.
    """
    full = record_ids.full(view_id)
    query = select(ListView.__table__).where(_views.id == full)
    for row in plain_rows(ctx.session, ListView, query, {}) if full else ():
        sobject = objects.find(row.sobject)
        if sobject and sight.may(ctx, sobject, "read") and sees(ctx, row):
            return row
    raise refusals.not_found()


def sees(ctx: Context, row: ListView) -> bool:
    """Whether the caller sees a list view: their own, one shared with them, or a standard one."""
    if row.owner_id is None or row.sharing == "public" or people.profile(ctx).manages_setup:
        return True
    if row.owner_id == people.me(ctx).id:
        return True
    return row.sharing == "groups" and bool(set(row.group_ids) & set(people.groups(ctx)))


def may_edit(ctx: Context, row: ListView) -> bool:
    """Whether the caller may change a list view; nobody may change a standard one."""
    if row.is_standard:
        return False
    return row.owner_id == people.me(ctx).id or people.profile(ctx).manages_setup


def not_yours() -> Forbidden:
    """The refusal of a change of somebody else's list view."""
    said = "Only the owner of this list view can change it. Clone it to have one of your own."
    return Forbidden("INSUFFICIENT_ACCESS_OR_READONLY", said)
