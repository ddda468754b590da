"""Who is told of what happens to issues."""

from __future__ import annotations

from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of, text
from tests.kit import Doors

from workworld.apps.tracker.service import (
    comments,
    issues,
    preferences,
    views,
    watchers,
    worklogs,
)
from workworld.notifications import inbox


def told(desk: Desk, *handles: str) -> dict[str, list[tuple[str, str]]]:
    """What people were told of since the world began, newest first."""
    found = {}
    for handle in handles:
        items = desk.do(inbox.list, by=handle, app_id="tracker").items
        found[handle] = [(item.kind, item.text) for item in items]
    return found


def forget(desk: Desk, *handles: str) -> None:
    """As if nobody had been told of anything."""
    with desk.world.writing() as session:
        session.connection().exec_driver_sql("DELETE FROM notifications_items")


def test_who_gets_an_issue_is_told_so(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(issues.assign, by="mchen", issue=key, person_id=desk.people["tbreslin"])
    assert told(desk, "tbreslin", "mchen") == {
        "tbreslin": [("assignment", f"assigned {key} to you")],
        "mchen": [],
    }


def test_who_had_an_issue_is_told_who_has_it_now(desk: Desk) -> None:
    desk.do(preferences.choose, by="tbreslin", watch_own=False)
    key = issue_of(desk, assignee=desk.people["tbreslin"])
    desk.do(issues.assign, by="mchen", issue=key, person_id=None)
    assert told(desk, "tbreslin")["tbreslin"][0] == ("edit", f"assigned {key} to nobody")


def test_a_new_issue_is_told_to_the_lead_of_its_component(desk: Desk) -> None:
    with desk.world.reading() as session:
        sql = "SELECT id FROM tracker_components WHERE name = 'Carrier gateway'"
        component = session.connection().exec_driver_sql(sql).scalar_one()
    key = issue_of(desk, components=[component], assignee=desk.people["jwikstrand"])
    assert told(desk, "tbreslin", "jwikstrand") == {
        "tbreslin": [("created", f"created {key}")],
        "jwikstrand": [("assignment", f"assigned {key} to you")],
    }


def test_a_comment_is_told_once_to_each_by_the_strongest_reason(desk: Desk) -> None:
    key = issue_of(desk, assignee=desk.people["tbreslin"])
    desk.do(watchers.watch, by="jwikstrand", issue=key)
    forget(desk)
    body = text("look ", desk.people["tbreslin"], desk.people["dwhitlock"])
    desk.do(comments.add, by="aruiz", issue=key, body=body)
    mention = ("mention", f"mentioned you in a comment on {key}")
    assert told(desk, "tbreslin", "dwhitlock", "jwikstrand", "mchen", "aruiz") == {
        "tbreslin": [mention],
        "dwhitlock": [mention],
        "jwikstrand": [("comment", f"commented on {key}")],
        "mchen": [("comment", f"commented on {key}")],
        "aruiz": [],
    }


def test_an_edited_comment_is_told_to_those_whom_it_mentions_anew(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("hm ", desk.people["aruiz"]))
    forget(desk)
    both = text("hm ", desk.people["aruiz"], desk.people["tbreslin"])
    desk.do(comments.edit, by="mchen", issue=key, comment_id=known.id, body=both)
    assert told(desk, "aruiz", "tbreslin") == {
        "aruiz": [],
        "tbreslin": [("mention", f"mentioned you in a comment on {key}")],
    }


def test_of_a_comment_that_is_gone_nobody_is_told_any_more(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="tbreslin", issue=key, body=text("oops"))
    assert told(desk, "mchen")["mchen"] == [("comment", f"commented on {key}")]
    desk.do(comments.delete, by="aruiz", issue=key, comment_id=known.id)
    assert told(desk, "mchen")["mchen"] == []


def test_internal_comments_are_told_to_those_who_read_them(desk: Desk) -> None:
    key = issue_of(desk, "SUP", by="eboadi", reporter=desk.people["shaugland"])
    desk.do(watchers.watch, by="shaugland", issue=key)
    desk.do(watchers.watch, by="akovac", issue=key)
    forget(desk)
    desk.do(comments.add, by="eboadi", issue=key, body=text("hush"), is_internal=True)
    assert told(desk, "akovac", "shaugland") == {
        "akovac": [("comment", f"commented on {key}")],
        "shaugland": [],
    }


def test_nobody_is_told_of_an_issue_that_they_cannot_see(desk: Desk) -> None:
    body = text("for you ", desk.people["jwikstrand"])
    key = issue_of(desk, "SEC", by="aruiz", description=body)
    desk.do(comments.add, by="aruiz", issue=key, body=body)
    assert told(desk, "jwikstrand") == {"jwikstrand": []}


def test_a_watcher_who_lost_sight_of_an_issue_is_told_nothing(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(watchers.watch, by="jwikstrand", issue=key)
    with desk.world.reading() as session:
        sql = "SELECT id FROM tracker_security_levels"
        level = session.connection().exec_driver_sql(sql).scalar_one()
    desk.edit(key, security=level)
    forget(desk)
    desk.do(comments.add, by="mchen", issue=key, body=text("only us"))
    assert told(desk, "jwikstrand") == {"jwikstrand": []}


def test_changed_fields_are_named(desk: Desk) -> None:
    key = issue_of(desk)
    desk.edit(key, summary="Better", priority="1")
    desk.edit(key, duedate="2026-04-01")
    assert told(desk, "mchen")["mchen"] == [
        ("edit", f"changed the Due date of {key}"),
        ("edit", f"changed the Summary and the Priority of {key}"),
    ]


def test_progress_and_work_are_told(desk: Desk) -> None:
    key = issue_of(desk)
    desk.go(key, "Start progress", by="tbreslin")
    desk.do(worklogs.add, by="tbreslin", issue=key, seconds=5400)
    assert told(desk, "mchen")["mchen"] == [
        ("work", f"logged 1h 30m on {key}"),
        ("status", f"moved {key} to In Progress"),
    ]


def test_choices_count(desk: Desk) -> None:
    desk.do(preferences.choose, by="tbreslin", notify_watched=False, notify_mentions=False)
    desk.do(preferences.choose, by="mchen", notify_own=True)
    key = issue_of(desk)
    desk.do(watchers.watch, by="tbreslin", issue=key)
    forget(desk)
    body = text("well ", desk.people["tbreslin"])
    desk.do(comments.add, by="mchen", issue=key, body=body)
    assert told(desk, "tbreslin", "mchen") == {
        "tbreslin": [],
        "mchen": [("comment", f"commented on {key}")],
    }


def test_what_is_looked_at_is_read_and_recent(desk: Desk) -> None:
    key, other, third = issue_of(desk), issue_of(desk), issue_of(desk)
    for each in (key, other):
        desk.do(comments.add, by="tbreslin", issue=each, body=text("hi"))
    desk.do(watchers.watch, issue=key)
    desk.edit(key, summary="New")
    assert desk.do(inbox.count, by="mchen")["tracker"] == 3
    desk.do(views.note, by="mchen", issue=other)
    desk.edit(third, by="mchen", summary="Time passes")
    desk.do(views.note, by="mchen", issue=key)
    assert "tracker" not in desk.do(inbox.count, by="mchen")
    recent = [row.key for row in desk.do(views.recent, by="mchen")]
    assert recent[:2] == [key, other]
    assert third not in recent


def test_of_an_issue_that_is_gone_people_are_told_that_alone(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(comments.add, by="tbreslin", issue=key, body=text("hi"))
    desk.do(issues.delete, issue=key)
    assert told(desk, "mchen", "tbreslin") == {
        "mchen": [("deleted", f"deleted {key}")],
        "tbreslin": [("deleted", f"deleted {key}")],
    }


def test_an_issue_that_moves_is_told_with_both_keys(desk: Desk) -> None:
    key = issue_of(desk)
    moved = desk.do(issues.move, issue=key, project_id="OPS", type_id="Task")
    said = f"moved {key} to another project: it is {moved.key} now"
    assert told(desk, "mchen")["mchen"] == [("moved", said)]


def test_watchers_of_the_parent_are_told_if_they_wish_so(desk: Desk) -> None:
    above = desk.create("CAL", by="mchen", summary="Above")
    below = desk.create("CAL", "Sub-task", by="mchen", summary="Below", parent=above)
    for handle in ("tbreslin", "jwikstrand"):
        desk.do(watchers.watch, by=handle, issue=above)
    desk.do(preferences.choose, by="tbreslin", notify_parents=True)
    forget(desk)
    desk.edit(below, by="mchen", summary="Further below")
    assert told(desk, "tbreslin", "jwikstrand") == {
        "tbreslin": [("edit", f"changed the Summary of {below}")],
        "jwikstrand": [],
    }


def test_what_calls_somebody_stands_apart_from_what_they_watch(desk: Desk, doors: Doors) -> None:
    key = issue_of(desk, assignee=desk.people["aruiz"])
    desk.do(comments.add, by="tbreslin", issue=key, body=text("hi"))

    def said(which: str) -> list[bool]:
        page = doors.home.get(f"/notifications?app=tracker&which={which}").get_data(as_text=True)
        return [f"assigned {key} to you" in page, f"commented on {key}" in page]

    assert said("direct") == [True, False]
    assert said("watching") == [False, True]
    assert said("") == said("both") == [True, True]
