"""Playbooks: tasks that come up by themselves when a deal was won, or a contract is to go on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import Account, Opportunity, Playbook, User
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import automations, people, records, rule_facts
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Options, Saving, after
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.zones import zone

WON, RENEWAL = "won", "renewal"
_SATURDAY, _WEEK = 5, 7
_playbooks = Playbook.__table__.c


def begin(ctx: Context, event: str, deal: Opportunity) -> None:
    """Create the tasks of each playbook that is for an event and a deal.

    Args:
        ctx: in whose step.
        event: ``won`` or ``renewal``.
        deal: the opportunity.
    """
    facts = RecordFacts(ctx, of_name("Opportunity"), deal, {}, is_new=False)
    query = select(Playbook).where(_playbooks.event == event, _playbooks.is_active)
    for book in ctx.session.scalars(query.order_by(_playbooks.id)).all():
        if rule_facts.formula("Opportunity", book.formula).holds(facts):
            for step in book.steps:
                _create(ctx, book, step, deal)


def _create(ctx: Context, book: Playbook, step: dict[str, Any], deal: Opportunity) -> None:
    values = {
        "Subject": step["subject"],
        "ActivityDate": working_day(ctx, int(step["days"])),
        "Priority": step.get("priority", "Normal"),
        "WhatId": deal.id,
        "WhoId": deal.contact_id,
        "OwnerId": _whose(ctx, step.get("whose", "owner"), deal),
        "Description": f"Playbook: {book.name}",
    }
    records.insert(ctx, of_name("Task"), values, Options(system=True, notify=False))


def working_day(ctx: Context, days: int) -> str:
    """The day that is so many from today, or the Monday after it: ``2026-03-23``."""
    where = zone(people.org(ctx).zone)
    now: datetime = from_microseconds(ctx.clock.now_us()).astimezone(where)
    day = now.date() + timedelta(days=days)
    over = max(0, _WEEK - day.weekday()) if day.weekday() >= _SATURDAY else 0
    return (day + timedelta(days=over)).isoformat()


def _whose(ctx: Context, whose: str, deal: Opportunity) -> str:
    """Who is to do it: the account's customer success manager, or the deal's owner."""
    account = ctx.session.get(Account, deal.account_id) if deal.account_id else None
    wanted = [account.csm_id if account and whose == "csm" else None, deal.owner_id]
    for user_id in wanted:
        user = ctx.session.get(User, user_id) if user_id else None
        if user is not None and user.is_active:
            return user.id
    return automations.user_id(ctx)


@after("Opportunity", order=80)
def _onboard(ctx: Context, saving: Saving) -> None:
    if saving.row.is_won and saving.changed("is_won"):
        begin(ctx, WON, saving.row)
