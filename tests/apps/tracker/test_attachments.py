"""Files of issues, and what programs keep with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of
from tests.kit import Doors

from workworld.apps.tracker.models import Attachment, LastViewed
from workworld.apps.tracker.service import attachments, issues, projects, properties, views
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.doors.web import LARGEST_BODY
from workworld.errors import Forbidden
from workworld.files import files
from workworld.files.models import File, FileText
from workworld.identity import Authority

NAME, CONTENT = "log.txt", b"it broke"


def sent(desk: Desk, by: str, function: Callable[..., Any], **arguments: str) -> Any:
    """Send a file as a door does: its bytes are no part of the request that is kept."""
    request = Request(Surface.SYSTEM, "a file", {"name": NAME, **arguments})
    accept = {**request.arguments, "content": CONTENT}
    return call(
        desk.world, Actor(desk.people[by]), function, request, accept=lambda _ctx, _given: accept
    )


def attached(desk: Desk, key: str, by: str = "mchen") -> Any:
    return sent(desk, by, attachments.add, issue=key)


def named(desk: Desk, key: str, by: str = "aruiz") -> list[str]:
    return [each.file.name for each in desk.do(attachments.list, by=by, issue=key)]


def test_who_sees_an_issue_sees_its_files(desk: Desk) -> None:
    key = issue_of(desk)
    made = attached(desk, key)
    assert named(desk, key, by="gostrander") == ["log.txt"]
    assert desk.do(files.read, by="gostrander", file_id=made.file.id).size == 8
    which = {"attachment_id": made.row.id}
    assert desk.do(attachments.content, by="gostrander", **which) == b"it broke"
    assert desk.items(key) == [("Attachment", None, "log.txt")]


def test_files_of_a_hidden_issue_are_not_found(desk: Desk) -> None:
    key = issue_of(desk, "SEC", by="aruiz")
    made = attached(desk, key, by="aruiz")
    hidden = {"by": "jwikstrand", "file_id": made.file.id}
    assert desk.refused(files.read, **hidden).code == "file_not_found"
    which = {"by": "jwikstrand", "attachment_id": made.row.id}
    assert desk.refused(attachments.info, **which).code == "attachment_not_found"
    assert desk.refused(attachments.content, **which).code == "attachment_not_found"


def test_others_files_are_taken_away_by_admins_alone(desk: Desk) -> None:
    key = issue_of(desk)
    which = {"attachment_id": attached(desk, key).row.id}
    assert desk.refused(attachments.delete, by="tbreslin", **which).code == "permission_denied"
    desk.do(attachments.delete, by="aruiz", **which)
    assert named(desk, key) == []
    assert desk.items(key)[-1] == ("Attachment", "log.txt", None)


def test_a_file_that_is_deleted_everywhere_is_gone_from_its_issues(desk: Desk) -> None:
    key = issue_of(desk)
    made = attached(desk, key)
    desk.do(files.delete, by="mchen", file_id=made.file.id)
    assert named(desk, key) == []
    assert desk.items(key)[-1] == ("Attachment", "log.txt", None)


def test_viewers_attach_nothing(desk: Desk) -> None:
    key = issue_of(desk)
    with pytest.raises(Forbidden, match="You do not have permission to attach files"):
        attached(desk, key, by="gostrander")
    assert named(desk, key) == []


def test_a_property_is_kept_changed_and_taken_away(desk: Desk) -> None:
    which = {"by": "mchen", "issue": issue_of(desk), "key": "build"}
    assert desk.do(properties.put, **which, value={"n": 1}) is True
    assert desk.do(properties.put, **which, value=[None]) is False
    assert desk.do(properties.info, **which).value == [None]
    desk.do(properties.delete, **which)
    assert desk.refused(properties.info, **which).code == "property_not_found"


@pytest.mark.parametrize(("key", "value"), [("", 1), ("k" * 256, 1), ("k", "v" * 32_767)])
def test_a_property_that_is_too_long_is_refused(desk: Desk, key: str, value: object) -> None:
    which = {"by": "mchen", "issue": issue_of(desk)}
    assert desk.refused(properties.put, **which, key=key, value=value).code == "invalid_property"


def test_viewers_keep_no_properties(desk: Desk) -> None:
    key = issue_of(desk)
    refusal = desk.refused(properties.put, by="gostrander", issue=key, key="k", value=1)
    assert refusal.code == "permission_denied"


KEPT = (File, FileText, LastViewed, Attachment)


def kept(desk: Desk) -> list[int]:
    return [desk.rows(select(func.count()).select_from(each))[0][0] for each in KEPT]


@pytest.mark.parametrize("whole_project", [False, True])
def test_files_and_views_of_a_deleted_issue_are_gone(desk: Desk, whole_project: bool) -> None:
    before = kept(desk)
    project = desk.do(projects.create, key="ZED", name="Zed", kind="kanban").key
    key = issue_of(desk, project, by="aruiz")
    attached(desk, key, by="aruiz")
    desk.do(views.note, issue=key)
    assert kept(desk) == [number + 1 for number in before]
    if whole_project:
        desk.do(projects.delete, by="wtallis", project=project)
    else:
        desk.do(issues.delete, issue=key)
    assert kept(desk) == before


def test_file_that_was_sent_elsewhere_too_outlives_its_issue(desk: Desk) -> None:
    key = issue_of(desk)
    made = attached(desk, key, by="aruiz")
    other = issue_of(desk)
    there = desk.record(other).row.id
    with desk.world.writing() as session:
        facts = {"author_id": desk.people["aruiz"], "created_us": 1}
        session.add(Attachment(id="4242", issue_id=there, file_id=made.file.id, **facts))
    desk.do(issues.delete, issue=key)
    assert named(desk, other) == ["log.txt"]
    desk.do(issues.delete, issue=other)
    assert desk.refused(files.read, by="aruiz", file_id=made.file.id).code == "file_not_found"


def test_large_files_are_attached_on_the_page_of_an_issue(desk: Desk, authority: Authority) -> None:
    key = issue_of(desk)
    doors = Doors(desk.world, authority, desk.people["mchen"])
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{doors.csrf}\r\n--x\r\n',
        'Content-Disposition: form-data; name="file"; filename="long.log"\r\n\r\n',
        "x" * (LARGEST_BODY + 1),
        "\r\n--x--\r\n",
    ]
    answer = doors.pages_of("tracker").post(
        f"/browse/{key}/attachments",
        data="".join(parts).encode(),
        content_type="multipart/form-data; boundary=x",
    )
    assert answer.status_code == 303, answer.text
    assert named(desk, key) == ["long.log"]
