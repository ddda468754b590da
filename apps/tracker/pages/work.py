"""Logging work on an issue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Issue, Worklog
from workworld.apps.tracker.pages import moments, written
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.comments import closing
from workworld.apps.tracker.pages.issues import (
    MENDABLE,
    done,
    form_state,
    issue_of,
    refused,
    shown,
)
from workworld.apps.tracker.pages.typed_fields import Unreadable, amount, moment_of
from workworld.apps.tracker.service import sight, worklogs
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem, Refused

_ADJUST = (
    ("auto", "Take it from what remains"),
    ("leave", "Leave what remains"),
    ("new", "Set what remains to"),
    ("manual", "Take from what remains"),
)


@dataclass(frozen=True, slots=True)
class WorkForm:
    """The dialog of a worklog."""

    action: str
    title: str
    spent: str = ""
    started: str = ""
    note: str = ""
    adjust: str = "auto"
    amount: str = ""
    logged: str = ""
    remaining: str = ""
    problems: Mapping[str, str] | None = None
    choices: tuple[tuple[str, str], ...] = _ADJUST


@BLUEPRINT.get("/browse/<issue>/work")
def log_work_form(issue: str) -> str:
    """Ask how long one has worked."""
    return _dialog(issue)


@BLUEPRINT.post("/browse/<issue>/work")
def log_work(issue: str) -> Any:
    """Log work."""
    try:
        page(worklogs.add, nothing, accept=_entered, issue=issue)
    except MENDABLE as refusal:
        return _again(issue, refusal)
    return closing(done(issue, activity="work"))


@BLUEPRINT.get("/browse/<issue>/work/<worklog>")
def edit_work_form(issue: str, worklog: str) -> str:
    """Ask what to change of work that was logged."""
    return _dialog(issue, worklog)


@BLUEPRINT.post("/browse/<issue>/work/<worklog>")
def edit_work(issue: str, worklog: str) -> Any:
    """Change what was logged."""
    try:
        page(worklogs.edit, nothing, accept=_entered, issue=issue, worklog_id=worklog)
    except MENDABLE as refusal:
        return _again(issue, refusal, worklog)
    return closing(done(issue, activity="work"))


@BLUEPRINT.get("/browse/<issue>/work/<worklog>/delete")
def delete_work_form(issue: str, worklog: str) -> str:
    """Ask whether work that was logged is to be deleted."""
    page(worklogs.info, nothing, issue=issue, worklog_id=worklog)
    found = issue_of(issue, form_state())
    action = f"work/{worklog}/delete"
    return shown(found, "dialog_delete_entry.html", what="logged work", action=action)


@BLUEPRINT.post("/browse/<issue>/work/<worklog>/delete")
def delete_work(issue: str, worklog: str) -> Any:
    """Delete work that was logged."""
    try:
        page(worklogs.delete, nothing, issue=issue, worklog_id=worklog)
    except MENDABLE as refusal:
        return refused(issue, refusal)
    return closing(done(issue, activity="work"))


def _dialog(issue: str, worklog: str = "", refusal: Refused | None = None) -> str:
    if worklog:
        form = page(worklogs.info, _of_worklog, issue=issue, worklog_id=worklog)
    else:
        form = page(worklogs.list, lambda ctx, _rows: _new(ctx, issue), issue=issue, limit=1)
    if refusal is not None:
        entered = flask.request.form
        names = ("spent", "started", "note", "amount")
        form = replace(
            form,
            problems={each.field: each.what for each in refusal.problems}
            or {"spent": refusal.message},
            adjust=entered.get("adjust", "") if entered.get("adjust") in dict(_ADJUST) else "auto",
            **{name: entered.get(name, "") for name in names},
        )
    return shown(issue_of(issue, form_state()), "dialog_work.html", work=form)


def _again(issue: str, refusal: Refused, worklog: str = "") -> Any:
    headers = {"HX-Retarget": "#log-work", "HX-Reselect": "#log-work", "HX-Reswap": "outerHTML"}
    return _dialog(issue, worklog, refusal), status_of(refusal), headers


def _new(ctx: Context, issue: str) -> WorkForm:
    row = sight.read(ctx, issue)
    now = moments.typed_moment(ctx, ctx.clock.now_us())
    return WorkForm("work", "Log work", started=now, **_totals(row))


def _of_worklog(ctx: Context, row: Worklog) -> WorkForm:
    issue = sight.read(ctx, row.issue_id)
    return WorkForm(
        f"work/{row.id}",
        "Edit logged work",
        durations.show(row.seconds),
        moments.typed_moment(ctx, row.started_us),
        written.typed(ctx, row.body),
        **_totals(issue),
    )


def _totals(row: Issue) -> dict[str, Any]:
    left = row.remaining_estimate
    return {
        "logged": durations.show(row.time_spent),
        "remaining": "" if left is None else durations.show(left),
    }


def _entered(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The operation's arguments, from what the dialog holds."""
    form = flask.request.form
    spent = _amount("spent")
    if not spent:
        said = "Say how long you worked, such as 1h 30m."
        raise Invalid("invalid_fields", problems=[Problem(said, "spent")])
    adjust = form.get("adjust", "auto")
    more = {"amount": _amount("amount") or 0} if adjust in ("new", "manual") else {}
    note = form.get("note", "").strip()
    return {
        **given,
        "seconds": spent,
        "started_us": _started(ctx),
        "body": written.read(ctx, note) if note else None,
        "adjust": adjust,
        **more,
    }


def _amount(name: str) -> int | None:
    try:
        return amount(flask.request.form.get(name, "").strip())
    except Unreadable as said:
        raise Invalid("invalid_fields", problems=[Problem(str(said), name)]) from None


def _started(ctx: Context) -> int | None:
    try:
        return moment_of(ctx, flask.request.form.get("started", ""))
    except Unreadable as said:
        raise Invalid("invalid_fields", problems=[Problem(str(said), "started")]) from None
