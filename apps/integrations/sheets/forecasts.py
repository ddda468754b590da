"""``CRMFORECAST(day, user)``: a forecast's lines and their total, as the CRM's page shows them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import User
from workworld.apps.crm.service import exports, forecasts
from workworld.apps.crm.service.forecast_figures import FIGURES
from workworld.apps.crm.service.forecast_rows import Row
from workworld.apps.sheets.service.sources import Answer, source
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import NotFound

HEAD = ("Forecast", "Quota", *FIGURES.values())
_LONGEST_DAY = 10


@source("CRMFORECAST", least=0, most=2)
def forecast(ctx: Context, day: str = "", user: str = "") -> Answer:
    """A line for the user and for each whom they lead, and what the lines come to.

    Amounts are in the organisation's currency.

    Args:
        ctx: whose rights count; they must be allowed to take records away.
        day: of the fiscal quarter, ``2026-03-17``; empty for today.
        user: an id or an e-mail address; empty for whoever asks.

    Raises:
        NotFound: there is no such user whose forecast the caller sees.
        Forbidden: the caller may not export.
    """
    exports.require(ctx)
    found = forecasts.get(ctx, period=day.strip()[:_LONGEST_DAY], user_id=_user_id(ctx, user))
    named = f"{found.name}: {found.period}"
    exports.note(ctx, kind="Forecast", thing_id=found.user_id, name=named, rows=len(found.rows))
    lines = [
        _line(f"{row.name}’s own deals" if row.is_own else row.name, row) for row in found.rows
    ]
    return [list(HEAD), *lines, _line("Total", found.total)]


def _user_id(ctx: Context, user: str) -> str | None:
    if "@" not in user:
        return user.strip() or None
    named = select(User.id).join(Person, Person.id == User.person_id)
    found = ctx.session.scalar(named.where(Person.email == user.strip().lower()))
    if found is None:
        raise NotFound("user_not_found", f"The CRM has no user {user}.")
    return str(found)


def _line(name: str, row: Row) -> list[Any]:
    return [name, row.quota, *(row.figures[each] for each in FIGURES)]
