"""What is done on pages of records beside their fields: activities, cases, leads, products."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import insert, select
from tests.apps.crm.floor import MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.shop import open_shop
from tests.kit import Doors

from workworld.apps.crm.models import (
    ApprovalProcess,
    EmailMessage,
    Event,
    OpportunityLineItem,
    Task,
)
from workworld.identity import Authority


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Pages:
    """The pages as a sales representative sees them."""
    return Pages(Doors(floor.world, authority, floor.people[REP]))


@pytest.fixture
def support(floor: Floor, authority: Authority) -> Pages:
    """The pages as the support lead sees them."""
    return Pages(Doors(floor.world, authority, floor.people[SUPPORT]))


@pytest.fixture
def deal(floor: Floor) -> str:
    """A deal of the representative's."""
    return floor.create("Opportunity")


def test_call_is_logged(rep: Pages, floor: Floor, deal: str) -> None:
    form = {"Subject": "Call Una", "CallType": "Outbound", "minutes": "12"}
    rep.submit(f"/Opportunity/{deal}/activities/call", **form, Description="She says yes.")
    (task,) = floor.rows(select(Task.__table__).where(Task.what_id == deal))
    assert (task.subject, task.subtype, task.is_closed, task.call_seconds) == (
        "Call Una",
        "Call",
        True,
        720,
    )
    assert "She says yes." in rep.words(f"/Opportunity/{deal}?tab=activity")


def test_task_is_finished_and_followed(rep: Pages, floor: Floor, deal: str) -> None:
    rep.submit(f"/Opportunity/{deal}/activities/task", Subject="Draft", ActivityDate="2026-03-16")
    (task,) = floor.rows(select(Task.__table__).where(Task.what_id == deal))
    assert "Overdue: Yesterday" in rep.words(f"/Opportunity/{deal}?tab=activity")
    url = rep.submit(f"/Opportunity/{deal}/activities/{task.id}/complete")
    assert f"follows={task.id}" in url
    assert floor.row(task.id).is_closed
    shown = rep.words(f"/Opportunity/{deal}?tab=activity&compose=task&follows={task.id}")
    assert "“Draft” is done." in shown
    form = {"Subject": "Send", "ActivityDate": "tomorrow", "follows": task.id}
    rep.submit(f"/Opportunity/{deal}/activities/task", **form)
    (next_one,) = floor.rows(select(Task.__table__).where(Task.recurs_from_id == task.id))
    assert (next_one.subject, next_one.activity_date, next_one.what_id) == (
        "Send",
        "2026-03-18",
        deal,
    )


def test_event_is_made_in_the_zone_of_whoever_makes_it(rep: Pages, floor: Floor, deal: str) -> None:
    form = {"Subject": "Demo", "StartDateTime": "2026-03-20", "StartDateTime-time": "2:15 pm"}
    form |= {"EndDateTime": "2026-03-20", "EndDateTime-time": "3:00 PM"}
    rep.submit(f"/Opportunity/{deal}/activities/event", **form)
    (event,) = floor.rows(select(Event.__table__).where(Event.what_id == deal))
    assert event.minutes == 45
    assert "Mar 20, 2026, 2:15 PM" in rep.words(f"/Opportunity/{deal}?tab=activity")


def test_what_is_missing_is_said_in_the_form(rep: Pages, deal: str) -> None:
    page = rep.submit(f"/Opportunity/{deal}/activities/task", 422, Subject="", ActivityDate="x")
    assert "new-Subject-problem" not in page
    assert "new-ActivityDate-problem" in page
    page = rep.submit(f"/Opportunity/{deal}/activities/event", 422, StartDateTime="2026-03-20")
    assert "new-EndDateTime-problem" in page
    page = rep.submit(f"/Opportunity/{deal}/activities/call", 422, Subject="C", minutes="long")
    assert "a number of minutes" in page
    rep.submit(f"/Opportunity/{deal}/activities/nonsense", 404)


def test_private_note_is_its_writers_alone(
    rep: Pages, floor: Floor, authority: Authority, deal: str
) -> None:
    form = {"Title": "My own thoughts", "IsPrivate": "1", "IsPrivate-sent": "1"}
    rep.submit(f"/Opportunity/{deal}/activities/note", **form)
    rep.submit(f"/Opportunity/{deal}/activities/note", Title="For all")
    manager = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    for tab in ("activity", "related"):
        assert "My own thoughts" in rep.words(f"/Opportunity/{deal}?tab={tab}")
        words = manager.words(f"/Opportunity/{deal}?tab={tab}")
        assert "For all" in words
        assert "My own thoughts" not in words


def test_email_is_written_to_the_contact(rep: Pages, floor: Floor) -> None:
    contact = floor.create("Contact", LastName="Abara", Email="una@fenwright.example")
    form = rep.read(f"/Contact/{contact}?tab=activity&compose=email")
    assert 'value="una@fenwright.example"' in form
    sent = {"ToAddress": "una@fenwright.example", "Subject": "Hello", "TextBody": "Hi Una"}
    rep.submit(f"/Contact/{contact}/activities/email", **sent)
    (mail,) = floor.rows(select(EmailMessage.__table__).where(EmailMessage.subject == "Hello"))
    assert (mail.to_address, mail.who_id) == ("una@fenwright.example", contact)


def test_case_is_answered_and_commented(support: Pages, floor: Floor) -> None:
    web = {"SuppliedEmail": "una@fenwright.example", "Origin": "Web"}
    case = floor.create("Case", by=SUPPORT, Subject="Gate", **web)
    path = f"/Case/{case}/feed"
    assert "Write something first." in support.submit(path, 422, write="internal", text=" ")
    support.submit(path, write="internal", text="Ask Bao.")
    support.submit(path, write="reply", text="We look.", status="Waiting on customer")
    words = support.words(f"/Case/{case}")
    assert "Efua Boadi commented Internal" in words
    assert "Ask Bao." in words
    assert "We look." in words
    assert floor.row(case).status == "Waiting on customer"


def test_solving_a_case_asks_for_the_resolution(support: Pages, floor: Floor) -> None:
    case = floor.create("Case", by=SUPPORT, Subject="Gate", Origin="Phone")
    assert "Resolution" in support.read(f"/Case/{case}/step?to=Solved", fragment=True)
    page = support.send(f"/Case/{case}/step", 422, to="Solved", value="Solved")
    assert "Resolution" in page
    support.send(f"/Case/{case}/step", to="Solved", value="Solved", Resolution__c="Reset.")
    assert floor.row(case).is_closed


def test_lead_is_converted_and_locked(rep: Pages, floor: Floor) -> None:
    account = floor.create("Account", Name="Quillon Foods")
    lead = floor.create("Lead")
    dialog = rep.read(f"/Lead/{lead}/convert", fragment=True)
    assert "Quillon Foods" in dialog
    form = {"account": account, "contact": "new", "opportunity_name": "Quillon: gates"}
    url = rep.send(f"/Lead/{lead}/convert", **form)
    assert url.endswith(f"/Lead/{lead}/converted")
    words = rep.words(f"/Lead/{lead}/converted")
    assert "Your lead has been converted" in words
    assert "Quillon: gates" in words
    page = rep.read(f"/Lead/{lead}")
    assert "it can no longer be edited" in page
    assert "field-pencil" not in page
    assert rep.client.get(f"/Lead/{lead}/edit").status_code == 403


def test_conversion_into_an_existing_account_needs_that_account(rep: Pages, floor: Floor) -> None:
    lead = floor.create("Lead")
    form = {"account": "other", "account_name": "Quillon Foods", "contact": "new"}
    page = rep.send(f"/Lead/{lead}/convert", 422, **form)
    assert "Existing account" in page
    assert not floor.row(lead).is_converted
    account = floor.create("Account", Name="Quillon Foods")
    rep.send(f"/Lead/{lead}/convert", **form, AccountId=account)
    assert floor.row(lead).converted_account_id == account


def test_alike_leads_are_found_and_merged(rep: Pages, floor: Floor) -> None:
    keeps = floor.create("Lead", Email="i.silva@quillon.example", Phone="1")
    goes = floor.create("Lead", Email="I.Silva@quillon.example", Phone="2", FirstName="Inês")
    assert goes in rep.read(f"/Lead/{keeps}/duplicates", fragment=True)
    floor.create("Task", Subject="Ring", WhoId=goes)
    page = rep.words(f"/merge/Lead?ids={keeps},{goes}")
    assert "Inês" in page
    assert "1 task." in page
    form = {"ids": [keeps, goes], "master": keeps, "field-Phone": goes, "field-FirstName": goes}
    rep.submit("/merge/Lead", **form)
    row = floor.row(keeps)
    assert (row.phone, row.first_name) == ("2", "Inês")
    assert floor.row(goes).is_deleted


def test_products_are_added_changed_and_removed(rep: Pages, floor: Floor) -> None:
    shop = open_shop(floor)
    path = f"/Opportunity/{shop.deal}/products"
    assert shop.standard in rep.read(f"{path}/offers?q=", fragment=True)
    rep.submit(path, add="1", PricebookEntryId=shop.standard, Quantity="2", UnitPrice="")
    (line,) = floor.rows(select(OpportunityLineItem.__table__))[-1:]
    assert line.opportunity_id == shop.deal
    rep.submit(path, **{f"{line.id}.Quantity": "3", f"{line.id}.Discount": "10"})
    assert floor.row(shop.deal).amount == round(line.list_price * 3 * 0.9)
    page = rep.submit(path, 422, **{f"{line.id}.Quantity": "0"})
    assert "other than zero" in page
    rep.submit(path, **{f"remove-{line.id}": "1"})
    assert floor.row(line.id).is_deleted


def test_discount_is_submitted_locked_and_approved(
    rep: Pages, floor: Floor, authority: Authority
) -> None:
    process = {"id": "04aTEST", "sobject": "Opportunity", "name": "Large discount"}
    process |= {"position": 1, "formula": "Discount__c > 0.2", "asked_field": "Discount__c"}
    floor.change(insert(ApprovalProcess).values(**process, is_active=True))
    deal = floor.create("Opportunity", Discount__c=30, Amount=1000)
    assert "Submit for approval" in rep.words(f"/Opportunity/{deal}")
    rep.submit(f"/Opportunity/{deal}/submit", comment="They would sign today.")
    page = rep.read(f"/Opportunity/{deal}")
    assert "This record is locked while it waits for approval." in page
    assert "field-pencil" not in page
    assert "/recall" in page
    manager = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    shown = manager.read(f"/Opportunity/{deal}")
    found = re.search(r"/approvals/(\w+)/approve", shown)
    assert found
    manager.submit(f"/approvals/{found[1]}/approve", comment="Go on.")
    words = rep.words(f"/Opportunity/{deal}")
    assert "Denise Whitlock: Approved" in words
    assert "“Go on.”" in words
    assert "Edit" in words


def test_what_goes_along_with_a_merge_is_counted_in_words(floor: Floor, rep: Pages) -> None:
    keeps, goes = (floor.create("Contact", LastName=name) for name in ("Okonjo", "Okonyo"))
    floor.create("Task", Subject="Ring", WhoId=goes)
    assert "goes along: 1 task." in rep.words(f"/merge/Contact?ids={keeps},{goes}")
    floor.create("Task", Subject="Write", WhoId=goes)
    assert "goes along: 2 tasks." in rep.words(f"/merge/Contact?ids={keeps},{goes}")
