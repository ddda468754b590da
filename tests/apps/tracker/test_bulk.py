"""Bulk changes are done to each issue by itself, and told one by one."""

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import DEVELOPER, Desk, said

from workworld import events
from workworld.apps.tracker.models import HistoryItem
from workworld.apps.tracker.service import bulk, issues, watchers
from workworld.journal import entries


def test_edit_tells_which_were_refused_and_why(desk: Desk) -> None:
    key, other = desk.create(), desk.create()
    found = desk.do(bulk.edit, issues=[key, "CAL-9999", other, key], fields={"priority": "1"})
    assert [(each.asked, each.is_done) for each in found] == [
        (key, True),
        ("CAL-9999", False),
        (other, True),
    ]
    assert found[1].refused.code == "issue_not_found"
    assert desk.value(other, "priority") == "1"


def test_transition_with_a_comment_goes_by_name_or_status(desk: Desk) -> None:
    ready, new = desk.create(), desk.create()
    desk.go(ready, "Start progress")
    part = desk.create(type="Sub-task", parent=new)
    found = desk.do(
        bulk.transition, issues=[ready, new, part], transition="In Review", comment=said("Look.")
    )
    assert [each.is_done for each in found] == [True, False, False]
    assert "Possible: 11 (Start progress → In Progress)" in str(found[1].refused)
    assert desk.status(ready) == "In Review"
    assert [desk.record(key).comment_count for key in (ready, new)] == [1, 0]


def test_refused_issue_keeps_nothing_of_what_was_begun(desk: Desk) -> None:
    key, blocked = desk.create(), desk.create()
    desk.create(type="Sub-task", parent=blocked)
    for each in (key, blocked):
        desk.go(each, "Start progress", "Ask for review")
    before = len(desk.rows(select(HistoryItem.change_id)))
    found = desk.do(bulk.transition, issues=[blocked, key], transition="Done")
    assert [each.is_done for each in found] == [False, True]
    assert (desk.status(blocked), desk.status(key)) == ("In Review", "Done")
    assert len(desk.rows(select(HistoryItem.change_id))) == before + 2


def test_issues_are_moved_and_watched_together(desk: Desk) -> None:
    keys = [desk.create(by=DEVELOPER) for _ in range(2)]
    desk.do(bulk.watch, by="tbreslin", issues=keys)
    assert desk.do(watchers.list, by="tbreslin", issue=keys[0]).is_watching
    desk.do(bulk.watch, by="tbreslin", issues=keys, watching=False)
    assert not desk.do(watchers.list, by="tbreslin", issue=keys[0]).is_watching
    moved = desk.do(bulk.move, by=DEVELOPER, issues=keys, project_id="OPS")
    assert [each.issue.project_id for each in moved] == [desk.record(keys[0]).project.id] * 2


def test_those_that_may_be_deleted_are(desk: Desk) -> None:
    key, whole = desk.create(), desk.create()
    desk.create(type="Sub-task", parent=whole)
    found = desk.do(bulk.delete, issues=[whole, key])
    assert [each.is_done for each in found] == [False, True]
    assert desk.refused(issues.info, issue=key).code == "issue_not_found"
    assert desk.record(whole).row.key == whole


def test_change_may_tell_of_as_much_as_it_does(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [desk.create() for _ in range(5)]
    monkeypatch.setattr(events, "_MOST", 3)
    found = desk.do(bulk.edit, issues=keys, fields={"priority": "1"})
    assert all(each.is_done for each in found)


def test_pages_hear_only_of_what_was_done(desk: Desk) -> None:
    key, whole = desk.create(), desk.create()
    desk.create(type="Sub-task", parent=whole)
    for each in (key, whole):
        desk.go(each, "Start progress", "Ask for review")
    ids = {each: desk.record(each).row.id for each in (key, whole)}
    desk.do(bulk.transition, issues=[whole, key], transition="Done", comment=said("So."))
    with desk.world.reading() as session:
        topics = entries(session)[-1].topics
    assert topics is not None
    assert f"tracker.issue:{ids[key]}" in topics
    assert f"tracker.issue:{ids[whole]}" not in topics
