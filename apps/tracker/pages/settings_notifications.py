"""Whom a project tells of what happens to its issues: its scheme of notifications."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.notification_words import EVENTS, RECIPIENTS, scheme_view
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import groups, notification_changes, notification_schemes, site
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_MOST = 1000


@BLUEPRINT.get("/p/<project>/settings/notifications")
def notification_settings(project: str) -> str:
    """Who is told of what in a project."""
    return _notifications(project)


@BLUEPRINT.post("/p/<project>/settings/notifications/add")
def add_recipient(project: str) -> Any:
    """Tell somebody of an event."""
    given = entered("event", "recipient")
    if parameter := flask.request.form.get(f"{given.get('recipient')}-parameter", ""):
        given["parameter"] = parameter
    return _done(project, notification_changes.add, given)


@BLUEPRINT.post("/p/<project>/settings/notifications/remove")
def remove_recipient(project: str) -> Any:
    """Tell somebody no more of an event."""
    given = entered("event", "recipient", "parameter")
    return _done(project, notification_changes.remove, given)


@BLUEPRINT.post("/p/<project>/settings/notifications/restore")
def restore_recipients(project: str) -> Any:
    """Tell people of what projects usually tell."""
    return _done(project, notification_changes.restore, {})


def _done(project: str, change: Any, given: dict[str, Any]) -> Any:
    try:
        page(change, nothing, project=project, **given)
    except MENDABLE as refusal:
        return _notifications(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "notifications"), 303)


def _notifications(project: str, refusal: Refused | None = None) -> str:
    frame = settings_frame(project, "notifications")
    return settings_page(
        "settings_notifications.html",
        frame,
        scheme=page(notification_schemes.of_project, scheme_view, project=project),
        events=[*EVENTS.items()],
        recipients=[*RECIPIENTS.items()],
        roles=page(site.roles, lambda _ctx, found: [(row.id, row.name) for row in found.values()]),
        groups=page(
            groups.list,
            lambda _ctx, found: [(row.id, row.name) for row in found.items],
            limit=_MOST,
        ),
        typed=flask.request.form.to_dict() if refusal else {},
        problem=" ".join(problems_of(refusal, ()).values()),
    )
