"""Pages of records: what they show, and how records are changed there."""

from __future__ import annotations

import pytest
from sqlalchemy import insert, select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages, form_in
from tests.kit import Doors

from workworld.apps.crm.models import RecentRecord
from workworld.apps.crm.models.rules import DuplicateRule
from workworld.clock import Clock
from workworld.context import Context, Request, Surface
from workworld.identity import Authority
from workworld.ids import Ids
from workworld.topics import heard


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Pages:
    """The pages as a sales representative sees them."""
    return Pages(Doors(floor.world, authority, floor.people[REP]))


@pytest.fixture
def manager(floor: Floor, authority: Authority) -> Pages:
    """The pages as their manager sees them."""
    return Pages(Doors(floor.world, authority, floor.people[MANAGER]))


@pytest.fixture
def deal(floor: Floor) -> str:
    """A deal of the representative's."""
    return floor.create("Opportunity", Amount=1200.5, CurrencyIsoCode="EUR")


def test_page_shows_the_fields_as_people_read_them(rep: Pages, deal: str) -> None:
    words = rep.words(f"/Opportunity/{deal}")
    assert "Larkspur: gates" in words
    assert "EUR 1,200.50 (USD" in words
    assert "Apr 20, 2026" in words
    assert "Probability (%) 10%" in words


def test_page_notes_that_it_was_looked_at(rep: Pages, floor: Floor, deal: str) -> None:
    rep.read(f"/Opportunity/{deal}")
    rep.read(f"/Opportunity/{deal}")
    seen = floor.rows(select(RecentRecord.user_id).where(RecentRecord.record_id == deal))
    assert [row[0] for row in seen] == [floor.user(REP)]


def test_hidden_missing_and_malformed_have_one_page(rep: Pages, floor: Floor) -> None:
    hidden = floor.create("Opportunity", by=MANAGER)
    paths = (hidden, "006000000000000AAA", "006Ww0zzzzzzzzzAAA", "nonsense")
    pages = [rep.client.get(f"/Opportunity/{each}") for each in paths]
    assert {each.status_code for each in pages} == {404}
    assert len({each.text for each in pages}) == 1
    for path in ("edit", "delete", "related/Notes", "products", "owner", "step?to=Closed"):
        assert rep.client.get(f"/Opportunity/{hidden}/{path}").status_code == 404


def test_people_without_the_crm_are_told_so(floor: Floor, authority: Authority, deal: str) -> None:
    person = next(handle for handle in ("jwikstrand", "mchen", "tokafor") if handle in floor.people)
    stranger = Pages(Doors(floor.world, authority, floor.people[person]))
    assert "You have no access to the CRM" in stranger.read(f"/Opportunity/{deal}", 403)


def test_those_who_only_read_have_no_controls(
    floor: Floor, authority: Authority, deal: str
) -> None:
    reader = Pages(Doors(floor.world, authority, floor.people[FINANCE]))
    page = reader.read(f"/Opportunity/{deal}")
    for control in ("field-pencil", 'data-command="crm.edit"', "crm.delete", "Mark stage"):
        assert control not in page
    reader.read(f"/Opportunity/{deal}/edit", 403)


def test_edit_changes_what_was_changed_alone(rep: Pages, floor: Floor, deal: str) -> None:
    before = floor.row(deal)
    rep.edit(f"/Opportunity/{deal}", NextStep="Call Una", Amount="2,000")
    row = floor.row(deal)
    assert (row.next_step, row.amount) == ("Call Una", 200_000)
    assert row.close_date == before.close_date
    assert row.version == before.version + 1


def test_saving_without_a_change_is_no_step(rep: Pages, floor: Floor, deal: str) -> None:
    before = floor.row(deal).version
    assert rep.edit(f"/Opportunity/{deal}").endswith(f"/Opportunity/{deal}?tab=details")
    assert floor.row(deal).version == before


def test_all_that_is_wrong_is_said_at_the_top_and_at_the_field(rep: Pages, deal: str) -> None:
    page = rep.edit(f"/Opportunity/{deal}", 422, Amount="lots", CloseDate="someday", Name="New")
    assert 'href="#in-Amount"' in page
    assert 'href="#in-CloseDate"' in page
    assert page.count("takes a number") == 2
    assert 'value="New"' in page, "what was typed is kept"
    assert 'id="in-Amount-problem"' in page


def test_days_amounts_and_numbers_are_read_as_people_write_them(
    rep: Pages, manager: Pages, floor: Floor, deal: str
) -> None:
    rep.edit(f"/Opportunity/{deal}", CloseDate="6/30/2026", Amount="$154,001.50")
    row = floor.row(deal)
    assert (row.close_date, row.amount) == ("2026-06-30", 15_400_150)
    person = floor.create("Contact", LastName="Zz", AccountId=floor.create("Account"))
    for typed, kept in (
        ("6175550185", "(617) 555-0185"),
        ("16175550185", "(617) 555-0185"),
        ("+49 30 23125 655", "+49 30 23125 655"),
        ("617555018", "617555018"),
    ):
        manager.edit(f"/Contact/{person}", Phone=typed)
        assert floor.row(person).phone == kept
    rep.edit(f"/Contact/{person}", Phone="6175550185")
    assert floor.row(person).phone == "6175550185", "in Dublin it may be anything"


def test_missing_name_is_said_at_its_field(rep: Pages, floor: Floor, deal: str) -> None:
    page = rep.edit(f"/Opportunity/{deal}", 422, Name="")
    assert 'id="in-Name-problem"' in page
    assert floor.row(deal).name == "Larkspur: gates"


def test_conflict_shows_both_and_overwrites_nothing(rep: Pages, floor: Floor, deal: str) -> None:
    held = form_in(rep.read(f"/Opportunity/{deal}/edit"))
    floor.update(deal, by=MANAGER, NextStep="Theirs", Type="Expansion")
    page = rep.submit(f"/Opportunity/{deal}/edit", 409, **{**held, "NextStep": "Mine"})
    assert "Denise Whitlock changed this record" in page
    assert "Theirs" in page
    assert "Expansion" in page
    assert floor.row(deal).next_step == "Theirs"
    again = form_in(page)
    rep.submit(f"/Opportunity/{deal}/edit", **{**again, "NextStep": "Mine"})
    row = floor.row(deal)
    assert (row.next_step, row.type) == ("Mine", "Expansion")


def test_new_record_of_a_related_list_names_its_parent(rep: Pages, floor: Floor) -> None:
    account = floor.create("Account", Name="Fenwright")
    form = rep.read(f"/Contact/new?parent={account}", fragment=True)
    assert f'name="AccountId" value="{account}"' in form
    url = rep.send("/Contact/new", LastName="Abara", AccountId=account, parent=account)
    made = url.rpartition("/")[2]
    assert floor.row(made).account_id == account
    assert "Abara" in rep.words(f"/Account/{account}?tab=related")


def test_save_and_new_asks_again(rep: Pages, floor: Floor) -> None:
    account = floor.create("Account", Name="Fenwright")
    form = {"LastName": "Abara", "AccountId": account, "parent": account, "another": "1"}
    page = rep.send("/Contact/new", **form)
    assert "Abara</a> was created." in page
    assert f'name="AccountId" value="{account}"' in page


def test_duplicate_is_shown_and_saved_all_the_same(rep: Pages, floor: Floor) -> None:
    rule = {"id": "0BmTEST", "sobject": "Contact", "name": "Same e-mail", "position": 9}
    rule |= {"against": "Contact", "action": "Alert"}
    floor.change(insert(DuplicateRule).values(matchers=["email"], **rule))
    floor.create("Contact", LastName="Abara", Email="una@fenwright.example")
    form = {"LastName": "Abara", "Email": "una@fenwright.example"}
    page = rep.send("/Contact/new", 422, **form)
    assert "There are records like this one." in page
    assert "Save anyway" in page
    assert "/Contact/003" in rep.send("/Contact/new", allow_duplicates="1", **form)


def test_lookup_without_a_choice_is_refused(rep: Pages) -> None:
    form = {"LastName": "Abara", "AccountId": "", "AccountId-shown": "Fenwri"}
    page = rep.send("/Contact/new", 422, **form)
    assert "Choose one of the records that are offered." in page


def test_lookup_offers_recent_records_first_and_hides_what_is_hidden(
    rep: Pages, floor: Floor
) -> None:
    hidden = floor.create("Account", by=MANAGER, Name="Zorbin Secret")
    seen = floor.create("Account", Name="Zorbin Open")
    rep.read(f"/Account/{seen}")
    offered = rep.read("/lookups/Contact/AccountId", fragment=True)
    assert offered.index("Zorbin Open") < offered.index("option", offered.index("Zorbin Open"))
    found = rep.read("/lookups/Contact/AccountId?q=zorbin", fragment=True)
    assert seen in found
    assert hidden not in found


def test_losing_a_deal_asks_why(rep: Pages, floor: Floor, deal: str) -> None:
    asked = rep.read(f"/Opportunity/{deal}/step?to=Closed", fragment=True)
    assert "Loss Reason" in asked
    lost = {"to": "Closed", "value": "Closed Lost"}
    page = rep.send(f"/Opportunity/{deal}/step", 422, **lost)
    assert "in-Loss_Reason__c-problem" in page
    rep.send(f"/Opportunity/{deal}/step", Loss_Reason__c="Price", **lost)
    row = floor.row(deal)
    assert (row.stage, row.loss_reason, row.is_closed) == ("Closed Lost", "Price", True)


def test_stage_goes_on_by_one_button(rep: Pages, floor: Floor, deal: str) -> None:
    rep.submit(f"/Opportunity/{deal}/step", to="Qualification")
    assert floor.row(deal).stage == "Qualification"


def test_deleted_record_is_in_the_bin_and_comes_back(rep: Pages, floor: Floor, deal: str) -> None:
    assert "goes to the recycle bin" in rep.read(f"/Opportunity/{deal}/delete", fragment=True)
    rep.submit(f"/Opportunity/{deal}/delete")
    assert "Restore" in rep.read(f"/Opportunity/{deal}", 404)
    assert "was deleted." in rep.read(f"/deleted/{deal}", fragment=True)
    rep.submit(f"/Opportunity/{deal}/restore")
    assert not floor.row(deal).is_deleted
    assert rep.client.get(f"/deleted/{deal}").status_code == 204


def test_clone_takes_what_was_changed(rep: Pages, floor: Floor, deal: str) -> None:
    assert "Larkspur: gates" in rep.read(f"/Opportunity/{deal}/clone", fragment=True)
    url = rep.send(f"/Opportunity/{deal}/clone", Name="Larkspur: docks")
    row = floor.row(url.rpartition("/")[2])
    assert (row.name, row.amount, row.currency) == ("Larkspur: docks", 120_050, "EUR")


def test_owner_is_changed(manager: Pages, floor: Floor, deal: str) -> None:
    page = manager.send(f"/Opportunity/{deal}/owner", 422)
    assert "Choose who is to own it." in page
    manager.send(f"/Opportunity/{deal}/owner", OwnerId=floor.user(MANAGER))
    assert floor.row(deal).owner_id == floor.user(MANAGER)


def test_whoever_gives_a_deal_away_and_sees_it_no_more_is_led_to_the_list(
    rep: Pages, floor: Floor
) -> None:
    deal = floor.create("Opportunity")
    url = rep.send(f"/Opportunity/{deal}/owner", OwnerId=floor.user(MANAGER))
    assert url.endswith("/Opportunity/list")


def test_history_tells_changes(rep: Pages, deal: str) -> None:
    rep.edit(f"/Opportunity/{deal}", Amount="2000")
    words = rep.words(f"/Opportunity/{deal}?tab=history")
    assert "Amount Ana Kovač EUR 1,200.50 (USD" in words
    assert "EUR 2,000.00" in words


def test_nonsense_in_addresses_and_forms_is_no_crash(rep: Pages, deal: str) -> None:
    for path in (
        "/Event/new?StartDateTime=foo&IsAllDayEvent=x&WhoId=y",
        f"/Opportunity/{deal}?tab=activity&before=99999999999999999999999-x&kind=%00",
        f"/Opportunity/{deal}?tab=%00&step=%00",
        f"/Opportunity/{deal}?tab=activity&compose=task&follows=00T%00",
    ):
        answer = rep.client.get(path, follow_redirects=True)
        assert answer.status_code in (200, 404, 422), path
    form = {"version": "9" * 5_000, "base": '{"Name": ["x"], "Amount": 3}', "Name": "y"}
    answer = rep.client.post(f"/Opportunity/{deal}/edit", data={"csrf": rep.doors.csrf, **form})
    assert answer.status_code in (303, 409, 422)
    call = {"csrf": rep.doors.csrf, "Subject": "x", "minutes": "9" * 5_000}
    assert rep.client.post(f"/Opportunity/{deal}/activities/call", data=call).status_code == 422


def test_page_listens_to_what_becomes_of_its_record(rep: Pages, floor: Floor, deal: str) -> None:
    assert f'data-live="crm.record:{deal}"' in rep.read(f"/Opportunity/{deal}")
    hidden = floor.create("Opportunity", by=MANAGER)
    with floor.world.reading() as session:
        ctx = Context(
            session, rep.doors.actor, Request(Surface.UI, "test"), Clock(session), Ids(session)
        )
        topics = [f"crm.record:{each}" for each in (deal, hidden, "nonsense")]
        assert heard(ctx, topics) == topics[:1]
