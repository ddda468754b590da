"""Links between issues, and to pages elsewhere."""

from __future__ import annotations

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.texts import issue_of, text

from workworld.apps.tracker.service import comments, history, links, remote_links


def shown(desk: Desk, key: str, by: str = "aruiz") -> list[tuple[str, str]]:
    return [(each.words, each.other.key) for each in desk.do(links.list, by=by, issue=key)]


def test_both_issues_tell_of_their_link(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    desk.do(links.add, by="mchen", type_id="blocks", source=one, target=two, comment=text("sorry"))
    assert shown(desk, one) == [("blocks", two)]
    assert shown(desk, two) == [("is blocked by", one)]
    (change,) = desk.do(history.list, by="aruiz", issue=two).items
    (item,) = change.items
    assert (item.field, item.to_id, item.to_text) == (
        "Link",
        one,
        f"This issue is blocked by {one}",
    )
    assert desk.do(comments.list, by="aruiz", issue=one).total == 1


def test_a_link_is_deleted_from_either_side(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    link = desk.do(links.add, by="mchen", type_id="Relates", source=one, target=two)
    assert desk.do(links.info, by="aruiz", link_id=link.id).target.key == two
    desk.do(links.delete, by="mchen", link_id=link.id)
    assert shown(desk, one) == shown(desk, two) == []
    assert desk.refused(links.delete, by="mchen", link_id=link.id).code == "link_not_found"


def test_an_issue_is_not_linked_to_itself(desk: Desk) -> None:
    key = issue_of(desk)
    refusal = desk.refused(links.add, by="mchen", type_id="Blocks", source=key, target=key)
    assert refusal.code == "cannot_link_to_self"


def test_the_same_link_is_refused_and_its_reverse_where_it_says_the_same(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    for link_type in ("Blocks", "Relates"):
        desk.do(links.add, by="mchen", type_id=link_type, source=one, target=two)
    again = desk.refused(links.add, by="mchen", type_id="Blocks", source=one, target=two)
    assert (again.code, str(again)) == ("link_exists", f"{one} blocks {two} already.")
    back = desk.refused(links.add, by="mchen", type_id="Relates", source=two, target=one)
    assert back.code == "link_exists"
    desk.do(links.add, by="mchen", type_id="Blocks", source=two, target=one)


def test_an_unknown_type_is_refused_with_those_that_there_are(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    refusal = desk.refused(links.add, by="mchen", type_id="Hates", source=one, target=two)
    assert refusal.code == "link_type_not_found"
    assert "Blocks" in str(refusal)


def test_of_a_link_to_a_hidden_issue_nothing_is_shown(desk: Desk) -> None:
    secret, plain = issue_of(desk, "SEC", by="aruiz"), issue_of(desk)
    link = desk.do(links.add, by="aruiz", type_id="Blocks", source=secret, target=plain)
    assert shown(desk, plain, by="tbreslin") == [("is blocked by", secret)]
    assert shown(desk, plain, by="jwikstrand") == []
    assert desk.refused(links.info, by="jwikstrand", link_id=link.id).code == "link_not_found"
    assert desk.do(links.open_blockers, by="jwikstrand", issue=plain) == []


def test_history_says_nothing_of_a_hidden_issue(desk: Desk) -> None:
    secret, plain = issue_of(desk, "SEC", by="aruiz"), issue_of(desk)
    desk.do(links.add, by="aruiz", type_id="Blocks", source=secret, target=plain)
    assert secret in str(desk.do(history.list, by="tbreslin", issue=plain).items)
    assert secret not in str(desk.do(history.list, by="jwikstrand", issue=plain).items)


def test_who_may_link_neither_issue_is_refused(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    refusal = desk.refused(links.add, by="gostrander", type_id="Blocks", source=one, target=two)
    assert refusal.code == "permission_denied"


def test_open_issues_that_stand_in_the_way_are_told(desk: Desk) -> None:
    one, two = issue_of(desk), issue_of(desk)
    desk.do(links.add, by="mchen", type_id="Blocks", source=one, target=two)
    assert [row.key for row in desk.do(links.open_blocked, by="mchen", issue=one)] == [two]
    assert [row.key for row in desk.do(links.open_blockers, by="mchen", issue=two)] == [one]
    assert desk.do(links.open_blocked, by="mchen", issue=two) == []


PAGE = {"url": "https://example.com/plan", "title": "The plan"}


def test_a_link_elsewhere_is_made_once_for_a_global_id(desk: Desk) -> None:
    key = issue_of(desk)
    made = desk.do(remote_links.put, by="mchen", issue=key, **PAGE, global_id="plan-1")
    changed = {**PAGE, "title": "The new plan"}
    again = desk.do(remote_links.put, by="mchen", issue=key, **changed, global_id="plan-1")
    assert (made.is_new, again.is_new, again.link.id) == (True, False, made.link.id)
    (only,) = desk.do(remote_links.list, by="aruiz", issue=key, global_id="plan-1")
    assert only.title == "The new plan"
    desk.do(remote_links.delete_by_global_id, by="mchen", issue=key, global_id="plan-1")
    assert desk.do(remote_links.list, by="aruiz", issue=key) == []


def test_a_link_elsewhere_is_changed_and_deleted(desk: Desk) -> None:
    key = issue_of(desk)
    made = desk.do(remote_links.put, by="mchen", issue=key, **PAGE, relationship="causes")
    which = {"issue": key, "link_id": made.link.id}
    desk.do(remote_links.edit, by="mchen", **which, url="https://example.com/b", title="B")
    assert desk.do(remote_links.info, by="aruiz", **which).url == "https://example.com/b"
    desk.do(remote_links.delete, by="mchen", **which)
    assert desk.refused(remote_links.info, by="mchen", **which).code == "remote_link_not_found"


@pytest.mark.parametrize("url", ["plan", "javascript:alert(1)", "https://"])
def test_a_link_leads_to_a_whole_address(desk: Desk, url: str) -> None:
    refusal = desk.refused(remote_links.put, by="mchen", issue=issue_of(desk), url=url, title="x")
    assert refusal.problems[0].field == "url"
