"""Forecasts: a quarter's figures by user, what makes them up, and what is put by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.crm.pages import entries, moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.service import forecasts, reading
from workworld.apps.crm.service.forecast_figures import ADJUSTED
from workworld.apps.crm.service.forecasts import Forecast, Row
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import refused
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import NotFound, Refused

FIGURES = {
    "closed": "Closed only",
    "commit": "Commit forecast",
    "best_case": "Best case forecast",
    "pipeline": "Open pipeline",
}
"""What the figures are called."""
_ADJUST, _QUOTA = "adjust-forecast", "set-quota"


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
    return _shown(_asked())


@BLUEPRINT.get("/forecasts/adjust")
def adjust_form() -> str:
    """Ask what a figure is to be instead."""
    return _adjusting(_asked())


@BLUEPRINT.post("/forecasts/adjust")
def adjust_forecast() -> Any:
    """Put a figure by hand, or take that back."""
    asked, form = _asked(), entries.entered(flask.request.form)
    given = {"figure": asked.figure, "user_id": asked.of, "period": asked.period}
    note = entries.one(form, "note")
    try:
        page(forecasts.adjust, _none, accept=_with_amount, form=form, note=note, **given)
    except MENDABLE as refusal:
        return refused_dialog(_adjusting(asked, form, refusal), refusal, _ADJUST)
    return gone_to(asked.url(of="", own="", figure=""))


@BLUEPRINT.get("/forecasts/quota")
def quota_form() -> str:
    """Ask what a user is to sell."""
    return _setting_quota(_asked())


@BLUEPRINT.post("/forecasts/quota")
def set_quota() -> Any:
    """Set what a user is to sell."""
    asked, form = _asked(), entries.entered(flask.request.form)
    given = {"user_id": asked.of, "period": asked.period}
    try:
        page(forecasts.set_quota, _none, accept=_with_amount, form=form, **given)
    except MENDABLE as refusal:
        return refused_dialog(_setting_quota(asked, form, refusal), refusal, _QUOTA)
    return gone_to(asked.url(of="", own="", figure=""))


def _none(_ctx: Context, _made: Forecast) -> None:
    """Nothing of the forecast is shown at once."""


def _with_amount(_ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The operation's arguments, with the amount that was typed."""
    form: Form = given["form"]
    text = entries.one(form, "amount").replace(",", "").replace(" ", "")
    try:
        amount = float(text) if text else None
    except ValueError:
        raise refused("INVALID_FIELD", "Type an amount such as 150,000.", "amount") from None
    return {name: value for name, value in given.items() if name != "form"} | {"amount": amount}


def _asked() -> Asked:
    given = flask.request.args
    figure = given.get("figure", "")
    return Asked(
        given.get("period", "")[:10],
        given.get("user", "")[:80],
        given.get("of", "")[:80],
        figure if figure in FIGURES else "",
        bool(given.get("own")),
    )


def _arguments(period: str, user: str) -> dict[str, Any]:
    return {"period": period, **({"user_id": user} if user else {})}


def _shown(asked: Asked, dialog: str = "", **values: Any) -> str:
    view = page(
        forecasts.get,
        lambda _ctx, found: _view(found, asked),
        **_arguments(asked.period, asked.user),
    )
    deals: Sequence[Deal] = page(
        forecasts.deals,
        _deals,
        figure=asked.figure or "pipeline",
        with_team=not asked.is_own,
        **_arguments(asked.period, asked.of or asked.user),
    )
    return framed(
        "forecasts.html",
        tab="/forecasts",
        forecast=view,
        deals=deals,
        deals_title=FIGURES[asked.figure or "pipeline"],
        dialog=dialog,
        **values,
    )


def _view(found: Forecast, asked: Asked) -> ForecastView:
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
        "" if quota is None else f"{found.currency} {_amount(quota)}",
        round(closed * 100 / quota) if quota else None,
        f"{found.currency} {_amount(closed)}",
    )


def _iso(found: Forecast, ordinal: int) -> str:
    return type(found.first).fromordinal(ordinal).isoformat()


def _amount(value: float) -> str:
    return f"{value:,.2f}"


def _line(here: Asked, found: Forecast, row: Row, *, is_total: bool = False) -> Line:
    own = "1" if row.is_own else ""
    of = {"of": row.user_id, "own": own}
    leads = row.has_team and not row.is_own and not is_total
    name = "Total" if is_total else f"{row.name}’s own deals" if row.is_own else row.name
    opened = here.of or found.user_id
    cells = [
        Cell(
            _amount(row.figures[figure]),
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
        "–" if row.quota is None else _amount(row.quota),
        here.url("/forecasts/quota", of=row.user_id, own="", figure="")
        if row.may_set_quota
        else "",
        cells,
    )


def _why(currency: str, row: Row, figure: str) -> str:
    made = row.adjusted.get(figure)
    if made is None:
        return ""
    said = f"Adjusted from {currency} {_amount(made.computed)}"
    return f"{said}: {made.note}" if made.note else said


def _deals(ctx: Context, found: Sequence[Loaded]) -> list[Deal]:
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


def _adjusting(asked: Asked, form: Form | None = None, refusal: Refused | None = None) -> str:
    figure = asked.figure if asked.figure in ADJUSTED else "commit"

    def present(_ctx: Context, found: Forecast) -> dict[str, Any]:
        row = _row_of(found, asked, usual=found.rows[0])
        made = row.adjusted.get(figure)
        own = "1" if row.is_own else ""
        return {
            "action": asked.url("/forecasts/adjust", of=row.user_id, own=own, figure=figure),
            "title": f"Adjust the {FIGURES[figure].lower()} of {row.name}",
            "hint": f"Without an adjustment it is {found.currency}"
            f" {_amount(made.computed if made else row.figures[figure])}. Leave it empty for that.",
            "amount": _amount(row.figures[figure]) if made else "",
            "note": made.note if made else "",
            "has_note": True,
        }

    return _dialog(asked, _ADJUST, present, form, refusal)


def _setting_quota(asked: Asked, form: Form | None = None, refusal: Refused | None = None) -> str:
    def present(_ctx: Context, found: Forecast) -> dict[str, Any]:
        row = _row_of(found, asked, usual=found.total)
        return {
            "action": asked.url("/forecasts/quota", of=row.user_id),
            "title": f"Quota of {row.name}",
            "hint": f"What they, with whom they lead, are to sell in {found.period}"
            f" ({found.currency}). Empty for none.",
            "amount": "" if row.quota is None else _amount(row.quota),
            "note": "",
            "has_note": False,
        }

    return _dialog(asked, _QUOTA, present, form, refusal)


def _row_of(found: Forecast, asked: Asked, usual: Row) -> Row:
    """The line that a dialog is about.

    Raises:
        NotFound: there is none for that user.
    """
    wanted = (asked.of or usual.user_id, asked.is_own if asked.of else usual.is_own)
    for row in (*found.rows, found.total):
        if (row.user_id, row.is_own) == wanted:
            return row
    raise NotFound("NOT_FOUND")


def _dialog(
    asked: Asked,
    name: str,
    present: Any,
    form: Form | None,
    refusal: Refused | None,
) -> str:
    made = page(forecasts.get, present, **_arguments(asked.period, asked.user))
    if form is not None:
        typed = {each: entries.one(form, each) for each in ("amount", "note")}
        made = made | typed | {"problem": refusal.message if refusal else ""}
    shown = {
        "box": {
            "id": name,
            "back": asked.url(of="", own=""),
            "problem": "",
            **made,
        }
    }
    if is_fragment():
        return flask.render_template("dialog_forecast.html", **shown)
    return _shown(asked, "dialog_forecast.html", **shown)
