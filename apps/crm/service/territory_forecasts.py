"""Forecasts by territory: what the deals of a fiscal quarter come to, with those of all below.

https://help.salesforce.com/s/articleView?id=sales.tm2_forecast_territory_based.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import Opportunity
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.periods import Unit, label
from workworld.apps.crm.service import (
    conditions,
    currencies,
    forecast_figures,
    forecasts,
    people,
    reading,
    refusals,
    sight,
    territories,
    territory_sight,
)
from workworld.apps.crm.service.forecast_figures import CATEGORIES
from workworld.apps.crm.service.forecasts import MOST_DEALS, Day
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's REST API has forecasts as objects of their own, which are not here.
_DOORS = (Surface.UI, Surface.MCP)
_CENTS = 100
_deals = Opportunity.__table__.c


@dataclass(frozen=True, slots=True)
class TerritoryLine:
    """A line of the forecast.

    Args:
        territory_id: which territory.
        name: what it is called.
        depth: how far below the uppermost one.
        figures: amounts in the organisation's currency, with those of all below, by figure.
    """

    territory_id: str
    name: str
    depth: int
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TerritoryForecast:
    """What the territories' deals of a quarter come to.

    Args:
        period: what the quarter is called.
        first: its first day.
        last: its last one.
        currency: of all amounts.
        lines: each territory below the one above it.
        total: of the uppermost ones.
    """

    period: str
    first: date
    last: date
    currency: str
    lines: Sequence[TerritoryLine]
    total: Mapping[str, float]


@operation(Effect.READ, scope="api", doors=_DOORS)
def get(ctx: Context, *, period: Day = "") -> TerritoryForecast:
    """Read the forecast of a fiscal quarter by territory: of those that one works, or all.

    Figures add up as in the forecast by user; those of a territory count all below it.
    """
    forecasts.require_open(ctx)
    quarter = forecasts.quarter(ctx, period)
    shown = _shown(ctx)
    sums = _sums(ctx, [each.id for each in shown])
    own = _by_territory(ctx, quarter, sums)
    parents = {each.id: each.parent_id for each in shown}
    names = {each.id: each.name for each in shown}
    tops = [each for each in parents if parents[each] not in parents]
    lines = [line for top in tops for line in _lines(top, 0, parents, names, own)]
    total = forecast_figures.added([_rolled(each, parents, own) for each in tops])
    return TerritoryForecast(
        label(Unit.FISCAL_QUARTER, quarter.first, conditions.calendar(ctx)),
        quarter.first,
        quarter.last,
        currencies.corporate(ctx),
        lines,
        {name: cents / _CENTS for name, cents in total.items()},
    )


@operation(Effect.READ, scope="api", doors=_DOORS)
def deals(
    ctx: Context,
    *,
    territory_id: RecordId,
    period: Day = "",
    figure: Annotated[
        Literal["closed", "commit", "best_case", "pipeline"],
        Field(description="Which figure the opportunities make up."),
    ] = "pipeline",
) -> Sequence[Loaded]:
    """List the opportunities that make up a figure of a territory and of all below it."""
    forecasts.require_open(ctx)
    parents = {each.id: each.parent_id for each in _shown(ctx)}
    if territory_id not in parents:
        raise refusals.not_found()
    wanted = sorted(territory_sight.below(parents, [territory_id]))
    kind, table = objects.of_model(Opportunity), Opportunity.__table__
    query = (
        select(table.c.id)
        .where(
            forecast_figures.counted(forecasts.quarter(ctx, period), CATEGORIES[figure]),
            table.c.territory_id.in_(wanted),
            sight.rows(ctx, kind, table),
        )
        .order_by(forecast_figures.worth(ctx).desc().nulls_last(), table.c.id)
        .limit(MOST_DEALS)
    )
    ids = ctx.session.scalars(query).all()
    loaded = reading.load(ctx, kind, ids, forecasts.shown_fields(ctx))
    return [loaded[each] for each in ids if each in loaded]


def are_open(ctx: Context) -> bool:
    """Whether there is a territory whose forecast the caller may see."""
    return forecasts.are_open(ctx) and bool(_shown(ctx))


def _shown(ctx: Context) -> Sequence[Any]:
    profile = people.profile(ctx)
    mine = territory_sight.mine(ctx)
    sees_all = profile.views_all or profile.modifies_all
    return [each for each in territories.active(ctx) if sees_all or each.id in mine]


def _sums(ctx: Context, ids: Sequence[str]) -> Any:
    return (
        select(_deals.territory_id, _deals.forecast_category, func.sum(forecast_figures.worth(ctx)))
        .where(_deals.territory_id.in_(ids))
        .group_by(_deals.territory_id, _deals.forecast_category)
    )


def _by_territory(ctx: Context, quarter: Any, sums: Any) -> Mapping[str, Mapping[str, int]]:
    every = sorted({each for names in CATEGORIES.values() for each in names})
    found: dict[str, dict[str, int]] = {}
    rows: Any = ctx.session.execute(sums.where(forecast_figures.counted(quarter, every)))
    for territory_id, category, total in rows:
        found.setdefault(territory_id, {})[category] = total or 0
    return {
        each: {
            figure: sum(of.get(name, 0) for name in names) for figure, names in CATEGORIES.items()
        }
        for each, of in found.items()
    }


def _rolled(
    top: str, parents: Mapping[str, str | None], own: Mapping[str, Mapping[str, int]]
) -> Mapping[str, int]:
    every = territory_sight.below(parents, [top])
    nothing = dict.fromkeys(CATEGORIES, 0)
    return forecast_figures.added([own.get(each, nothing) for each in sorted(every)])


def _lines(
    top: str,
    depth: int,
    parents: Mapping[str, str | None],
    names: Mapping[str, str],
    own: Mapping[str, Mapping[str, int]],
) -> list[TerritoryLine]:
    """A territory's line, and those of all below it."""
    figures = {name: cents / _CENTS for name, cents in _rolled(top, parents, own).items()}
    found = [TerritoryLine(top, names[top], depth, figures)]
    for each, above in parents.items():
        if above == top:
            found += _lines(each, depth + 1, parents, names, own)
    return found
