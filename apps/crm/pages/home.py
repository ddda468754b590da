"""The first page: what somebody has to do today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import flask
from sqlalchemy import select

from workworld.apps.crm.models import ListView
from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, home_url, list_url, record_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.gauges import Gauge, gauge_of
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.service import home, people, reading, sight, tasks
from workworld.apps.crm.service.home import Home
from workworld.apps.crm.service.rows import Values
from workworld.context import Context
from workworld.doors.times import clock_time
from workworld.doors.web import nothing, page

_NOON = 12
_EVENING = 17


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a card."""

    id: str
    title: str
    url: str
    sobject: str
    facts: Sequence[str] = ()
    badge: str = ""
    tone: str = ""
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the page."""

    title: str
    icon: str
    items: Sequence[Item]
    empty: str
    more_url: str
    more: str
    is_tasks: bool = False


@dataclass(frozen=True, slots=True)
class HomeView:
    """The page."""

    greeting: str
    day: str
    cards: Sequence[Card]
    gauge: Gauge | None


@BLUEPRINT.get("/")
def index() -> Any:
    """The app's own address leads to the first page."""
    return flask.redirect(home_url())


@BLUEPRINT.get("/home")
def show_home() -> str:
    """What somebody has to do today."""
    return framed("home.html", home=page(home.show, _view))


@BLUEPRINT.post("/Task/<task_id>/tick")
def tick_task(task_id: str) -> Any:
    """Tick a task off."""
    page(tasks.complete, nothing, task_id=task_id)
    return flask.redirect(home_url(), 303)


def _view(ctx: Context, found: Home) -> HomeView:
    now = moments.local(ctx, ctx.clock.now_us())
    part = "morning" if now.hour < _NOON else "afternoon" if now.hour < _EVENING else "evening"
    first = people.names(ctx, [people.me(ctx).id])[people.me(ctx).id].split()[0]
    today = people.today(ctx)
    cards = [*_cards(ctx, found, today)]
    if found.queues:
        items = [
            Item(each.id, each.name, at(f"/queues/{each.id}"), "Group", (_waits(each),))
            for each in found.queues
        ]
        cards.append(Card("My queues", "users", items, "", "", ""))
    gauge = gauge_of(found.standing) if found.standing else None
    return HomeView(f"Good {part}, {first}", moments.day(today.isoformat()), cards, gauge)


def _cards(ctx: Context, found: Home, today: date) -> list[Card]:
    made = {
        "Task": Card(
            f"Tasks due ({found.totals['tasks']})",
            "square-check",
            [_task(ctx, found, each, today) for each in found.tasks],
            "Nothing is due. Tasks with a date stand here on their day.",
            _view_url(ctx, "Task", "OpenTasks"),
            "All open tasks",
            is_tasks=sight.may(ctx, objects.of_name("Task"), "edit"),
        ),
        "Event": Card(
            "Upcoming events",
            "calendar",
            [_event(ctx, found, each) for each in found.events],
            "No meetings in the next seven days.",
            _view_url(ctx, "Event", "MyEvents"),
            "All events",
        ),
        "Opportunity": Card(
            f"Key deals ({found.totals['deals']} open)",
            "trending-up",
            [_deal(ctx, found, each, today) for each in found.deals],
            "No open deals are yours or your team’s.",
            _view_url(ctx, "Opportunity", "MyTeamsOpportunities"),
            "All open deals",
        ),
        "OpportunityHistory": Card(
            "News of deals",
            "megaphone",
            [_step(ctx, found, each) for each in found.news],
            "No deal has taken a step in the last two weeks.",
            "",
            "",
        ),
        "Case": Card(
            f"Cases of mine and of my queues ({found.totals['cases']})",
            "briefcase",
            [_case(ctx, found, each) for each in found.cases],
            "No open case waits for you.",
            _view_url(ctx, "Case", "AllOpenCases"),
            "All open cases",
        ),
        "": Card(
            "Recent records",
            "history",
            [_recent(each, name) for each, name in _titled(ctx, found.recent)],
            "Records that you open stand here.",
            "",
            "",
        ),
    }
    return [
        card
        for name, card in made.items()
        if not name or sight.may(ctx, objects.of_name(name), "read")
    ]


def _waits(queue: Any) -> str:
    return f"{queue.waiting} waiting"


def _view_url(ctx: Context, sobject: str, developer_name: str) -> str:
    """The address of a standard list view; that of the object's lists if there is none."""
    table = ListView.__table__.c
    query = select(table.id).where(
        table.sobject == sobject, table.developer_name == developer_name, table.is_standard
    )
    found = ctx.session.scalar(query)
    return list_url(sobject, view=found) if found else list_url(sobject)


def _about(found: Home, row: Values) -> Sequence[str]:
    """What an activity is about, and with whom."""
    ids = [row.get("WhatId") or "", row.get("WhoId") or ""]
    return [found.names[each] for each in ids if each in found.names]


def _task(ctx: Context, found: Home, row: Values, today: date) -> Item:
    due = date.fromisoformat(row["ActivityDate"])
    is_late = due < today
    said = moments.near_day(ctx, due)
    late = f"Due {_lower(said)}"
    return Item(
        row["Id"],
        row["Subject"] or "Task",
        record_url("Task", row["Id"]),
        "Task",
        [late if is_late else said, *_about(found, row)],
        "High" if row["Priority"] == "High" else "",
        "warning",
        is_late,
    )


def _event(ctx: Context, found: Home, row: Values) -> Item:
    start = moments.local(ctx, row["StartDateTime"])
    end = moments.local(ctx, row["EndDateTime"])
    hours = "all day" if row["IsAllDayEvent"] else f"{clock_time(start)} – {clock_time(end)}"
    when = f"{moments.near_day(ctx, start.date())}, {hours}"
    place = [row["Location"]] if row["Location"] else []
    facts = [when, *place, *_about(found, row)]
    url = record_url("Event", row["Id"])
    return Item(row["Id"], row["Subject"] or "Event", url, "Event", facts)


def _deal(ctx: Context, found: Home, row: Values, today: date) -> Item:
    closes = date.fromisoformat(row["CloseDate"])
    amount = row.get("Amount")
    facts = [
        moments.amount(ctx, amount, row["CurrencyIsoCode"]) if amount is not None else "No amount",
        f"closes {_lower(moments.near_day(ctx, closes))}",
        found.names.get(row["OwnerId"], ""),
    ]
    return Item(
        row["Id"],
        row["Name"],
        record_url("Opportunity", row["Id"]),
        "Opportunity",
        [each for each in facts if each],
        row["StageName"],
        "",
        closes < today,
    )


def _step(ctx: Context, found: Home, row: Values) -> Item:
    deal = row["OpportunityId"]
    tones = {picklists.WON: "success", picklists.LOST: "danger"}
    by = found.names.get(row["CreatedById"], "")
    facts = [f"from {row['From_Stage__c']}", by, moments.near_moment(ctx, row["CreatedDate"])]
    return Item(
        row["Id"],
        found.names.get(deal, "Opportunity"),
        record_url("Opportunity", deal),
        "Opportunity",
        [each for each in facts if each],
        row["StageName"],
        tones.get(row["StageName"], ""),
    )


def _case(ctx: Context, found: Home, row: Values) -> Item:
    opened = moments.near_day(ctx, moments.local(ctx, row["CreatedDate"]).date())
    tones: Mapping[str, str] = {"Critical": "danger", "High": "warning"}
    facts = [
        found.names.get(row["AccountId"] or "", ""),
        row["Status"],
        found.names.get(row["OwnerId"], ""),
        f"opened {_lower(opened)}",
    ]
    return Item(
        row["Id"],
        values.title_of(objects.of_name("Case"), row),
        record_url("Case", row["Id"]),
        "Case",
        [each for each in facts if each],
        row["Priority"] or "",
        tones.get(row["Priority"] or "", ""),
    )


def _lower(day: str) -> str:
    """A day within a sentence: ``today``, but ``Mar 17, 2026``."""
    return day if "," in day else day.lower()


def _titled(ctx: Context, recent: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Ids and names of records; that of a case with its subject, since its number says little."""
    case = objects.of_name("Case")
    cases = reading.load(ctx, case, [each for each, _ in recent if each.startswith(case.prefix)])
    return [
        (each, values.title_of(case, cases[each].values) if each in cases else name)
        for each, name in recent
    ]


def _recent(record_id: str, name: str) -> Item:
    sobject = objects.of_prefix(record_id[:3])
    label = sobject.label if sobject else ""
    return Item(
        record_id, name, values.url_of(record_id), sobject.name if sobject else "", (label,)
    )
