"""Pages of approvals, of cases' deeds, of settings and of rules."""

from __future__ import annotations

import re

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.service import approvals, notice_choices
from workworld.identity import Authority


@pytest.fixture
def manager(floor: Floor, authority: Authority) -> Pages:
    """The pages as the sales manager sees them."""
    return Pages(Doors(floor.world, authority, floor.people[MANAGER]))


@pytest.fixture
def support(floor: Floor, authority: Authority) -> Pages:
    """The pages as the support lead sees them."""
    return Pages(Doors(floor.world, authority, floor.people[SUPPORT]))


def test_what_waits_is_listed_and_answered(floor: Floor, manager: Pages) -> None:
    assert "Nothing waits for you" in manager.words("/approvals")
    deal = floor.create("Opportunity", Name="Gates", Discount__c=30)
    request = floor.do(approvals.submit, record_id=deal, comment="They would sign.").id
    shown = manager.words("/approvals")
    assert "Gates" in shown
    assert "30%" in shown
    assert "They would sign." in manager.words(f"/approvals/{request}/reject")
    manager.submit(f"/approvals/{request}/reject", comment="Too much.")
    assert "Nothing waits for you" in manager.words("/approvals")
    (kept,) = floor.do(approvals.list, record_id=deal)
    assert (kept.state, kept.answers[0].comment) == ("declined", "Too much.")


def test_what_others_are_asked_is_not_there(floor: Floor, support: Pages) -> None:
    deal = floor.create("Opportunity", Discount__c=30)
    request = floor.do(approvals.submit, record_id=deal).id
    assert "Nothing waits for you" in support.words("/approvals")
    for path in (f"/approvals/{request}/approve", "/approvals/AP0/approve"):
        support.read(path, 404)


def test_a_case_is_escalated_and_closed(floor: Floor, support: Pages) -> None:
    case = floor.create("Case", by=SUPPORT, Subject="Gate", OwnerId=floor.user(REP))
    support.submit(f"/Case/{case}/escalate", text="They wait for days.")
    assert floor.row(case).is_escalated
    assert "They wait for days." in support.words(f"/Case/{case}?tab=feed")
    support.submit(f"/Case/{case}/close", text="Turned it round.")
    row = floor.row(case)
    assert (row.status, row.resolution) == ("Closed", "Turned it round.")


def test_everybody_chooses_what_they_are_told(floor: Floor, support: Pages) -> None:
    def ticked(page: str) -> set[str]:
        return set(re.findall(r'id="((?:bell|chat)-\w+)"[^>]* checked', page))

    usual = ticked(support.read("/settings"))
    assert usual == {f"bell-{kind}" for kind in notice_choices.KINDS}
    sent = {"kind": ["reminder", "queued"], "chat": ["reminder"]}
    assert support.submit("/settings", **sent).endswith("saved=1")
    assert ticked(support.read("/settings?saved=1")) == {
        *("bell-reminder", "bell-queued", "chat-reminder")
    }
    assert "Rules" not in support.words("/settings")
    support.submit("/settings", 422, kind="poem")
    support.submit("/settings", 422, chat="poem")


def test_rules_are_shown_to_those_who_set_the_crm_up(
    floor: Floor, authority: Authority, support: Pages
) -> None:
    admin = Pages(Doors(floor.world, authority, floor.people[ADMIN]))
    shown = admin.words("/setup/rules")
    for text in ("Validation rules", "Duplicate rules", "Support Tier 1", "08:00–18:00"):
        assert text in shown
    path = "/setup/rules?object=Opportunity&formula="
    assert "No syntax errors" in admin.words(f"{path}ISBLANK(Account.Name)")
    wrong = admin.words(f"{path}ISBLANK(Acount.Name)")
    assert "Field Acount.Name does not exist. Check spelling. (at character 9)" in wrong
    support.read("/setup/rules", 403)


def test_a_feed_tells_what_is_asked_and_what_solved_it(floor: Floor, support: Pages) -> None:
    told = {"Subject": "Gate", "Description": "It will not open.", "Origin": "Phone"}
    case = floor.create("Case", by=SUPPORT, **told)
    assert "opened the case Phone" in support.words(f"/Case/{case}")
    assert "It will not open." in support.words(f"/Case/{case}")
    support.submit(f"/Case/{case}/close", text="Turned it round.")
    assert "Turned it round." in support.words(f"/Case/{case}")


def test_a_closed_case_is_reopened_by_a_button(floor: Floor, support: Pages) -> None:
    case = floor.create("Case", by=SUPPORT, Subject="Gate")
    support.submit(f"/Case/{case}/close", text="Turned it round.")
    shown = support.words(f"/Case/{case}")
    assert "Reopen" in shown
    assert "Mark as" not in shown
    support.submit(f"/Case/{case}/step", to="Open")
    row = floor.row(case)
    assert (row.status, row.reopen_count) == ("Open", 1)


def test_recent_cases_are_told_by_their_subjects(floor: Floor, support: Pages) -> None:
    case = floor.create("Case", by=SUPPORT, Subject="The gate squeaks")
    support.read(f"/Case/{case}")
    recent = support.words("/home").partition("Recent records")[2]
    assert "The gate squeaks" in recent


def test_steps_of_macros_are_told_as_pages_call_fields(floor: Floor, support: Pages) -> None:
    macro = floor.create("Macro", by=SUPPORT, Name="Hand over")
    step = {"Operation": "Set Field", "Target": "OwnerId", "Value": "Support Tier 2"}
    floor.create("MacroInstruction", by=SUPPORT, MacroId=macro, SortOrder=1, **step)
    case = floor.create("Case", by=SUPPORT, Subject="The gate squeaks")
    said = support.words(f"/Case/{case}/macro")
    assert "Set Owner to Support Tier 2" in said
    assert "Owner ID" not in said


def test_only_those_who_see_deals_are_led_to_forecasts(manager: Pages, support: Pages) -> None:
    assert 'data-command="crm.forecasts"' in manager.read("/home")
    assert 'data-command="crm.forecasts"' not in support.read("/home")
    support.read("/forecasts", 403)


def test_a_deleted_case_is_told_by_its_subject(floor: Floor, support: Pages) -> None:
    case = floor.create("Case", by=SUPPORT, Subject="The gate squeaks")
    floor.delete(case, by=SUPPORT)
    assert "The gate squeaks" in support.words("/recycle-bin")


def test_requests_are_handed_over_and_delegated_on_their_page(
    floor: Floor, manager: Pages, support: Pages, authority: Authority
) -> None:
    deal = floor.create("Opportunity", Name="Gates", Amount=1000, Discount__c=30)
    request = floor.do(approvals.submit, record_id=deal).id
    rep = Pages(Doors(floor.world, authority, floor.people[REP]))
    assert "Submitted by you" in rep.words("/approvals")
    assert f"/approvals/{request}/recall" in rep.read("/approvals")
    assert "Delegate approvals" in manager.read("/approvals/delegate", fragment=True)
    manager.submit("/approvals/delegate", user=floor.user(SUPPORT))
    assert "Efua Boadi may answer for you" in manager.words("/approvals")
    assert "Gates" in support.words("/approvals")
    path = f"/approvals/{request}/reassign"
    assert "Choose an active user." in manager.submit(path, 422, user="")
    manager.submit(path, user=floor.user("gostrander"))
    assert "Nothing waits for you" in manager.words("/approvals")
    assert rep.submit(f"/approvals/{request}/recall", **{"from": "record"}).endswith(deal)
