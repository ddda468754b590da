"""Administration of schemes of notifications, and of what people may do on the whole site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url, settings_url
from workworld.apps.tracker.pages.notification_words import SchemeView, scheme_view
from workworld.apps.tracker.service import (
    configuring,
    global_permissions,
    notification_schemes,
    projects,
)
from workworld.apps.tracker.service.global_permissions import GlobalPermission
from workworld.apps.tracker.service.notification_schemes import Scheme
from workworld.context import Context
from workworld.doors.web import page

_MOST = 1000
_EVERYBODY = {"": "", "staff": "Everybody but people from elsewhere", "all": "Everybody"}


@dataclass(frozen=True, slots=True)
class SchemeLine:
    """A scheme of notifications."""

    name: str
    url: str
    description: str
    projects: Sequence[str]


@dataclass(frozen=True, slots=True)
class PermissionLine:
    """What people may do on the whole site."""

    name: str
    description: str
    everybody: str
    groups: Sequence[tuple[str, str]]
    """Names and addresses."""


@BLUEPRINT.get("/admin/notifications")
def notification_administration() -> str:
    """The schemes of notifications of projects that the reader sees."""
    require_admin("notifications")
    lines = page(notification_schemes.list, _lines, limit=_MOST)
    return admin_page("admin_notifications.html", "notifications", lines=lines)


@BLUEPRINT.get("/admin/notifications/<scheme_id>")
def notification_scheme(scheme_id: str) -> str:
    """Who is told of what by a scheme of notifications."""
    require_admin("notifications")

    def present(ctx: Context, scheme: Scheme) -> tuple[SchemeView, SchemeLine, str]:
        line = _line(ctx, scheme)
        return scheme_view(ctx, scheme), line, _settings_of(ctx, scheme)

    view, line, settings = page(notification_schemes.info, present, scheme_id=scheme_id)
    return admin_page(
        "admin_notification.html", "notifications", scheme=view, line=line, settings=settings
    )


@BLUEPRINT.get("/admin/global")
def global_permission_administration() -> str:
    """What people may do on the whole site."""
    require_admin("global")

    def present(_ctx: Context, found: Sequence[GlobalPermission]) -> list[PermissionLine]:
        return [
            PermissionLine(
                each.name,
                each.description,
                _EVERYBODY[each.everybody],
                [(group.name, admin_url("groups", group.id)) for group in each.groups],
            )
            for each in found
        ]

    return admin_page("admin_global.html", "global", lines=page(global_permissions.list, present))


def _lines(ctx: Context, found: Listed[Scheme]) -> list[SchemeLine]:
    return [_line(ctx, each) for each in found.items]


def _line(ctx: Context, scheme: Scheme) -> SchemeLine:
    keys = [projects.known(ctx, each).key for each in scheme.project_ids]
    url = admin_url("notifications", scheme.id)
    return SchemeLine(scheme.name, url, scheme.description, keys)


def _settings_of(ctx: Context, scheme: Scheme) -> str:
    """Where a project's own scheme is changed, if the reader may."""
    if scheme.is_usual:
        return ""
    row = projects.known(ctx, scheme.id)
    may = "update" in configuring.rights(ctx, row)
    return settings_url(row.key, "notifications") if may else ""
