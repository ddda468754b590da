"""Approvals that wait for the reader, whatever records they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.deeds import DIALOG, DIALOG_ID, Deed, entered
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.service import approvals
from workworld.apps.crm.service.approval_requests import Request
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

_STATES = {
    "pending": ("Pending", "warning"),
    "approved": ("Approved", "success"),
    "declined": ("Rejected", "danger"),
    "cancelled": ("Recalled", ""),
}
_DEEDS = {"approve": "Approve", "reject": "Reject"}
"""What may be done with a request, as the operation and its button call it."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Who was asked, and what they said."""

    text: str
    comment: str


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """A line of the page."""

    id: str
    sobject: str
    name: str
    url: str
    process: str
    asked: str
    by: str
    at: str
    iso: str
    comment: str
    state: str
    tone: str
    answers: Sequence[ShownAnswer]
    deeds: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ApprovalsView:
    """The page."""

    title: str
    items: Sequence[ShownRequest]


@BLUEPRINT.get("/approvals")
def approvals_page() -> str:
    """What waits for the reader's approval."""
    return framed("approvals.html", approvals=_waiting(), dialog="")


@BLUEPRINT.get("/approvals/<approval_id>/<deed>")
def deed_form(approval_id: str, deed: str) -> str:
    """Ask for a comment on an answer."""
    return _dialog(approval_id, deed)


@BLUEPRINT.post("/approvals/<approval_id>/<deed>")
def do_deed(approval_id: str, deed: str) -> Any:
    """Approve or reject a request."""
    if deed not in _DEEDS:
        raise NotFound("NOT_FOUND")
    said: dict[str, Any] = {"action": _DEEDS[deed], "comment": entered()}
    try:
        page(approvals.act, nothing, approval_id=approval_id, **said)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(approval_id, deed, refusal), refusal, DIALOG_ID)
    return gone_to(at("/approvals"))


def _dialog(approval_id: str, deed: str, refusal: Refused | None = None) -> str:
    if deed not in _DEEDS:
        raise NotFound("NOT_FOUND")
    does = _DEEDS[deed]
    known = page(approvals.info, lambda _ctx, found: found, approval_id=approval_id)
    made = Deed(
        f"{does} {known.record_name}",
        f"{known.submitted_by} has submitted it: {known.process}."
        + (f" They write: “{known.comment}”" if known.comment else ""),
        "Comments",
        does,
        at(f"/approvals/{approval_id}/{deed}"),
        at("/approvals"),
        text=entered() if refusal else "",
        problem=refusal.message if refusal else "",
        is_danger=deed == "reject",
        said="Rejected." if deed == "reject" else "Approved.",
    )
    if is_fragment():
        return flask.render_template(DIALOG, deed=made)
    return framed("approvals.html", approvals=_waiting(), dialog=DIALOG, deed=made)


def _waiting() -> ApprovalsView:
    def present(ctx: Context, found: Sequence[Request]) -> ApprovalsView:
        return ApprovalsView("Approvals", [_shown(ctx, each) for each in found])

    view: ApprovalsView = page(approvals.pending, present)
    return view


def _shown(ctx: Context, each: Request) -> ShownRequest:
    state, tone = _STATES[each.state]
    asked = f"{each.asked:g} %" if each.asked is not None else ""
    return ShownRequest(
        each.id,
        each.sobject,
        each.record_name,
        record_url(each.sobject, each.record_id) if each.is_seen else "",
        each.process,
        asked,
        each.submitted_by,
        moments.near_moment(ctx, each.submitted_us),
        moments.iso_moment(ctx, each.submitted_us),
        each.comment,
        state,
        tone,
        [
            ShownAnswer(f"{answer.name}: {_STATES[answer.decision][0].lower()}", answer.comment)
            for answer in each.answers
        ],
        _deeds(each),
    )


def _deeds(each: Request) -> list[tuple[str, str]]:
    if not each.may_answer:
        return []
    return [(does, at(f"/approvals/{each.id}/{name}")) for name, does in _DEEDS.items()]
