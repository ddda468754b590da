"""Forecasts: a quarter's figures by user, what makes them up, and what is put by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.service import forecasts, people, reading, territory_forecasts
from workworld.apps.crm.service.forecast_figures import ADJUSTED, FIGURES
from workworld.apps.crm.service.forecast_offers import OFFERED
from workworld.apps.crm.service.forecast_rows import Forecast, Row
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of a line."""

    text: str
    label: str
    url: str
    is_shown: bool
    adjust_url: str = ""
    has_gap: bool = False
    """Whether figures beneath it may have a pencil beside them."""
    adjusted: str = ""
    """What it would be otherwise and why not, if it was put by hand."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a forecast."""

    name: str
    url: str
    quota: str
    quota_url: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class ForecastView:
    """A forecast as its page shows it."""

    name: str
    period: str
    days: str
    currency: str
    earlier_url: str
    later_url: str
    users: Sequence[tuple[str, str, bool]]
    lines: Sequence[Line]
    total: Line
    quota: str
    attained: int | None
    """How much of the quota is closed, in percent."""
    reached: str
    first: str
    """Of its days, as operations take them."""
    user_id: str
    offers: Sequence[tuple[str, str]]
    """What other apps make of it: names in addresses, and titles of buttons."""


@dataclass(frozen=True, slots=True)
class Deal:
    """An opportunity that makes up a figure."""

    name: str
    url: str
    account: str
    owner: str
    stage: str
    category: str
    close_date: str
    amount: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for."""

    period: str
    user: str
    of: str
    """Whose line is opened."""
    figure: str
    is_own: bool

    def url(self, path: str = "/forecasts", **changes: str) -> str:
        """The address with some of it changed."""
        own = "1" if self.is_own else ""
        given = {"period": self.period, "user": self.user, "of": self.of, "figure": self.figure}
        wanted = {**given, "own": own, **changes}
        query = urlencode({name: text for name, text in wanted.items() if text})
        return at(path) + (f"?{query}" if query else "")


@BLUEPRINT.get("/forecasts")
def show_forecast() -> str:
    """A user's forecast of a quarter."""
    return shown(asked_for())


@BLUEPRINT.post("/forecasts/offers/<name>")
def take_elsewhere(name: str) -> Any:
    """Make of a forecast what another app offers, and go there."""
    offer, form = OFFERED.get(name), flask.request.form
    if offer is None:
        raise NotFound("NOT_FOUND")
    deed = offer.reads(form.get("period", "")[:10], form.get("user", "")[:80])
    return flask.redirect(page(deed.function, offer.leads_to, **deed.arguments), 303)


def asked_for() -> Asked:
    """What the address of this request asks for."""
    given = flask.request.args
    figure = given.get("figure", "")
    return Asked(
        given.get("period", "")[:10],
        given.get("user", "")[:80],
        given.get("of", "")[:80],
        figure if figure in FIGURES else "",
        bool(given.get("own")),
    )


def arguments(period: str, user: str) -> dict[str, Any]:
    """The arguments of the forecast's operations."""
    return {"period": period, **({"user_id": user} if user else {})}


def shown(asked: Asked, dialog: str = "", **values: Any) -> str:
    """The page of a forecast, with a dialog above it if one is named."""
    view, has_territories = page(
        forecasts.get,
        lambda ctx, found: (_view(ctx, found, asked), territory_forecasts.are_open(ctx)),
        **arguments(asked.period, asked.user),
    )
    deals: Sequence[Deal] = page(
        forecasts.deals,
        deals_shown,
        figure=asked.figure or "pipeline",
        with_team=not asked.is_own,
        **arguments(asked.period, asked.of or asked.user),
    )
    return framed(
        "forecasts.html",
        tab="/forecasts",
        forecast=view,
        has_territories=has_territories,
        deals=deals,
        deals_title=FIGURES[asked.figure or "pipeline"],
        dialog=dialog,
        **values,
    )


def _view(ctx: Context, found: Forecast, asked: Asked) -> ForecastView:
    here = Asked(found.first.isoformat(), asked.user, asked.of, asked.figure, asked.is_own)
    total, quota = found.total, found.total.quota
    closed = total.figures["closed"]
    first, last = (moments.day(each.isoformat()) for each in (found.first, found.last))
    before, after = (found.first.toordinal() - 1, found.last.toordinal() + 1)
    plain = {"of": "", "own": "", "figure": ""}
    return ForecastView(
        found.name,
        found.period,
        f"{first} – {last}",
        found.currency,
        here.url(period=_iso(found, before), **plain),
        here.url(period=_iso(found, after), **plain),
        [
            (name, here.url(user=each, **plain), each == found.user_id)
            for each, name in found.users.items()
        ],
        [_line(here, found, each) for each in found.rows],
        _line(here, found, total, is_total=True),
        "" if quota is None else f"{found.currency} {amount_text(quota)}",
        round(closed * 100 / quota) if quota else None,
        f"{found.currency} {amount_text(closed)}",
        found.first.isoformat(),
        found.user_id,
        [(name, each.title) for name, each in sorted(OFFERED.items())]
        if people.profile(ctx).exports
        else [],
    )


def _iso(found: Forecast, ordinal: int) -> str:
    return type(found.first).fromordinal(ordinal).isoformat()


def amount_text(value: float) -> str:
    """``12,500.00``."""
    return f"{value:,.2f}"


def _line(here: Asked, found: Forecast, row: Row, *, is_total: bool = False) -> Line:
    own = "1" if row.is_own else ""
    of = {"of": row.user_id, "own": own}
    leads = row.has_team and not row.is_own and not is_total
    name = "Total" if is_total else f"{row.name}’s own deals" if row.is_own else row.name
    opened = here.of or found.user_id
    cells = [
        Cell(
            amount_text(row.figures[figure]),
            f"{label} of {name}",
            here.url(figure=figure, **of),
            opened == row.user_id
            and here.is_own == row.is_own
            and (here.figure or "pipeline") == figure
            and (is_total or row.is_own or row.user_id != found.user_id),
            here.url("/forecasts/adjust", figure=figure, **of)
            if row.may_adjust and figure in ADJUSTED
            else "",
            figure in ADJUSTED,
            _why(found.currency, row, figure),
        )
        for figure, label in FIGURES.items()
    ]
    return Line(
        name,
        here.url(user=row.user_id, of="", own="", figure="") if leads else "",
        "–" if row.quota is None else amount_text(row.quota),
        here.url("/forecasts/quota", of=row.user_id, own="", figure="")
        if row.may_set_quota
        else "",
        cells,
    )


def _why(currency: str, row: Row, figure: str) -> str:
    made = row.adjusted.get(figure)
    if made is None:
        return ""
    said = f"Adjusted from {currency} {amount_text(made.computed)}"
    return f"{said}: {made.note}" if made.note else said


def deals_shown(ctx: Context, found: Sequence[Loaded]) -> list[Deal]:
    """The opportunities of a forecast as pages list them."""
    ids = [each.values.get(name) for each in found for name in ("AccountId", "OwnerId")]
    names = reading.names(ctx, [each for each in ids if each])
    return [
        Deal(
            str(each.values["Name"]),
            record_url("Opportunity", each.id),
            names.get(each.values.get("AccountId") or "", "–"),
            names.get(each.values.get("OwnerId") or "", "–"),
            str(each.values.get("StageName", "")),
            str(each.values.get("ForecastCategoryName", "")),
            moments.day(each.values["CloseDate"]),
            "–"
            if each.values.get("Amount") is None
            else moments.amount(ctx, each.values["Amount"], each.values["CurrencyIsoCode"]),
        )
        for each in found
    ]
