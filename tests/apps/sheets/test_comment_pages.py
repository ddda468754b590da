"""Comments on ranges of workbooks."""

from __future__ import annotations

import re

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.apps.sheets.test_sharing_pages import notices
from tests.kit import Doors

from workworld.apps.sheets.service import comments, shares

OTHER = "jwikstrand"


@pytest.fixture
def book(desk: Desk) -> str:
    made = desk.create([["Name", "Amount"], ["Cedar", "3"]], title="Trees")
    person = desk.people[OTHER]
    desk.do(shares.share, workbook_id=made, person_id=person, role="commenter", notifies=False)
    return made


def test_a_conversation_is_had_resolved_and_opened_again(
    doors: Doors, colleague: Doors, book: str
) -> None:
    mine, theirs = Pages(doors), Pages(colleague)
    theirs.take(book, "comment", range="B2", text="Is this right?")
    shown = mine.dialog(book, "comments")
    assert "Sheet1!B2 3 " in said(shown)
    assert "Is this right?" in shown
    thread = re.search(r'value="reply:(\d+)"', shown)
    assert thread
    mine.take(book, "comments", 200, do=f"reply:{thread[1]}", **{f"text-{thread[1]}": "Yes."})
    assert "commented in Trees: Yes." in notices(colleague)
    closed = mine.take(book, "comments", 200, do=f"resolve:{thread[1]}")
    assert "There are no open comments." in said(closed)
    assert "Marked as resolved" in mine.dialog(book, "comments", show="all")
    theirs.take(book, "comments", 200, do=f"reopen:{thread[1]}")
    assert "Reopened" in mine.dialog(book, "comments")


def test_who_is_mentioned_is_told_if_they_see_it(doors: Doors, colleague: Doors, book: str) -> None:
    Pages(doors).take(book, "comment", range="A1", text=f"@{OTHER} and @mchen, please look")
    assert "mentioned you in Trees" in notices(colleague)


def test_a_comment_is_assigned_to_somebody_with_access(
    desk: Desk, doors: Doors, colleague: Doors, book: str
) -> None:
    Pages(doors).take(book, "comment", range="A1", text="Yours", assignee=colleague.person_id)
    assert "assigned you a comment in Trees: Yours" in notices(colleague)
    refusal = desk.refused(
        comments.start,
        workbook_id=book,
        sheet_id=0,
        range_text="A1",
        text="x",
        assignee_id=desk.people["mchen"],
    )
    assert refusal.code == "cannot_assign"


def test_what_one_said_is_changed_and_deleted_by_oneself_alone(desk: Desk, book: str) -> None:
    thread = desk.do(
        comments.start, workbook_id=book, sheet_id=0, range_text="A1:B2", text="Before"
    )
    (found,) = desk.do(comments.list_threads, workbook_id=book)
    said_id = found.comments[0].id
    given = {"workbook_id": book, "comment_id": said_id}
    assert desk.refused(comments.change, by=OTHER, text="No", **given).code == "no_edit_access"
    assert desk.do(comments.change, text="After", **given).text == "After"
    desk.do(comments.reply, workbook_id=book, thread_id=thread.id, text="More")
    desk.do(comments.remove, **given)
    assert desk.do(comments.list_threads, workbook_id=book) == []


def test_a_conversation_goes_along_with_its_cells(desk: Desk, book: str) -> None:
    desk.do(comments.start, workbook_id=book, sheet_id=0, range_text="B2", text="Here")
    above = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}
    desk.edit(book, {"insertDimension": {"range": above}})
    (found,) = desk.do(comments.list_threads, workbook_id=book)
    assert found.thread.ranges == ["B4"]


def test_a_viewer_reads_comments_and_makes_none(desk: Desk, book: str) -> None:
    desk.do(shares.share, workbook_id=book, person_id=desk.people[OTHER], role="reader")
    desk.do(comments.start, workbook_id=book, sheet_id=0, range_text="B2", text="Here")
    assert len(desk.do(comments.list_threads, by=OTHER, workbook_id=book)) == 1
    given = {"workbook_id": book, "sheet_id": 0, "range_text": "A1", "text": "x"}
    assert desk.refused(comments.start, by=OTHER, **given).code == "no_edit_access"


@pytest.mark.parametrize("text", ["ZZZ1", "nowhere", "A1:B99999"])
def test_a_comment_stands_on_the_grid(desk: Desk, book: str, text: str) -> None:
    given = {"workbook_id": book, "sheet_id": 0, "range_text": text, "text": "x"}
    assert desk.refused(comments.start, **given).code == "unparsable_range"
