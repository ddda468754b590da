"""Lines of forecasts, as callers get them: amounts in the organisation's currency.

What can be put by hand, and by whom, stands with each line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from workworld.apps.crm.service import people
from workworld.apps.crm.service.forecast_figures import ADJUSTED, CATEGORIES, Book, Figures
from workworld.apps.crm.service.forecast_trees import Tree
from workworld.context import Context

CENTS = 100
"""How many parts the currency's unit has in which amounts are kept."""


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A figure that somebody has put by hand.

    Args:
        computed: what it would be otherwise, in the organisation's currency.
        note: why.
    """

    computed: float
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a forecast.

    Args:
        user_id: whose deals it counts.
        name: what they are called.
        is_own: whether it counts the deals of the forecast's own user alone, not a team's.
        quota: of that user with their team; None if there is none, and for the own line.
        figures: amounts in the organisation's currency, by figure.
        adjusted: the figures that were put by hand.
        has_team: whether others belong to that user.
        may_adjust: whether the caller may put figures of it by hand.
        may_set_quota: whether the caller may set the user's quota.
    """

    user_id: str
    name: str
    is_own: bool
    quota: float | None
    figures: Mapping[str, float]
    adjusted: Mapping[str, Adjusted]
    has_team: bool
    may_adjust: bool
    may_set_quota: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """A user's forecast of a quarter.

    Args:
        user_id: whose it is.
        name: what they are called.
        period: what the quarter is called.
        first: its first day.
        last: its last one.
        currency: of all amounts.
        rows: the user's own line, then those of whoever belongs to them, by name.
        total: what the lines come to.
        users: whose forecasts the caller may see: names by id.
    """

    user_id: str
    name: str
    period: str
    first: date
    last: date
    currency: str
    rows: Sequence[Row]
    total: Row
    users: Mapping[str, str]


def may_set_quota(ctx: Context, tree: Tree, user_id: str) -> bool:
    """Whether the caller leads a user, or sets the organisation up."""
    me = people.me(ctx).id
    return people.profile(ctx).manages_setup or (user_id != me and user_id in tree.team(me))


def row_of(
    ctx: Context, book: Book, leader: str, user_id: str, figures: Figures, computed: Figures | None
) -> Row:
    """A line of a forecast.

    Args:
        ctx: who reads it.
        book: what is known of the quarter.
        leader: whose forecast it is; empty for the line of the total.
        user_id: whose deals it counts: the leader's own, or those of one whom they lead.
        figures: what it comes to, in hundredths.
        computed: what it would come to without what was put by hand.
    """
    is_own = leader == user_id
    made = {
        each: book.adjustments[leader, user_id, each]
        for each in ADJUSTED
        if (leader, user_id, each) in book.adjustments
    }
    before = computed or dict.fromkeys(CATEGORIES, 0)
    quota = None if is_own else book.quotas.get(user_id)
    name = book.tree.names.get(user_id) or people.names(ctx, [user_id]).get(user_id, "")
    return Row(
        user_id,
        name,
        is_own,
        None if quota is None else quota / CENTS,
        {each: figures[each] / CENTS for each in CATEGORIES},
        {each: Adjusted(before[each] / CENTS, row.note) for each, row in made.items()},
        bool(book.tree.below(user_id)),
        bool(leader) and leader == people.me(ctx).id,
        not is_own and may_set_quota(ctx, book.tree, user_id),
    )
