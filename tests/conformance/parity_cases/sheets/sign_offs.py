"""Versions that people are asked to sign off."""

from tests.conformance.parity import Facts
from tests.conformance.parity_cases.sheets.words import case

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import shares, sign_offs, workbooks
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

_DIALOG = "/s/$own/dialogs/sign-off"
_OTHER, _MAIL = "mchen", "mchen@calderoute.example"
_SAID = {"name": "As agreed", "message": "Please"}
_ONE = {"spreadsheetId": "$own", "signOffId": "$approval"}
_REMARK = {"remark": "Fine."}


def _shared(world: World, facts: Facts) -> None:
    """The person has a workbook that a colleague may look at."""
    actor = Actor(facts["aruiz"])
    made: Workbook = perform(world, actor, workbooks.create, title="Mine")
    facts["own"] = made.id
    given = {"workbook_id": made.id, "person_id": facts[_OTHER], "role": "reader"}
    perform(world, actor, shares.share, **given)


def _asked(world: World, facts: Facts) -> None:
    """The colleague is asked to sign it off."""
    _shared(world, facts)
    given = {"workbook_id": facts["own"], "person_ids": [facts[_OTHER]], "name": "As agreed"}
    found = perform(world, Actor(facts["aruiz"]), sign_offs.ask, **given)
    facts["approval"] = found.record.approval.id


CASES = (
    case(
        "sign_offs.ask",
        "a colleague",
        mcp=("request_sign_off", {"spreadsheetId": "$own", "approvers": [_MAIL], **_SAID}),
        ui=(_DIALOG, {"do": "ask", "people": ["$mchen"], **_SAID}),
        before=_shared,
    ),
    case(
        "sign_offs.ask",
        "while another one is pending",
        "sign_off_pending",
        mcp=("request_sign_off", {"spreadsheetId": "$own", "approvers": [_MAIL], **_SAID}),
        ui=(_DIALOG, {"do": "ask", "people": ["$mchen"], **_SAID}),
        before=_asked,
    ),
    case(
        "sign_offs.answer",
        "yes",
        mcp=("answer_sign_off", {**_ONE, "approve": True, **_REMARK}),
        ui=(_DIALOG, {"do": "yes:$approval", "remark-$approval": "Fine."}),
        before=_asked,
        handle=_OTHER,
    ),
    case(
        "sign_offs.answer",
        "whoever asked",
        "not_an_approver",
        mcp=("answer_sign_off", {**_ONE, "approve": False, **_REMARK}),
        ui=(_DIALOG, {"do": "no:$approval", "remark-$approval": "Fine."}),
        before=_asked,
    ),
    case(
        "sign_offs.take_back",
        "whoever asked",
        mcp=("cancel_sign_off", _ONE),
        ui=(_DIALOG, {"do": "back:$approval"}),
        before=_asked,
    ),
    case(
        "sign_offs.take_back",
        "whoever is asked",
        "not_the_requester",
        mcp=("cancel_sign_off", _ONE),
        ui=(_DIALOG, {"do": "back:$approval"}),
        before=_asked,
        handle=_OTHER,
    ),
)
