"""Assignment rules: whose a new case or lead becomes.

https://help.salesforce.com/s/articleView?id=service.creating_assignment_rules.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import AssignmentEntry, AssignmentRule, GroupMember, User
from workworld.apps.crm.service import rule_facts, saving
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context

_rules, _entries = AssignmentRule.__table__.c, AssignmentEntry.__table__.c
_members, _users = GroupMember.__table__.c, User.__table__.c


@saving.before("Case", "Lead", order=30)
def _assign(ctx: Context, saved: Saving) -> None:
    """Choose the owner of a new record, unless whoever makes it has said whose it is."""
    if not saved.is_new or not saved.options.assign or "owner_id" in saved.given:
        return
    facts = RecordFacts(ctx, saved.sobject, saved.row, {}, is_new=True)
    for entry in _active(ctx, saved.sobject.name):
        if not rule_facts.formula(saved.sobject.name, entry.formula).holds(facts):
            continue
        owner_id = _taker(ctx, entry)
        if owner_id is not None:
            saved.row.owner_id = owner_id
            return


def _active(ctx: Context, sobject: str) -> list[Any]:
    """The entries of an object's active rule, in their order: objects."""
    query = (
        select(AssignmentEntry)
        .join(AssignmentRule, _rules.id == _entries.rule_id)
        .where(_rules.sobject == sobject, _rules.is_active)
        .order_by(_rules.id, _entries.position)
    )
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        return list(ctx.session.scalars(query))


def _taker(ctx: Context, entry: AssignmentEntry) -> str | None:
    """Whose turn it is; None if nobody is there who could take it."""
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        if entry.takes_turns:
            return _next(ctx, entry)
        if not entry.assignee_id.startswith("005"):
            return entry.assignee_id
        user = ctx.session.get(User, entry.assignee_id)
        return entry.assignee_id if user is not None and user.is_active else None


def _next(ctx: Context, entry: AssignmentEntry) -> str | None:
    """The member of the queue after the one who was last, round and round."""
    query = (
        select(_users.id)
        .join(GroupMember.__table__, _members.user_id == _users.id)
        .where(_members.group_id == entry.assignee_id, _users.is_active, ~_members.is_deleted)
        .order_by(_members.id)
    )
    found = list(ctx.session.scalars(query))
    if not found:
        return None
    last = found.index(entry.last_user_id) if entry.last_user_id in found else -1
    entry.last_user_id = found[(last + 1) % len(found)]
    return entry.last_user_id
