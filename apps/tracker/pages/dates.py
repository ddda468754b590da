"""When an issue begins and is due: changed by dragging it on a plan, or in a dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.pages import moments, plan_calendar, timeline
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back
from workworld.apps.tracker.pages.issues import MENDABLE
from workworld.apps.tracker.service import issues
from workworld.context import Context
from workworld.dates import day_from
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem, Refused

_FIELDS = {"start": f.START_DATE, "due": f.DUE_DATE}
_PAGES = {"timeline": timeline.shown, "calendar": plan_calendar.shown}


@dataclass(frozen=True, slots=True)
class Dates:
    """The dialog of an issue's dates."""

    key: str
    summary: str
    start: str
    due: str
    at: str
    typed: Mapping[str, str]
    problems: Mapping[str, str]
    """By the field that they are of; those of none under the empty name."""


@BLUEPRINT.get("/p/<project>/dates/<issue>")
def dates_form(project: str, issue: str) -> Any:
    """Ask when an issue begins and is due."""
    return _dialog(project, issue, {})


@BLUEPRINT.post("/p/<project>/dates/<issue>")
def change_dates(project: str, issue: str) -> Any:
    """Change when an issue begins and is due; what is not sent stays as it is."""
    form = flask.request.form
    sent = {name: form[name] for name in _FIELDS if name in form}
    try:
        page(issues.edit, nothing, accept=_fields, issue=issue, sent=sent)
    except MENDABLE as refusal:
        if is_fragment() and "dragged" in form:
            raise
        return _dialog(project, issue, sent, refusal)
    return back(flask.url_for(f"ui.{_at()}", project=project))


def _fields(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    today = moments.today(ctx)
    days = {name: _day(name, text, today) for name, text in given["sent"].items()}
    start, due = days.get("start"), days.get("due")
    if start and due and due < start:
        said = "It would be due before it starts."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "due")])
    return {
        "issue": given["issue"],
        "fields": {_FIELDS[name]: day for name, day in days.items()},
    }


def _day(name: str, text: str, today: date) -> str | None:
    if not text.strip():
        return None
    day = day_from(text.strip(), today)
    if day is None:
        said = "This is no day that can be told. Try 2026-03-17 or next fri."
        raise Invalid("invalid_fields", said, problems=[Problem(said, name)])
    return day.isoformat()


def _dialog(
    project: str, issue: str, typed: Mapping[str, str], refusal: Refused | None = None
) -> Any:
    at, problems = _at(), _problems(refusal)

    def present(_ctx: Context, record: Any) -> Dates:
        row = record.row
        held = row.start_date or "", row.due_date or ""
        return Dates(row.key, row.summary, *held, at, typed, problems)

    found = page(issues.info, present, issue=issue)
    values = {
        "dates": found,
        "project_key": project,
        "place": flask.request.values.get("place", ""),
    }
    if is_fragment():
        body: Any = flask.render_template("dialog_dates.html", **values)
    else:
        body = _PAGES[at](project, dialog="dialog_dates.html", **values)
    return (body, status_of(refusal)) if refusal else body


def _problems(refusal: Refused | None) -> Mapping[str, str]:
    if refusal is None:
        return {}
    names = {field: name for name, field in _FIELDS.items()}
    found = refusal.problems or [Problem(refusal.message, "")]
    fields = [names.get(each.field, each.field) for each in found]
    return {
        field if field in _FIELDS else "": each.what
        for field, each in zip(fields, found, strict=True)
    }


def _at() -> str:
    """The page that it stands above."""
    at = flask.request.values.get("at", "")
    return at if at in _PAGES else "timeline"
