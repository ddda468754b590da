"""Milestones of cases as records: they follow from the case, and are kept in step with it."""

from __future__ import annotations

from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.milestones import Milestone, milestones
from workworld.apps.crm.models import Case, CaseMilestone, MilestoneType
from workworld.apps.crm.service import automations
from workworld.context import Context
from workworld.working_hours import Always, Hours

_PREFIX = "555"
_rows, _types = CaseMilestone.__table__.c, MilestoneType.__table__.c


def keep(ctx: Context, case: Case, hours: Hours | Always) -> None:
    """Bring the milestones of a case into step with its clocks.

    Args:
        ctx: whose step it is.
        case: the case.
        hours: when its clocks run.
    """
    clocks = {each.name: each for each in milestones(case, hours, ctx.clock.now_us())}
    query = select(CaseMilestone).where(_rows.case_id == case.id).order_by(_rows.id)
    known = {each.type_id: each for each in ctx.session.scalars(query)}
    for name, type_id in _type_ids(ctx).items():
        clock, row = clocks.get(name), known.get(type_id)
        if clock is None:
            if row is not None:
                ctx.session.delete(row)
        elif row is None:
            ctx.session.add(_made(ctx, case, type_id, clock))
        else:
            _set(ctx, row, clock)


def _made(ctx: Context, case: Case, type_id: str, clock: Milestone) -> CaseMilestone:
    now_us, by_id = ctx.clock.now_us(), automations.user_id(ctx)
    return CaseMilestone(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        case_id=case.id,
        type_id=type_id,
        start_us=case.created_us,
        target_us=clock.due_us,
        completed_us=clock.met_us,
        is_completed=clock.met_us is not None,
        is_violated=clock.is_breached,
        created_us=now_us,
        modified_us=now_us,
        created_by_id=by_id,
        modified_by_id=by_id,
    )


def _set(ctx: Context, row: CaseMilestone, clock: Milestone) -> None:
    told = (clock.due_us, clock.met_us, clock.met_us is not None, clock.is_breached)
    if told == (row.target_us, row.completed_us, row.is_completed, row.is_violated):
        return
    row.target_us, row.completed_us, row.is_completed, row.is_violated = told
    row.modified_us = ctx.clock.now_us()
    row.version += 1


def _type_ids(ctx: Context) -> dict[str, str]:
    def look_up() -> dict[str, str]:
        query = select(_types.name, _types.id).where(~_types.is_deleted).order_by(_types.id)
        return dict(ctx.session.execute(query).all())

    return ctx.remembered("crm milestone types", look_up)
