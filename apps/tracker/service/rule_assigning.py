"""Whom rules of the tracker give issues to: somebody, in turn, or whoever has the least to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import bindparam, func, select

from workworld.apps.tracker import APP, permission_names
from workworld.apps.tracker.models import Issue, RoleActor
from workworld.apps.tracker.service import access, field_checks, groups, rule_actions, sight
from workworld.apps.tracker.service.rule_settings import (
    Line,
    People,
    person_called,
    require_people,
    role_called,
)
from workworld.automation import Asked, Settings
from workworld.context import Context
from workworld.database import constant, given, rows_of
from workworld.errors import Invalid
from workworld.rules.kinds import Family, part
from workworld.rules.models import RuleRun, RuleRunLine
from workworld.rules.work import Done, Work

_issues, _actors = Issue.__table__.c, RoleActor.__table__.c
_runs, _lines = RuleRun.__table__.c, RuleRunLine.__table__.c
_ASSIGNED = constant(
    select(func.count().label("times"))
    .select_from(RuleRunLine.__table__)
    .join(RuleRun.__table__, _runs.id == _lines.run_id)
    .where(_runs.rule_id == bindparam("rule"), _lines.kind == "assign", _lines.outcome == "done")
)
_OPEN = constant(
    select(_issues.assignee_id, func.count().label("open"))
    .where(
        _issues.project_id == bindparam("project"),
        _issues.resolution_id.is_(None),
        _issues.assignee_id.in_(given("people")),
    )
    .group_by(_issues.assignee_id)
)
_WITH_ROLE = constant(
    select(_actors.actor_id, _actors.is_group)
    .where(_actors.project_id == bindparam("project"), _actors.role_id == bindparam("role"))
    .order_by(_actors.is_group, _actors.actor_id)
)


class AssignSettings(Settings):
    """To whom."""

    how: Annotated[
        Literal[
            "person",
            "round_robin",
            "least_busy",
            "reporter",
            "initiator",
            "automatic",
            "nobody",
            "value",
        ],
        Asked("choice"),
        Field(title="To whom"),
    ] = "person"
    people: Annotated[
        People, Field(title="People", description="Whom, or among whom it goes round.")
    ] = []  # noqa: RUF012 - pydantic copies it
    role: Annotated[
        Line,
        Asked("choice", "role or anybody"),
        Field(title="Or those with the role", description="Where it goes round among several."),
    ] = ""
    value: Annotated[
        Line,
        Field(title="Or by a value", description="Such as {{issue.parent.assignee.accountId}}"),
    ] = ""


def _check(ctx: Context, _scope_id: str, settings: AssignSettings) -> None:
    require_people(ctx, settings.people)
    if settings.role:
        role_called(ctx, settings.role)
    if settings.how == "person" and len(settings.people) != 1:
        raise Invalid("invalid_rule", "Assign issue: name one person.")
    if settings.how == "value" and not settings.value:
        raise Invalid("invalid_rule", "Assign issue: write a value that names somebody.")


@part(
    APP.id,
    "assign",
    Family.ACTION,
    AssignSettings,
    title="Assign issue",
    icon="user-plus",
    says="To somebody, to several in turn, or to whoever has the least to do.",
    check=_check,
)
def assign(work: Work, settings: AssignSettings) -> Done:
    """Give an issue to somebody."""
    ctx, row = work.ctx, sight.known(work.ctx, work.thing)
    return rule_actions.assigned(ctx, row, _whom(work, row, settings))


def _whom(  # noqa: PLR0911 - one way out for each
    work: Work, row: Issue, settings: AssignSettings
) -> str | None:
    match settings.how:
        case "person":
            return person_called(work.ctx, settings.people[0]).id
        case "reporter":
            return row.reporter_id
        case "initiator":
            return work.initiator_id or None
        case "automatic":
            return field_checks.AUTOMATIC
        case "value":
            named = work.filled(settings.value).strip()
            return person_called(work.ctx, named).id if named else None
        case "nobody":
            return None
    among = _among(work.ctx, row, settings)
    if not among:
        raise Invalid("invalid_rule", "Nobody of those can be assigned issues of this project.")
    if settings.how == "least_busy":
        return _least_busy(work.ctx, row.project_id, among)
    return _next_one(work, among)


def _among(ctx: Context, row: Issue, settings: AssignSettings) -> Sequence[str]:
    """Those among whom it goes round, of whom all can be assigned the issue."""
    wanted = [*settings.people]
    if settings.role:
        wanted += _with_role(ctx, row.project_id, role_called(ctx, settings.role).id)
    able = access.holders(ctx, permission_names.ASSIGNABLE, row.project_id)
    if not wanted:
        return able
    return [each for each in dict.fromkeys(wanted) if each in able]


def _with_role(ctx: Context, project_id: str, role_id: str) -> Sequence[str]:
    found: list[str] = []
    rows = rows_of(ctx.session, _WITH_ROLE, {"project": project_id, "role": role_id})
    for actor in rows:
        if actor.is_group:
            found += [each.id for each in groups.members(ctx, group=actor.actor_id).items]
        else:
            found.append(actor.actor_id)
    return found


def _least_busy(ctx: Context, project_id: str, among: Sequence[str]) -> str:
    values = {"project": project_id, "people": [*among]}
    busy = {row.assignee_id: row.open for row in rows_of(ctx.session, _OPEN, values)}
    return min(among, key=lambda each: (busy.get(each, 0), among.index(each)))


def _next_one(work: Work, among: Sequence[str]) -> str:
    """Whose turn it is: one after the other, over all runs of the rule."""
    before: int = rows_of(work.ctx.session, _ASSIGNED, {"rule": work.rule_id})[0].times
    now = int(work.facts.get("assigned", 0))
    work.facts["assigned"] = now + 1
    return among[(before + now) % len(among)]
