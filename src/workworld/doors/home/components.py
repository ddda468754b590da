"""The living page: every shared component in all its states, for whoever operates the world.

Operators are those who hold the control port: it hands out a link, which leaves a cookie for this
page alone. To everybody else there is no such page.
"""

from __future__ import annotations

from typing import Any

import flask

from workworld.charts import Axis, Chart, Point, Rule, Series, pie, plot
from workworld.doors.refused_pages import is_fragment
from workworld.doors.site import current_site
from workworld.doors.web import Avatar
from workworld.errors import Forbidden, NotFound
from workworld.richtext.html_writer import to_html
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.names import Names

BLUEPRINT = flask.Blueprint("components", __name__)

COOKIE = "workworld-operator"
_LIST = 200
_PAGE = 20
_NAMES = ("Ana Ruiz", "Jonas Wikström", "Mei Lin Zhao", "Omar Haddad", "Priya Raman", "Tom Becker")
_TEXT = """### Release notes

Two things changed in **4.2**:

1. Sign-in links count for *one hour*.
2. `POST /api/worlds` takes a name.

> Nothing else did, as far as we know.

- [x] Notes written
- [ ] Notes read
"""


@BLUEPRINT.get("/components")
def show() -> Any:
    """The page; a link of the control port is exchanged for a cookie first."""
    site = current_site()
    credential = flask.request.args.get("operator", "")
    if credential and site.authority.honour_operator(credential, site.world):
        return _let_in(credential)
    _require_operator()
    return flask.render_template(
        "components.html",
        faces=[(Avatar.of(name, name), name) for name in _NAMES],
        rows=_rows(flask.request.args.get("sort", "name")),
        sort=flask.request.args.get("sort", "name"),
        sample=to_html(from_markdown(_TEXT), Names({}, {}, str)),
        page_address=lambda number: f"{site.root}/components?page={number}",
        charts=_charts(site.root),
        newest=list(range(_LIST, _LIST - _PAGE, -1)),
    )


def _charts(root: str) -> list[Chart]:
    """One of each kind, of made-up numbers."""
    days = [f"2026-03-{day:02}" for day in range(2, 17)]
    weeks = [f"Week {number}" for number in range(1, 8)]
    left = [34, 34, 31, 29, 29, 33, 33, 28, 26, 22, 22, 19, 12, 9, 4]
    meant = [Point(days[0], 34), Point(days[-1], 0)]
    steps = [Point(day, y, f"{root}/components") for day, y in zip(days, left, strict=True)]
    bars = [
        Series("Created", [Point(week, 5 + n % 4) for n, week in enumerate(weeks)], "bar", 3),
        Series("Resolved", [Point(week, 3 + n % 5) for n, week in enumerate(weeks)], "bar", 2),
    ]
    areas = [
        Series(name, [Point(day, n + at * at % 5) for n, day in enumerate(days)], "area")
        for at, name in enumerate(("Done", "In progress", "To do"))
    ]
    dots = [Point(day, 1 + n * 7 % 9) for n, day in enumerate(days)]
    date, whole = Axis("Day", "date"), Axis("Issues", is_whole=True)
    lines = [Series("Meant", meant, "dashed", 7), Series("Left", steps, "step", 0)]
    parts = [Point("To do", 12), Point("In progress", 5), Point("Done", 30)]
    return [
        plot("Work left", date, whole, lines),
        plot("Created and resolved", Axis("Week", "category"), whole, bars),
        plot("States", date, whole, areas, stacked=True),
        plot("Times", date, whole, [Series("Issue", dots, "dot", 1)], rules=[Rule(5, "Average")]),
        pie("Issues by status", parts, of="Status"),
    ]


@BLUEPRINT.get("/components/lines")
def lines() -> str:
    """A page of a long list, as a fragment."""
    _require_operator()
    before = flask.request.args.get("before", _LIST, type=int)
    numbers = list(range(before - 1, max(before - 1 - _PAGE, 0), -1))
    return flask.render_template("components_lines.html", numbers=numbers)


@BLUEPRINT.get("/components/options")
def options() -> str:
    """Options of a combobox, by the beginnings of words."""
    _require_operator()
    asked = flask.request.args.get("q", "").casefold()
    faces = [(Avatar.of(name, name), name) for name in _NAMES if asked in name.casefold()]
    return flask.render_template("components_options.html", faces=faces)


@BLUEPRINT.get("/components/dialog")
def dialog() -> str:
    """A dialog that comes as a fragment."""
    _require_operator()
    return flask.render_template("components_dialog.html", problem="", value="")


@BLUEPRINT.post("/components/dialog")
def answer() -> Any:
    """Take the form of that dialog, or say what is wrong with it."""
    _require_operator()
    value = flask.request.form.get("name", "").strip()
    if not value:
        problem = "Give it a name."
        body = flask.render_template("components_dialog.html", problem=problem, value=value)
        return body, 422
    body = flask.render_template("components_notice.html", text=f"{value} was made.")
    return body, {"HX-Reswap": "none", "HX-Trigger": "dialog-done"}


@BLUEPRINT.post("/components/<deed>")
def act(deed: str) -> Any:
    """Undo something, or refuse to."""
    _require_operator()
    if deed == "refuse":
        raise Forbidden("not_allowed", "Only owners may do this.")
    if deed != "undo" or not is_fragment():
        raise NotFound("not_found")
    body = flask.render_template("components_notice.html", text="It is as it was.")
    return body, {"HX-Reswap": "none"}


def _let_in(credential: str) -> Any:
    site = current_site()
    response = flask.redirect(f"{site.root}/components", 303)
    response.set_cookie(
        COOKIE,
        credential,
        path=f"{site.root}/components",
        httponly=True,
        samesite="Lax",
        secure=site.origin.startswith("https:"),
    )
    return response


def _require_operator() -> None:
    site = current_site()
    if not site.authority.honour_operator(flask.request.cookies.get(COOKIE, ""), site.world):
        raise NotFound("not_found")


def _rows(sort: str) -> list[dict[str, Any]]:
    rows = [
        {"name": "Atlas migration", "owner": 0, "state": "On track", "tone": "success", "left": 12},
        {"name": "Billing export", "owner": 1, "state": "At risk", "tone": "warning", "left": 3},
        {"name": "Door badges", "owner": 2, "state": "Late", "tone": "danger", "left": 41},
        {"name": "Onboarding guide", "owner": 4, "state": "Planned", "tone": "info", "left": 8},
    ]
    key = "left" if sort.endswith("left") else "name"
    return sorted(rows, key=lambda row: str(row[key]).zfill(9), reverse=sort.startswith("-"))
