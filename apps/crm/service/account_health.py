"""How well it goes with a customer: a score with its reasons, and who looks after them.

https://help.salesforce.com/s/articleView?id=sales.account_health_score.htm
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import Account, AccountTeamMember, Case, Profile, Task, User
from workworld.apps.crm.schema.objects import of_model
from workworld.apps.crm.service import people, records, sight
from workworld.apps.crm.service.lead_scores import LEAST, MOST, Reason, Score
from workworld.apps.crm.service.opportunities import CUSTOMER
from workworld.apps.crm.service.saving import Saving, before
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_ROLE, _PROFILE = "Customer Success", "CSM"
_URGENT, _BREACHED = ("High", "Critical"), "Breached"
_RENEWAL_DAYS, _QUIET_DAYS = 60, 60
_DISCONTENT, _CONTENT = 2.5, 4.5
_cases, _tasks, _team = Case.__table__.c, Task.__table__.c, AccountTeamMember.__table__.c
_users, _profiles, _accounts = User.__table__.c, Profile.__table__.c, Account.__table__.c


# The vendor's score stands in a product of its own.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def explain(
    ctx: Context, *, account_id: Annotated[RecordId, Field(description="An account's id.")]
) -> Score:
    """Tell how well it goes with a customer, from 0 to 100, and what takes points away.

    It counts what the caller sees of them; the account's Health is what somebody has said.
    """
    account: Account = records.known(ctx, "Account", account_id)
    reasons = list(_reasons(ctx, account))
    score = max(LEAST, min(MOST, MOST + sum(each.points for each in reasons)))
    return Score(score, sorted(reasons, key=lambda each: (each.points, each.name)))


def _reasons(ctx: Context, account: Account) -> Iterator[Reason]:
    kind, table = of_model(Case), Case.__table__
    seen = (_cases.account_id == account.id, sight.rows(ctx, kind, table))
    if sight.may(ctx, kind, "read"):
        rows = ctx.session.execute(
            select(_cases.priority, _cases.sla_state).where(*seen, ~_cases.is_closed)
        ).all()
        yield from _losing("Open cases", 5, len(rows), 4)
        yield from _losing("Urgent cases", 10, sum(r.priority in _URGENT for r in rows), 2)
        late = sum(row.sla_state == _BREACHED for row in rows)
        yield from _losing("Missed service levels", 10, late, 2)
        content = ctx.session.scalar(select(func.avg(_cases.csat)).where(*seen))
        if content is not None and content <= _DISCONTENT:
            yield Reason("Discontent with support", -15, 1)
        elif content is not None and content >= _CONTENT:
            yield Reason("Very content with support", 5, 1)
    yield from _by_days(ctx, account)


def _losing(name: str, points: int, count: int, most: int) -> Iterator[Reason]:
    times = min(count, most)
    if times:
        yield Reason(name, -points * times, times)


def _by_days(ctx: Context, account: Account) -> Iterator[Reason]:
    today = people.today(ctx)
    if account.renewal_date:
        left = (date.fromisoformat(account.renewal_date) - today).days
        if left < 0:
            yield Reason("Renewal is overdue", -25, 1)
        elif left <= _RENEWAL_DAYS:
            yield Reason("Renewal is near", -10, 1)
    since = (today - timedelta(days=_QUIET_DAYS)).isoformat()
    spoken = select(_tasks.id).where(
        _tasks.account_id == account.id,
        _tasks.is_closed,
        ~_tasks.is_deleted,
        _tasks.activity_date >= since,
    )
    if ctx.session.scalar(spoken.limit(1)) is None:
        yield Reason(f"Nothing was done for {_QUIET_DAYS} days", -15, 1)


@before("Account", order=47)
def _find_manager(ctx: Context, saving: Saving) -> None:
    """Whoever becomes a customer gets somebody who looks after them, unless one is named."""
    account: Account = saving.row
    if account.type != CUSTOMER or account.csm_id is not None or "csm_id" in saving.given:
        return
    if saving.is_new or saving.changed("type"):
        with ctx.session.no_autoflush:  # the account is not fit to be written yet
            account.csm_id = _manager_of(ctx, account)


def _manager_of(ctx: Context, account: Account) -> str | None:
    """Of the account's team; else that of its parent; else who looks after the fewest."""
    active: Any = (_users.is_active, ~_users.is_deleted)
    of_team = (
        select(_team.user_id)
        .join(User.__table__, _users.id == _team.user_id)
        .where(_team.account_id == account.id, _team.role == _ROLE, ~_team.is_deleted, *active)
        .order_by(_team.id)
    )
    of_parent = (
        select(_accounts.csm_id)
        .join(User.__table__, _users.id == _accounts.csm_id)
        .where(_accounts.id == account.parent_id, *active)
    )
    load = (
        select(func.count())
        .select_from(Account.__table__)
        .where(_accounts.csm_id == _users.id, ~_accounts.is_deleted)
        .correlate(User.__table__)
        .scalar_subquery()
    )
    by_load = (
        select(_users.id)
        .join(Profile.__table__, _profiles.id == _users.profile_id)
        .where(_profiles.name == _PROFILE, *active)
        .order_by(load, _users.id)
    )
    for query in (of_team, of_parent, by_load):
        if found := ctx.session.scalar(query.limit(1)):
            return str(found)
    return None
