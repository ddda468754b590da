"""Search over all apps, the palette and cards, as far as they know of the tracker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of, text

from workworld.apps.tracker.service import comments, preferences, projects, views
from workworld.audit.subjects import subject_of
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.links.cards import Card, cards_in, unfurl
from workworld.richtext.nodes import literal
from workworld.search import everything, palette


def seen_by(desk: Desk, handle: str, look: Callable[[Any], Any]) -> Any:
    """What a function of a context answers to somebody."""
    request = Request(Surface.REST, "look", {})
    actor = Actor(desk.people[handle])
    return call(desk.world, actor, preferences.info, request, present=lambda ctx, _: look(ctx))


def card(desk: Desk, url: str, by: str = "aruiz") -> Card | None:
    found: Card | None = seen_by(desk, by, lambda ctx: unfurl(ctx, url))
    return found


def found(desk: Desk, kind: str, words: str, by: str = "aruiz") -> list[str]:
    results = desk.do(everything.find, by=by, text=words, kind=kind, limit=50)
    return [hit.title for group in results.groups for hit in group.found.hits]


BROWSE = "https://tracker.calderoute.example/browse"


def test_an_issue_s_address_has_a_card_for_those_who_see_it(desk: Desk) -> None:
    key = issue_of(desk, "SEC", by="aruiz", summary="Leak", assignee=desk.people["tbreslin"])
    for url in (f"{BROWSE}/{key}", f"{BROWSE}/{key}?focused=1#at-7"):
        known = card(desk, url)
        assert known is not None
        assert (known.kind, known.title) == ("Task", f"{key}: Leak")
        fields = dict(known.fields)
        assert fields["Status"] == desk.status(key)
        assert fields["Assignee"] == "Tadhg"
        assert card(desk, url, by="jwikstrand") is None


def test_a_key_in_a_text_has_a_card_and_other_words_have_none(desk: Desk) -> None:
    key = issue_of(desk, summary="Yard view")
    doc = literal(f"look at {key}, in UTF-8 and CAL-99999")
    (cards,) = seen_by(desk, "aruiz", lambda ctx: cards_in(ctx, [doc]))
    assert [each.title for each in cards] == [f"{key}: Yard view"]


def test_a_comment_s_address_has_its_card(desk: Desk) -> None:
    key = issue_of(desk)
    known = desk.do(comments.add, by="mchen", issue=key, body=text("it is the cache"))
    shown = card(desk, f"{BROWSE}/{key}?focused={known.id}#comment-{known.id}")
    assert shown is not None
    assert (shown.kind, shown.subtitle) == ("Comment", "it is the cache")


@pytest.mark.parametrize("path", ["/p/CAL", "/p/CAL/board"])
def test_a_project_s_address_has_a_card(desk: Desk, path: str) -> None:
    shown = card(desk, f"https://tracker.calderoute.example{path}")
    assert shown is not None
    assert shown.title == "Calderoute product (CAL)"
    assert card(desk, "https://tracker.calderoute.example/p/SEC", by="jwikstrand") is None


def test_issues_are_found_by_words_and_key_by_those_who_see_them(desk: Desk) -> None:
    said = text("quokkas graze here")
    key = issue_of(desk, "SEC", by="aruiz", summary="Wombat burrow", description=said)
    title = f"{key} Wombat burrow"
    for words in ("wombat", "womb", "quokkas", key, key.lower()):
        assert title in found(desk, "tracker.issues", words)
        assert title not in found(desk, "tracker.issues", words, by="jwikstrand")
    assert found(desk, "tracker.issues", "womb at") == []


def test_issues_are_found_page_by_page(desk: Desk) -> None:
    keys = {issue_of(desk, summary=f"Wombat {number}") for number in range(5)}
    seen, cursor = set[str](), ""
    for _page in range(3):
        results = desk.do(
            everything.find, text="wombat", kind="tracker.issues", limit=2, cursor=cursor
        )
        (group,) = results.groups
        assert group.found.total == 5
        seen |= {hit.title.split()[0] for hit in group.found.hits}
        cursor = group.found.next_cursor or ""
    assert (seen, cursor) == (keys, "")


def test_comments_are_found_by_those_who_see_them(desk: Desk) -> None:
    key = issue_of(desk, "SUP", by="eboadi", reporter=desk.people["shaugland"])
    desk.do(comments.add, by="eboadi", issue=key, body=text("the wombat"), is_internal=True)
    assert len(found(desk, "tracker.comments", "wombat", by="akovac")) == 1
    assert found(desk, "tracker.comments", "wombat", by="shaugland") == []


def test_the_palette_leads_to_what_was_looked_at_and_what_is_typed(desk: Desk) -> None:
    key, other = issue_of(desk, summary="Wombat"), issue_of(desk, summary="Numbat")
    desk.do(views.note, issue=key)
    places = [place.title for place in desk.do(palette.find, app_id="tracker", limit=50)]
    assert places[0] == f"{key} Wombat"
    assert "Calderoute product" in places
    assert f"{other} Numbat" not in places
    typed = desk.do(palette.find, app_id="tracker", text=other.lower())
    assert typed[0].title == f"{other} Numbat"
    assert desk.do(palette.find, app_id="tracker", text="sec")[0].title == "Security response"


def test_an_archived_project_is_no_place_to_go(desk: Desk) -> None:
    desk.do(projects.archive, project="OPS")
    places = [place.title for place in desk.do(palette.find, app_id="tracker", limit=50)]
    assert "Internal operations" not in places


def test_the_audit_log_names_issues_and_comments_for_those_who_see_them(desk: Desk) -> None:
    key = issue_of(desk, "SEC", by="aruiz")
    row = desk.record(key).row
    known = desk.do(comments.add, issue=key, body=text("hush"))

    def named(by: str, table: str, **primary: Any) -> str | None:
        found = seen_by(desk, by, lambda ctx: subject_of(ctx, table, primary))
        return found.name if found else None

    assert named("aruiz", "tracker_issues", id=row.id) == key
    assert named("aruiz", "tracker_comments", id=known.id) == f"on {key}"
    assert named("aruiz", "tracker_projects", id=row.project_id) == "SEC"
    assert named("jwikstrand", "tracker_issues", id=row.id) is None
    assert named("jwikstrand", "tracker_comments", id=known.id) is None
    assert named("jwikstrand", "tracker_watchers", issue_id=row.id, person_id="U1") is None
