"""The dialogs of a forecast: a figure is put by hand, a quota is set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.forecasts import (
    Asked,
    amount_text,
    arguments,
    asked_for,
    shown,
)
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.service import forecasts
from workworld.apps.crm.service.forecast_figures import ADJUSTED, FIGURES
from workworld.apps.crm.service.forecast_rows import Forecast, Row
from workworld.apps.crm.service.refusals import refused
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import NotFound, Refused

_ADJUST, _QUOTA = "adjust-forecast", "set-quota"


@BLUEPRINT.get("/forecasts/adjust")
def adjust_form() -> str:
    """Ask what a figure is to be instead."""
    return _adjusting(asked_for())


@BLUEPRINT.post("/forecasts/adjust")
def adjust_forecast() -> Any:
    """Put a figure by hand, or take that back."""
    asked, form = asked_for(), entries.entered(flask.request.form)
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
    return _setting_quota(asked_for())


@BLUEPRINT.post("/forecasts/quota")
def set_quota() -> Any:
    """Set what a user is to sell."""
    asked, form = asked_for(), entries.entered(flask.request.form)
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


def _adjusting(asked: Asked, form: Form | None = None, refusal: Refused | None = None) -> str:
    figure = asked.figure if asked.figure in ADJUSTED else "commit"

    def present(_ctx: Context, found: Forecast) -> dict[str, Any]:
        row = _row_of(found, asked, usual=found.rows[0])
        made = row.adjusted.get(figure)
        computed = made.computed if made else row.figures[figure]
        own = "1" if row.is_own else ""
        return {
            "action": asked.url("/forecasts/adjust", of=row.user_id, own=own, figure=figure),
            "title": f"Adjust the {FIGURES[figure].lower()} of {row.name}",
            "hint": f"Without an adjustment it is {found.currency} {amount_text(computed)}."
            " Leave it empty for that.",
            "amount": amount_text(row.figures[figure]) if made else "",
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
            "amount": "" if row.quota is None else amount_text(row.quota),
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
    made = page(forecasts.get, present, **arguments(asked.period, asked.user))
    if form is not None:
        typed = {each: entries.one(form, each) for each in ("amount", "note")}
        made = made | typed | {"problem": refusal.message if refusal else ""}
    values = {
        "box": {
            "id": name,
            "back": asked.url(of="", own=""),
            "problem": "",
            **made,
        }
    }
    if is_fragment():
        return flask.render_template("dialog_forecast.html", **values)
    return shown(asked, "dialog_forecast.html", **values)
