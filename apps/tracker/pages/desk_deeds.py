"""What agents do with a request: approvals, participants, canned replies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.tracker.pages.approval_answers import answered_approval
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.issues import MENDABLE, done, form_state, issue_of, refused, shown
from workworld.apps.tracker.service import (
    approvals,
    canned_replies,
    participants,
    requests,
    site,
)
from workworld.apps.tracker.service.requests import RequestView
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused
from workworld.permissions import require

_REFUSED = (*MENDABLE, NotFound)


@BLUEPRINT.get("/browse/<issue>/approvals")
def approval_form(issue: str) -> str:
    """Ask whom to ask for approval."""

    def present(ctx: Context, view: RequestView) -> None:
        require(ctx, "tracker.approvals.ask", view.row)

    page(requests.info, present, issue=issue)
    return _approval_dialog(issue)


@BLUEPRINT.post("/browse/<issue>/approvals")
def ask_approval(issue: str) -> Any:
    """Ask for approval."""
    form = flask.request.form
    asked = {
        "person_ids": [each for each in form.getlist("person") if each],
        "name": form.get("name", ""),
        "needed": form.get("needed", "0"),
    }
    try:
        page(approvals.ask, nothing, accept=_counted, issue=issue, **asked)
    except _REFUSED as refusal:
        headers = {"HX-Retarget": "#dialogs", "HX-Reselect": "unset", "HX-Reswap": "innerHTML"}
        return _approval_dialog(issue, refusal), status_of(refusal), headers
    return _closing(done(issue))


@BLUEPRINT.post("/browse/<issue>/approvals/<approval>")
def answer_approval(issue: str, approval: str) -> Any:
    """Approve or decline."""
    try:
        answered_approval(issue, approval)
    except _REFUSED as refusal:
        return refused(issue, refusal)
    return done(issue)


@BLUEPRINT.get("/browse/<issue>/replies/<reply>")
def canned_reply(issue: str, reply: str) -> Any:
    """What a canned reply says to the customer of an issue, as Markdown."""
    text = page(canned_replies.fill, lambda _ctx, said: said, issue=issue, canned_reply_id=reply)
    return flask.Response(text, mimetype="text/plain")


@BLUEPRINT.get("/browse/<issue>/people")
def share_form(issue: str) -> str:
    """Who follows a request, and with whom it is shared."""
    return _share_dialog(issue)


@BLUEPRINT.post("/browse/<issue>/people")
def share(issue: str) -> Any:
    """Let more people follow a request, or share it with a customer's company."""
    form = flask.request.form
    people = [each for each in form.getlist("person") if each]
    company = form.get("organization")
    try:
        if people:
            page(participants.add, nothing, issue=issue, person_ids=people)
        known = page(requests.info, _company, issue=issue)  # asked in any case: who is there?
        if company is not None and company != known:
            page(participants.share, nothing, issue=issue, organization_id=company)
    except _REFUSED as refusal:
        return _share_dialog(issue, refusal), status_of(refusal)
    return _shared(issue)


@BLUEPRINT.post("/browse/<issue>/people/remove")
def let_go(issue: str) -> Any:
    """Let somebody follow a request no longer."""
    person = flask.request.form.get("person", "")
    try:
        page(participants.remove, nothing, issue=issue, person_ids=[person])
    except _REFUSED as refusal:
        return _share_dialog(issue, refusal), status_of(refusal)
    return _shared(issue)


def _shared(issue: str) -> Any:
    return _share_dialog(issue) if is_fragment() else flask.redirect(issue_url(issue), 303)


def _counted(_ctx: Context, given: Any) -> Any:
    needed = str(given["needed"])
    return {**given, "needed": int(needed) if needed.isdigit() and len(needed) < 4 else 0}


def _approval_dialog(issue: str, refusal: Refused | None = None) -> str:
    form = flask.request.form
    ids = form.getlist("person")
    chosen = page(site.roles, lambda ctx, _rows: _named(ctx, ids)) if ids else []
    problem = refusal.message if refusal else ""
    return shown(
        issue_of(issue, form_state()),
        "dialog_approval.html",
        problem=problem,
        typed=form,
        chosen=chosen,
    )


def _named(ctx: Context, ids: Sequence[str]) -> list[tuple[str, str]]:
    return [(id, Face.of(row).name) for id, row in site.people(ctx, ids).items()]


def _share_dialog(issue: str, refusal: Refused | None = None) -> str:
    faces = page(participants.list, _faces, issue=issue)
    company, companies = page(requests.info, _companies, issue=issue)
    return shown(
        issue_of(issue, form_state()),
        "dialog_share.html",
        problem=refusal.message if refusal else "",
        faces=faces,
        company=company,
        companies=companies,
    )


def _faces(_ctx: Context, people: Sequence[Person]) -> list[Face]:
    return [Face.of(each) for each in people]


def _company(_ctx: Context, view: RequestView) -> str:
    return view.organization_id or ""


def _companies(ctx: Context, view: RequestView) -> tuple[str, list[tuple[str, str]]]:
    known = [(each.id, each.name) for each in participants.choices(ctx, view.row)]
    company = view.organization_id or ""
    if company not in ("", *(id for id, _ in known)):
        company = ""
    return company, [("", "Nobody"), *known]


def _closing(answer: Any) -> Any:
    """An answer after which a dialog closes."""
    return (answer, 200, {"HX-Trigger": "dialog-done"}) if is_fragment() else answer
