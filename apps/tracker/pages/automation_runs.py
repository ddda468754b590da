"""How one run of a rule went, and starting a rule from an issue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.tracker.pages.automation import RunLine, run_lines
from workworld.apps.tracker.pages.automation_frames import Around, rule_url, shown
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.issues import form_state, issue_of
from workworld.apps.tracker.pages.issues import shown as issue_shown
from workworld.apps.tracker.service import rule_runs, rules
from workworld.apps.tracker.service.rule_runs import LineView, RunView
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import NotFound

_LINE_OUTCOMES: dict[str, tuple[str, str | None]] = {
    "done": ("Done", "success"),
    "met": ("Met", "success"),
    "not_met": ("Not met", None),
    "failed": ("Failed", "danger"),
    "noted": ("Note", "info"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """What came of a part."""

    view: LineView
    outcome: str
    tone: str | None
    issue_url: str


@BLUEPRINT.get("/automation/runs/<run_id>")
def automation_run(run_id: str) -> str:
    """How one run of a rule went, part by part."""

    def present(ctx: Context, view: RunView) -> tuple[RunLine, list[Line], str]:
        lines = [
            Line(
                each,
                *_LINE_OUTCOMES[each.outcome],
                issue_url=issue_url(each.issue) if each.issue else "",
            )
            for each in view.lines
        ]
        project = rules.info(ctx, rule_id=view.rule_id).project
        return run_lines(ctx, [view])[0], lines, project

    run, lines, project = page(rule_runs.info, present, run_id=run_id)
    where = Around.of(project)
    return shown(
        "automation_run.html", where, run=run, lines=lines, tab="log", of=rule_url(run.rule_id)
    )


@BLUEPRINT.get("/browse/<issue>/automation")
def startable_rules(issue: str) -> str:
    """The rules that the reader may start for an issue."""
    return _startable(issue)


@BLUEPRINT.post("/browse/<issue>/automation")
def start_rule(issue: str) -> Any:
    """Start a rule for an issue."""
    rule_id = flask.request.form.get("rule", "")
    try:
        key = page(rule_runs.start, lambda _ctx, row: row.key, rule_id=rule_id or "-", issue=issue)
    except NotFound as refusal:
        if refusal.code != "rule_not_found":
            raise
        return _startable(issue, refusal.message), status_of(refusal)
    return flask.redirect(issue_url(key), 303)


def _startable(issue: str, problem: str = "") -> str:
    found = page(
        rule_runs.startable,
        lambda _ctx, rows: [(each.id, each.name, each.description) for each in rows],
        issue=issue,
    )
    view = issue_of(issue, form_state())
    return issue_shown(view, "dialog_rules.html", startable=found, problem=problem)
