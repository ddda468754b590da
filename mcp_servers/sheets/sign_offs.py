"""Sign-offs of spreadsheets: asked for, listed, answered, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.service import sign_offs
from workworld.apps.sheets.service.sign_offs import Signing
from workworld.context import Context
from workworld.directory.people import by_email, by_ids
from workworld.errors import Invalid
from workworld.mcp_servers.sheets.own import own
from workworld.mcp_servers.sheets.schemas import (
    SPREADSHEET,
    STRING,
    TRUTH,
    Arguments,
    described,
    taking,
)

_SET = "sign_offs"
_WHICH = {
    "spreadsheetId": SPREADSHEET,
    "signOffId": described(STRING, "Its id, as list_sign_offs tells it."),
}


def _accept_ask(ctx: Context, arguments: Arguments) -> Arguments:
    found = {each: by_email(ctx.session, each) for each in arguments["approvers"]}
    if unknown := [each for each, person in found.items() if person is None]:
        raise Invalid("no_such_person", f"Nobody here has the address {unknown[0][:100]}.")
    rest = taking(workbook_id="spreadsheetId", name="name", message="message")(ctx, arguments)
    return {**rest, "person_ids": [each.id for each in found.values() if each is not None]}


def _told(ctx: Context, each: Signing) -> dict[str, Any]:
    approval = each.record.approval
    ids = [approval.requester_id, *(one.person_id for one in each.record.approvers)]
    people = by_ids(ctx.session, ids)
    return {
        "id": approval.id,
        "version": each.name,
        "revisionId": str(each.sign_off.revision),
        "state": approval.state,
        "requester": people[approval.requester_id].email,
        **({"message": each.sign_off.message} if each.sign_off.message else {}),
        "approvers": [
            {
                "email": people[one.person_id].email,
                "answer": one.decision,
                **({"remark": one.comment} if one.comment else {}),
            }
            for one in each.record.approvers
        ],
    }


def _listed(ctx: Context, found: Sequence[Signing]) -> dict[str, Any]:
    return {"signOffs": [_told(ctx, each) for each in found]}


TOOLS = (
    own(
        "list_sign_offs", sign_offs.list_sign_offs, "List sign-offs",
        "Lists the versions of a spreadsheet that people were asked to sign off, the latest first,"
        " with their answers.",
        {"spreadsheetId": SPREADSHEET}, _listed, toolset=_SET, workbook_id="spreadsheetId",
    ),
    own(
        "request_sign_off", sign_offs.ask, "Request sign-off",
        "Asks people to sign off the present version of a spreadsheet. It gets a name, which stays."
        " All of them must be able to open the spreadsheet.",
        {
            "spreadsheetId": SPREADSHEET,
            "approvers": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Their e-mail addresses; all of them must say yes.",
            },
            "name": described(STRING, "What the version is called; by default after the day."),
            "message": described(STRING, "What they are told."),
        },
        _told, ("spreadsheetId", "approvers"), toolset=_SET, accept=_accept_ask,
        person_ids="approvers",
    ),
    own(
        "answer_sign_off", sign_offs.answer, "Answer a sign-off",
        "Signs off a version that waits for your answer, or declines to.",
        {
            **_WHICH,
            "approve": described(TRUTH, "Whether it is signed off."),
            "remark": described(STRING, "Why."),
        },
        _told, ("spreadsheetId", "signOffId", "approve"), toolset=_SET, approval_id="signOffId",
        workbook_id="spreadsheetId", approve="approve", remark="remark",
    ),
    own(
        "cancel_sign_off", sign_offs.take_back, "Cancel a sign-off",
        "Takes back what nobody needs to sign off any more; you must have asked for it, or own the"
        " spreadsheet.",
        _WHICH, _told, ("spreadsheetId", "signOffId"), toolset=_SET, destroys=True,
        approval_id="signOffId", workbook_id="spreadsheetId",
    ),
)  # fmt: skip
