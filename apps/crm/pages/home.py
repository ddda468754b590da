"""The first page: what somebody has to do today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, home_url
from workworld.apps.crm.pages.frames import framed, open_to
from workworld.apps.crm.pages.gauges import Gauge, gauge_of
from workworld.apps.crm.pages.home_cards import Card, Item, cards_of
from workworld.apps.crm.service import home, navigation, people, tasks
from workworld.apps.crm.service.home import Home
from workworld.context import Context
from workworld.doors.web import nothing, page

_NOON = 12
_EVENING = 17


@dataclass(frozen=True, slots=True)
class HomeView:
    """The page.

    Args:
        greeting: with the reader's first name.
        day: today's.
        cards: what they have before them.
        gauge: how they stand this quarter; None if they have no quota.
        opened: where the frame leads.
    """

    greeting: str
    day: str
    cards: Sequence[Card]
    gauge: Gauge | None
    opened: tuple[str, ...]


@BLUEPRINT.get("/")
def index() -> Any:
    """The app's own address leads to the first page."""
    return flask.redirect(home_url())


@BLUEPRINT.get("/home")
def show_home() -> str:
    """What somebody has to do today."""
    shown = page(home.show, _view)
    return framed("home.html", opened=shown.opened, home=shown)


@BLUEPRINT.post("/Task/<task_id>/tick")
def tick_task(task_id: str) -> Any:
    """Tick a task off."""
    page(tasks.complete, nothing, task_id=task_id)
    return flask.redirect(home_url(), 303)


def _view(ctx: Context, found: Home) -> HomeView:
    now = moments.local(ctx, ctx.clock.now_us())
    part = "morning" if now.hour < _NOON else "afternoon" if now.hour < _EVENING else "evening"
    first = found.names[people.me(ctx).id].split()[0]
    today = people.today(ctx)
    cards = [*cards_of(ctx, found, today)]
    if found.waiting:
        items = [
            Item(each, found.names[each], at(f"/queues/{each}"), "Group", (f"{count} waiting",))
            for each, count in sorted(found.waiting.items(), key=lambda it: found.names[it[0]])
        ]
        cards.append(Card("My queues", "users", items, "", "", ""))
    gauge = gauge_of(found.standing) if found.standing else None
    opened = open_to(ctx, navigation.tabs(ctx))
    day = moments.day(today.isoformat())
    return HomeView(f"Good {part}, {first}", day, cards, gauge, opened)
