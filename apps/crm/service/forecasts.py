"""Forecasts: what users sell in a fiscal quarter, rolled up to those who lead them.

Figures add up as the vendor's cumulative ones do: what is closed, that with what is committed,
that with the best case; and all that is open. Amounts are in the organisation's currency.
https://help.salesforce.com/s/articleView?id=sales.forecasts3_category_definitions.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ForecastAdjustment, Opportunity, Quota
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field as Kept
from workworld.apps.crm.schema.periods import Period, Unit, containing, label
from workworld.apps.crm.service import (
    conditions,
    currencies,
    forecast_figures,
    forecast_trees,
    people,
    reading,
    refusals,
    sight,
)
from workworld.apps.crm.service.forecast_figures import CATEGORIES
from workworld.apps.crm.service.forecast_rows import CENTS, Forecast, may_set_quota, row_of
from workworld.apps.crm.service.forecast_trees import Tree
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.errors import Forbidden
from workworld.operations import Effect, operation

# The vendor's REST API has them as objects of their own, which are not here.
_DOORS = (Surface.UI, Surface.MCP)
MOST_DEALS = 500
_COLUMNS = (
    "Name",
    "AccountId",
    "Amount",
    "CurrencyIsoCode",
    "CloseDate",
    "StageName",
    "ForecastCategoryName",
    "OwnerId",
)
Day = Annotated[
    str, Field(description="A day of the fiscal quarter; empty for today.", max_length=10)
]
Who = Annotated[
    RecordId | None, Field(description="The user whose forecast it is; else the caller's own.")
]
Amount = Annotated[
    float | None,
    Field(
        description="In the organisation's currency; left out, what was put is taken back.",
        ge=-1e13,
        le=1e13,
        allow_inf_nan=False,
    ),
]
Adjustable = Annotated[
    Literal["commit", "best_case"], Field(description="Which figure: commit or best_case.")
]


@operation(Effect.READ, scope="api", doors=_DOORS)
def get(ctx: Context, *, period: Day = "", user_id: Who = None) -> Forecast:
    """Read a user's forecast of a fiscal quarter, with a line for each whom they lead.

    Figures add up: commit counts what is closed as well, best_case both; pipeline is all open.
    """
    require_open(ctx)
    tree = forecast_trees.tree(ctx)
    whose = _whose(ctx, tree, user_id)
    when = quarter(ctx, period)
    book = forecast_figures.book(ctx, tree, when)
    own = row_of(ctx, book, whose, whose, book.own_of(whose), book.own.get(whose))
    lines = [
        row_of(ctx, book, whose, each, book.team_of(whose, each), book.rolled(each))
        for each in tree.below(whose)
    ]
    total = row_of(ctx, book, "", whose, book.rolled(whose), None)
    return Forecast(
        whose,
        total.name,
        label(Unit.FISCAL_QUARTER, when.first, conditions.calendar(ctx)),
        when.first,
        when.last,
        currencies.corporate(ctx),
        [own, *lines],
        total,
        {each: tree.names[each] for each in _seen(ctx, tree) if each in tree.names},
    )


@operation(Effect.READ, scope="api", doors=_DOORS)
def deals(
    ctx: Context,
    *,
    period: Day = "",
    user_id: Who = None,
    figure: Annotated[
        Literal["closed", "commit", "best_case", "pipeline"],
        Field(description="Which figure the opportunities make up."),
    ] = "pipeline",
    with_team: Annotated[
        bool, Field(description="Whether those of the user's team are among them.")
    ] = True,
) -> Sequence[Loaded]:
    """List the opportunities that make up a figure of a forecast, the largest first."""
    require_open(ctx)
    tree = forecast_trees.tree(ctx)
    whose = _whose(ctx, tree, user_id)
    owners = list(tree.team(whose)) if with_team else [whose]
    kind, table = objects.of_model(Opportunity), Opportunity.__table__
    query = (
        select(table.c.id)
        .where(
            forecast_figures.counted(quarter(ctx, period), CATEGORIES[figure]),
            table.c.owner_id.in_(owners),
            sight.rows(ctx, kind, table),
        )
        .order_by(forecast_figures.worth(ctx).desc().nulls_last(), table.c.id)
        .limit(MOST_DEALS)
    )
    ids = ctx.session.scalars(query).all()
    loaded = reading.load(ctx, kind, ids, shown_fields(ctx))
    return [loaded[each] for each in ids if each in loaded]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def adjust(
    ctx: Context,
    *,
    user_id: RecordId,
    figure: Adjustable,
    amount: Amount = None,
    period: Day = "",
    note: Annotated[str, Field(description="Why.", max_length=255)] = "",
) -> Forecast:
    """Put a figure of one's own forecast, or of somebody whom one leads, by hand.

    It counts in the caller's forecast and in those above; deals stay as they are.
    """
    require_open(ctx)
    tree, me = forecast_trees.tree(ctx), people.me(ctx).id
    whose = _whose(ctx, tree, user_id)
    if whose != me and tree.above.get(whose) != me:
        raise refusals.insufficient_access()
    first = quarter(ctx, period).first.isoformat()
    ctx.session.execute(
        delete(ForecastAdjustment).where(
            ForecastAdjustment.made_by_id == me,
            ForecastAdjustment.user_id == whose,
            ForecastAdjustment.start_date == first,
            ForecastAdjustment.figure == figure,
        )
    )
    if amount is not None:
        ctx.session.add(
            ForecastAdjustment(
                made_by_id=me,
                user_id=whose,
                start_date=first,
                figure=figure,
                amount=round(amount * CENTS),
                note=note.strip(),
                made_us=ctx.clock.now_us(),
            )
        )
    ctx.emit("crm.forecast_adjusted", user_id=whose, start_date=first, figure=figure)
    ctx.session.flush()  # the forecast that is answered counts it
    return get(ctx, period=first, user_id=me)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def set_quota(
    ctx: Context, *, user_id: RecordId, amount: Amount = None, period: Day = ""
) -> Forecast:
    """Set what a user, with those whom they lead, is to sell in a fiscal quarter."""
    require_open(ctx)
    tree = forecast_trees.tree(ctx)
    whose = _whose(ctx, tree, user_id)
    if not may_set_quota(ctx, tree, whose):
        raise refusals.insufficient_access()
    if amount is not None and amount < 0:
        raise refused("NUMBER_OUTSIDE_VALID_RANGE", "A quota is no less than zero.", "amount")
    first = quarter(ctx, period).first.isoformat()
    ctx.session.execute(delete(Quota).where(Quota.user_id == whose, Quota.start_date == first))
    if amount is not None:
        made = {"set_by_id": people.me(ctx).id, "set_us": ctx.clock.now_us()}
        cents = round(amount * CENTS)
        ctx.session.add(Quota(user_id=whose, start_date=first, amount=cents, **made))
    ctx.emit("crm.quota_set", user_id=whose, start_date=first)
    ctx.session.flush()  # the forecast that is answered has it
    return get(ctx, period=first, user_id=whose)


def are_open(ctx: Context) -> bool:
    """Whether the caller may know what deals are worth, and so what is forecast."""
    kind = objects.of_model(Opportunity)
    return sight.may(ctx, kind, "read") and sight.readable(ctx, kind, kind.fields["amount"])


def require_open(ctx: Context) -> None:
    """See to it that the caller may know what deals are worth.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``.
    """
    if not are_open(ctx):
        said = "You have no access to forecasts. Ask the CRM's administrator."
        raise Forbidden("INSUFFICIENT_ACCESS", said)


def _seen(ctx: Context, tree: Tree) -> Sequence[str]:
    """Whose forecasts the caller may see, by name."""
    me, profile = people.me(ctx).id, people.profile(ctx)
    every = profile.views_all or profile.modifies_all
    below = set(tree.above) if every else {me, *people.below(ctx)}
    return sorted(below | {me}, key=lambda each: (tree.names.get(each, ""), each))


def _whose(ctx: Context, tree: Tree, user_id: str | None) -> str:
    """The user whose forecast is meant."""
    if user_id is None:
        return people.me(ctx).id
    full = record_ids.full(user_id)
    if full is None or full not in _seen(ctx, tree):
        raise refusals.not_found()
    return full


def shown_fields(ctx: Context) -> Sequence[Kept]:
    """What is told of the deals that make up a figure."""
    fields = sight.fields(ctx, objects.of_model(Opportunity))
    return [each for each in fields if each.name in _COLUMNS]


def quarter(ctx: Context, period: str) -> Period:
    """The fiscal quarter that a day lies in; today's if none is told.

    Raises:
        Invalid: ``INVALID_DATE``.
    """
    calendar = conditions.calendar(ctx)
    try:
        day = date.fromisoformat(period) if period else calendar.today
        return containing(Unit.FISCAL_QUARTER, day, calendar)
    except (ValueError, OverflowError):
        raise refused("INVALID_DATE", "A period is a day such as 2026-03-17.", "period") from None
