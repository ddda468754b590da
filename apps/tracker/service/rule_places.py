"""Who looks after rules: a project's administrators after its own, the site's after the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_

from workworld.apps.tracker import APP, permission_names
from workworld.apps.tracker.models import Group, GroupMember, Project, ProjectAccess
from workworld.apps.tracker.permission_names import BIT
from workworld.apps.tracker.service import access, projects
from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import NotFound, Refused
from workworld.permissions import VIEWER, permits, require, seen
from workworld.rules.models import Rule, RuleRun, RuleRunLine, RuleVersion
from workworld.rules.sight import looked_after

_rules, _access = Rule.__table__.c, ProjectAccess.__table__.c
_groups, _members = Group.__table__.c, GroupMember.__table__.c


@looked_after(APP.id)
def sight() -> ColumnElement[bool]:
    """Which rules the viewer sees."""
    bit = BIT[permission_names.ADMINISTER_PROJECT]
    administers = exists().where(
        _access.person_id == VIEWER,
        _access.project_id == _rules.scope_id,
        _access.granted.op("&")(bit) != 0,
    )
    is_admin = exists().where(
        _members.person_id == VIEWER, _members.group_id == _groups.id, _groups.is_admins
    )
    return or_(administers, and_(_rules.scope_id == "", is_admin))


def known(ctx: Context, rule_id: str) -> Rule:
    """The rule of an id, if the caller looks after it: a row to be read.

    Raises:
        NotFound: ``rule_not_found``.
    """
    found = seen(ctx, Rule, rule_id)
    if found is None or found.app_id != APP.id:
        raise NotFound("rule_not_found", "There is no automation rule with this id.")
    return found


def changing(ctx: Context, rule_id: str) -> Rule:
    """The rule as an object that is changed just now, if the caller may.

    Raises:
        NotFound: ``rule_not_found``.
        Conflict: ``project_archived``.
    """
    row = known(ctx, rule_id)
    require(ctx, "tracker.rules.update", row)
    return ctx.session.get_one(Rule, row.id)


def scope_of(ctx: Context, project: str | None) -> str:
    """Where rules hold that the caller looks after: a project's id, or everywhere.

    Raises:
        NotFound: ``project_not_found``.
        Forbidden: ``permission_denied``.
    """
    if project is None:
        access.require_admin(ctx)
        return ""
    row = projects.known(ctx, project)
    access.require_has(ctx, permission_names.ADMINISTER_PROJECT, row.id)
    return row.id


@permits("tracker.rules.update", Rule)
def _may_update(ctx: Context, row: Rule) -> Refused | None:
    if not row.scope_id:
        return None if access.is_admin(ctx) else access.denied(permission_names.GLOBAL_ADMINISTER)
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, row.scope_id)


@permits("tracker.rules.list", Project)
def _may_list(ctx: Context, project: Project) -> Refused | None:
    return access.why_not(ctx, permission_names.ADMINISTER_PROJECT, project.id)


@permits("tracker.rules.list.everywhere", Company)
def _may_list_everywhere(ctx: Context, _company: Company) -> Refused | None:
    return None if access.is_admin(ctx) else access.denied(permission_names.GLOBAL_ADMINISTER)


@subject(Rule)
def _rule(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = seen(ctx, Rule, key["id"])
    if row is None or row.app_id != APP.id:
        return None
    return Subject(f"“{row.name}”", people.canonical_url(ctx.session, APP.id, _path(row)))


def _path(row: Rule) -> str:
    return f"/automation/rules/{row.id}"


@subject(RuleVersion)
def _version(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _rule(ctx, {"id": key["rule_id"]})


@subject(RuleRun)
def _run(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = seen(ctx, RuleRun, key["id"])
    return None if row is None else _rule(ctx, {"id": row.rule_id})


@subject(RuleRunLine)
def _line(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _run(ctx, {"id": key["run_id"]})
