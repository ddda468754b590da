"""The command palette's suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flask

from workworld import loading
from workworld.context import Context
from workworld.directory import people
from workworld.doors.keys import shortcuts
from workworld.doors.site import current_site
from workworld.doors.web import Avatar, page
from workworld.links.addresses import rendered
from workworld.permissions import can
from workworld.search import palette
from workworld.search.palette import Place, ranked

BLUEPRINT = flask.Blueprint("palette", __name__)

_MOST = 12
_PAGES = (
    Place("Notifications", "/notifications", "bell", "Page"),
    Place("Search everything", "/search", "search", "Page"),
    Place("People", "/people", "users", "Page", also="directory colleagues"),
    Place("Org chart", "/people/chart", "building-2", "Page", also="managers reports"),
    Place("Teams", "/people/teams", "users", "Page"),
    Place("All apps", "/", "layout-grid", "Page", also="home switcher"),
    Place("Settings", "/settings", "settings", "Page", also="theme density profile"),
)
_AUDIT = Place("Audit log", "/audit", "history", "Page")
_NEEDLESS = frozenset(
    {
        "suite.home",
        "suite.next-region",
        "suite.notifications",
        "suite.palette",
        "suite.previous-region",
        "suite.search",
        "suite.settings",
    }
)
"""Commands that lead to pages, which are offered as such, or that only a key makes sense for."""


@dataclass(frozen=True, slots=True)
class Item:
    """A suggestion: somewhere to go, or something to do."""

    title: str
    hint: str
    url: str
    command: str
    icon: str
    avatar: Avatar | None


@BLUEPRINT.get("/palette")
def suggest() -> str:
    """The options for what was typed so far, the best first; without it, the likeliest."""
    text = flask.request.args.get("q", "")
    items: tuple[Item, ...] = page(
        palette.find, _items, text=text, app_id=flask.request.args.get("app", ""), limit=_MOST
    )
    return flask.render_template("palette_options.html", items=items)


def _items(ctx: Context, found: Sequence[Place]) -> tuple[Item, ...]:
    root = current_site().root
    places = [replace(place, url=rendered(ctx, place.url)) for place in found]
    places += [replace(place, url=f"{root}{place.url}") for place in _own_places(ctx)]
    places += _commands(ctx.request.arguments["app_id"])
    best = ranked(places, ctx.request.arguments["text"])[:_MOST]
    return tuple(map(_item, best))


def _own_places(ctx: Context) -> list[Place]:
    """The pages that all apps share, and the apps themselves."""
    apps = [Place(app.title, f"/{app.id}/", app.icon, "App") for app in loading.apps()]
    may_read = can(ctx, "audit.entries.list", people.company(ctx.session))
    return [*apps, *_PAGES, *([_AUDIT] if may_read else [])]


def _commands(app_id: str) -> list[Place]:
    """What the shortcuts of a page do, each once."""
    found = {
        shortcut.command: Place(
            shortcut.label, "", "keyboard", " ".join(shortcut.keys), command=shortcut.command
        )
        for shortcut in reversed(shortcuts(app_id or None))
        if shortcut.scope == "global" and shortcut.command not in _NEEDLESS
    }
    return list(reversed(found.values()))


def _item(place: Place) -> Item:
    avatar = Avatar.of(place.person_id, place.title) if place.person_id else None
    return Item(place.title, place.hint, place.url, place.command, place.icon, avatar)
