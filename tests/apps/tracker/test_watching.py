"""Watching and voting."""

from __future__ import annotations

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of

from workworld.apps.tracker.service import issues, preferences, votes, watchers


def watching(desk: Desk, key: str) -> list[str]:
    return sorted(person.handle for person in desk.do(watchers.list, by="aruiz", issue=key).people)


def test_one_watches_and_stops_watching(desk: Desk) -> None:
    key = issue_of(desk)
    desk.do(watchers.watch, by="tbreslin", issue=key)
    desk.do(watchers.watch, by="tbreslin", issue=key)
    assert watching(desk, key) == ["mchen", "tbreslin"]
    desk.do(watchers.unwatch, by="mchen", issue=key)
    assert watching(desk, key) == ["tbreslin"]
    answer = desk.do(watchers.list, by="tbreslin", issue=key)
    assert (answer.count, answer.is_watching) == (1, True)


def test_who_creates_or_gets_an_issue_watches_it_unless_they_chose_not_to(desk: Desk) -> None:
    desk.do(preferences.choose, by="tbreslin", watch_own=False)
    assert watching(desk, issue_of(desk, by="tbreslin")) == []
    key = issue_of(desk, by="mchen")
    desk.do(issues.assign, by="mchen", issue=key, person_id=desk.people["jwikstrand"])
    assert watching(desk, key) == ["jwikstrand", "mchen"]


def test_admins_let_others_watch(desk: Desk) -> None:
    key = issue_of(desk)
    them = {"issue": key, "person_id": desk.people["jwikstrand"]}
    assert desk.refused(watchers.watch, by="eboadi", **them).code == "permission_denied"
    desk.do(watchers.watch, by="aruiz", **them)
    assert "jwikstrand" in watching(desk, key)
    desk.do(watchers.unwatch, by="aruiz", **them)
    assert "jwikstrand" not in watching(desk, key)


def test_nobody_is_made_to_watch_what_they_cannot_see(desk: Desk) -> None:
    key = issue_of(desk, "SEC", by="aruiz")
    them = {"issue": key, "person_id": desk.people["jwikstrand"]}
    assert desk.refused(watchers.watch, by="aruiz", **them).code == "watcher_cannot_browse"
    assert desk.refused(watchers.watch, by="jwikstrand", issue=key).code == "issue_not_found"


def test_an_unknown_person_does_not_watch(desk: Desk) -> None:
    refusal = desk.refused(watchers.watch, by="aruiz", issue=issue_of(desk), person_id="U0NOBODY")
    assert refusal.code == "user_not_found"


def test_one_votes_once_and_may_take_it_back(desk: Desk) -> None:
    key = issue_of(desk, by="mchen")
    desk.do(votes.vote, by="tbreslin", issue=key)
    desk.do(votes.vote, by="tbreslin", issue=key)
    answer = desk.do(votes.list, by="tbreslin", issue=key)
    assert (answer.count, answer.has_voted) == (1, True)
    assert [person.handle for person in answer.people] == ["tbreslin"]
    desk.do(votes.unvote, by="tbreslin", issue=key)
    assert desk.do(votes.list, by="aruiz", issue=key).count == 0


def test_nobody_votes_for_what_they_reported(desk: Desk) -> None:
    refusal = desk.refused(votes.vote, by="mchen", issue=issue_of(desk, by="mchen"))
    assert str(refusal) == "You cannot vote for an issue you have reported."


@pytest.mark.parametrize("name", ["notify_own", "notify_watched", "watch_own"])
def test_a_choice_leaves_the_others_as_they_are(desk: Desk, name: str) -> None:
    usual = desk.do(preferences.info, by="mchen")
    wish = not getattr(usual, name)
    chosen = desk.do(preferences.choose, by="mchen", **{name: wish})
    assert getattr(chosen, name) is wish
    again = desk.do(preferences.choose, by="mchen", columns=["summary", "status", "summary"])
    assert getattr(again, name) is wish
    assert again.columns == ("summary", "status")
    assert desk.do(preferences.info, by="tbreslin") == usual
