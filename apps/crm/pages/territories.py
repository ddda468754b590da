"""Forecasts by territory: who works which, what lies there, and what its deals come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url
from workworld.apps.crm.pages.forecasts import amount_text, deals_shown
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.service import territories, territory_forecasts
from workworld.apps.crm.service.forecast_figures import FIGURES
from workworld.apps.crm.service.territories import Worked
from workworld.apps.crm.service.territory_forecasts import TerritoryForecast
from workworld.context import Context
from workworld.doors.web import nothing, page

_PATH = "/forecasts/territories"


@dataclass(frozen=True, slots=True)
class TerritoryRow:
    """A line of the forecast, with who works the territory."""

    id: str
    name: str
    depth: int
    members: str
    accounts: int
    open_deals: int
    cells: Sequence[tuple[str, str, str, bool]]
    """Of each figure: what it comes to, what it is called, where it leads, whether it is shown."""


@dataclass(frozen=True, slots=True)
class TerritoryView:
    """The page."""

    period: str
    days: str
    currency: str
    earlier_url: str
    later_url: str
    rows: Sequence[TerritoryRow]
    total: Sequence[str]
    shown: str
    """Whose deals are listed."""


@BLUEPRINT.get(_PATH)
def territory_forecast() -> str:
    """The territories' forecast of a quarter, and the deals that make up one of its figures."""
    args = flask.request.args
    period, figure = args.get("period", "")[:10], args.get("figure", "")
    figure = figure if figure in FIGURES else "pipeline"
    worked: Mapping[str, Worked] = page(territories.list, _by_id)
    found: TerritoryForecast = page(territory_forecasts.get, _as_found, period=period)
    known = [each.territory_id for each in found.lines]
    asked = args.get("territory", "")
    chosen = asked if asked in known else (known[0] if known else "")
    deals: Sequence[Any] = ()
    if chosen:
        given: dict[str, Any] = {"territory_id": chosen, "period": period, "figure": figure}
        deals = page(territory_forecasts.deals, deals_shown, **given)
    return framed(
        "territories.html",
        tab="/forecasts",
        forecast=_view(found, worked, chosen, figure),
        figures=list(FIGURES.values()),
        deals=deals,
        deals_title=FIGURES[figure],
        accounts_url=list_url("Account"),
    )


@BLUEPRINT.post("/setup/rules/Territory2/run")
def run_territory_rules() -> Any:
    """Let all accounts fall anew into the territories whose criteria they fit."""
    page(territories.run_rules, nothing)
    return flask.redirect(f"{at('/setup/rules')}#Territory2", 303)


def _view(
    found: TerritoryForecast, worked: Mapping[str, Worked], chosen: str, figure: str
) -> TerritoryView:
    first = found.first.isoformat()
    rows = [
        TerritoryRow(
            each.territory_id,
            each.name,
            each.depth,
            _said(worked[each.territory_id]),
            worked[each.territory_id].accounts,
            worked[each.territory_id].open_deals,
            [
                (
                    amount_text(each.figures[name]),
                    f"{label} of {each.name}",
                    _url(period=first, territory=each.territory_id, figure=name),
                    each.territory_id == chosen and name == figure,
                )
                for name, label in FIGURES.items()
            ],
        )
        for each in found.lines
    ]
    days = [moments.day(each.isoformat()) for each in (found.first, found.last)]
    around = (found.first.toordinal() - 1, found.last.toordinal() + 1)
    earlier, later = (type(found.first).fromordinal(each).isoformat() for each in around)
    return TerritoryView(
        found.period,
        " – ".join(days),
        found.currency,
        _url(period=earlier, territory=chosen, figure=figure),
        _url(period=later, territory=chosen, figure=figure),
        rows,
        [amount_text(found.total[name]) for name in FIGURES],
        worked[chosen].name if chosen else "",
    )


def _said(worked: Worked) -> str:
    named = [f"{name} ({role})" if role else name for name, role in worked.members]
    return ", ".join(named) or "Nobody"


def _url(**values: str) -> str:
    return f"{at(_PATH)}?{urlencode({name: each for name, each in values.items() if each})}"


def _by_id(_ctx: Context, found: Sequence[Worked]) -> Mapping[str, Worked]:
    return {each.id: each for each in found}


def _as_found(_ctx: Context, found: TerritoryForecast) -> TerritoryForecast:
    return found
