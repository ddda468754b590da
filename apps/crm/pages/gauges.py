"""How far somebody is with what they are to sell in the quarter, as a gauge."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.service.forecast_figures import CLOSED, COMMIT
from workworld.apps.crm.service.forecast_rows import Forecast

_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Gauge:
    """A quarter's quota, and what there is of it.

    Args:
        period: what the quarter is called.
        closed: how much of the quota is closed, in percent; no more than all of it is drawn.
        commit: how much with what is committed.
        percent: how much is closed, as it is told.
        facts: what the figures are: label, amount and tone.
        url: where the forecast is.
        said: the gauge in words.
    """

    period: str
    closed: int
    commit: int
    percent: int
    facts: tuple[tuple[str, str, str], ...]
    url: str
    said: str


def gauge_of(found: Forecast) -> Gauge:
    """The gauge of a forecast whose user has a quota."""
    quota = found.total.quota or 0
    closed, commit = (found.total.figures[each] for each in (CLOSED, COMMIT))

    def share(amount: float) -> int:
        return round(amount / quota * _WHOLE) if quota > 0 else _WHOLE

    def money(amount: float) -> str:
        return f"{found.currency} {amount:,.0f}"

    gap = max(0.0, quota - commit)
    facts = (
        ("Closed", money(closed), "closed"),
        ("Commit, with closed", money(commit), "commit"),
        ("Quota", money(quota), "quota"),
        ("Still open", money(gap), ""),
    )
    said = (
        f"{share(closed)} % of the quota of {money(quota)} is closed,"
        f" {share(commit)} % with what is committed"
    )
    return Gauge(
        found.period,
        min(_WHOLE, max(0, share(closed))),
        min(_WHOLE, max(0, share(commit))),
        share(closed),
        facts,
        at("/forecasts"),
        said,
    )
