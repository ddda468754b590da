"""What the audit log calls rows of the site's administration, for those who administer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import (
    Group,
    GroupMember,
    PermissionGrant,
    PermissionScheme,
    SecurityLevel,
    SecurityMember,
)
from workworld.apps.tracker.service import access
from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people


@subject(Group)
def _group(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _named(ctx, ctx.session.get(Group, key["id"]), "groups", "“{}”")


@subject(GroupMember)
def _member(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _named(ctx, ctx.session.get(Group, key["group_id"]), "groups", "of “{}”")


@subject(PermissionScheme)
def _scheme(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(PermissionScheme, key["id"])
    return _named(ctx, row, "permissions", "“{}”")


@subject(PermissionGrant)
def _grant(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(PermissionGrant, key["id"])
    scheme = ctx.session.get(PermissionScheme, row.scheme_id) if row else None
    return _named(ctx, scheme, "permissions", "of “{}”")


@subject(SecurityMember)
def _level_member(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    level = ctx.session.get(SecurityLevel, key["level_id"])
    if level is None or level.id not in access.my_levels(ctx):
        return None  # of levels that somebody is not a member of, nothing shows
    return _named(ctx, level, "security", "of “{}”")


def _named(
    ctx: Context,
    row: Group | PermissionScheme | SecurityLevel | None,
    tab: str,
    name: str,
) -> Subject | None:
    if row is None or not access.is_admin(ctx):
        return None
    below = "" if isinstance(row, SecurityLevel) else f"/{row.id}"
    url = people.canonical_url(ctx.session, APP.id, f"/admin/{tab}{below}")
    return Subject(name.format(row.name), url)
