"""Administration of the people in the workspace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.browse import role_in_words
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.context import Context
from workworld.directory import people, roles
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.web import Avatar, nothing, page
from workworld.errors import Forbidden, Invalid
from workworld.paging import Page
from workworld.permissions import can, require

ROLES = {"owner": "Owner", "admin": "Admin", "member": "Member", "guest": "Guest"}
_MOST = 50


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A person in the list of all."""

    id: str
    name: str
    email: str
    role: str
    role_in_words: str
    avatar: Avatar
    may_change: bool
    may_deactivate: bool


@BLUEPRINT.get("/admin")
def admin() -> Any:
    """To the first page of the administration."""
    return flask.redirect(flask.url_for("ui.admin_members"))


@BLUEPRINT.get("/admin/members")
def admin_members() -> str:
    """Everybody page by page, or those whose accounts are deactivated."""
    return _listed()


@BLUEPRINT.post("/admin/members/<person_id>/role")
def change_role(person_id: str) -> Any:
    """Make somebody something else."""
    return _changed(roles.change, person_id=person_id, role=flask.request.form.get("role", ""))


@BLUEPRINT.post("/admin/members/<person_id>/deactivate")
def deactivate(person_id: str) -> Any:
    """Deactivate an account."""
    return _changed(roles.deactivate, person_id=person_id)


@BLUEPRINT.post("/admin/members/<person_id>/reactivate")
def reactivate(person_id: str) -> Any:
    """Let an account act again."""
    return _changed(roles.reactivate, person_id=person_id)


@BLUEPRINT.post("/admin/members/<person_id>/transfer")
def transfer(person_id: str) -> Any:
    """Pass the primary ownership on."""
    return _changed(roles.transfer, person_id=person_id)


def _changed(function: Callable[..., Any], **arguments: Any) -> Any:
    try:
        page(function, nothing, **arguments)
    except (Forbidden, Invalid) as refused:
        if refused.code == "not_an_admin":
            raise
        return _listed(refused.message), status_of(refused)
    place = flask.request.form.get("place", "")
    where = "ui.admin_roles" if place == "roles" else "ui.admin_members"
    return flask.redirect(flask.url_for(where), 303)


def _listed(problem: str = "") -> str:
    is_leavers = flask.request.args.get("show") == "deactivated"
    cursor = flask.request.args.get("cursor", "")
    found = page(people.list, _rows, deactivated=is_leavers, limit=_MOST, cursor=cursor)
    return flask.render_template(
        "admin_members.html",
        sidebar=sidebar(),
        found=found,
        is_leavers=is_leavers,
        roles=[*ROLES.items()],
        problem=problem,
    )


def _rows(ctx: Context, found: Page[Person]) -> Page[MemberRow]:
    require(ctx, "chat.settings.change", people.company(ctx.session))
    rows = [
        MemberRow(
            row.id,
            row.name,
            row.email,
            row.role,
            role_in_words(row.role) or "Member",
            Avatar.of(row.id, row.name),
            can(ctx, "directory.roles.change", row),
            can(ctx, "directory.roles.deactivate", row),
        )
        for row in found.items
    ]
    return Page(rows, found.next_cursor)
