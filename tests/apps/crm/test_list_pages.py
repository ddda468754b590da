"""The pages of lists: tables, boards, dialogs, cells that are edited, files."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote

import pytest
from sqlalchemy import func, select, update
from tests.apps.crm.floor import MANAGER, REP, SUPPORT, Floor
from tests.kit import Doors

from workworld.apps.crm.models import Group, Lead, ListView, Opportunity

_LEAD, _DEAL = Lead.__table__.c, Opportunity.__table__.c


class Pages:
    """The CRM's lists as somebody sees them."""

    def __init__(self, floor: Floor, doors: Doors, who: str) -> None:
        self.floor = floor
        self._client = Doors(floor.world, doors.authority, floor.people[who]).pages_of("crm")

    def view(self, sobject: str, name: str) -> str:
        """The id of a list view."""
        mine = (ListView.sobject == sobject, ListView.name == name)
        return str(self.floor.rows(select(ListView.id).where(*mine))[-1].id)

    def place(self, sobject: str, name: str, more: str = "") -> str:
        """The address of a list."""
        return f"/{sobject}/list?view={self.view(sobject, name)}{more}"

    def read(self, path: str, expected: int = 200) -> str:
        """A page as text."""
        answer = self._client.get(path, follow_redirects=True)
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def send(
        self, path: str, expected: int = 200, script: bool = True, /, **form: str | list[str]
    ) -> str:
        """What a form is answered, as a script sends it unless told not to; or where it leads."""
        proof = re.search(r'name="csrf" content="(\w+)"', self.read("/home"))
        assert proof is not None
        headers = {"HX-Request": "true"} if script else {}
        answer = self._client.post(path, data={"csrf": proof[1], **form}, headers=headers)
        assert answer.status_code == expected, answer.text
        led = answer.headers.get("Location") or answer.headers.get("HX-Redirect")
        return led or html.unescape(answer.text)

    def rows(self, path: str) -> list[str]:
        """The names of a table's records, in order."""
        return re.findall(r'class="title[^"]*"><a [^>]*>([^<]+)</a>', self.read(path))


@pytest.fixture
def pages(floor: Floor, doors: Doors) -> Pages:
    return Pages(floor, doors, MANAGER)


@pytest.mark.parametrize(
    "sobject",
    ["Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2", "Task"],
)
@pytest.mark.parametrize("display", ["table", "kanban", "split"])
def test_every_list_is_there(pages: Pages, sobject: str, display: str) -> None:
    text = pages.read(f"/{sobject}/list?display={display}&panel=chart")
    assert "Recently Viewed" in text
    assert len(text) < 150_000


def test_a_split_view_shows_its_record_as_the_record_s_page_does(pages: Pages) -> None:
    sheet = "record_page.css"
    assert sheet in pages.read("/Opportunity/list?display=split")
    assert sheet not in pages.read("/Opportunity/list")


def test_a_list_can_be_searched_and_ordered(pages: Pages) -> None:
    everything = pages.place("Lead", "All Leads")
    first = pages.rows(f"{everything}&sort=Name&dir=asc")
    assert first == sorted(first, key=str.lower)
    assert pages.rows(f"{everything}&sort=Name&dir=desc") == first[::-1]
    assert pages.rows(f"{everything}&q=oyelaran") == ["Temi Oyelaran"]
    assert "Nothing in this list fits" in pages.read(f"{everything}&q=nobody+at+all")


def test_a_column_s_button_names_the_menu_that_it_opens(pages: Pages) -> None:
    text = pages.read(pages.place("Lead", "All Leads"))
    opened = re.findall(r"data-column-menu [^>]*aria-controls=\"([\w-]+)\"", text)
    assert len(opened) == text.count("data-column-menu") > 3
    assert [text.count(f'id="{each}"') for each in set(opened)] == [1]


def test_a_list_of_nothing_needs_no_view_of_all(pages: Pages, floor: Floor) -> None:
    with floor.world.writing() as session:
        session.execute(
            update(ListView)
            .where(ListView.sobject == "Product2", ListView.name == "All Products")
            .values(name="What we sell")
        )
    assert "Nothing looked at yet" in pages.read(pages.place("Product2", "Recently Viewed"))


def test_unknown_lists_are_not_found(pages: Pages) -> None:
    pages.read("/Nothing/list", 404)
    pages.read("/Lead/list?view=00BWw0000000000AAA", 404)
    foreign = pages.view("Case", "All Cases")
    pages.read(f"/Lead/list?view={foreign}", 404)


def test_cells_are_saved_together_and_refused_alone(pages: Pages, floor: Floor) -> None:
    place = pages.place("Lead", "All Leads")
    good, bad = (floor.create("Lead", by=MANAGER, LastName=name) for name in ("Good", "Bad"))
    text = pages.send(
        "/Lead/list/save",
        **{
            "place": place,
            f"{good}:Title": "Buyer",
            f"{good}:version": "1",
            f"{bad}:Email": "no address",
            f"{bad}:version": "1",
        },
    )
    assert "1 record saved." in text
    assert "invalid email address" in text
    assert f'name="{bad}:Email" value="no address"' in text
    assert (floor.row(good).title, floor.row(bad).email) == ("Buyer", None)


def test_a_cell_offers_the_control_of_its_field(pages: Pages, floor: Floor) -> None:
    lead = floor.create("Lead", by=MANAGER, Status="Working")
    assert "Nurturing" in pages.read(f"/Lead/list/cell?id={lead}&field=Status")
    pages.read(f"/Lead/list/cell?id={lead}&field=CreatedDate", 404)
    pages.read(f"/Lead/list/cell?id={lead}&field=Nothing", 404)


def test_ticked_records_are_changed_and_the_refused_are_told(pages: Pages, floor: Floor) -> None:
    place = pages.place("Opportunity", "All Opportunities")
    deal = floor.create("Opportunity", by=MANAGER, Name="Deal of the test")
    asked = pages.read(f"/Opportunity/list/change?deed=status&pick={deal}&place={place}")
    assert "Loss Reason" in asked
    assert "Change stage: 1 opportunity" in asked
    lead, leads = floor.create("Lead", by=MANAGER), pages.place("Lead", "All Leads")
    asked_of_lead = pages.read(f"/Lead/list/change?deed=status&pick={lead}&place={leads}")
    assert "Change lead status: 1 lead" in asked_of_lead
    change = {"place": place, "deed": "status", "pick": deal, "StageName": "Closed Lost"}
    refused = pages.send("/Opportunity/list/change", **change)
    assert "Deal of the test: " in refused
    assert floor.row(deal).stage == "Prospecting"
    pages.send("/Opportunity/list/change", **change, Loss_Reason__c="Price")


def test_deleting_offers_to_undo(pages: Pages, floor: Floor) -> None:
    lead = floor.create("Lead", by=MANAGER)
    place = pages.place("Lead", "All Leads")
    text = pages.send("/Lead/list/change", place=place, deed="delete", pick=lead)
    undo = re.search(r'hx-post="[^"]*(/Lead/list/restore)" hx-vals="([^>]+})"', text)
    assert undo is not None
    assert floor.row(lead).is_deleted
    pages.send(undo[1], 204, **json.loads(undo[2]))
    assert not floor.row(lead).is_deleted


def test_what_is_not_deleted_is_said_with_its_name(floor: Floor, doors: Doors) -> None:
    lead = floor.create("Lead", by=MANAGER, LastName="Zz Kept")
    rep = Pages(floor, doors, REP)
    place = rep.place("Lead", "All Leads")
    text = rep.send("/Lead/list/change", place=place, deed="delete", pick=lead)
    assert "1 record was not deleted." in text
    assert "Zz Kept: You do not have the access rights to do that." in text
    assert "No lead moved to the recycle bin." in text
    assert not floor.row(lead).is_deleted


def test_all_that_match_can_be_chosen(pages: Pages) -> None:
    view = pages.view("Lead", "All Leads")
    asked = pages.read(f"/Lead/list/change?deed=delete&all=1&view={view}&q=example")
    count = len(pages.rows(f"/Lead/list?view={view}&q=example"))
    assert f"Delete: {count} leads" in asked


def _asked(page: str) -> dict[str, str | list[str]]:
    """What the form of a dialog sends, as it stands."""
    form = re.search(r'<dialog[^>]* id="mass".*?</dialog>', page, re.DOTALL)
    assert form is not None
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]):
        sent.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in sent.items()}


def test_all_that_match_are_changed_however_many(
    pages: Pages, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        floor.create("Lead", by=MANAGER, LastName=f"Zz Many {number}", Rating="Cold")
    place = pages.place("Lead", "All Leads", "&q=Zz+Many&sort=Name&dir=desc")
    chosen = f"place={quote(place)}&view={pages.view('Lead', 'All Leads')}&q=Zz+Many&all=1"
    asked = pages.read(f"/Lead/list/change?deed=field&field=Rating&{chosen}")
    assert "Change a field: 4 leads" in asked
    assert "More records match" not in asked
    # A form for thousands of them names none.
    form = _asked(asked)
    assert "pick" not in form
    floor.create("Lead", by=MANAGER, LastName="Zz Many late", Rating="Cold")
    late = pages.send("/Lead/list/change", 409, **form, field="Rating", Rating="Hot")
    assert "other records match" in late
    assert "Change a field: 5 leads" in late
    form = _asked(late)
    told = pages.send("/Lead/list/change", **form, field="Rating", Rating="Hot")
    assert "5 leads changed." in told
    (hot,) = floor.rows(
        select(func.count()).where(_LEAD.last_name.startswith("Zz Many"), _LEAD.rating == "Hot")
    )
    assert hot == (5,)
    # Of more than are changed at once, those that stand first in the list, and it is told.
    monkeypatch.setattr("workworld.apps.crm.service.list_rows.AT_ONCE", 2)
    asked = pages.read(f"/Lead/list/change?deed=delete&{chosen}")
    assert "Delete: 2 leads" in asked
    assert "More records match. These are the first 2 in the order of the list" in asked
    pages.send("/Lead/list/change", **_asked(asked))
    assert pages.rows(place) == [f"Zz Many {number}" for number in (2, 1, 0)]


def test_a_board_moves_a_deal_and_asks_why_it_was_lost(pages: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER, Name="Deal of the test", Amount=1000)
    place = pages.place("Opportunity", "All Opportunities", "&display=kanban")
    assert "Deal of the test" in pages.read(place)
    move = f"/Opportunity/list/board/{deal}/move"
    pages.send(move, place=place, group="StageName", value="Qualification")
    assert floor.row(deal).stage == "Qualification"
    asked = pages.send(move, place=place, group="StageName", value="Closed Lost")
    assert 'name="Loss_Reason__c"' in asked
    assert floor.row(deal).stage == "Qualification"
    form = {"place": place, "group": "StageName", "value": "Closed Lost"}
    pages.send(move, **form, **{"Loss_Reason__c": "Price"})
    assert (floor.row(deal).stage, floor.row(deal).loss_reason) == ("Closed Lost", "Price")


def test_a_view_is_made_from_filters(pages: Pages) -> None:
    place = pages.place("Lead", "All Leads", "&panel=filters")
    view = pages.view("Lead", "All Leads")
    draft = {
        "place": place,
        "view": view,
        "scope": "everything",
        "f1.field": "Status",
        "f1.operator": "equals",
        "f1.value": ["New", "Working"],
        "f2.field": "Company",
        "f2.operator": "contains",
        "f2.value": "freight",
    }
    wrong = pages.send("/Lead/list/filters", 422, **draft, logic="1 AND 3", save_as="1")
    assert "filter 3" in wrong
    asked = pages.send("/Lead/list/filters", **draft, logic="1 OR 2", save_as="1")
    assert 'name="f1.value" value="Working"' in asked
    made = pages.send(
        f"/Lead/list/views/{view}/clone",
        204,
        **draft,
        logic="1 OR 2",
        name="Mine",
        sharing="private",
    )
    wanted = (_LEAD.status.in_(("New", "Working"))) | _LEAD.company.icontains("freight")
    names = {row.name for row in pages.floor.rows(select(_LEAD.name).where(wanted))}
    assert set(pages.rows(made[made.index("/Lead/list") :])) == names


def test_a_views_name_columns_and_sharing_change(pages: Pages, floor: Floor, doors: Doors) -> None:
    place = pages.place("Lead", "All Leads")
    url = pages.send("/Lead/list/views/new", 204, place=place, name="Hers", sharing="private")
    view = pages.view("Lead", "Hers")
    assert view in url
    root = f"/Lead/list/views/{view}"
    pages.read(f"{root}/columns?place={place}")
    pages.send(f"{root}/columns", 204, place=place, column=["Company", "Name"])
    assert pages.read(url[url.index("/Lead/list") :]).index(">Company") > 0
    other = Pages(floor, doors, REP)
    other.read(f"/Lead/list?view={view}", 404)
    pages.send(f"{root}/sharing", 204, place=place, sharing="public")
    other.read(f"/Lead/list?view={view}")
    other.send(f"{root}/rename", 403, place=place, name="Theirs")
    pages.send(f"{root}/rename", 204, place=place, name="Ours")
    pages.send(f"{root}/delete", 204, place=place)
    pages.read(f"/Lead/list?view={view}", 404)


def test_a_pin_brings_a_list_view_first(pages: Pages) -> None:
    view = pages.view("Lead", "My Leads")
    pages.send("/Lead/list/pin", place=pages.place("Lead", "My Leads"), view=view, pin="1")
    assert '<h1 id="list-title">My Leads</h1>' in pages.read("/Lead/list")


def test_a_list_leaves_as_a_file(pages: Pages) -> None:
    content = pages.send(
        "/Opportunity/list/export", place=pages.place("Opportunity", "All Opportunities")
    )
    head, first, *_ = content.lstrip("\ufeff").splitlines()
    assert head.startswith("Opportunity Name,Account,Amount")
    assert first.rsplit(",", 1)[1].startswith("006")


def test_widths_are_kept(pages: Pages) -> None:
    view = pages.view("Lead", "All Leads")
    widths = {"view": view, "width.Company": "250", "wrapped": "Title"}
    pages.send("/Lead/list/looks", 204, **widths)
    text = pages.read(f"/Lead/list?view={view}")
    assert 'data-width="250"' in text
    assert "is-wrapped" in text


def test_who_has_no_access_is_told_so(floor: Floor, doors: Doors) -> None:
    stranger = Pages(floor, doors, "mchen")
    assert "no access to the CRM" in stranger.read("/Lead/list", 403)


def test_the_first_page_tells_what_is_to_be_done(floor: Floor, doors: Doors) -> None:
    manager, support = Pages(floor, doors, MANAGER), Pages(floor, doors, SUPPORT)
    task = floor.create("Task", by=MANAGER, Subject="Water the plants", ActivityDate="2026-03-10")
    shown = manager.read("/home")
    assert "Water the plants" in shown
    assert "Key deals" in shown
    manager.send(f"/Task/{task}/tick", 303, False)
    assert "Water the plants" not in manager.read("/home")
    theirs = support.read("/home")
    assert "Key deals" not in theirs
    assert "Support Tier 1" in theirs


def test_a_queue_is_a_list_whose_records_are_accepted(floor: Floor, doors: Doors) -> None:
    support = Pages(floor, doors, SUPPORT)
    queue = support.floor.rows(select(Group.id).where(Group.name == "Support Tier 1"))[0].id
    text = support.read(f"/queues/{queue}")
    case = re.search(r'data-key="(500\w+)"', text)
    assert case is not None
    place = support.place("Case", "Support Tier 1: Cases")
    said = support.send("/Case/list/change", place=place, deed="accept", pick=case[1])
    assert "1 case accepted" in said
    assert floor.row(case[1]).owner_id == floor.user(SUPPORT)
    support.read("/queues/00GWw0000000000AAA", 404)


def test_the_bin_brings_records_back(pages: Pages, floor: Floor, doors: Doors) -> None:
    lead = floor.create("Lead", by=MANAGER, LastName="Binworthy")
    floor.delete(lead, by=MANAGER)
    assert "Binworthy" in pages.read("/recycle-bin?q=binw")
    other = Pages(floor, doors, REP)
    assert "Binworthy" not in other.read("/recycle-bin")
    assert "Binworthy" in other.read("/recycle-bin?everybody=1")
    led = pages.send("/recycle-bin", 303, False, pick=f"Lead:{lead}")
    assert "1 record was restored" in pages.read(led.removeprefix("/crm"))
    assert not floor.row(lead).is_deleted


def test_a_board_asks_for_how_much_and_when_a_deal_was_won(pages: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER, Name="Deal of the test", Amount=1000)
    place = pages.place("Opportunity", "All Opportunities", "&display=kanban")
    move = f"/Opportunity/list/board/{deal}/move"
    form = {"place": place, "group": "StageName", "value": "Closed Won"}
    asked = pages.send(move, **form)
    assert 'name="Amount"' in asked
    assert 'name="CloseDate"' in asked
    assert not floor.row(deal).is_won
    assert "Enter an amount" in pages.send(move, **form, Amount="", CloseDate="2026-03-17")
    pages.send(move, **form, Amount="1,250", CloseDate="2026-03-17")
    won = floor.row(deal)
    assert (won.is_won, won.amount, won.close_date) == (True, 125_000, "2026-03-17")
