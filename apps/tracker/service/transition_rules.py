"""The rules of transitions: conditions of who may take them and when, what they ask for, and what
they do.

Each is ``{"kind": …}`` with its settings, in ``Transition.rules``.

Conditions: ``role`` (``roles``), ``assignee_only``, ``subtasks_done``, ``blockers_closed``,
``not_reporter``, ``approval_given``. ``on_portal`` is none: it shows a transition to customers, who
may take no other.

Validators: ``required`` (``field``), ``changed`` (``field``), ``pattern`` (``field``,
``pattern``), ``has_comment``.

Post functions: ``set`` (``field``, ``value``), ``assign`` (``to``: ``reporter``, ``lead`` or
``me``), ``set_resolution`` (``value``), ``clear_resolution``, ``link`` (``type``, ``issue_type``,
``summary``: a new issue), ``webhook`` (``url``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select

from workworld.approvals import records
from workworld.approvals.models import APPROVED
from workworld.apps.tracker import APP
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, IssueType, Project, Status, Transition
from workworld.apps.tracker.service import (
    comment_sight,
    field_history,
    field_input,
    field_values,
    links,
    site,
)
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.errors import Conflict, Problem, Refused

Rule = Mapping[str, Any]
_issues, _types, _statuses = Issue.__table__.c, IssueType.__table__.c, Status.__table__.c
_OPEN_PARTS = constant(
    select(func.count().label("total"))
    .select_from(Issue.__table__)
    .where(
        _issues.parent_id == bindparam("parent"),
        _issues.type_id.in_(select(_types.id).where(_types.level < 0)),
        _issues.status_id.not_in(select(_statuses.id).where(_statuses.category == "done")),
    )
)


@dataclass(frozen=True, slots=True)
class Attempted:
    """What somebody wants to do: a transition, and what they filled in."""

    issue: Issue
    transition: Transition
    given: Mapping[str, Any]
    """Values of fields that were checked."""
    has_comment: bool


# Conditions


def why_not(ctx: Context, issue: Issue, transition: Transition) -> Refused | None:
    """Why the caller may not take a transition now, or None if they may."""
    for rule in transition.rules:
        condition = _CONDITIONS.get(rule["kind"])
        said = condition(ctx, issue, rule) if condition else None
        if said is not None:
            return Conflict(
                "transition_not_allowed", f"'{transition.name}' is not possible: {said}"
            )
    return None


def _role(ctx: Context, issue: Issue, rule: Rule) -> str | None:
    ids: Sequence[str] = rule["roles"]
    if any(comment_sight.has_role(ctx, issue.project_id, role_id) for role_id in ids):
        return None
    roles = site.roles(ctx)
    names = " or ".join(roles[role_id].name for role_id in ids if role_id in roles)
    return f"only those with the role {names} may do that."


def _assignee_only(ctx: Context, issue: Issue, _rule: Rule) -> str | None:
    if issue.assignee_id == ctx.actor.person_id:
        return None
    return "only the assignee may do that."


def _subtasks_done(ctx: Context, issue: Issue, _rule: Rule) -> str | None:
    total = rows_of(ctx.session, _OPEN_PARTS, {"parent": issue.id})[0].total
    if not total:
        return None
    return f"all sub-tasks must be done first, and {total} are not."


def _blockers_closed(ctx: Context, issue: Issue, _rule: Rule) -> str | None:
    if links.has_open_blockers(ctx, issue.id):
        return "issues that block this one must be closed first."
    return None


def _not_reporter(ctx: Context, issue: Issue, _rule: Rule) -> str | None:
    if issue.reporter_id == ctx.actor.person_id:
        return "somebody other than the reporter must do that."
    return None


def _approval_given(ctx: Context, issue: Issue, _rule: Rule) -> str | None:
    found = records.of_thing(ctx.session, APP.id, issue.id)
    if found and found[-1].approval.state == APPROVED:
        return None
    return "it has not been approved."


_CONDITIONS: Mapping[str, Callable[[Context, Issue, Rule], str | None]] = {
    "role": _role,
    "assignee_only": _assignee_only,
    "subtasks_done": _subtasks_done,
    "blockers_closed": _blockers_closed,
    "not_reporter": _not_reporter,
    "approval_given": _approval_given,
}


# Validators


def problems(ctx: Context, attempted: Attempted) -> Sequence[Problem]:
    """What a transition asks for and was not given."""
    found = []
    for rule in attempted.transition.rules:
        validator = _VALIDATORS.get(rule["kind"])
        problem = validator(ctx, attempted, rule) if validator else None
        if problem is not None:
            found.append(problem)
    return found


def required_fields(transition: Transition) -> frozenset[str]:
    """The fields that a transition asks for."""
    found = {rule["field"] for rule in transition.rules if rule["kind"] == "required"}
    asks = any(rule["kind"] == "has_comment" for rule in transition.rules)
    return frozenset(found | ({f.COMMENT} if asks else set()))


def _then(ctx: Context, attempted: Attempted, field: str) -> Any:
    """What a field would hold."""
    if field in attempted.given:
        return attempted.given[field]
    return field_values.current(ctx, attempted.issue, field)


def _required(ctx: Context, attempted: Attempted, rule: Rule) -> Problem | None:
    field = rule["field"]
    if not field_values.is_empty(_then(ctx, attempted, field)):
        return None
    return Problem(f"{field_input.label(ctx, field)} is required.", field)


def _changed(ctx: Context, attempted: Attempted, rule: Rule) -> Problem | None:
    field = rule["field"]
    if _then(ctx, attempted, field) != field_values.current(ctx, attempted.issue, field):
        return None
    return Problem(f"{field_input.label(ctx, field)} must be changed.", field)


def _pattern(ctx: Context, attempted: Attempted, rule: Rule) -> Problem | None:
    field = rule["field"]
    text = field_history.shown(ctx, field, _then(ctx, attempted, field)).text or ""
    if re.fullmatch(rule["pattern"], text):
        return None
    said = f"{field_input.label(ctx, field)} must match the pattern {rule['pattern']}."
    return Problem(said, field)


def _has_comment(_ctx: Context, attempted: Attempted, _rule: Rule) -> Problem | None:
    if attempted.has_comment:
        return None
    return Problem("A comment is required: say why.", f.COMMENT)


_VALIDATORS: Mapping[str, Callable[[Context, Attempted, Rule], Problem | None]] = {
    "required": _required,
    "changed": _changed,
    "pattern": _pattern,
    "has_comment": _has_comment,
}


# Post functions


def outcome(ctx: Context, attempted: Attempted, project: Project) -> dict[str, Any]:
    """What fields hold after a transition because of it: of others' say that is the last."""
    found: dict[str, Any] = {}
    for rule in attempted.transition.rules:
        if rule["kind"] == "set":
            found[rule["field"]] = rule["value"]
        elif rule["kind"] == "assign":
            people = {
                "reporter": attempted.issue.reporter_id,
                "lead": project.lead_id,
                "me": ctx.actor.person_id,
            }
            found[f.ASSIGNEE] = people[rule["to"]]
    return found


def resolution_after(
    ctx: Context, attempted: Attempted, to: Status, outcome: Mapping[str, Any]
) -> str | None:
    """How an issue is resolved after a transition: at all if and only if it is done then."""
    if to.category != "done":
        return None
    chosen: str | None = outcome.get(f.RESOLUTION) or attempted.given.get(f.RESOLUTION)
    return chosen or unasked_resolution(ctx, attempted.transition, attempted.issue)


def unasked_resolution(ctx: Context, transition: Transition, issue: Issue) -> str:
    """How an issue is resolved by a transition to where it is done, if nobody says how."""
    by_rule = [rule.get("value") for rule in effects(transition, "set_resolution")]
    known: str | None = next(iter(by_rule), None) or issue.resolution_id
    return known or next(iter(site.resolutions(ctx)))


def effects(transition: Transition, kind: str) -> Sequence[Rule]:
    """The post functions of a kind that do more than set fields."""
    return [rule for rule in transition.rules if rule["kind"] == kind]


KINDS = frozenset(
    {*_CONDITIONS, *_VALIDATORS, "set", "assign", "set_resolution", "clear_resolution"}
    | {"link", "webhook", "on_portal"}
)
"""All kinds of rules that there are."""
