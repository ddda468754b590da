"""The navigator: queries, pickers, columns, pages, the split view and files."""

import csv
import io
import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors


@pytest.fixture
def page(doors: Doors) -> Pages:
    return Pages(doors)


def at(jql: str, **more: str) -> str:
    said = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    return f"/issues?jql={quote(jql)}{said}"


def test_query_finds_issues_in_its_order(page: Pages) -> None:
    found = page.keys(at("project = CAL AND sprint = 'CAL 26-06' ORDER BY key"))
    assert found == ["CAL-207", "CAL-224", "CAL-250"]


def test_pages_have_the_size_that_is_asked_for(page: Pages) -> None:
    first = page.keys(at("project = CAL ORDER BY key", size="25"))
    second = page.keys(at("project = CAL ORDER BY key", size="25", page="2"))
    assert (len(first), first[0], second[0]) == (25, "CAL-189", "CAL-214")
    assert "1–25 of 64 issues" in page.read(at("project = CAL", size="25"))


def test_page_beyond_the_last_one_leads_back(page: Pages) -> None:
    assert "There is no such page" in page.read(at("project = SEC", page="7"))


def test_fault_of_a_query_is_told_at_its_place(page: Pages) -> None:
    shown = page.read(at("project = CAL AND stat[us = 1"))
    assert "Expecting operator but got '['" in shown
    assert 'data-fault-line="1" data-fault-column="23"' in shown
    assert "<mark>[</mark>" in shown


def test_unknown_field_is_told(page: Pages) -> None:
    shown = page.read(at("flavour = vanilla"))
    assert "Field 'flavour' does not exist" in shown
    assert "<mark>flavour</mark>" in shown


def test_heading_sorts_and_turns_round(page: Pages) -> None:
    shown = page.read(at("project = SEC ORDER BY created DESC"))
    link = re.search(r'class="sort" href="([^"]+)">Summary', shown)
    assert link is not None
    query = parse_qs(urlsplit(link[1]).query)["jql"]
    assert query == ["project = SEC ORDER BY summary ASC"]
    shown = page.read(at(query[0]))
    assert 'data-in="summary" aria-sort="ascending"' in shown
    assert "summary+DESC" in shown


def test_pickers_make_a_query(page: Pages) -> None:
    answer = page.client.get(
        "/issues/pick?projects=CAL&statuses=To+Do&statuses=In+Progress&assignees=currentUser()"
    )
    assert parse_qs(urlsplit(answer.headers["Location"]).query)["jql"] == [
        'project = CAL AND status IN ("To Do", "In Progress") AND assignee = currentUser()'
    ]


def test_pickers_show_what_a_query_says(page: Pages) -> None:
    shown = page.read(at("project = 'Calderoute product' AND assignee IS EMPTY", mode="basic"))
    assert 'name="projects" value="CAL"' in shown
    assert 'name="assignees" value="EMPTY"' in shown


def test_query_that_pickers_cannot_express_stays_a_text(page: Pages) -> None:
    shown = page.read(at("project = CAL OR project = OPS", mode="basic"))
    assert 'id="jql"' in shown
    assert "Pickers cannot express this query" in shown


def test_what_may_be_typed_is_offered(page: Pages) -> None:
    offered = page.read("/issues/suggest?jql=project+%3D+C&position=11")
    assert 'data-text="CAL"' in offered
    assert 'data-start="10" data-end="11"' in offered
    assert 'data-text="status"' in page.read("/issues/suggest?jql=stat&position=4")


def test_split_view_shows_the_first_issue_beside(page: Pages) -> None:
    shown = page.read(at("project = SEC ORDER BY key", view="split"))
    assert 'class="split-line"' in shown
    assert 'aria-label="Issue SEC-7"' in shown


def test_file_holds_all_that_the_query_finds(page: Pages) -> None:
    answer = page.client.get(f"/issues/export.csv?jql={quote('project = CAL ORDER BY key')}")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0] == ["Type", "Key", "Summary", "Assignee", "Priority", "Status", "Updated"]
    assert len(rows) == 65
    assert rows[26][1:3] == ["CAL-214", "Scorecard export drops carriers without a code"]


def test_columns_are_chosen_for_all_lists(page: Pages) -> None:
    page.submit("/issues/columns", column=["status", "labels", "duedate"])
    for path in (at("project = CAL"), "/p/CAL/list"):
        names = re.findall(r'<th scope="col" data-in="(\w+)"', page.read(path))
        assert {*names} == {"issuekey", "summary", "status", "labels", "duedate"}
    page.submit("/issues/columns", usual="1")
    assert 'data-in="assignee"' in page.read(at("project = CAL"))


def test_nobody_finds_what_is_hidden_from_them(doors: Doors) -> None:
    theirs = Pages.of(doors, "nbarve")
    assert theirs.keys(at("labels = security")) == []
    assert "CAL-247" in Pages(doors).keys(at("labels = security"))


def test_query_is_saved_and_used_again(page: Pages) -> None:
    place = page.submit("/filters/new", name="Mine", jql="project = SEC ORDER BY key")
    shown = page.read(place)
    assert "<h1>Mine</h1>" in shown
    assert "SEC-7" in shown


def test_name_of_a_filter_is_taken_once(page: Pages) -> None:
    page.submit("/filters/new", name="Mine", jql="project = SEC")
    shown = page.submit("/filters/new", 422, name="mine", jql="project = CAL")
    assert "Filter with same name already exists." in shown
    assert "project = CAL" in shown  # what was typed is kept


def test_filters_page_shows_what_is_shared(page: Pages) -> None:
    shown = page.read("/filters")
    assert "What holds up 4.19.0" in shown
    assert "My reviews" not in shown  # Ming keeps it to himself


def test_filter_is_shared_and_shared_no_more(doors: Doors) -> None:
    ming, page = Pages.of(doors, "mchen"), Pages(doors)
    found = re.search(
        r'href="[^"]*(/filters/\d+)" aria-label="Details of My reviews"', ming.read("/filters")
    )
    assert found is not None
    ming.submit(f"{found[1]}/shares", kind="project", project="CAL")
    assert "My reviews" in page.read("/filters")
    share = re.search(r'name="gone" value="(\d+)"', ming.read(found[1]))
    assert share is not None
    ming.submit(f"{found[1]}/shares", gone=share[1])
    assert "My reviews" not in page.read("/filters")


def test_one_is_told_of_what_a_filter_finds(page: Pages) -> None:
    found = re.search(
        r'href="[^"]*(/filters/\d+)" aria-label="Details of What holds', page.read("/filters")
    )
    assert found is not None
    page.submit(f"{found[1]}/subscriptions", day=["0", "2"], hour="8")
    assert "Mon, Wed at 8:00" in page.read(found[1])
    assert "Choose a day." in page.submit(f"{found[1]}/subscriptions", 422, hour="8")


def test_settings_are_kept(page: Pages) -> None:
    page.submit("/settings", notify_own="1")
    shown = page.read("/settings")
    assert re.search(r'name="notify_own"[^>]* checked', shown)
    assert not re.search(r'name="notify_watched"[^>]* checked', shown)


def test_navigator_keeps_within_its_budget(page: Pages) -> None:
    assert len(page.read(at("project = CAL", size="50"))) < 150_000
