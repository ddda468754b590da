"""An issue: on its own page, and beside whatever else is shown."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.frames import framed, shows_beside
from workworld.apps.tracker.pages.issue_fields import Editing
from workworld.apps.tracker.pages.issue_view import IssueView, State, asked_state, view_of
from workworld.apps.tracker.service import issues, views
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

MENDABLE = (Invalid, Conflict, Forbidden)
"""Refusals after which the form is shown again."""


@BLUEPRINT.get("/browse/<issue>")
def issue_page(issue: str) -> Any:
    """An issue; one that has moved is shown at its key of today."""
    state = asked_state()
    found = issue_of(issue, state)
    if found.key != issue.upper():
        return flask.redirect(issue_url(found.key, **flask.request.args.to_dict()))
    if not is_fragment() or _is_opened_beside(state):
        note_seen(found.key)
    return shown(found)


def note_seen(issue: str) -> None:
    """Note that the reader looks at an issue, if that can be noted."""
    with suppress(Refused):  # such as a full world, which can still be read
        page(views.note, nothing, issue=issue)


def issue_of(ref: str, state: State) -> IssueView:
    """An issue as its page shows it."""
    found: IssueView = page(issues.info, partial(_view, state=state), issue=ref)
    return found


def shown(found: IssueView, dialog: str = "", **values: Any) -> str:
    """The page of an issue, or what a script puts into the page that is shown.

    Args:
        found: the issue.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    if is_fragment():
        template = dialog or ("issue_panel.html" if found.state.is_panel else "issue_fragment.html")
        urls = {"without_panel_url": partial(_closed, found)}
        panel = {"panel": found} if found.state.is_panel else {}
        return flask.render_template(template, issue=found, **panel, **urls, **values)
    return framed("issue.html", issue=found, dialog=dialog, project=found.project, **values)


@shows_beside
def beside() -> dict[str, Any]:
    """What a list or board shows beside it: the issue that the address names, if any."""
    key = flask.request.args.get("issue", "")
    if not key:
        return {}
    try:
        found = issue_of(key, State(is_panel=True))
    except (NotFound, Invalid):
        return {"panel": "gone"}
    note_seen(found.key)
    return {"panel": found}


def done(issue: str, anchor: str = "", *, activity: str = "") -> Any:
    """After a change of an issue: its page as it is now."""
    state = form_state()
    if activity:
        state = replace(state, wanted=replace(state.wanted, tab=activity))
    if is_fragment():
        return shown(issue_of(issue, state))
    url = issue_url(issue)
    return flask.redirect(f"{url}#{anchor}" if anchor else url, 303)


def form_state() -> State:
    """The state in which a form found the page: its address says so."""
    asked = asked_state()
    wanted = replace(asked.wanted, editing="")
    return State(is_panel=asked.is_panel, wanted=wanted, files=asked.files)


def refused(
    issue: str, refusal: Refused, part: str = "issue", *, state: State | None = None
) -> Any:
    """The issue's page as it is, with what was not done, and why.

    Args:
        issue: its key.
        refusal: why not.
        part: the id of the part of the page that says so.
        state: how it is shown; by default the refusal stands above everything.
    """
    before = form_state()
    base = state or State(problem=refusal.message)
    kept: dict[str, Any] = {
        "is_panel": before.is_panel,
        "wanted": before.wanted,
        "files": before.files,
    }
    found = issue_of(issue, replace(base, **kept))
    headers = {
        "HX-Retarget": f"#{part}",
        "HX-Reselect": f"#{part}",
        "HX-Reswap": "outerHTML" if part != "issue" else "morph:outerHTML",
    }
    return shown(found), status_of(refusal), headers


def problem_of(refusal: Refused, field: str = "") -> str:
    """What a refusal says of a field, or else of anything."""
    said = [each.what for each in refusal.problems if each.field == field]
    return " ".join(said) or refusal.message


def typed(*names: str) -> Mapping[str, str]:
    """What a form holds in some of its fields."""
    return {name: flask.request.form.get(name, "") for name in names}


def editing(field: str, refusal: Refused, *, keeps: bool) -> State:
    """A field whose new value was not taken."""
    form = {name: flask.request.form.getlist(name) for name in flask.request.form}
    is_conflict = refusal.code == "version_conflict"
    problem = problem_of(refusal, field)
    return State(
        Editing(
            field,
            problem,
            keeps=keeps or is_conflict,
            form=form,
            is_conflict=is_conflict,
        )
    )


def _view(ctx: Context, record: Any, *, state: State) -> IssueView:
    return view_of(ctx, record, state)


def _is_opened_beside(state: State) -> bool:
    """Whether a script opens the issue, rather than showing it anew because something changed."""
    return state.is_panel and not flask.request.headers.get("HX-Trigger")


def _closed(found: IssueView) -> str:
    """Where one is with the issue closed: the page that a script says it stands on."""
    current = flask.request.headers.get("HX-Current-URL", "")
    return current.partition("?")[0] or found.project.key
