"""The cards of the first page: what somebody has before them, each line with where it leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select, tuple_

from workworld.apps.crm.models import ListView
from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import list_url, record_url
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.service import reading, sight
from workworld.apps.crm.service.home import Home
from workworld.apps.crm.service.rows import Values
from workworld.context import Context
from workworld.doors.times import clock_time

_VIEWS = (
    ("Task", "OpenTasks"),
    ("Event", "MyEvents"),
    ("Opportunity", "MyTeamsOpportunities"),
    ("Case", "AllOpenCases"),
)
"""The standard list views that cards lead to, by object and developer name."""


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


def cards_of(ctx: Context, found: Home, today: date) -> list[Card]:
    """The cards of what the reader may see, in their order.

    Args:
        ctx: who reads.
        found: what they have before them.
        today: in their zone.
    """
    views = _views(ctx)
    made = {
        "Task": Card(
            f"Tasks due ({found.totals['tasks']})",
            "square-check",
            [_task(ctx, found, each, today) for each in found.tasks],
            "Nothing is due. Tasks with a date stand here on their day.",
            views["Task"],
            "All open tasks",
            is_tasks=sight.may(ctx, objects.of_name("Task"), "edit"),
        ),
        "Event": Card(
            "Upcoming events",
            "calendar",
            [_event(ctx, found, each) for each in found.events],
            "No meetings in the next seven days.",
            views["Event"],
            "All events",
        ),
        "Opportunity": Card(
            f"Key deals ({found.totals['deals']} open)",
            "trending-up",
            [_deal(ctx, found, each, today) for each in found.deals],
            "No open deals are yours or your team’s.",
            views["Opportunity"],
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
            views["Case"],
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


def _views(ctx: Context) -> Mapping[str, str]:
    """By object, the address of its standard list view; that of its lists if there is none."""
    table = ListView.__table__.c
    query = select(table.id, table.sobject).where(
        tuple_(table.sobject, table.developer_name).in_(_VIEWS), table.is_standard
    )
    found = {each.sobject: each.id for each in ctx.session.execute(query)}
    return {
        name: list_url(name, view=found[name]) if name in found else list_url(name)
        for name, _ in _VIEWS
    }


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
    ids = [each for each, _ in recent if each.startswith(case.prefix)]
    cases = reading.load(ctx, case, ids) if ids else {}
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
