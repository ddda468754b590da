"""The CRM and the other apps: wins in chat, cards of records, cases and issues."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel, Message
from workworld.apps.crm.models import Case, CaseComment, ListView, Opportunity
from workworld.apps.crm.service import addresses, forecasts
from workworld.apps.crm.service.forecast_rows import Forecast
from workworld.apps.sheets.service import connections
from workworld.apps.sheets.service import values as sheet_values
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.service import issues, transitions
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.identity import Authority
from workworld.links.cards import Card, unfurl
from workworld.passing_time import let_time_pass
from workworld.worlds import World


@pytest.fixture
def support(world: World, office: Office, authority: Authority) -> Doors:
    """The support lead at every door."""
    return Doors(world, authority, office.people[SUPPORT])


def deal(floor: Floor, name: str) -> str:
    (found,) = floor.rows(select(Opportunity.id).where(Opportunity.name == name))
    return str(found.id)


def case(floor: Floor, number: str) -> str:
    (found,) = floor.rows(select(Case.id).where(Case.number == number))
    return str(found.id)


def said(floor: Floor, channel: str = "general") -> list[str]:
    query = select(Message.text).join(Channel, Channel.id == Message.channel_id)
    return [each.text for each in floor.rows(query.where(Channel.name == channel))]


def card(floor: Floor, record_id: str, by: str) -> Card | None:
    """The card of a record for somebody."""
    found: Card | None = call(
        floor.world,
        Actor(floor.people[by]),
        issues.info,
        Request(Surface.SYSTEM, "test", {"issue": "CAL-214"}),
        present=lambda ctx, _issue: unfurl(ctx, addresses.of_record(ctx, record_id)),
    )
    return found


def test_a_deal_that_is_won_rings_in_chat_once_and_without_its_amount(floor: Floor) -> None:
    won = deal(floor, "Orrinfield Paper - Renewal 2026")
    floor.update(won, by=MANAGER, StageName="Closed Won")
    let_time_pass(floor.world, 60)
    (rung,) = [each for each in said(floor) if ":bell:" in each and won in each]
    assert "Ana Kovač has won" in rung
    assert "Orrinfield Paper - Renewal 2026" in rung
    assert "121" not in rung.replace(won, "")
    floor.update(won, by=MANAGER, NextStep="Send flowers")
    let_time_pass(floor.world, 60)
    assert len([each for each in said(floor) if won in each]) == 1


def test_a_deal_that_is_lost_is_not_told_of(floor: Floor) -> None:
    lost = deal(floor, "Orrinfield Paper - Renewal 2026")
    floor.update(lost, by=MANAGER, StageName="Closed Lost", Loss_Reason__c="Price")
    let_time_pass(floor.world, 60)
    assert not [each for each in said(floor) if lost in each]


def test_a_card_tells_what_the_reader_may_see(floor: Floor) -> None:
    won = deal(floor, "Tolvane Foods - Renewal 2026")
    shown = card(floor, won, MANAGER)
    assert shown is not None
    assert (shown.kind, shown.title) == ("Opportunity", "Tolvane Foods - Renewal 2026")
    assert ("Stage", "Closed Won") in shown.fields
    assert ("Amount", "USD 171,120.00") in shown.fields
    assert card(floor, won, "jwikstrand") is None
    assert card(floor, deal(floor, "Quillmere Outdoor - Yard view"), SUPPORT) is None
    found = card(floor, case(floor, "00005183"), SUPPORT)
    assert found is not None
    assert found.title == "00005183: Webhooks arrive twice"


def test_an_issue_is_created_for_a_case_and_leads_back(floor: Floor, support: Doors) -> None:
    asked = case(floor, "00005180")
    browser = support.pages_of("crm")
    page = unescape(browser.get(f"/Case/{asked}").get_data(as_text=True))
    assert "Create issue" in page
    form = f"/Case/{asked}/offers/create-issue"
    assert "Carrier password cannot be reset twice in a day" in unescape(
        browser.get(form).get_data(as_text=True)
    )
    answer = browser.post(
        form, data={"csrf": support.csrf, "project": "SUP", "summary": "Password resets"}
    )
    assert answer.status_code == 303
    key = floor.row(asked).tracker_issue
    (issue,) = floor.rows(select(Issue.id, Issue.summary).where(Issue.key == key))
    assert issue.summary == "Password resets"
    (link,) = floor.rows(select(RemoteLink).where(RemoteLink.issue_id == issue.id))
    assert link.RemoteLink.title == "Case 00005180"
    assert link.RemoteLink.url.endswith(f"/Case/{asked}")


def test_an_issue_counts_the_cases_that_ask_for_it(floor: Floor, support: Doors) -> None:
    asked = [case(floor, "00005180"), floor.create("Case", by=SUPPORT, Subject="Resets again")]
    browser, tracker = support.pages_of("crm"), support.pages_of("tracker")
    issue = "SUP-5183"
    before = tracker.get(f"/browse/{issue}").get_data(as_text=True)
    assert "Case 00005183" in before
    assert "Customer case (" not in before
    for each in asked:
        form = {"csrf": support.csrf, "issue": issue}
        answer = browser.post(f"/Case/{each}/offers/link-issue", data=form)
        assert answer.status_code == 303, answer.get_data(as_text=True)
    page = tracker.get(f"/browse/{issue}").get_data(as_text=True)
    assert "Customer case (3)" in page
    assert "Case 00005180" in page


def test_a_case_leads_to_its_issue_for_those_who_see_it(floor: Floor, support: Doors) -> None:
    path = f"/Case/{case(floor, '00005183')}?tab=details"
    page = unescape(support.pages_of("crm").get(path).get_data(as_text=True))
    assert re.search(r'href="[^"]*/tracker/browse/SUP-5183"[^>]*>SUP-5183</a>', page)
    hidden = floor.create("Case", Subject="Of one whom nobody told", Tracker_Issue__c="NONE-1")
    admin = Doors(floor.world, support.authority, floor.people[ADMIN]).pages_of("crm")
    page = unescape(admin.get(f"/Case/{hidden}?tab=details").get_data(as_text=True))
    assert "NONE-1" in page
    assert "/browse/NONE-1" not in page


def test_an_unknown_issue_is_refused_in_the_dialog(floor: Floor, support: Doors) -> None:
    asked = case(floor, "00005183")
    answer = support.pages_of("crm").post(
        f"/Case/{asked}/offers/link-issue", data={"csrf": support.csrf, "issue": "CAL-99999"}
    )
    assert answer.status_code == 404
    assert "record-offer-problem" in answer.get_data(as_text=True)
    assert floor.row(asked).tracker_issue == "SUP-5183"


def test_who_looks_after_a_case_learns_that_engineers_are_done(floor: Floor) -> None:
    asked, issue, lead = case(floor, "00005183"), "SUP-5183", Actor(floor.people[SUPPORT])
    ways = perform(floor.world, lead, transitions.list, issue=issue)
    done = next(each for each in ways if each.to.category == "done")
    fields = {"resolution": "10000"} if done.has_screen else {}
    number = str(done.transition.number)
    perform(floor.world, lead, transitions.perform, issue=issue, transition=number, fields=fields)
    let_time_pass(floor.world, 60)
    query = select(CaseComment.body, CaseComment.is_published).where(CaseComment.case_id == asked)
    (told,) = floor.rows(query)
    assert (told.body, told.is_published) == (f"{issue} is {done.to.name}.", False)


def test_issues_offer_to_link_cases_to_those_alone_who_change_them(
    support: Doors, floor: Floor, authority: Authority
) -> None:
    reader = Doors(floor.world, authority, floor.people[FINANCE])
    path = "/browse/CAL-214"
    assert "Link case" in support.pages_of("tracker").get(path).text
    assert "Link case" not in reader.pages_of("tracker").get(path).text


def test_hidden_case_is_as_one_that_there_is_not_where_issues_link_it(
    floor: Floor, authority: Authority
) -> None:
    hidden = floor.create("Case", by=SUPPORT, Subject="Quiet")
    rep = Doors(floor.world, authority, floor.people["akovac"])
    pages = rep.pages_of("tracker")
    number = floor.row(hidden).number
    assert rep.pages_of("crm").get(f"/Case/{hidden}").status_code == 404
    answers = [
        pages.post("/browse/CAL-214/offers/link-case", data={"csrf": rep.csrf, "case": each})
        for each in (number, "99999999")
    ]
    assert len({each.status_code for each in answers}) == 1
    assert len({each.text.replace(number, "99999999") for each in answers}) == 1


def test_profile_of_a_colleague_tells_what_they_look_after(
    floor: Floor, authority: Authority
) -> None:
    def profile(reader: str, of: str) -> str:
        doors = Doors(floor.world, authority, floor.people[reader])
        return unescape(doors.pages_of("home").get(f"/people/{floor.people[of]}").text)

    seen = profile(MANAGER, "akovac")
    for told in ("Profile", "Sales Rep", "Manager in the CRM", "Haskerby Tools - Renewal 2026"):
        assert told in seen
    assert "/crm/Opportunity/" in seen
    assert "Open opportunities" not in profile("akovac", MANAGER), "hidden from those below"
    assert "panel-crm" not in profile("jwikstrand", "akovac"), "they do not work with the CRM"


def test_a_pipeline_is_opened_as_a_sheet_that_asks_for_it_anew(
    floor: Floor, authority: Authority
) -> None:
    manager = Doors(floor.world, authority, floor.people[MANAGER])
    pages = Pages(manager)
    view = standard_view(floor, "Opportunity", "Open Pipeline")
    place = f"/Opportunity/list?view={view}&display=kanban"
    assert "Open as Sheet" in pages.read(place)
    gone = pages.submit("/Opportunity/list/offers/sheet", 303, place=place)
    made = gone.rpartition("/")[2]
    assert gone.endswith(f"/s/{made}")
    days = floor.do(sheet_values.get, by=MANAGER, workbook_id=made, range="D1:D2").values
    assert days[0] == ["Close Date"]
    assert date.fromisoformat(days[1][0])  # days are shown as days
    head, *rows = floor.do(sheet_values.get, by=MANAGER, workbook_id=made, range="A1:Z50").values
    assert head[-1] == "Currency"
    assert {row[len(head) - 1] for row in rows} <= {"USD", "EUR", "GBP"}
    asked = {"workbook_id": made, "range": "A1:C1"}
    assert floor.do(sheet_values.get, by=MANAGER, **asked).values[0][0] == "Opportunity Name"
    kept = floor.do(sheet_values.get, by=MANAGER, **asked, value_render_option="FORMULA").values
    assert kept[0][0] == f'=CRM("{view}")'
    pages.submit("/Opportunity/list/offers/poem", 404, place=place)


def test_a_forecast_is_opened_as_a_sheet_whose_totals_are_those_of_its_page(
    floor: Floor, authority: Authority
) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    assert "Open as Sheet" in pages.read("/forecasts")
    asked = {"period": "2026-03-17", "user": floor.user(MANAGER)}
    made = pages.submit("/forecasts/offers/sheet", **asked).rpartition("/")[2]

    def read() -> list[list[str]]:
        told = floor.do(sheet_values.get, by=MANAGER, workbook_id=made, range="A1:F20").values
        return [[str(each) for each in row] for row in told]

    def shown() -> list[str]:
        found: Forecast = floor.do(forecasts.get, by=MANAGER, period="2026-03-17")
        return [f"{found.total.figures[each]:,.2f}" for each in found.total.figures]

    head, *lines, total = read()
    assert head == [
        *("Forecast", "Quota", "Closed only"),
        *("Commit forecast", "Best case forecast", "Open pipeline"),
    ]
    assert len(lines) > 1
    before = shown()
    assert (total[0], total[2:]) == ("Total", before)
    floor.create("Opportunity", by=MANAGER, Amount=1000, CloseDate="2026-03-30",
                 AccountId=floor.create("Account", by=MANAGER))  # fmt: skip
    assert shown() != before
    assert read()[-1] == total, "as it was when it was asked for"
    floor.do(connections.refresh, by=MANAGER, workbook_id=made)
    assert read()[-1][2:] == shown()
    pages.submit("/forecasts/offers/poem", 404, **asked)
    finance = Pages(Doors(floor.world, authority, floor.people[SUPPORT]))
    finance.submit("/forecasts/offers/sheet", 403, **asked)


def standard_view(floor: Floor, sobject: str, name: str) -> str:
    mine = (ListView.sobject == sobject, ListView.name == name)
    return str(floor.rows(select(ListView.id).where(*mine))[0].id)
