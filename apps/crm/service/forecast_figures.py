"""What forecasts come to: deals by owner and category, adjusted and rolled up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, func, select

from workworld.apps.crm.models import ForecastAdjustment, Opportunity, Quota
from workworld.apps.crm.schema.periods import Period
from workworld.apps.crm.service import currencies
from workworld.apps.crm.service.forecast_trees import Tree
from workworld.context import Context

CLOSED, COMMIT, BEST_CASE, PIPELINE = "closed", "commit", "best_case", "pipeline"
FIGURES = {
    "closed": "Closed only",
    "commit": "Commit forecast",
    "best_case": "Best case forecast",
    "pipeline": "Open pipeline",
}
"""What the figures are called."""
CATEGORIES: Mapping[str, Sequence[str]] = {
    CLOSED: ("Closed",),
    COMMIT: ("Closed", "Commit"),
    BEST_CASE: ("Closed", "Commit", "Best Case"),
    PIPELINE: ("Commit", "Best Case", "Pipeline"),
}
"""Each figure, and the categories of the deals that make it up."""
ADJUSTED = (COMMIT, BEST_CASE)
Figures = Mapping[str, int]
"""Hundredths of the organisation's currency, by figure."""
_deals = Opportunity.__table__.c


@dataclass(frozen=True)
class Book:
    """What is known of a quarter.

    Args:
        tree: who belongs to whom.
        own: the figures of each user's own deals.
        adjustments: by who made it, whose figure it is, and which one.
        quotas: by user.
    """

    tree: Tree
    own: Mapping[str, Figures]
    adjustments: Mapping[tuple[str, str, str], ForecastAdjustment]
    quotas: Mapping[str, int]
    _rolled: dict[str, Figures] = field(default_factory=dict)

    def own_of(self, user_id: str) -> Figures:
        """A user's own deals, as they adjusted them."""
        return self._adjusted(user_id, user_id, self.own.get(user_id, _NOTHING))

    def team_of(self, leader_id: str, user_id: str) -> Figures:
        """What somebody and all below them come to, as their leader adjusted it."""
        return self._adjusted(leader_id, user_id, self.rolled(user_id))

    def rolled(self, user_id: str) -> Figures:
        """What a user's own deals come to with those of all below them."""
        if user_id not in self._rolled:
            parts = [self.team_of(user_id, each) for each in self.tree.below(user_id)]
            self._rolled[user_id] = added([self.own_of(user_id), *parts])
        return self._rolled[user_id]

    def _adjusted(self, by_id: str, user_id: str, figures: Figures) -> Figures:
        made = {each: self.adjustments.get((by_id, user_id, each)) for each in ADJUSTED}
        return {**figures, **{each: row.amount for each, row in made.items() if row}}


_NOTHING: Figures = dict.fromkeys(CATEGORIES, 0)


def added(parts: Sequence[Figures]) -> Figures:
    """The sums of figures."""
    return {name: sum(each[name] for each in parts) for name in CATEGORIES}


def book(ctx: Context, tree: Tree, period: Period) -> Book:
    """All that is known of a quarter."""
    first = period.first.isoformat()
    adjustments = ctx.session.scalars(
        select(ForecastAdjustment).where(ForecastAdjustment.start_date == first)
    )
    quotas = select(Quota.user_id, Quota.amount).where(Quota.start_date == first)
    return Book(
        tree,
        _own(ctx, period),
        {(each.made_by_id, each.user_id, each.figure): each for each in adjustments},
        {row.user_id: row.amount for row in ctx.session.execute(quotas)},
    )


def counted(period: Period, categories: Sequence[str]) -> ColumnElement[bool]:
    """The condition of the deals of a quarter that have one of some categories."""
    return (
        ~_deals.is_deleted
        & (_deals.close_date >= period.first.isoformat())
        & (_deals.close_date < period.after.isoformat())
        & _deals.forecast_category.in_(categories)
    )


def worth(ctx: Context) -> ColumnElement[int]:
    """What a deal is worth in the organisation's currency: a closed one at its day's rate."""
    day = currencies.closing_day(_deals.is_closed, _deals.close_date)
    return currencies.in_corporate(ctx, _deals.amount, _deals.currency, on=day)


def _own(ctx: Context, period: Period) -> Mapping[str, Figures]:
    every = sorted({each for names in CATEGORIES.values() for each in names})
    query = (
        select(_deals.owner_id, _deals.forecast_category, func.sum(worth(ctx)))
        .where(counted(period, every))
        .group_by(_deals.owner_id, _deals.forecast_category)
    )
    sums: dict[str, dict[str, int]] = {}
    for owner_id, category, total in ctx.session.execute(query):
        sums.setdefault(owner_id, {})[category] = total or 0
    return {
        owner_id: {
            figure: sum(found.get(each, 0) for each in names)
            for figure, names in CATEGORIES.items()
        }
        for owner_id, found in sums.items()
    }
