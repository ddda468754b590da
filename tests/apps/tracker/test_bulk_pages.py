"""Bulk changes on pages: four steps with addresses, and a result that tells of each issue."""

import re
from urllib.parse import quote

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.service import issues


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def at(*keys: str, **more: str) -> str:
    said = "".join(f"&{name.replace('_', '-')}={quote(value)}" for name, value in more.items())
    return "/bulk?" + "&".join(f"pick={key}" for key in keys) + said


def test_thirty_are_moved_on_with_a_comment_and_told_of_one_by_one(page: Pages, desk: Desk) -> None:
    keys = [desk.create() for _ in range(30)]
    desk.go(keys[3], "Start progress")
    shown = page.read(at(*keys, operation="transition", step="values"))
    assert "Start progress → In Progress" in shown
    assert "29 of 30 stand where it begins" in shown
    way = {"operation": "transition", "transition": "Start progress", "comment": "Off we go."}
    confirm = page.read(at(*keys, **way, step="confirm"))
    assert "Off we go." in confirm
    assert "30 issues" in confirm
    place = page.submit("/bulk", pick=keys, **way)
    told = page.read(place)
    assert "29 issues were changed, 1 was refused." in told
    assert re.search(rf"{keys[3]}</a></th><td>Something to do</td><td>[^<]*Transition", told)
    assert desk.status(keys[0]) == "In Progress"
    assert [desk.record(key).comment_count for key in (keys[0], keys[3])] == [1, 0]
    link = re.search(
        r'href="([^"]+)"><svg[^>]*><use[^>]*></use></svg><span>Search the changed', told
    )
    assert link is not None
    assert "29 issues" in page.read(link[1][link[1].index("/issues?") :])


def test_fields_are_changed_and_labels_added(page: Pages, desk: Desk) -> None:
    keys = [desk.create(labels=[word]) for word in ("one", "two")]
    values = {"labels": "both", "labels-verb": "add", "priority": "1", "assignee": ""}
    change = ["labels", "priority"]
    confirm = page.read(
        at(*keys, operation="edit", step="confirm", labels="both", priority="1", assignee="")
        + "&labels-verb=add&change=labels&change=priority"
    )
    assert "add both" in confirm
    assert "Highest" in confirm
    assert 'name="assignee"' not in confirm
    page.submit("/bulk", pick=keys, operation="edit", change=change, **values)
    assert [desk.value(key, "labels") for key in keys] == [["both", "one"], ["both", "two"]]
    assert desk.value(keys[0], "priority") == "1"
    more = {"labels": "one", "labels-verb": "remove"}
    page.submit("/bulk", pick=keys, operation="edit", change=["labels"], **more)
    assert [desk.value(key, "labels") for key in keys] == [["both"], ["both", "two"]]
    page.submit("/bulk", pick=keys, operation="edit", change=["labels"], **{"labels-verb": "clear"})
    assert [desk.value(key, "labels") for key in keys] == [[], []]


def test_all_of_a_search_is_changed(page: Pages, desk: Desk) -> None:
    keys = [desk.create(labels=["wholesale"]) for _ in range(3)]
    shown = page.read(f"/bulk?jql={quote('labels = wholesale')}")
    assert "Take all 3 of this search" in shown
    page.submit("/bulk", jql="labels = wholesale", all="1", operation="flag")
    assert all(desk.record(key).row.is_flagged for key in keys)


def test_ticks_of_other_pages_are_kept(page: Pages) -> None:
    shown = page.read("/bulk?jql=project+%3D+CAL+ORDER+BY+key&pick=CAL-189&page=2")
    assert '<input type="hidden" name="pick" value="CAL-189">' in shown
    assert "Page 2 of 2" in shown
    shown = page.read("/bulk?jql=project+%3D+CAL+ORDER+BY+key&pick=CAL-189&step=choose")
    assert re.search(r'value="CAL-189" data-select-row [^>]*checked', shown)


def test_whoever_goes_on_without_a_choice_is_told(page: Pages) -> None:
    said = "Choose at least one issue."
    assert said not in page.read("/bulk?jql=project+%3D+CAL")
    assert said not in page.read("/bulk?jql=project+%3D+CAL&step=operation&page=2")
    assert said in page.read("/bulk?jql=project+%3D+CAL&step=operation")


def test_move_maps_types_and_statuses(page: Pages, desk: Desk) -> None:
    keys = [desk.create(), desk.create(type="Bug")]
    shown = page.read(at(*keys, operation="move", step="values", project="OPS"))
    types = re.findall(r'name="type-(\d+)" value="(\d+)"', shown)
    assert len(types) == 2
    place = page.submit("/bulk", pick=keys, operation="move", project="OPS")
    told = page.read(place)
    assert "2 issues were changed" in told
    assert f"{keys[0]} → <a" in told
    assert desk.record(keys[0]).project.key == "OPS"


def test_deleting_asks_for_their_number(page: Pages, desk: Desk) -> None:
    keys = [desk.create() for _ in range(2)]
    shown = page.submit("/bulk", 422, pick=keys, operation="delete", typed="3")
    assert "Type 2 to delete them." in shown
    page.submit("/bulk", pick=keys, operation="delete", typed="2")
    assert desk.refused(issues.info, issue=keys[0]).code == "issue_not_found"


def test_nobody_is_offered_to_delete_what_they_may_not(doors: Doors, desk: Desk) -> None:
    key = desk.create()
    theirs = Pages.of(doors, "mchen")
    assert 'value="delete"' not in theirs.read(at(key))
    assert 'value="delete"' in Pages(doors).read(at(key))


def test_result_is_shown_to_whoever_did_it_alone(doors: Doors, desk: Desk) -> None:
    place = Pages(doors).submit("/bulk", pick=[desk.create()], operation="watch")
    Pages.of(doors, "mchen").read(place, 404)
    assert "1 issue was changed" in Pages(doors).read(place)


def test_issue_that_is_gone_is_refused_by_its_name_and_led_to_by_nothing(
    page: Pages, desk: Desk
) -> None:
    there, gone = desk.create(), desk.create()
    desk.do(issues.delete, issue=gone)
    told = page.read(page.submit("/bulk", pick=[there, gone], operation="watch"))
    assert "1 issue was changed, 1 was refused." in told
    assert f">{gone}</th>" in told
    assert "Search the refused" not in told
    assert f"/browse/{there}" in told


def test_what_cannot_be_read_is_told_where_it_was_entered(page: Pages, desk: Desk) -> None:
    key = desk.create()
    shown = page.read(
        at(key, operation="edit", step="confirm", duedate="soonish", change="duedate")
    )
    assert "This is no day that can be told." in shown
    assert 'value="soonish"' in shown
    shown = page.read(at(key, operation="edit", step="confirm"))
    assert "Choose at least one field to change." in shown


@pytest.mark.parametrize(
    "path",
    ["/bulk?jql=stat[us", "/bulk?jql=stat[us&all=1", "/bulk?pick=CAL-99999", "/bulk?pick=%00"],
)
def test_what_is_not_there_leads_back_to_the_choice(page: Pages, path: str) -> None:
    assert "Choose issues" in page.read(path)
