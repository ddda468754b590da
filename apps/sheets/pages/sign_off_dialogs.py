"""Sign-offs: who was asked to approve which version of a workbook, and what they said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.pages import moments
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.blueprint import workbook_url
from workworld.apps.sheets.service import access, sign_offs
from workworld.apps.sheets.service.sign_offs import Signing
from workworld.directory.people import by_ids
from workworld.doors.web import nothing, page
from workworld.errors import Invalid

_STATES = {
    "pending": ("Pending", "warning"),
    "approved": ("Signed off", "success"),
    "declined": ("Declined", "danger"),
    "cancelled": ("Taken back", ""),
}


@dialog("sign-off", role="reader")
def sign_off(asked: Asked) -> Mapping[str, Any]:
    """Versions that people were asked to sign off, and asking for it."""
    found = sign_offs.of_workbook(asked.ctx, asked.workbook.id)
    may_ask = access.may(asked.ctx, asked.workbook, "writer")
    return {
        "sign_offs": [_told(asked, each) for each in found],
        "may_ask": may_ask and not any(each.record.is_pending for each in found),
        "usual_name": sign_offs.usual_name(asked.ctx),
    }


@sign_off.done
def _sign_off(place: Place, form: Form) -> Did:
    do, _, approval_id = form.get("do", "ask").partition(":")
    here: dict[str, Any] = {"workbook_id": place.workbook_id}
    if do == "ask":
        people = [each for each in form.getlist("people") if each]
        if not people:
            raise Invalid("invalid_argument", "Choose who is to sign it off.")
        given: dict[str, Any] = {name: form.get(name, "") for name in ("name", "message")}
        page(sign_offs.ask, nothing, **here | given, person_ids=people)
        return Did("It was sent for sign-off.", stays=True)
    if do == "back":
        page(sign_offs.take_back, nothing, **here, approval_id=approval_id)
        return Did("It was taken back.", stays=True)
    answer: dict[str, Any] = {
        "approve": do == "yes",
        "remark": form.get(f"remark-{approval_id}", ""),
    }
    page(sign_offs.answer, nothing, **here, approval_id=approval_id, **answer)
    return Did("It is signed off." if do == "yes" else "You declined it.", stays=True)


def _told(asked: Asked, each: Signing) -> dict[str, Any]:
    ctx, approval = asked.ctx, each.record.approval
    ids = [approval.requester_id, *(one.person_id for one in each.record.approvers)]
    people, me = by_ids(ctx.session, ids), ctx.actor.person_id
    since = asked.workbook.revision - each.sign_off.revision
    said, tone = _STATES[approval.state]
    return {
        "id": approval.id,
        "name": each.name,
        "message": each.sign_off.message,
        "by": people[approval.requester_id].name,
        "at": moments.moment(ctx, approval.created_us),
        "iso": moments.iso(ctx, approval.created_us),
        "state": said,
        "tone": tone,
        "url": workbook_url(asked.workbook.id, "view", revision=each.sign_off.revision),
        "since": since,
        "answers": [
            {
                "name": people[one.person_id].name,
                "state": _STATES[one.decision][0],
                "remark": one.comment,
            }
            for one in each.record.approvers
        ],
        "may_answer": each.record.may_answer(me),
        "may_take_back": each.record.is_pending
        and me in (approval.requester_id, asked.workbook.owner_id),
    }
