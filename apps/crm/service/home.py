"""What somebody has before them today: tasks, meetings, deals, cases, what they looked at last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement

from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import (
    conditions,
    currencies,
    forecasts,
    list_queries,
    people,
    queues,
    reading,
    recents,
    rows,
    sight,
)
from workworld.apps.crm.service.forecast_rows import Forecast
from workworld.apps.crm.service.rows import Values
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_MOST = 8
_DAYS_AHEAD = 7
_DAYS_OF_NEWS = 14
_DAY_US = 86_400 * 1_000_000


@dataclass(frozen=True, slots=True)
class Home:
    """What somebody has before them.

    Args:
        tasks: their open ones that are due by today, the oldest first.
        events: their meetings of today and the next days.
        deals: the largest open ones, their own and their team's.
        cases: open ones of theirs and of their queues, the most urgent first.
        waiting: how much waits in their queues, by id; those in which nothing waits are left out.
        recent: ids and names of what they looked at last.
        names: what the caller is called, and the records that these refer to.
        totals: how many open tasks are due, and how many cases and deals are open.
    """

    tasks: Sequence[Values]
    events: Sequence[Values]
    deals: Sequence[Values]
    cases: Sequence[Values]
    waiting: Mapping[str, int]
    recent: Sequence[tuple[str, str]]
    names: Mapping[str, str]
    totals: Mapping[str, int]
    standing: Forecast | None
    """Their forecast of this quarter, if they have a quota."""
    news: Sequence[Values]
    """The latest steps of deals that they see."""


# A page's own: programs ask for tasks, deals and cases with queries and list views.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def show(ctx: Context) -> Home:
    """Show what the caller has before them today.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: they do not work with the CRM.
    """
    me = people.me(ctx).id
    tasks, due = _tasks(ctx, me)
    cases, open_cases = _cases(ctx)
    deals, open_deals = _deals(ctx)
    news = _news(ctx)
    waiting = queues.count_waiting(ctx, people.groups(ctx))
    seen_last = recents.seen_last(ctx, ())
    parts = (
        ("Task", tasks),
        ("Event", _events(ctx, me)),
        ("Opportunity", deals),
        ("Case", cases),
        ("OpportunityHistory", news),
    )
    # All at once: what was looked at last is mostly what the other cards are about.
    names = reading.names(ctx, {me, *waiting, *seen_last, *_referred(parts)})
    return Home(
        tasks,
        parts[1][1],
        deals,
        cases,
        waiting,
        [(each, names[each]) for each in seen_last if each in names][:_MOST],
        names,
        {"tasks": due, "cases": open_cases, "deals": open_deals},
        _standing(ctx),
        news,
    )


def _read(
    ctx: Context, name: str, fields: str, where: Sequence[Any], order: Sequence[Any]
) -> tuple[Sequence[Values], int]:
    """Some records of an object, and how many there are; none if the caller may not read it."""
    sobject = objects.of_name(name)
    wanted = [sobject.fields[each.lower()] for each in fields.split()]
    known = [each for each in wanted if sight.readable(ctx, sobject, each)]
    return rows.read_first(ctx, sobject, known, *where, order=order, limit=_MOST)


def _tasks(ctx: Context, me: str) -> tuple[Sequence[Values], int]:
    table = objects.of_name("Task").model.__table__.c
    today = people.today(ctx).isoformat()
    where = (table.owner_id == me, ~table.is_closed, table.activity_date <= today)
    fields = "Subject ActivityDate Priority WhatId WhoId"
    return _read(ctx, "Task", fields, where, [table.activity_date])


def _events(ctx: Context, me: str) -> Sequence[Values]:
    table = objects.of_name("Event").model.__table__.c
    known, today = conditions.calendar(ctx), people.today(ctx)
    first = known.midnight(today)
    after = known.midnight(today + timedelta(_DAYS_AHEAD))
    where = (table.owner_id == me, table.end_us >= first, table.start_us < after)
    fields = "Subject StartDateTime EndDateTime IsAllDayEvent Location WhatId WhoId"
    return _read(ctx, "Event", fields, where, [table.start_us])[0]


def _deals(ctx: Context) -> tuple[Sequence[Values], int]:
    """The open deals that are worth most in the organisation's currency, and how many are open."""
    table = objects.of_name("Opportunity").model.__table__.c
    ours = table.owner_id.in_(sorted({people.me(ctx).id, *people.below(ctx)}))
    where = (~table.is_closed, ours)
    worth: ColumnElement[Any] = currencies.in_corporate(ctx, table.amount, table.currency)
    fields = "Name AccountId Amount CurrencyIsoCode CloseDate StageName OwnerId"
    return _read(ctx, "Opportunity", fields, where, [worth.desc().nulls_last()])


def _cases(ctx: Context) -> tuple[Sequence[Values], int]:
    table = objects.of_name("Case").model.__table__.c
    mine = table.owner_id.in_([people.me(ctx).id, *people.groups(ctx)])
    where = (~table.is_closed, mine)
    urgent = list_queries.placed(table.priority, picklists.VALUES["case priority"])
    fields = "CaseNumber Subject Priority Status AccountId OwnerId CreatedDate"
    return _read(ctx, "Case", fields, where, [urgent.desc(), table.created_us])


def _standing(ctx: Context) -> Forecast | None:
    if not forecasts.are_open(ctx):
        return None
    found = forecasts.get(ctx)
    return None if found.total.quota is None else found


def _news(ctx: Context) -> Sequence[Values]:
    """The steps that deals took in the last days, the latest first."""
    table = objects.of_name("OpportunityHistory").model.__table__.c
    since = ctx.clock.now_us() - _DAYS_OF_NEWS * _DAY_US
    where = (table.created_us >= since, table.previous_stage.is_not(None))
    fields = "OpportunityId From_Stage__c StageName CreatedById CreatedDate"
    return _read(ctx, "OpportunityHistory", fields, where, [table.created_us.desc()])[0]


def _referred(parts: Sequence[tuple[str, Sequence[Values]]]) -> set[str]:
    """The ids of the records that fields of some records refer to."""
    found: set[str] = set()
    for name, values in parts:
        refers = [
            each.name
            for each in objects.of_name(name).fields.values()
            if each.kind is Kind.REFERENCE
        ]
        found |= {row[each] for row in values for each in refers if row.get(each)}
    return found
