"""Versions that people are asked to sign off: who may, what stays, who is told."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select
from tests.apps.sheets.desk import ME, OTHER, Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.approvals.models import Approval
from workworld.apps.sheets.models import SignOff
from workworld.apps.sheets.service import histories, shares, sign_offs, workbooks
from workworld.notifications.models import Notification


@pytest.fixture
def book(desk: Desk) -> str:
    """A workbook that the colleague may look at."""
    made = desk.create([["Cedar", "3"]], title="Plan")
    desk.do(shares.share, workbook_id=made, person_id=desk.people[OTHER], role="reader")
    return made


def asked(desk: Desk, book: str, name: str = "As agreed") -> tuple[str, int]:
    """The id of a sign-off that the colleague is asked for, and after which edit."""
    people = [desk.people[OTHER]]
    made = desk.do(sign_offs.ask, workbook_id=book, person_ids=people, name=name, message="Please")
    return str(made.record.approval.id), int(made.sign_off.revision)


def told(desk: Desk, handle: str) -> list[str]:
    """What somebody is told of sign-offs."""
    query = select(Notification.text).where(
        Notification.person_id == desk.people[handle], Notification.kind == "sign_off"
    )
    with desk.world.reading() as session:
        return list(session.scalars(query.order_by(Notification.id)))


def test_a_version_is_signed_off_and_keeps_its_name(desk: Desk, book: str) -> None:
    approval, revision = asked(desk, book)
    assert told(desk, OTHER) == ["asked you to sign off Plan (As agreed): Please"]
    desk.type(book, "A1", [["Alder"]])
    locked = {"workbook_id": book, "revision": revision}
    for name in ("Other", ""):
        assert desk.refused(histories.name_version, name=name, **locked).code == "version_locked"
    answered = {"workbook_id": book, "approval_id": approval, "approve": True, "remark": "Fine."}
    assert desk.refused(sign_offs.answer, **answered).code == "not_an_approver"
    desk.do(sign_offs.answer, by=OTHER, **answered)
    assert told(desk, OTHER) == []
    assert told(desk, ME) == ["signed off Plan (As agreed): Fine."]
    assert desk.refused(histories.name_version, name="", **locked).code == "version_locked"
    assert desk.refused(sign_offs.answer, by=OTHER, **answered).code == "approval_decided"
    (found,) = desk.do(sign_offs.list_sign_offs, by=OTHER, workbook_id=book)
    assert (found.name, found.record.approval.state, found.sign_off.revision) == (
        "As agreed", "approved", revision)  # fmt: skip


def test_what_was_declined_or_taken_back_may_be_asked_anew(desk: Desk, book: str) -> None:
    approval, revision = asked(desk, book)
    first = {"workbook_id": book, "approval_id": approval}
    again = {"workbook_id": book, "person_ids": [desk.people[OTHER]]}
    assert desk.refused(sign_offs.ask, **again).code == "sign_off_pending"
    desk.do(sign_offs.answer, by=OTHER, **first, approve=False)
    desk.do(histories.name_version, workbook_id=book, revision=revision, name="Other")
    second = {"workbook_id": book, "approval_id": asked(desk, book, "")[0]}
    assert desk.refused(sign_offs.take_back, by=OTHER, **second).code == "not_the_requester"
    desk.do(sign_offs.take_back, **second)
    assert told(desk, OTHER) == []
    assert desk.refused(sign_offs.take_back, **second).code == "approval_decided"
    states = [
        (each.name, each.record.approval.state)
        for each in desk.do(sign_offs.list_sign_offs, workbook_id=book)
    ]
    assert states == [("Other", "cancelled"), ("As agreed", "declined")]


def test_whoever_is_asked_must_be_able_to_open_it(desk: Desk) -> None:
    book = desk.create([["x"]], title="Mine")
    alone = desk.refused(sign_offs.ask, workbook_id=book, person_ids=[desk.people[OTHER]])
    assert alone.code == "approver_without_access"
    assert "Mingzhu Chen cannot open this workbook" in alone.message
    own = desk.refused(sign_offs.ask, workbook_id=book, person_ids=[desk.people[ME]])
    assert own.code == "invalid_approvers"
    nobody = desk.refused(sign_offs.ask, workbook_id=book, person_ids=["U0"])
    assert nobody.code == "no_such_person"


def test_sign_offs_go_with_their_workbook(desk: Desk, book: str) -> None:
    asked(desk, book)
    desk.do(workbooks.remove, workbook_id=book)
    with desk.world.reading() as session:
        assert session.scalars(select(SignOff)).all() == []
        assert session.scalars(select(Approval).where(Approval.app_id == "sheets")).all() == []


def test_the_dialog_asks_and_answers(desk: Desk, doors: Doors, book: str) -> None:
    pages = Pages(doors)
    pages.take(book, "sign-off", 422, do="ask")
    pages.take(book, "sign-off", 200, do="ask", people=[desk.people[OTHER]], name="Final")
    desk.type(book, "A1", [["Alder"]])
    theirs = Pages(Doors(desk.world, doors.authority, desk.people[OTHER]))
    shown = theirs.dialog(book, "sign-off")
    assert "1 edit since" in said(shown)
    version = re.search(r"/s/[^\"]*/view\?revision=\d+", shown)
    assert version is not None
    assert "Cedar" in said(theirs.read(version[0]))
    assert "Alder" in said(theirs.read(f"/s/{book}/view?revision=1"))
    number = re.search(r'value="yes:(\w+)"', shown)
    assert number is not None
    assert "Take back" not in shown
    remark = {f"remark-{number[1]}": "As agreed."}
    after = theirs.take(book, "sign-off", 200, do=f"yes:{number[1]}", **remark)
    assert "Signed off As agreed." in said(after)
    assert "Send for sign-off" in pages.dialog(book, "sign-off")
