"""Who works in a project: people and groups by their roles, and what each of them may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.permission_words import GROUPS
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import effective_rights, groups, roles, site
from workworld.apps.tracker.service.roles import Cast
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

_MOST_GROUPS = 200


@dataclass(frozen=True, slots=True)
class ActorLine:
    """A person or a group with a role."""

    id: str
    name: str
    face: Face | None
    """None of a group."""


@dataclass(frozen=True, slots=True)
class RoleLines:
    """A role, and who has it."""

    id: str
    name: str
    description: str
    actors: Sequence[ActorLine]


@dataclass(frozen=True, slots=True)
class RightLine:
    """A permission that somebody has, or does not have."""

    title: str
    ways: str
    """Through what they have it; empty if they do not."""


@BLUEPRINT.get("/p/<project>/settings/people")
def people_settings(project: str) -> str:
    """Who has which role in a project."""
    return _people(project)


@BLUEPRINT.post("/p/<project>/settings/people/add")
def give_role(project: str) -> Any:
    """Give people and a group a role."""
    try:
        page(roles.add, nothing, project=project, role_id=_role(), **_named())
    except MENDABLE as refusal:
        return _people(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "people"), 303)


@BLUEPRINT.post("/p/<project>/settings/people/remove")
def take_role(project: str) -> Any:
    """Take a role from somebody."""
    try:
        page(roles.remove, nothing, project=project, role_id=_role(), **_named())
    except MENDABLE as refusal:
        return _people(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "people"), 303)


@BLUEPRINT.get("/p/<project>/settings/people/<person_id>")
def person_rights(project: str, person_id: str) -> str:
    """What somebody may do in a project, and through what."""

    def present(
        ctx: Context, found: Sequence[effective_rights.Right]
    ) -> tuple[str, list[tuple[str, list[RightLine]]]]:
        person = site.people(ctx, [person_id]).get(person_id)
        if person is None:
            raise NotFound("user_not_found")
        ways = {each.permission: ", ".join(each.ways) for each in found}
        shown = [
            (group, [RightLine(title, ways.get(name, "")) for name, title in named.items()])
            for group, named in GROUPS
        ]
        return Face.of(person).name, shown

    name, shown = page(effective_rights.show, present, project=project, person_id=person_id)
    return _people(project, dialog="dialog_rights.html", name=name, rights=shown)


def _role() -> str:
    return flask.request.form.get("role", "")


def _named() -> dict[str, Any]:
    """The people and groups that a form names."""
    form = flask.request.form
    found = {
        "person_ids": [each for each in form.getlist("person") if each],
        "groups": [each for each in form.getlist("group") if each],
    }
    return {name: ids for name, ids in found.items() if ids}


def _people(project: str, refusal: Refused | None = None, dialog: str = "", **values: Any) -> str:
    frame = settings_frame(project, "people")
    typed = flask.request.form if refusal else None
    people = typed.getlist("person") if typed else []
    cast: list[RoleLines] = page(roles.cast, _cast, project=project)
    return settings_page(
        "settings_people.html",
        frame,
        cast=cast,
        roles=[(each.id, each.name) for each in cast],
        groups=page(
            groups.list,
            lambda _ctx, rows: [("", "No group"), *((row.id, row.name) for row in rows.items)],
            limit=_MOST_GROUPS,
        ),
        chosen=page(site.roles, lambda ctx, _all: _names(ctx, people)) if people else [],
        role=typed.get("role", "") if typed else "",
        problem=" ".join(problems_of(refusal, ()).values()),
        dialog=dialog,
        **values,
    )


def _names(ctx: Context, ids: Sequence[str]) -> list[tuple[str, str]]:
    return [(row.id, Face.of(row).name) for row in site.people(ctx, ids).values()]


def _cast(_ctx: Context, found: Sequence[Cast]) -> list[RoleLines]:
    return [
        RoleLines(
            each.role.id,
            each.role.name,
            each.role.description,
            [
                ActorLine(
                    actor.id,
                    actor.name if actor.person is None else Face.of(actor.person).name,
                    Face.of(actor.person) if actor.person else None,
                )
                for actor in each.actors
            ],
        )
        for each in found
    ]
