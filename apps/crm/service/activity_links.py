"""Whom and what activities are about, and which account they concern.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_task.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from workworld.apps.crm.models import Account, Case, Contact, Event, Opportunity, Task
from workworld.apps.crm.service import saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context

_LEAD = "00Q"
_BY_PREFIX: dict[str, Any] = {"006": Opportunity, "500": Case, "003": Contact}
_ACCOUNT = "001"


def settle(ctx: Context, saved: Saving) -> None:
    """Refuse what cannot go together, and set the account of an activity that is being saved."""
    row = saved.row
    if (row.who_id or "").startswith(_LEAD) and row.what_id is not None:
        said = "Related To must be empty if Name is a lead"
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "WhatId")
        return
    if saved.is_new or saved.changed("who_id", "what_id"):
        row.account_id = account_of(ctx, row.what_id, row.who_id)


def account_of(ctx: Context, what_id: str | None, who_id: str | None) -> str | None:
    """The account of what an activity is about, else of whom."""
    for record_id in (what_id, who_id):
        found = _account(ctx, record_id) if record_id else None
        if found is not None:
            return found
    return None


def default_for(record_id: str) -> dict[str, str]:
    """How an activity names a record: people as ``WhoId``, the rest as ``WhatId``."""
    is_person = record_id.startswith(("003", _LEAD))
    return {"WhoId" if is_person else "WhatId": record_id}


@saving.after("Contact", "Opportunity", "Case", order=70)
def _follow(ctx: Context, saved: Saving) -> None:
    """The activities of a record go to the account that it goes to."""
    if saved.is_new or not saved.changed("account_id"):
        return
    row = saved.row
    for model in (Task, Event):
        table = model.__table__.c
        if isinstance(row, Contact):
            mine = (table.who_id == row.id) & table.what_id.is_(None)
        else:
            mine = table.what_id == row.id
        ctx.session.execute(update(model).where(mine).values(account_id=row.account_id))


def _account(ctx: Context, record_id: str) -> str | None:
    if record_id.startswith(_ACCOUNT):
        return record_id
    model = _BY_PREFIX.get(record_id[:3])
    if model is None:
        return None
    table = model.__table__.c
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        found: str | None = ctx.session.scalar(
            select(table.account_id).where(table.id == record_id)
        )
        there = select(Account.__table__.c.id).where(Account.__table__.c.id == found)
        return ctx.session.scalar(there)
