"""Saved filters: which there are, with whom they are shared, how they are saved and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.models import DashboardShare, FilterShare
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.service import (
    filter_shares,
    filter_subscriptions,
    filters,
    groups,
    projects,
    site,
)
from workworld.apps.tracker.service.filter_views import FilterView
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.permissions import can

_SIZE = 50
_MENDABLE = (Invalid, Conflict, Forbidden, NotFound)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
KINDS = (
    ("all", "Everybody"),
    ("project", "A project"),
    ("group", "A group"),
    ("person", "A person"),
)


@dataclass(frozen=True, slots=True)
class ShareLine:
    """With whom a filter is shared."""

    id: str
    text: str
    may_edit: bool


@dataclass(frozen=True, slots=True)
class FilterLine:
    """A filter in a list, or on its own page."""

    id: str
    name: str
    description: str
    jql: str
    owner: Face
    shares: Sequence[ShareLine]
    is_starred: bool
    star_count: int
    may_edit: bool
    may_delete: bool
    url: str


@dataclass(frozen=True, slots=True)
class SubscriptionLine:
    """When the reader is told of what a filter finds."""

    id: str
    text: str


@BLUEPRINT.get("/filters")
def filters_page() -> str:
    """The saved filters that the reader sees."""
    given = flask.request.args
    text, is_starred = given.get("q", "").strip()[:100], given.get("starred") == "1"
    number = given.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1

    def present(ctx: Context, rows: Any) -> tuple[list[FilterLine], int]:
        return lines_of(ctx, rows.items), rows.total

    lines, total = page(
        filters.list,
        present,
        text=text,
        is_starred=is_starred,
        start=(at - 1) * _SIZE,
        limit=_SIZE,
    )
    return framed(
        "filters.html",
        lines=lines,
        total=total,
        text=text,
        is_starred=is_starred,
        number=at,
        count=max(1, -(-total // _SIZE)),
        page_address=lambda number: flask.url_for(
            "ui.filters_page", q=text or None, starred=given.get("starred"), page=number
        ),
    )


@BLUEPRINT.get("/filters/new")
def new_filter() -> str:
    """What a new filter is to be."""
    return _new({"jql": flask.request.args.get("jql", "")}, {})


@BLUEPRINT.post("/filters/new")
def create_filter() -> Any:
    """Save a query under a name."""
    form = flask.request.form
    entered: dict[str, Any] = {name: form.get(name, "") for name in ("name", "jql", "description")}
    try:
        made = page(
            filters.create,
            lambda _ctx, row: row.id,
            is_starred=bool(form.get("starred")),
            **entered,
        )
    except _MENDABLE as refusal:
        return _new(entered, _problems(refusal)), status_of(refusal)
    url = flask.url_for("ui.navigator", filter=made)
    if is_fragment():
        return "", 200, {"HX-Redirect": url}
    return flask.redirect(url, 303)


@BLUEPRINT.get("/filters/<filter_id>")
def filter_page(filter_id: str) -> str:
    """A filter, with whom it is shared, and who is told of what it finds."""
    return _shown(filter_id, {})


@BLUEPRINT.post("/filters/<filter_id>")
def update_filter(filter_id: str) -> Any:
    """Change a filter."""
    form = flask.request.form
    wanted: dict[str, Any] = {
        name: form[name] for name in ("name", "jql", "description") if name in form
    }
    try:
        page(filters.update, nothing, filter_id=filter_id, **wanted)
    except _MENDABLE as refusal:
        return _shown(filter_id, _problems(refusal), wanted), status_of(refusal)
    if set(wanted) == {"jql"}:  # it was changed where it is used
        return flask.redirect(flask.url_for("ui.navigator", filter=filter_id), 303)
    return flask.redirect(flask.url_for("ui.filter_page", filter_id=filter_id), 303)


@BLUEPRINT.post("/filters/<filter_id>/delete")
def delete_filter(filter_id: str) -> Any:
    """Delete a filter."""
    try:
        page(filters.delete, nothing, filter_id=filter_id)
    except (Conflict, Forbidden) as refusal:
        return _shown(filter_id, {"": refusal.message}), status_of(refusal)
    return flask.redirect(flask.url_for("ui.filters_page"), 303)


@BLUEPRINT.post("/filters/<filter_id>/star")
def star_filter(filter_id: str) -> Any:
    """Make a filter a favourite, or one no more."""
    wants = filters.star if flask.request.form.get("so") else filters.unstar
    page(wants, nothing, filter_id=filter_id)
    return back(flask.url_for("ui.filters_page"))


@BLUEPRINT.post("/filters/<filter_id>/shares")
def share_filter(filter_id: str) -> Any:
    """Share a filter, or share it no more."""
    form = flask.request.form
    gone, kind = form.get("gone", ""), form.get("kind", "all")
    try:
        if gone:
            page(filter_shares.remove, nothing, filter_id=filter_id, share_id=gone)
        else:
            page(
                filter_shares.add,
                nothing,
                filter_id=filter_id,
                kind=kind,
                thing=form.get(kind, ""),
                may_edit=bool(form.get("edit")),
            )
    except _MENDABLE as refusal:
        return _shown(filter_id, {"share": _said(refusal)}), status_of(refusal)
    return flask.redirect(flask.url_for("ui.filter_page", filter_id=filter_id), 303)


@BLUEPRINT.post("/filters/<filter_id>/subscriptions")
def subscribe_filter(filter_id: str) -> Any:
    """Be told of what a filter finds, or be told no more."""
    form = flask.request.form
    gone, hour = form.get("gone", ""), form.get("hour", "9")
    days = [int(day) for day in form.getlist("day") if day in "0123456"]
    if not gone and not days:
        return _shown(filter_id, {"days": "Choose a day."}), 422
    try:
        if gone:
            page(filter_subscriptions.remove, nothing, subscription_id=gone)
        else:
            page(
                filter_subscriptions.add,
                nothing,
                filter_id=filter_id,
                days=days,
                hour=int(hour) if hour.isdigit() and len(hour) < 3 else 99,
                if_empty=bool(form.get("empty")),
            )
    except _MENDABLE as refusal:
        return _shown(filter_id, {"days": _said(refusal)}), status_of(refusal)
    return flask.redirect(flask.url_for("ui.filter_page", filter_id=filter_id), 303)


def lines_of(ctx: Context, found: Sequence[FilterView]) -> list[FilterLine]:
    """Filters in a line each."""
    shares = [share for view in found for share in view.shares]
    named = share_names(ctx, shares)
    return [
        FilterLine(
            view.row.id,
            view.row.name,
            view.row.description,
            view.row.jql,
            Face.of(view.owner),
            [ShareLine(each.id, named[each.id], each.may_edit) for each in view.shares],
            view.is_starred,
            view.star_count,
            view.may_edit,
            can(ctx, "tracker.filters.delete", view.row),
            flask.url_for("ui.navigator", filter=view.row.id),
        )
        for view in found
    ]


def share_names(ctx: Context, shares: Sequence[FilterShare | DashboardShare]) -> Mapping[str, str]:
    """With whom filters are shared, in words, by the share's id."""
    of_kind = {kind: [each.thing_id for each in shares if each.kind == kind] for kind, _ in KINDS}
    people = {id: site.called(row) for id, row in site.people(ctx, of_kind["person"]).items()}
    refs = sorted(set(of_kind["project"]))
    rows = projects.list(ctx, refs=refs, archived=None, limit=1000).items if refs else []
    known = {row.id: f"Project {row.name}" for row in rows}
    of_groups = {row.id: f"Group {row.name}" for row in _groups(ctx)} if of_kind["group"] else {}
    called = {**people, **known, **of_groups, "": "Everybody"}
    hidden = "A project that you do not see"
    return {each.id: called.get(each.thing_id, hidden) for each in shares}


def _groups(ctx: Context) -> Sequence[Any]:
    return groups.list(ctx, limit=200).items


def _new(entered: Mapping[str, str], problems: Mapping[str, str]) -> str:
    values = {"name": "", "description": "", "jql": "", **entered}
    if is_fragment():
        return flask.render_template("dialog_filter.html", entered=values, problems=problems)
    return framed("filter_new.html", entered=values, problems=problems)


def _shown(
    filter_id: str, problems: Mapping[str, str], entered: Mapping[str, str] | None = None
) -> str:
    line = page(filters.info, lambda ctx, view: lines_of(ctx, [view])[0], filter_id=filter_id)
    told = page(
        filter_subscriptions.list,
        lambda _ctx, rows: [SubscriptionLine(row.id, _when(row)) for row in rows],
        filter_id=filter_id,
    )
    choices = page(
        projects.list,
        lambda ctx, rows: (
            [(row.key, f"{row.name} ({row.key})") for row in rows.items],
            [(row.name, row.name) for row in _groups(ctx)],
        ),
        limit=200,
    )
    return framed(
        "filter.html",
        line=line,
        told=told,
        kinds=KINDS,
        projects=choices[0],
        groups=choices[1],
        days=_DAYS,
        problems=problems,
        entered={"name": line.name, "description": line.description, "jql": line.jql}
        | dict(entered or {}),
    )


def _when(row: Any) -> str:
    days = "Every day" if len(row.days) == 7 else ", ".join(_DAYS[day] for day in row.days)
    return f"{days} at {row.hour}:00{', even when nothing is found' if row.if_empty else ''}"


def _problems(refusal: Refused) -> Mapping[str, str]:
    return {each.field: each.what for each in refusal.problems} or {"": refusal.message}


def _said(refusal: Refused) -> str:
    return " ".join(each.what for each in refusal.problems) or refusal.message
