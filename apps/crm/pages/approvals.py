"""Approvals that wait for the reader or that they have submitted; and the one form of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import flask

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, record_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.service import approval_handovers, approvals, people
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
_ANSWERS: Mapping[str, Literal["Approve", "Reject"]] = {"approve": "Approve", "reject": "Reject"}
_RECALL, _REASSIGN = "recall", "reassign"
_TITLES = {**_ANSWERS, _REASSIGN: "Reassign", _RECALL: "Recall"}
"""What may be done with a request, as its button calls it."""
_DIALOG, _DIALOG_ID = "dialog_answer.html", "answer"
_DELEGATE_ID = "delegate"


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
    """The page.

    Args:
        title: its heading.
        items: what waits for the reader.
        mine: what the reader has submitted.
        delegate: who answers in the reader's place; empty for nobody.
        delegate_url: where that is chosen.
    """

    title: str
    items: Sequence[ShownRequest]
    mine: Sequence[ShownRequest]
    delegate: str
    delegate_url: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The dialog in which a request is answered, taken back or handed over.

    Args:
        title: its heading.
        says: what it is about, or what happens.
        does: what its button is called.
        url: where it is sent.
        back: where one is without it.
        comment: what was entered; None where nothing is said.
        users: of a request that is handed over, to whom it may be.
        user: who was chosen.
        problem: why it was not taken.
        is_danger: whether something is denied by it.
        origin: the page that it was opened on.
    """

    title: str
    says: str
    does: str
    url: str
    back: str
    comment: str | None
    users: Sequence[tuple[str, str]]
    user: str
    problem: str
    is_danger: bool
    origin: str


@BLUEPRINT.get("/approvals")
def approvals_page() -> str:
    """What waits for the reader's approval, and what they have submitted."""
    return framed("approvals.html", approvals=_waiting(), dialog="")


@BLUEPRINT.get("/approvals/<approval_id>/<deed>")
def deed_form(approval_id: str, deed: str) -> str:
    """Ask for a comment on an answer, or to whom a request is handed over."""
    return _dialog(approval_id, deed)


@BLUEPRINT.post("/approvals/<approval_id>/<deed>")
def do_deed(approval_id: str, deed: str) -> Any:
    """Approve or reject a request, take it back or hand it over."""
    form = flask.request.form
    try:
        if deed in _ANSWERS:
            said: dict[str, Any] = {"action": _ANSWERS[deed], "comment": form.get("comment", "")}
            page(approvals.act, nothing, approval_id=approval_id, **said)
        elif deed == _RECALL:
            page(approvals.recall, nothing, approval_id=approval_id)
        elif deed == _REASSIGN:
            wanted = form.get("user", "") or "nobody"
            page(approval_handovers.reassign, nothing, approval_id=approval_id, user_id=wanted)
        else:
            raise NotFound("NOT_FOUND")
    except MENDABLE as refusal:
        return refused_dialog(_dialog(approval_id, deed, refusal), refusal, _DIALOG_ID)
    return gone_to(_back(_known(approval_id)))


@BLUEPRINT.get("/approvals/delegate")
def delegate_form() -> str:
    """Choose who answers in the reader's place."""
    return _delegate_dialog()


@BLUEPRINT.post("/approvals/delegate")
def delegate() -> Any:
    """Let somebody answer in the reader's place, or nobody any more."""
    wanted = flask.request.form.get("user", "")
    try:
        page(approval_handovers.delegate, nothing, user_id=wanted or None)
    except MENDABLE as refusal:
        return refused_dialog(_delegate_dialog(refusal), refusal, _DELEGATE_ID)
    return gone_to(at("/approvals"))


def _known(approval_id: str) -> Request:
    found: Request = page(approvals.info, lambda _ctx, it: it, approval_id=approval_id)
    return found


def _back(known: Request) -> str:
    """Where one came from: the record's page or the list."""
    if flask.request.values.get("from") == "record" and known.is_seen:
        return record_url(known.sobject, known.record_id)
    return at("/approvals")


def _dialog(approval_id: str, deed: str, refusal: Refused | None = None) -> str:
    if deed not in _TITLES:
        raise NotFound("NOT_FOUND")
    known, form = _known(approval_id), flask.request.form
    said = f"{known.submitted_by} has submitted it: {known.process}."
    said += f" They write: “{known.comment}”" if known.comment else ""
    says = {
        _RECALL: "The request is taken back, and the record can be edited again.",
        _REASSIGN: f"{said} Somebody else is asked instead.",
    }
    users = page(approval_handovers.candidates, lambda _ctx, it: it) if deed == _REASSIGN else ()
    made = AnswerView(
        f"{_TITLES[deed]} {known.record_name}",
        says.get(deed, said),
        _TITLES[deed],
        at(f"/approvals/{approval_id}/{deed}"),
        _back(known),
        form.get("comment", "") if deed in _ANSWERS else None,
        [("", "Choose …"), *users] if users else (),
        form.get("user", ""),
        refusal.message if refusal else "",
        deed == "reject",
        flask.request.values.get("from", ""),
    )
    if is_fragment():
        return flask.render_template(_DIALOG, answer=made)
    return framed("approvals.html", approvals=_waiting(), dialog=_DIALOG, answer=made)


def _delegate_dialog(refusal: Refused | None = None) -> str:
    users = page(approval_handovers.candidates, lambda _ctx, it: it)
    held = page(approval_handovers.delegated, lambda _ctx, it: it)
    values: dict[str, Any] = {
        "users": [("", "Nobody"), *users],
        "chosen": held or "",
        "problem": refusal.message if refusal else "",
    }
    if is_fragment():
        return flask.render_template("dialog_delegate.html", **values)
    dialog = "dialog_delegate.html"
    return framed("approvals.html", approvals=_waiting(), dialog=dialog, **values)


def _waiting() -> ApprovalsView:
    def present(ctx: Context, found: Sequence[Request]) -> Sequence[ShownRequest]:
        return [_shown(ctx, each) for each in found]

    def named(ctx: Context, user_id: str | None) -> str:
        return people.names(ctx, [user_id]).get(user_id, "") if user_id else ""

    return ApprovalsView(
        "Approvals",
        page(approvals.pending, present),
        page(approvals.submitted, present),
        page(approval_handovers.delegated, named),
        at("/approvals/delegate"),
    )


def _shown(ctx: Context, each: Request) -> ShownRequest:
    state, tone = _STATES[each.state]
    asked = f"{each.asked:g}%" if each.asked is not None else ""
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
            ShownAnswer(
                f"{answer.name}: {_STATES[answer.decision][0].lower()}"
                + (f" (by {answer.answered_by})" if answer.answered_by else ""),
                answer.comment,
            )
            for answer in each.answers
        ],
        _deeds(each),
    )


def _deeds(each: Request) -> list[tuple[str, str]]:
    may = (
        (each.may_answer, "approve"),
        (each.may_answer, "reject"),
        (each.may_reassign and each.may_answer, _REASSIGN),
        (each.may_recall and not each.may_answer, _RECALL),
    )
    return [(_TITLES[deed], at(f"/approvals/{each.id}/{deed}")) for is_so, deed in may if is_so]
