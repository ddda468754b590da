"""Automation rules are built, published, switched and looked at on pages."""

import re

import pytest
from tests.apps.tracker.desk import DEVELOPER, Desk
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.test_rules import LEAD, keep, part, texts
from tests.kit import Doors

ROOT = "/p/CAL/settings/automation"


@pytest.fixture
def pages(doors: Doors) -> Pages:
    """The pages as somebody sees them who administers CAL."""
    return Pages.of(doors, LEAD)


def new(pages: Pages, name: str = "Greet") -> str:
    """A new rule: its address."""
    return at_of(pages.submit(f"{ROOT}/new", name=name))


def at_of(url: str) -> str:
    """The path of a rule to whose page something leads."""
    found = re.search(r"/automation/rules/\w+", url)
    assert found is not None
    return found[0]


def test_a_rule_is_built_published_and_runs(pages: Pages, desk: Desk) -> None:
    at = new(pages)
    assert "Choose what begins it" in pages.read(at)
    assert "Issue created" in pages.read(f"{at}/trigger")
    pages.submit(f"{at}/trigger", kind="created")
    assert "JQL condition" in pages.read(f"{at}/parts/new")
    pages.submit(f"{at}/parts/new", kind="if")
    pages.submit(f"{at}/parts/new", kind="jql", parent="1", slot="tests", jql="issuetype = Bug")
    pages.submit(f"{at}/parts/new", kind="comment", parent="1", slot="parts", text="A bug")
    pages.submit(f"{at}/parts/new", kind="comment", parent="1", slot="otherwise", text="No bug")
    shown = pages.read(at)
    assert shown.index("issuetype = Bug") < shown.index("A bug") < shown.index("No bug")
    assert texts(desk, desk.create()) == []
    pages.submit(f"{at}/publish")
    key = desk.create(type="Bug")
    assert texts(desk, key) == ["A bug"]
    log = pages.read(f"{ROOT}/log?outcome=success&issue={key}")
    (run,) = re.findall(r'href="[^"]*(/automation/runs/\w+)"', log)
    assert "Commented on" in pages.read(run)
    assert "1 run" in log
    assert "No runs" in pages.read(f"{ROOT}/log?outcome=failure")


def test_parts_are_edited_moved_and_removed(pages: Pages) -> None:
    at = new(pages)
    for text in ("First", "Second"):
        pages.submit(f"{at}/parts/new", kind="log", text=text)
    pages.submit(f"{at}/parts/2/move", to="up")
    shown = pages.read(at)
    assert shown.index("Second") < shown.index("First")
    pages.submit(f"{at}/parts/2", text="Second, anew")
    assert "Second, anew" in pages.read(at)
    pages.submit(f"{at}/parts/1/delete")
    assert "First" not in pages.read(at)
    pages.read(f"{at}/parts/1", expected=404)


def test_what_is_wrong_is_said_where_it_is(pages: Pages) -> None:
    at = new(pages)
    assert "Choose what begins the rule." in pages.submit(f"{at}/publish", 422)
    refused = pages.submit(f"{at}/parts/new", 422, kind="comment", text="")
    assert "Comment" in refused
    assert 'role="alert"' in refused
    pages.submit(f"{at}/trigger", kind="created")
    pages.submit(f"{at}/parts/new", kind="jql", jql="nonsense =")
    pages.submit(f"{at}/parts/new", kind="log", text="x")
    wrong = pages.submit(f"{at}/publish", 422)
    assert 'id="problem-1"' in wrong
    pages.submit(f"{at}/trigger", 422, kind="nonsense")


def test_a_rule_is_switched_and_deleted(pages: Pages, desk: Desk) -> None:
    rule = keep(desk, part("created"), part("comment", text="Hello"))
    pages.submit(f"/automation/rules/{rule}/switch", so="")
    assert texts(desk, desk.create()) == []
    assert 'aria-checked="false"' in pages.read(ROOT)
    pages.submit(f"/automation/rules/{rule}/switch", so="1")
    assert texts(desk, desk.create()) == ["Hello"]
    pages.submit(f"/automation/rules/{rule}/details", name="Anew", description="", follows="1")
    assert "other rules begin it as well" in pages.read(f"/automation/rules/{rule}")
    pages.submit(f"/automation/rules/{rule}/delete")
    pages.read(f"/automation/rules/{rule}", expected=404)


def test_templates_lead_to_drafts(pages: Pages) -> None:
    assert "Remind of stale bugs" in pages.read(f"{ROOT}/new")
    at = at_of(pages.submit(f"{ROOT}/new", template="escalate"))
    assert "*/10 * * * *" in pages.read(at)
    pages.submit(f"{at}/publish")
    assert 'aria-checked="true"' in pages.read(at)


def test_a_rule_is_started_from_an_issue(doors: Doors, pages: Pages, desk: Desk) -> None:
    rule = keep(desk, part("manual"), part("comment", text="By hand"))
    key = desk.create()
    theirs = Pages.of(doors, DEVELOPER)
    assert "A rule" in theirs.read(f"/browse/{key}/automation")
    theirs.submit(f"/browse/{key}/automation", rule=rule)
    assert texts(desk, key) == ["By hand"]
    theirs.submit(f"/browse/{key}/automation", 404, rule="RuNONE")
    assert pages.read(f"/browse/{key}/automation")


def test_others_find_no_rules(doors: Doors, desk: Desk) -> None:
    rule = keep(desk, part("created"), part("log", text="x"))
    theirs = Pages.of(doors, DEVELOPER)
    theirs.read(ROOT, expected=403)
    theirs.read("/admin/automation", expected=403)
    theirs.read(f"/automation/rules/{rule}", expected=404)


def test_rules_of_the_site_are_the_sites_administrators(doors: Doors) -> None:
    mine = Pages.of(doors, "aruiz")
    at = at_of(mine.submit("/admin/automation/new", name="Everywhere"))
    mine.submit(f"{at}/trigger", kind="created")
    mine.submit(f"{at}/parts/new", kind="log", text="{{issue.key}}")
    mine.submit(f"{at}/publish")
    assert "Everywhere" in mine.read("/admin/automation")
    assert "No runs" in mine.read("/admin/automation/log")
