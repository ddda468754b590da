"""A request on the portal: what was said, who follows it, answering, approving and rating it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask
from markupsafe import Markup

from workworld.apps.tracker.models import Comment, Issue
from workworld.apps.tracker.pages import moments, written
from workworld.apps.tracker.pages.approval_answers import answered_approval
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, portal_url
from workworld.apps.tracker.pages.desk_panel import ApprovalView, RatingView, approvals_of
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.issue_adding import file_of
from workworld.apps.tracker.pages.issue_parts import AttachedFile, files_of
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.service import (
    attachments,
    comments,
    customer_moves,
    organizations,
    projects,
    ratings,
    records,
    requests,
    site,
    transitions,
)
from workworld.apps.tracker.service.requests import RequestView
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused
from workworld.permissions import can

_MOST = 500


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said of a request, to the customer or by them."""

    id: str
    who: Face | None
    at: Moment
    html: Markup


@dataclass(frozen=True, slots=True)
class PortalRequest:
    """A request as its customer sees it."""

    key: str
    summary: str
    url: str
    issue_url: str
    desk: ProjectFrame
    type: str
    status: str
    category: str
    reporter: Face | None
    created: Moment
    description: Markup
    talk: Sequence[Said]
    files: Sequence[AttachedFile]
    participants: Sequence[Face]
    organization: str
    approvals: Sequence[ApprovalView]
    rating: RatingView | None
    may_rate: bool
    may_comment: bool
    ways: Sequence[tuple[str, str]]
    """Numbers and names of the transitions that the portal offers the reader."""
    topics: str


def request_page(issue: str, refusal: Refused | None = None, text: str = "") -> Any:
    """A request; with what was not taken, and why."""
    found: PortalRequest = page(requests.info, _shown, issue=issue)
    if not refusal and found.key != issue.upper():
        return flask.redirect(found.url)
    problem = " ".join(problems_of(refusal, ()).values())
    shown = framed("portal_request.html", request_view=found, problem=problem, text=text)
    return (shown, status_of(refusal)) if refusal else shown


@BLUEPRINT.post("/portal/<issue>/reply")
def portal_reply(issue: str) -> Any:
    """Answer on the portal: everybody who sees the request reads it."""
    keep_entered("body")
    text = flask.request.form.get("body", "")

    def accept(ctx: Context, given: Any) -> Any:
        return {"issue": given["issue"], "body": written.read(ctx, text)}

    try:
        page(comments.add, nothing, accept=accept, issue=issue)
    except MENDABLE as refusal:
        return request_page(issue, refusal, text)
    return flask.redirect(f"{portal_url(issue)}#reply", 303)


@BLUEPRINT.post("/portal/<issue>/transition")
def portal_transition(issue: str) -> Any:
    """Resolve or reopen a request, or whatever else its workflow offers to customers."""
    text, number = flask.request.form.get("remark", ""), flask.request.form.get("transition", "")

    def accept(ctx: Context, given: Any) -> Any:
        said = {"comment": written.read(ctx, text)} if text.strip() else {}
        return {"issue": given["issue"], "transition": number, **said}

    try:
        page(transitions.perform, nothing, accept=accept, issue=issue)
    except MENDABLE as refusal:
        return request_page(issue, refusal)
    return flask.redirect(portal_url(issue), 303)


@BLUEPRINT.post("/portal/<issue>/files")
def portal_files(issue: str) -> Any:
    """Attach files to a request."""
    sent = [each for each in flask.request.files.getlist("file") if each.filename]
    try:
        if not sent:
            raise Invalid("no_file", "Choose a file first.")
        for each in sent:
            name, accept = str(each.filename), file_of(each.read())
            page(attachments.add, nothing, accept=accept, issue=issue, name=name)
    except MENDABLE as refusal:
        return request_page(issue, refusal)
    return flask.redirect(portal_url(issue), 303)


@BLUEPRINT.post("/portal/<issue>/approvals/<approval>")
def portal_answer(issue: str, approval: str) -> Any:
    """Approve or decline a request."""
    try:
        answered_approval(issue, approval)
    except MENDABLE as refusal:
        return request_page(issue, refusal)
    return flask.redirect(portal_url(issue), 303)


@BLUEPRINT.post("/portal/<issue>/rating")
def portal_rating(issue: str) -> Any:
    """Rate how a request was answered, or take that back."""
    form = flask.request.form
    try:
        if "drop" in form:
            page(ratings.delete, nothing, issue=issue)
        else:
            stars = form.get("stars", "")
            if stars not in ("1", "2", "3", "4", "5"):
                raise Invalid("invalid_rating", "Choose from one to five stars.")
            remark = form.get("remark", "")
            page(ratings.rate, nothing, issue=issue, stars=int(stars), remark=remark)
    except MENDABLE as refusal:
        return request_page(issue, refusal)
    return flask.redirect(portal_url(issue), 303)


def _shown(ctx: Context, view: RequestView) -> PortalRequest:
    row = view.row
    talk = comments.list(ctx, issue=row.id, limit=_MOST).items
    public = [each for each in talk if not each.is_internal and each.role_id is None]
    ids = [row.reporter_id, *view.participant_ids, *(each.author_id for each in public)]
    people = site.people(ctx, ids)
    htmls = written.shown(ctx, [row.description, *(each.body for each in public)])
    company, rating = view.organization_id or "", ratings.of_issue(ctx, row.id)
    named = [face_of(people, each) for each in view.participant_ids]
    return PortalRequest(
        row.key,
        row.summary,
        portal_url(row.key),
        f"{flask.request.script_root}/browse/{row.key}",
        ProjectFrame.of(projects.known(ctx, row.project_id)),
        view.type.name if view.type else "Request",
        view.status,
        site.statuses(ctx)[row.status_id].category,
        face_of(people, row.reporter_id),
        moments.moment(ctx, row.created_us),
        htmls[0],
        [_said(ctx, each, people, html) for each, html in zip(public, htmls[1:], strict=True)],
        files_of(ctx, records.records(ctx, [row])[0]),
        [each for each in named if each],
        organizations.names_of(ctx, [company]).get(company, "") if company else "",
        approvals_of(ctx, row),
        RatingView(rating.stars, rating.comment, moments.moment(ctx, rating.rated_us))
        if rating
        else None,
        may_rate=_may_rate(ctx, row),
        may_comment=can(ctx, "tracker.comments.add", row),
        ways=_ways(ctx, row),
        topics=f"tracker.issue:{row.id}",
    )


def _ways(ctx: Context, row: Issue) -> Sequence[tuple[str, str]]:
    if not customer_moves.is_theirs(ctx, row):
        return ()
    return [
        (str(each.transition.number), each.transition.name)
        for each in transitions.list(ctx, issue=row.id)
        if each.refused is None and customer_moves.shows(each.transition)
    ]


def _may_rate(ctx: Context, row: Issue) -> bool:
    return row.resolution_id is not None and can(ctx, "tracker.ratings.rate", row)


def _said(ctx: Context, row: Comment, people: Any, html: Markup) -> Said:
    return Said(row.id, face_of(people, row.author_id), moments.moment(ctx, row.created_us), html)
