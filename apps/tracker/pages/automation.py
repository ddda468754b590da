"""Automation rules of a project or of the site: the list, new ones, and the log of their runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker import APP
from workworld.apps.tracker.pages.automation_frames import (
    MENDABLE,
    OUTCOMES,
    STATES,
    Around,
    around,
    rule_url,
    shown,
)
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.moments import Moment, moment
from workworld.apps.tracker.service import rule_runs, rules, site
from workworld.apps.tracker.service.rule_runs import RunView
from workworld.apps.tracker.service.rule_views import RuleView
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused
from workworld.permissions import can
from workworld.rules import kinds

_SIZE = 50


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the list."""

    id: str
    name: str
    description: str
    begins: str
    icon: str
    owner: Face | None
    state: str
    tone: str | None
    is_on: bool
    is_draft: bool
    is_changed: bool
    last_run: Moment | None
    last_outcome: str
    last_tone: str | None
    url: str
    log_url: str


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in the log."""

    id: str
    rule: str
    rule_id: str
    began: Moment
    outcome: str
    tone: str | None
    reason: str
    trigger: str
    initiator: Face | None
    issue: str
    issue_url: str
    actions: int
    url: str


@BLUEPRINT.get("/p/<project>/settings/automation")
def project_automation(project: str) -> str:
    """The rules of a project."""
    return _list(around(project))


@BLUEPRINT.get("/admin/automation")
def site_automation() -> str:
    """The rules of the whole site."""
    return _list(around(""))


@BLUEPRINT.get("/p/<project>/settings/automation/new")
def new_project_rule_form(project: str) -> str:
    """Ask with what a new rule of a project begins."""
    return _new(around(project), {})


@BLUEPRINT.get("/admin/automation/new")
def new_site_rule_form() -> str:
    """Ask with what a new rule of the site begins."""
    return _new(around(""), {})


@BLUEPRINT.post("/p/<project>/settings/automation/new")
def new_project_rule(project: str) -> Any:
    """Make a rule of a project."""
    return _create(project)


@BLUEPRINT.post("/admin/automation/new")
def new_site_rule() -> Any:
    """Make a rule of the site."""
    return _create("")


@BLUEPRINT.get("/p/<project>/settings/automation/log")
def project_automation_log(project: str) -> str:
    """How runs of a project's rules went."""
    return _log(around(project))


@BLUEPRINT.get("/admin/automation/log")
def site_automation_log() -> str:
    """How runs of the site's rules went."""
    return _log(around(""))


@BLUEPRINT.post("/automation/rules/<rule_id>/switch")
def switch_rule(rule_id: str) -> Any:
    """Switch a rule on or off."""
    is_on = flask.request.form.get("so") == "1"
    project = page(rules.switch, lambda _ctx, view: view.project, rule_id=rule_id, enabled=is_on)
    if flask.request.form.get("from") == "rule":
        return flask.redirect(rule_url(rule_id), 303)
    return flask.redirect(Around.of(project).root, 303)


def run_lines(ctx: Context, found: Sequence[RunView]) -> list[RunLine]:
    """Runs as the log has them."""
    known = site.people(ctx, [each.initiator_id for each in found])
    return [
        RunLine(
            id=each.id,
            rule=each.rule,
            rule_id=each.rule_id,
            began=moment(ctx, each.began_us),
            outcome=OUTCOMES[each.outcome][0],
            tone=OUTCOMES[each.outcome][1],
            reason=each.reason,
            trigger=each.trigger,
            initiator=face_of(known, each.initiator_id),
            issue=each.issue,
            issue_url=issue_url(each.issue) if each.issue else "",
            actions=each.actions,
            url=flask.url_for("ui.automation_run", run_id=each.id),
        )
        for each in found
    ]


def _list(where: Around) -> str:
    given: dict[str, Any] = {"project": where.project} if where.project else {}

    def present(ctx: Context, found: Sequence[RuleView]) -> tuple[list[RuleLine], bool]:
        known = site.people(ctx, [each.owner_id for each in found])
        lines = [_line(ctx, each, face_of(known, each.owner_id), where) for each in found]
        everywhere = can(ctx, "tracker.rules.list.everywhere", people.company(ctx.session))
        return lines, everywhere

    lines, sees_all = page(rules.list, present, **given)
    return shown(
        "automation.html",
        where,
        lines=lines,
        site_url=Around.of("").root if sees_all else "",
        tab="rules",
    )


def _line(ctx: Context, view: RuleView, owner: Face | None, where: Around) -> RuleLine:
    kind = kinds.triggers(APP.id).get(view.trigger.get("kind", ""))
    outcome = OUTCOMES.get(view.last_outcome, ("", None))
    return RuleLine(
        id=view.id,
        name=view.name,
        description=view.description,
        begins=kind.title if kind else "Nothing yet",
        icon=kind.icon if kind else "circle-slash",
        owner=owner,
        state=STATES[view.state][0],
        tone=STATES[view.state][1],
        is_on=view.state == "enabled",
        is_draft=view.state == "draft",
        is_changed=view.is_changed,
        last_run=moment(ctx, view.last_run_us) if view.last_run_us is not None else None,
        last_outcome=outcome[0],
        last_tone=outcome[1],
        url=rule_url(view.id),
        log_url=f"{where.root}/log?rule={view.id}",
    )


def _new(where: Around, typed: Mapping[str, str], problem: str = "") -> str:
    given: dict[str, Any] = {"project": where.project} if where.project else {}
    page(rules.list, nothing, **given)  # who may not see the rules there makes none
    offered = page(
        rules.templates,
        lambda _ctx, found: [(each.id, each.name, each.description, each.icon) for each in found],
    )
    return shown(
        "automation_new.html", where, offered=offered, typed=typed, problem=problem, tab="rules"
    )


def _create(project: str) -> Any:
    form = flask.request.form
    given: dict[str, Any] = {"project": project} if project else {}
    if form.get("template"):
        given["template"] = form["template"]
    else:
        given["name"] = form.get("name", "")
    try:
        made = page(rules.create, lambda _ctx, view: view.id, **given)
    except (*MENDABLE, NotFound) as refusal:
        if refusal.code == "project_not_found":
            raise
        return _refused(project, refusal)
    return flask.redirect(rule_url(made), 303)


def _refused(project: str, refusal: Refused) -> Any:
    body = _new(around(project), flask.request.form.to_dict(), refusal.message)
    return body, status_of(refusal)


def _log(where: Around) -> str:
    asked = flask.request.args
    outcome, rule, issue = asked.get("outcome", ""), asked.get("rule", ""), asked.get("issue", "")
    number = asked.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1
    given: dict[str, Any] = {"project": where.project} if where.project else {}
    named = page(rules.list, lambda _ctx, found: [(each.id, each.name) for each in found], **given)
    wanted = dict(given)
    if outcome in OUTCOMES:
        wanted["outcome"] = outcome
    if rule in dict(named):
        wanted["rule_id"] = rule
    problem = ""
    try:
        if issue.strip():
            wanted["issue"] = issue.strip()[:64]
        lines, total = _runs(wanted, at)
    except NotFound as refusal:
        if refusal.code != "issue_not_found":
            raise
        lines, total, problem = [], 0, refusal.message
    return shown(
        "automation_log.html",
        where,
        lines=lines,
        total=total,
        named=[("", "All rules"), *named],
        rule=rule if rule in dict(named) else "",
        outcome=outcome if outcome in OUTCOMES else "",
        issue=issue,
        problem=problem,
        number=at,
        count=max(1, -(-total // _SIZE)),
        address=lambda page: (
            f"{where.root}/log?"
            + flask.url_for(
                "ui.site_automation_log", outcome=outcome, rule=rule, issue=issue, page=page
            ).partition("?")[2]
        ),
        tab="log",
    )


def _runs(wanted: Mapping[str, Any], at: int) -> tuple[list[RunLine], int]:
    found: tuple[list[RunLine], int] = page(
        rule_runs.list,
        lambda ctx, rows: (run_lines(ctx, rows.items), rows.total),
        start=(at - 1) * _SIZE,
        limit=_SIZE,
        **wanted,
    )
    return found
