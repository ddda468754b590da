"""Administration of permission schemes and security schemes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.permission_words import HOLDERS, TITLES
from workworld.apps.tracker.pages.scheme_views import matrix_of
from workworld.apps.tracker.service import groups, schemes, security, site
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_MOST = 1000


@dataclass(frozen=True, slots=True)
class LevelView:
    """A security level, and its members."""

    id: str
    name: str
    description: str
    people: Sequence[Face]
    groups: Sequence[tuple[str, str]]


@BLUEPRINT.get("/admin/permissions")
def scheme_administration() -> str:
    """The permission schemes of the site."""
    return _schemes()


@BLUEPRINT.post("/admin/permissions/new")
def create_scheme() -> Any:
    """Create a permission scheme that gives nothing yet."""
    given: dict[str, Any] = {"name": flask.request.form.get("name", "")} | entered("description")
    try:
        made = page(schemes.create, lambda _ctx, scheme: scheme.row.id, **given)
    except MENDABLE as refusal:
        return _schemes(refusal), status_of(refusal)
    return flask.redirect(admin_url("permissions", made), 303)


@BLUEPRINT.get("/admin/permissions/<scheme_id>")
def scheme_page(scheme_id: str) -> str:
    """What a permission scheme gives, and to whom."""
    return _scheme(scheme_id)


@BLUEPRINT.post("/admin/permissions/<scheme_id>/edit")
def edit_scheme(scheme_id: str) -> Any:
    """Call a permission scheme something else."""
    change = partial(page, schemes.update, nothing, **entered("name", "description"))
    return _done(scheme_id, change)


@BLUEPRINT.post("/admin/permissions/<scheme_id>/grant")
def grant_permission(scheme_id: str) -> Any:
    """Give a permission to somebody."""
    form = flask.request.form
    given: dict[str, Any] = {
        "permission": form.get("permission", ""),
        "holder": form.get("holder", ""),
    }
    parameter = form.get(f"{given['holder']}-parameter", "")
    if parameter:
        given["parameter"] = parameter
    return _done(scheme_id, partial(page, schemes.grant, nothing, **given))


@BLUEPRINT.post("/admin/permissions/<scheme_id>/revoke")
def revoke_permission(scheme_id: str) -> Any:
    """Take a permission back."""
    grant_id = flask.request.form.get("grant", "")
    return _done(scheme_id, partial(page, schemes.revoke, nothing, grant_id=grant_id))


@BLUEPRINT.post("/admin/permissions/<scheme_id>/delete")
def delete_scheme(scheme_id: str) -> Any:
    """Delete a permission scheme that no project has."""
    try:
        page(schemes.delete, nothing, scheme_id=scheme_id)
    except MENDABLE as refusal:
        return _scheme(scheme_id, refusal), status_of(refusal)
    return flask.redirect(admin_url("permissions"), 303)


@BLUEPRINT.get("/admin/security")
def security_administration() -> str:
    """The security schemes of the site, their levels, and who is in these."""
    return _security()


@BLUEPRINT.post("/admin/security/<level_id>/add")
def add_level_members(level_id: str) -> Any:
    """Let people and groups see issues of a level."""
    form = flask.request.form
    named = {"person_ids": form.getlist("person"), "group_refs": form.getlist("group")}
    given: dict[str, Any] = {
        name: found for name, all in named.items() if (found := [id for id in all if id])
    }
    change = partial(page, security.add_members, nothing, level_id=level_id, **given)
    return _leveled(change)


@BLUEPRINT.post("/admin/security/<level_id>/remove")
def remove_level_member(level_id: str) -> Any:
    """Let somebody see issues of a level no more."""
    member_id = flask.request.form.get("member", "")
    change = partial(page, security.remove_member, nothing, member_id=member_id)
    return _leveled(partial(change, level_id=level_id))


def _done(scheme_id: str, change: Callable[..., Any]) -> Any:
    try:
        change(scheme_id=scheme_id)
    except MENDABLE as refusal:
        return _scheme(scheme_id, refusal), status_of(refusal)
    about = flask.request.form.get("about", "")
    return flask.redirect(
        admin_url("permissions", scheme_id, **({"about": about} if about else {})), 303
    )


def _leveled(change: Callable[[], Any]) -> Any:
    try:
        change()
    except MENDABLE as refusal:
        return _security(refusal), status_of(refusal)
    return flask.redirect(admin_url("security"), 303)


def _schemes(refusal: Refused | None = None) -> str:
    require_admin("permissions")

    def present(_ctx: Context, found: Sequence[schemes.Scheme]) -> list[tuple[str, str, str, int]]:
        return [
            (each.row.id, each.row.name, each.row.description, len(each.grants)) for each in found
        ]

    return admin_page(
        "admin_schemes.html",
        "permissions",
        lines=page(schemes.list, present),
        typed=flask.request.form.to_dict() if refusal else {},
        problems=problems_of(refusal, ("name", "description")),
    )


def _scheme(scheme_id: str, refusal: Refused | None = None) -> str:
    require_admin("permissions")
    matrix = page(schemes.info, matrix_of, scheme_id=scheme_id)
    names = [name for name, _lines in matrix.groups]
    asked = flask.request.values.get("about", "")
    about = asked if asked in names else names[0]
    return admin_page(
        "admin_scheme.html",
        "permissions",
        matrix=matrix,
        shown=[each for each in matrix.groups if each[0] == about],
        topics=[
            (admin_url("permissions", scheme_id, about=name), name, name == about)
            for name, _lines in matrix.groups
        ],
        permissions=list(TITLES.items()),
        holders=HOLDERS,
        roles=page(site.roles, lambda _ctx, found: [(row.id, row.name) for row in found.values()]),
        groups=_all_groups(),
        typed=flask.request.form.to_dict() if refusal else {},
        problems=problems_of(refusal, ("name",)),
    )


def _all_groups() -> list[tuple[str, str]]:
    def present(_ctx: Context, found: Any) -> list[tuple[str, str]]:
        return [(row.id, row.name) for row in found.items]

    names: list[tuple[str, str]] = page(groups.list, present, limit=_MOST)
    return names


def _security(refusal: Refused | None = None) -> str:
    require_admin("security")

    def present(
        _ctx: Context, found: Sequence[security.Scheme]
    ) -> list[tuple[str, list[LevelView]]]:
        return [
            (
                scheme.row.name,
                [
                    LevelView(
                        level.row.id,
                        level.row.name,
                        level.row.description,
                        [Face.of(person) for person in level.people],
                        [(group.id, group.name) for group in level.groups],
                    )
                    for level in scheme.levels
                ],
            )
            for scheme in found
        ]

    return admin_page(
        "admin_security.html",
        "security",
        schemes=page(security.schemes, present),
        groups=[("", "No group"), *_all_groups()],
        problem=" ".join(problems_of(refusal, ()).values()),
    )
