"""Versions: made, changed, released, merged and deleted, each in a dialog above the releases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Project, Version
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, releases_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.releases import releases_page
from workworld.apps.tracker.pages.version_lines import VersionLine, version_lines
from workworld.apps.tracker.permission_names import ADMINISTER_PROJECT
from workworld.apps.tracker.service import access, projects, versions
from workworld.context import Context
from workworld.dates import day_from
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Problem, Refused

_FIELDS = ("name", "description", "start_date", "release_date")
_DAYS = ("start_date", "release_date")


@dataclass(frozen=True, slots=True)
class Dialog:
    """What the dialogs of a version show."""

    version: VersionLine | None
    """None for one that is to be made."""
    others: tuple[tuple[str, str], ...]
    """Ids and names of the project's other versions that are not archived."""
    coming: tuple[tuple[str, str], ...]
    """Those of them that are not released."""
    affected: int
    """How many issues it affects."""
    today: str


@BLUEPRINT.get("/p/<project>/releases/new")
def new_version(project: str) -> Any:
    """Ask what a new version is to be."""
    return _new(project)


@BLUEPRINT.post("/p/<project>/releases/new")
def create_version(project: str) -> Any:
    """Create a version."""
    given = entered(*_FIELDS)
    try:
        page(versions.create, nothing, accept=_read_days, project=project, **given)
    except MENDABLE as refusal:
        return _new(project, refusal), status_of(refusal)
    return flask.redirect(releases_url(project), 303)


@BLUEPRINT.get("/p/<project>/releases/<version_id>/<any(edit, release, merge, delete):deed>")
def version_form(project: str, version_id: str, deed: str) -> Any:
    """Ask what is to become of a version."""
    return _dialog(project, version_id, deed)


@BLUEPRINT.post("/p/<project>/releases/<version_id>/edit")
def edit_version(project: str, version_id: str) -> Any:
    """Change what a version is called, and its dates."""
    change = partial(page, versions.update, nothing, accept=_read_days, **entered(*_FIELDS))
    return _done(project, version_id, "edit", change)


@BLUEPRINT.post("/p/<project>/releases/<version_id>/release")
def release_version(project: str, version_id: str) -> Any:
    """Release a version; issues that are not done go elsewhere if the form says so."""
    form = flask.request.form
    given: dict[str, Any] = {"is_released": True} | entered("release_date")
    if form.get("unfixed") == "move":
        given["move_unfixed_to"] = form.get("move_to", "")
    change = partial(page, versions.update, nothing, accept=_read_days, **given)
    return _done(project, version_id, "release", change)


@BLUEPRINT.post("/p/<project>/releases/<version_id>/state")
def change_state(project: str, version_id: str) -> Any:
    """Take a release back, archive a version, or take that back."""
    form = flask.request.form
    given: dict[str, Any] = {
        name: form[name] == "1" for name in ("is_released", "is_archived") if name in form
    }
    page(versions.update, nothing, version_id=version_id, **given)
    return back(releases_url(project))


@BLUEPRINT.post("/p/<project>/releases/<version_id>/merge")
def merge_version(project: str, version_id: str) -> Any:
    """Let the issues of a version have another one instead, and delete it."""
    into = flask.request.form.get("into", "")
    return _done(project, version_id, "merge", partial(page, versions.merge, nothing, into=into))


@BLUEPRINT.post("/p/<project>/releases/<version_id>/delete")
def delete_version(project: str, version_id: str) -> Any:
    """Delete a version; its issues lose it, or have another one instead."""
    given = {name: value for name, value in entered("fix_to", "affects_to").items() if value}
    change = partial(page, versions.delete, nothing, **given)
    return _done(project, version_id, "delete", change)


def _done(project: str, version_id: str, deed: str, change: Callable[..., Any]) -> Any:
    try:
        change(version_id=version_id)
    except MENDABLE as refusal:
        return _dialog(project, version_id, deed, refusal), status_of(refusal)
    return back(releases_url(project))


def _read_days(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Days as they were typed, as the operation has them."""
    found, problems = dict(given), []
    for name in _DAYS:
        typed = given.get(name, "").strip()
        if not typed:
            continue
        day = day_from(typed, moments.today(ctx))
        if day is None:
            problems.append(Problem("This is no day that can be told.", name))
        else:
            found[name] = day.isoformat()
    if problems:
        raise Invalid("invalid_version", problems=problems)
    return found


def _new(project: str, refusal: Refused | None = None) -> str:
    def present(ctx: Context, row: Project) -> Dialog:
        access.require_has(ctx, ADMINISTER_PROJECT, row.id)
        return Dialog(None, (), (), 0, moments.today(ctx).isoformat())

    shown = page(projects.info, present, project=project)
    return _above(project, "new", shown, refusal)


def _dialog(project: str, version_id: str, deed: str, refusal: Refused | None = None) -> str:
    present = partial(_shown, ref=project)
    return _above(project, deed, page(versions.info, present, version_id=version_id), refusal)


def _above(project: str, deed: str, shown: Dialog, refusal: Refused | None) -> str:
    names = (*_FIELDS, "into", "fix_to", "affects_to", "move_unfixed_to")
    return releases_page(
        project,
        dialog=f"dialog_version_{'form' if deed in ('new', 'edit') else deed}.html",
        deed=deed,
        asked=shown,
        typed=flask.request.form.to_dict() if refusal else {},
        problems=problems_of(refusal, names),
        place=flask.request.values.get("place", ""),
    )


def _shown(ctx: Context, row: Version, *, ref: str) -> Dialog:
    project = projects.known(ctx, ref)
    if row.project_id != project.id:
        raise NotFound("version_not_found", f"The version with id {row.id} does not exist.")
    access.require_has(ctx, ADMINISTER_PROJECT, project.id)
    listed = versions.list(ctx, project=ref, states=("unreleased", "released")).items
    others = [each for each in listed if each.id != row.id]
    affected = versions.counts(ctx, version_ids=[row.id], affected=True)[row.id]
    return Dialog(
        version_lines(ctx, project, [row])[0],
        tuple((each.id, each.name) for each in others),
        tuple((each.id, each.name) for each in others if not each.is_released),
        affected.total,
        moments.today(ctx).isoformat(),
    )
