"""Administration of user groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import UserGroup
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import usergroups
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Invalid, NotFound
from workworld.permissions import require

_TEXTS = ("name", "handle", "description")
_MENDABLE = (Invalid, Conflict)


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A user group in the list of all."""

    id: str
    name: str
    handle: str
    description: str
    size: int
    is_disabled: bool


@BLUEPRINT.get("/admin/groups")
def admin_groups() -> str:
    """All user groups, disabled ones too, for those who may change them."""
    return _listed({})


@BLUEPRINT.post("/admin/groups")
def create_group() -> Any:
    """Make a user group."""
    typed: dict[str, Any] = _typed()
    try:
        group_id = page(usergroups.create, _id, **typed)
    except _MENDABLE as refused:
        return _listed(typed, refused.message), status_of(refused)
    return flask.redirect(_address(group_id), 303)


@BLUEPRINT.get("/admin/groups/<group_id>")
def admin_group(group_id: str) -> str:
    """One user group, to be changed."""
    return _shown(group_id)


@BLUEPRINT.post("/admin/groups/<group_id>")
def update_group(group_id: str) -> Any:
    """Change what a group is called and what it is for."""
    return _changed(group_id, usergroups.update, **_typed())


@BLUEPRINT.post("/admin/groups/<group_id>/members")
def set_group_members(group_id: str) -> Any:
    """Say who is in a group."""
    wanted = flask.request.form.getlist("person")
    return _changed(group_id, usergroups.set_members, user_ids=wanted)


@BLUEPRINT.post("/admin/groups/<group_id>/disable")
def disable_group(group_id: str) -> Any:
    """Let a group be mentioned no more."""
    return _changed(group_id, usergroups.disable)


@BLUEPRINT.post("/admin/groups/<group_id>/enable")
def enable_group(group_id: str) -> Any:
    """Let a group be mentioned again."""
    return _changed(group_id, usergroups.enable)


def _changed(group_id: str, function: Callable[..., Any], **arguments: Any) -> Any:
    try:
        page(function, _id, usergroup_id=group_id, **arguments)
    except _MENDABLE as refused:
        return _shown(group_id, arguments, refused.message), status_of(refused)
    return flask.redirect(_address(group_id), 303)


def _listed(typed: Mapping[str, str], problem: str = "") -> str:
    return flask.render_template(
        "admin_groups.html",
        sidebar=sidebar(),
        groups=page(usergroups.list, _rows, include_disabled=True),
        typed=typed,
        problem=problem,
    )


def _shown(group_id: str, typed: Mapping[str, Any] | None = None, problem: str = "") -> str:
    rows: tuple[GroupRow, ...] = page(usergroups.list, _rows, include_disabled=True)
    group = next((row for row in rows if row.id == group_id), None)
    if group is None:
        raise NotFound("no_such_subteam", "There is no user group with this id.")
    return flask.render_template(
        "admin_group.html",
        sidebar=sidebar(),
        group=group,
        typed={name: getattr(group, name) for name in _TEXTS} | dict(typed or {}),
        members=page(usergroups.members, _names, usergroup_id=group_id),
        problem=problem,
    )


def _typed() -> dict[str, str]:
    form = flask.request.form
    return {name: form[name].strip() for name in _TEXTS if name in form}


def _address(group_id: str) -> str:
    return flask.url_for("ui.admin_group", group_id=group_id)


def _rows(ctx: Context, rows: Sequence[UserGroup]) -> tuple[GroupRow, ...]:
    require(ctx, "chat.usergroups.update", people.company(ctx.session))
    sizes = usergroups.counts(ctx)
    return tuple(
        GroupRow(
            row.id,
            row.name,
            row.handle,
            row.description,
            sizes.get(row.id, 0),
            bool(row.disabled),
        )
        for row in rows
    )


def _names(_ctx: Context, rows: Sequence[Person]) -> list[tuple[str, str]]:
    return [(row.id, row.name) for row in rows]


def _id(_ctx: Context, row: UserGroup) -> str:
    return row.id
