"""Administration of groups and users: who is in which group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Group
from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.service import groups, users
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_SIZE = 50
_MOST = 1000


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A group."""

    id: str
    name: str
    is_admins: bool
    count: int


@dataclass(frozen=True, slots=True)
class UserLine:
    """An account."""

    face: Face
    email: str
    is_deactivated: bool
    groups: Sequence[str]


@BLUEPRINT.get("/admin/groups")
def group_administration() -> str:
    """The groups of the site."""
    return _groups()


@BLUEPRINT.post("/admin/groups/new")
def create_group() -> Any:
    """Create a group."""
    name = flask.request.form.get("name", "")
    try:
        made = page(groups.create, lambda _ctx, row: row.id, name=name)
    except MENDABLE as refusal:
        return _groups(refusal), status_of(refusal)
    return flask.redirect(admin_url("groups", made), 303)


@BLUEPRINT.get("/admin/groups/<group>")
def group_page(group: str) -> str:
    """Who is in a group."""
    return _group(group)


@BLUEPRINT.post("/admin/groups/<group>/add")
def add_group_member(group: str) -> Any:
    """Add somebody to a group."""
    person_id = flask.request.form.get("person", "")
    return _done(group, partial(page, groups.add_member, nothing, person_id=person_id))


@BLUEPRINT.post("/admin/groups/<group>/remove")
def remove_group_member(group: str) -> Any:
    """Remove somebody from a group."""
    person_id = flask.request.form.get("person", "")
    return _done(group, partial(page, groups.remove_member, nothing, person_id=person_id))


@BLUEPRINT.post("/admin/groups/<group>/delete")
def delete_group(group: str) -> Any:
    """Delete a group, with all that was given to it."""
    try:
        page(groups.delete, nothing, group=group)
    except MENDABLE as refusal:
        return _group(group, refusal), status_of(refusal)
    return flask.redirect(admin_url("groups"), 303)


@BLUEPRINT.get("/admin/users")
def user_administration() -> str:
    """All accounts, and the groups that they are in."""
    require_admin("users")
    given = flask.request.args
    text, number = given.get("q", "").strip()[:100], given.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1

    def present(ctx: Context, found: Any) -> tuple[list[UserLine], int]:
        return [
            UserLine(
                Face.of(row),
                row.email,
                row.is_deactivated,
                [group.name for group in groups.of_person(ctx, row.id)],
            )
            for row in found.items
        ], found.total

    start = (at - 1) * _SIZE
    lines, total = page(
        users.search, present, query=text, with_inactive=True, start=start, limit=_SIZE
    )
    asked = {"q": text} if text else {}
    return admin_page(
        "admin_users.html",
        "users",
        lines=lines,
        total=total,
        text=text,
        number=at,
        count=max(1, -(-total // _SIZE)),
        page_address=lambda at: admin_url("users", **asked, page=at),
    )


def _done(group: str, change: Callable[..., Any]) -> Any:
    try:
        change(group=group)
    except MENDABLE as refusal:
        return _group(group, refusal), status_of(refusal)
    return flask.redirect(admin_url("groups", group), 303)


def _groups(refusal: Refused | None = None) -> str:
    require_admin("groups")

    def present(ctx: Context, found: Any) -> list[GroupLine]:
        return [_line(ctx, row) for row in found.items]

    return admin_page(
        "admin_groups.html",
        "groups",
        lines=page(groups.list, present, limit=_MOST),
        name=flask.request.form.get("name", "") if refusal else "",
        problems=problems_of(refusal, ("name",)),
    )


def _line(ctx: Context, row: Group) -> GroupLine:
    count = groups.members(ctx, group=row.id, limit=1).total
    return GroupLine(row.id, row.name, row.is_admins, count)


def _group(group: str, refusal: Refused | None = None) -> str:
    require_admin("groups")

    def present(ctx: Context, row: Group) -> tuple[GroupLine, list[Face]]:
        found = groups.members(ctx, group=row.id, with_inactive=True, limit=_MOST).items
        return _line(ctx, row), [Face.of(each) for each in found]

    line, members = page(groups.info, present, group=group)
    return admin_page(
        "admin_group.html",
        "groups",
        line=line,
        members=members,
        problem=" ".join(problems_of(refusal, ()).values()),
    )
