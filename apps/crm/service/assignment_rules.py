"""Assignment rules: whose a new case or lead becomes.

https://help.salesforce.com/s/articleView?id=service.creating_assignment_rules.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import AssignmentEntry, AssignmentRule, GroupMember, User
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import rule_facts, saving, slas
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context
from workworld.directory.models import Person
from workworld.working_hours import Hours

_rules, _entries = AssignmentRule.__table__.c, AssignmentEntry.__table__.c
_members, _users = GroupMember.__table__.c, User.__table__.c
_people = Person.__table__.c


@saving.before("Case", "Lead", order=30)
def _assign(ctx: Context, saved: Saving) -> None:
    """Choose the owner of a new record, unless whoever makes it has said whose it is."""
    if not saved.is_new or not saved.options.assign or "owner_id" in saved.given:
        return
    facts = RecordFacts(ctx, saved.sobject, saved.row, {}, is_new=True)
    for entry in _active(ctx, saved.sobject.name):
        if not rule_facts.formula(saved.sobject.name, entry.formula).holds(facts):
            continue
        owner_id = _taker(ctx, saved.sobject, entry)
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


def _taker(ctx: Context, sobject: SObject, entry: AssignmentEntry) -> str | None:
    """Whose turn it is; None if nobody is there who could take it."""
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        if entry.takes_turns:
            return _next(ctx, sobject, entry)
        if not entry.assignee_id.startswith("005"):
            return entry.assignee_id
        user = ctx.session.get(User, entry.assignee_id)
        return entry.assignee_id if user is not None and user.is_active else None


def _next(ctx: Context, sobject: SObject, entry: AssignmentEntry) -> str | None:
    """The member of the queue after the one who was last, round and round.

    Of those who are at work, and who have the fewest open records, if the entry asks for that.
    """
    query = (
        select(_users.id, _people.zone)
        .join(GroupMember.__table__, _members.user_id == _users.id)
        .join(Person, _people.id == _users.person_id)
        .where(_members.group_id == entry.assignee_id, _users.is_active, ~_members.is_deleted)
        .order_by(_members.id)
    )
    zones = {row.id: row.zone for row in ctx.session.execute(query)}
    if not zones:
        return None
    ordered = list(zones)
    last = ordered.index(entry.last_user_id) if entry.last_user_id in zones else -1
    turns = [*ordered[last + 1 :], *ordered[: last + 1]]
    if entry.at_work_only:
        turns = [each for each in turns if _is_at_work(ctx, zones[each])] or turns
    if entry.by_load:
        loads = _loads(ctx, sobject, turns)
        turns.sort(key=lambda each: loads.get(each, 0))
    entry.last_user_id = turns[0]
    return entry.last_user_id


def _is_at_work(ctx: Context, zone_name: str | None) -> bool:
    """Whether business hours, on the clocks of a zone, count right now."""
    calendar = slas.hours(ctx)
    if not isinstance(calendar, Hours):
        return True
    there = replace(calendar, zone=zone_name) if zone_name else calendar
    now_us = ctx.clock.now_us()
    return there.counted(now_us + 1) > there.counted(now_us)


def _loads(ctx: Context, sobject: SObject, user_ids: Sequence[str]) -> Mapping[str, int]:
    """How many open records of an object users have."""
    table: Any = sobject.model.__table__
    is_done = table.c.is_closed if sobject.name == "Case" else table.c.is_converted
    query = select(table.c.owner_id, func.count()).where(
        table.c.owner_id.in_(user_ids), ~table.c.is_deleted, ~is_done
    )
    return {row[0]: row[1] for row in ctx.session.execute(query.group_by(table.c.owner_id))}
