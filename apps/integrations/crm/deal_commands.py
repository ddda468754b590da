"""What is written after ``/deal`` in chat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from workworld.apps.chat.service import commands
from workworld.apps.chat.service.commands import Deed, command
from workworld.apps.crm.models import Account, Opportunity
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import CENTS
from workworld.apps.crm.schema.picklists import STAGES
from workworld.apps.crm.service import addresses, people, sight
from workworld.apps.integrations.crm import deal_rooms
from workworld.context import Context
from workworld.dates import day_from
from workworld.links.addresses import rendered

_MOST = 5
_USUAL_DAYS = 90
_DEED = re.compile(r"(create|post|room)\s+(\S.*)", re.DOTALL | re.IGNORECASE)
_AMOUNT = re.compile(r"(?:[A-Z]{3}\s*)?[$€£]?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(k)?", re.IGNORECASE)
_HELP = (
    "/deal Tolvane finds deals by name or account. /deal post Tolvane renewal shows the deal's card"
    " here, /deal room Tolvane renewal opens a channel about it, and /deal create Gates for"
    " Larkspur, Larkspur Trading, 12,500, 2026-06-30 creates one: account, amount and close date"
    " may be left out."
)


@command(
    "deal", usage="words, or: post words, create name, room words", says="Find or create a deal"
)
def _deal(ctx: Context, place: commands.Place, said: str) -> Deed:
    """What is said of deals, the card of one, a new one, or a channel about one."""
    people.me(ctx)
    if said.lower() in ("help", ""):
        return Deed(said=_HELP)
    here = {"channel_id": place.channel.id, "thread_ts": place.thread_ts}
    match = _DEED.fullmatch(said)
    if match is None:
        return Deed(said=_told(ctx, said))
    deed, words = match[1].lower(), match[2].strip()
    if deed == "create":
        return Deed(deal_rooms.create, here | {"values": _values(ctx, words)})
    found = _one(ctx, words)
    if deed == "room":
        told = {"opportunity_id": found["id"]}
        return Deed(deal_rooms.open, told, url=lambda made: f"/c/{made.id}")
    return Deed(deal_rooms.post, here | {"opportunity_id": found["id"]})


def _found(ctx: Context, words: str) -> Sequence[Any]:
    """Deals whose name or account has all the words, the open ones first."""
    kind, table = objects.of_model(Opportunity), Opportunity.__table__
    accounts = Account.__table__
    seen = sight.rows(ctx, objects.of_model(Account), accounts)
    fits = [
        table.c.name.icontains(word, autoescape=True)
        | table.c.account_id.in_(
            select(accounts.c.id).where(accounts.c.name.icontains(word, autoescape=True), seen)
        )
        for word in words.split()
    ]
    query = (
        select(table)
        .where(sight.rows(ctx, kind, table), *fits)
        .order_by(table.c.is_closed, table.c.close_date.desc(), table.c.id)
        .limit(_MOST + 1)
    )
    return ctx.session.execute(query).mappings().all()


def _one(ctx: Context, words: str) -> Any:
    found = _found(ctx, words)
    exact = [each for each in found if each["name"].lower() == words.lower()]
    if not found:
        raise commands.wrong("deal", f"No deal that you see is called “{words[:80]}”.")
    is_open = [each for each in found if not each["is_closed"]]
    chosen = exact or (found if len(found) == 1 else is_open if len(is_open) == 1 else [])
    if not chosen:
        names = ", ".join(f"“{each['name']}”" for each in found[:_MOST])
        raise commands.wrong("deal", f"Several deals fit: {names}. Say more of the name.")
    return chosen[0]


def _told(ctx: Context, words: str) -> str:
    """Deals, each in a line with where it is."""
    found = _found(ctx, words)
    if not found:
        return f"No deal that you see fits “{words[:80]}”."
    names = people.names(ctx, [each["owner_id"] for each in found])
    lines = [_line(ctx, each, names.get(each["owner_id"], "")) for each in found[:_MOST]]
    return "\n".join([*lines, *(["… and more."] if len(found) > _MOST else [])])


def _line(ctx: Context, deal: Any, owner: str) -> str:
    kind = objects.of_model(Opportunity)
    may_know = sight.readable(ctx, kind, kind.fields["amount"])
    worth = ""
    if may_know and deal["amount"] is not None:
        worth = f", {deal['currency']} {deal['amount'] / CENTS:,.0f}"
    address = rendered(ctx, addresses.of_record(ctx, deal["id"]))
    return (
        f"{deal['name']} — {deal['stage']}{worth}, closes {deal['close_date']}, {owner}. {address}"
    )


def _values(ctx: Context, words: str) -> dict[str, Any]:
    """Name, account, amount and close date, as they were written with commas between them."""
    today = people.today(ctx)
    values: dict[str, Any] = {
        "StageName": STAGES[0].name,
        "CloseDate": (today + timedelta(days=_USUAL_DAYS)).isoformat(),
    }
    name, *rest = [each.strip() for each in re.split(r",(?!\d{3}\b)", words)]
    values["Name"] = name
    for part in filter(None, rest):
        amount, day = _AMOUNT.fullmatch(part), day_from(part, today)
        if amount:
            units = float(amount[1].replace(",", "")) * (1_000 if amount[2] else 1)
            values["Amount"] = f"{units:.2f}"
        elif day is not None:
            values["CloseDate"] = day.isoformat()
        else:
            values["AccountId"] = _account(ctx, part)
    return values


def _account(ctx: Context, name: str) -> str:
    kind, table = objects.of_model(Account), Account.__table__
    seen = select(table.c.id, table.c.name).where(
        table.c.name.icontains(name, autoescape=True), sight.rows(ctx, kind, table)
    )
    found = ctx.session.execute(seen.order_by(table.c.name, table.c.id).limit(_MOST)).all()
    exact = [each for each in found if each.name.lower() == name.lower()]
    if len(exact or found) != 1:
        said = "Several accounts fit" if found else "No account that you see fits"
        raise commands.wrong("deal", f"{said} “{name[:80]}”.")
    return str((exact or found)[0].id)
