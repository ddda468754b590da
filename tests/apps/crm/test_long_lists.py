"""Lists of many records: they begin with as many as somebody takes in at once, and none is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import insert, select
from tests.apps.crm.floor import ADMIN, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Campaign, ListView, Opportunity, OpportunityLineItem, Report
from workworld.apps.crm.schema import objects
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds

MANY = 62
MOST_CHARACTERS = 20_000
NAMES = ("Opportunity", "Task", "Case", "Contact", "Account", "Lead", "Quote", "Event", "Asset")


def multiply(floor: Floor, name: str, many: int = MANY, **values: Any) -> None:
    """Make the records of an object many, straight into its table, as an import does.

    Args:
        floor: where.
        name: the object.
        many: how many there are in the end.
        values: of all of the new ones, by column.
    """
    table: Any = objects.of_name(name).model.__table__
    with floor.world.writing() as session:
        rows = [dict(row) for row in session.execute(select(table)).mappings()]
        copies = []
        for number in range(many - len(rows)):
            row = rows[number % len(rows)] | values
            row["id"] = record_ids.full(f"{row['id'][:3]}ZZZZZZ{number:06d}")
            own = {"number", "external_id", "share_token"} & {k for k, v in row.items() if v}
            copies.append(row | dict.fromkeys(own, f"{number:08d}"))
        session.execute(insert(table), copies)


def everything(floor: Floor, name: str) -> str:
    """Where all records of an object are listed."""
    views = floor.rows(
        select(ListView.id, ListView.filters).where(
            ListView.sobject == name, ListView.is_standard, ListView.scope == "everything"
        )
    )
    return next(f"/{name}/list?view={view.id}" for view in views if not view.filters)


def ids_of(page: str) -> list[str]:
    return re.findall(r'<tr id="row-(\w+)"', page)


@pytest.fixture
def pages(floor: Floor, authority: Authority) -> Pages:
    return Pages(Doors(floor.world, authority, floor.people[ADMIN]))


def test_a_list_begins_with_some_rows_and_offers_the_others(floor: Floor, pages: Pages) -> None:
    multiply(floor, "Opportunity")
    place = everything(floor, "Opportunity")
    first = pages.read(place)
    shown = ids_of(first)
    assert 15 < len(shown) < 50
    assert f">Show {50 - len(shown)} more<" in first
    rest = ids_of(pages.read(f"{place}&rows=rest", fragment=True))
    whole = pages.read(f"{place}&rows=all")
    assert ids_of(whole) == shown + rest
    assert len(ids_of(whole)) == 50
    assert 'id="list-rest"' not in whole
    assert len(ids_of(pages.read(f"{place}&page=2"))) == 12
    # Whoever sorts or leafs begins anew, with some rows.
    assert "rows=all" not in "".join(re.findall(r'class="sort" href="([^"]+)"', whole))


def test_few_narrow_rows_are_shown_whole(floor: Floor, pages: Pages) -> None:
    page = pages.read(everything(floor, "Product2"))
    assert 'id="list-rest"' not in page
    assert f">{len(ids_of(page))} items" in page


def test_boards_and_split_views_begin_with_some_as_well(floor: Floor, pages: Pages) -> None:
    multiply(floor, "Opportunity")
    place = everything(floor, "Opportunity")
    board = pages.read(f"{place}&display=kanban")
    assert "Show more (" in board
    assert board.count('class="record-card"') < pages.read(f"{place}&display=kanban&more=1").count(
        'class="record-card"'
    )
    split = pages.read(f"{place}&display=split")
    shown = split.count('class="split-line"')
    assert f">Show {50 - shown} more<" in split
    assert pages.read(f"{place}&display=split&rows=all").count('class="split-line"') == 50


def test_all_members_of_a_campaign_are_a_link_away(floor: Floor, pages: Pages) -> None:
    (campaign,) = floor.rows(select(Campaign.id).limit(1))
    multiply(floor, "CampaignMember", campaign_id=campaign.id)
    place = f"/campaigns/{campaign.id}/members"
    some, whole = pages.read(place), pages.read(f"{place}?rows=all")
    rows = [each.count('name="member"') for each in (some, whole)]
    assert 10 < rows[0] < rows[1]
    assert f">Show {rows[1] - rows[0]} more<" in some


def test_reports_begin_with_some_rows(floor: Floor, pages: Pages) -> None:
    multiply(floor, "Account", 100)
    (report,) = floor.rows(select(Report.id).where(Report.name == "Accounts without Opportunities"))
    lines = [
        len(re.findall("<tr", pages.read(f"/reports/{report.id}{q}"))) for q in ("", "?rows=all")
    ]
    assert 20 < lines[0] < lines[1] > 50


def test_what_is_to_come_begins_with_the_first(floor: Floor, pages: Pages) -> None:
    (deal,) = floor.rows(select(Opportunity.id).limit(1))
    multiply(floor, "Task", 100, what_id=deal.id, status="Not Started", is_closed=False)
    place = f"/Opportunity/{deal.id}?tab=activity"
    some, whole = pages.read(place), pages.read(f"{place}&rows=all")
    assert some.count("<details") < whole.count("<details")
    assert re.search(r">Show \d+ more<", some)


def test_many_products_of_a_deal_begin_with_some_that_can_be_saved(
    floor: Floor, pages: Pages
) -> None:
    (line,) = floor.rows(select(OpportunityLineItem.opportunity_id).limit(1))
    multiply(floor, "OpportunityLineItem", 90, opportunity_id=line.opportunity_id)
    place = f"/Opportunity/{line.opportunity_id}/products"
    some, whole = pages.read(place), pages.read(f"{place}?rows=all")
    lines = [each.count('name="remove-') for each in (some, whole)]
    assert 5 < lines[0] < lines[1] > 30
    assert f">Show {lines[1] - lines[0]} more<" in some
    name = re.findall(r'name="(\w+\.Quantity)"', some)[0]
    assert pages.submit(place, 303, **{name: "7"}).endswith("/products")
    assert pages.submit(place, 303, rows="all", **{name: "8"}).endswith("?rows=all")


@pytest.fixture
def page(
    floor: Floor, worlds: Worlds, snapshot: Snapshot, authority: Authority, chrome: Browser
) -> Iterator[Page]:
    """The administrator's browser, at the CRM's root."""
    with Host(worlds, snapshot, authority, control_port=0) as host:
        context = chrome.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(host.launch_url(floor.world.id, floor.people[ADMIN]))
        page.goto(f"{page.url.partition('/w/')[0]}/w/{floor.world.id}/crm/home")
        yield page
        context.close()


def tree_at(page: Page, path: str) -> str:
    """The accessible tree of a page of the CRM."""
    page.goto(f"{page.url.partition('/crm')[0]}/crm{path}")
    page.wait_for_selector("html[data-ready=true]", state="attached")
    return page.locator("body").aria_snapshot()


@pytest.mark.browser
def test_long_lists_fit_into_an_accessible_tree(floor: Floor, page: Page) -> None:
    for name in NAMES:
        multiply(floor, name)
    paths = [everything(floor, name) for name in NAMES]
    paths += [f"{paths[0]}&{more}" for more in ("panel=filters", "panel=chart")]
    paths += [f"{path}&display=kanban" for path in paths[:3]]
    (line,) = floor.rows(select(OpportunityLineItem.opportunity_id).limit(1))
    multiply(floor, "OpportunityLineItem", 90, opportunity_id=line.opportunity_id)
    paths += [f"/Opportunity/{line.opportunity_id}/products"]
    sizes = {path: len(tree_at(page, path)) for path in paths}
    assert {path: size for path, size in sizes.items() if size > MOST_CHARACTERS} == {}


@pytest.mark.browser
def test_rows_come_as_one_scrolls_and_ticks_stay(floor: Floor, page: Page) -> None:
    multiply(floor, "Opportunity")
    tree_at(page, everything(floor, "Opportunity"))
    rows = page.locator("#records tbody tr")
    assert rows.count() < 50
    rows.nth(1).get_by_role("checkbox").check()
    page.locator(".list-wrap").evaluate("(wrap) => wrap.scrollTo(0, wrap.scrollHeight)")
    expect(rows).to_have_count(50)
    expect(rows.nth(1).get_by_role("checkbox")).to_be_checked()
    expect(page.locator("#records thead th").nth(1)).to_be_in_viewport()
    rows.nth(1).get_by_role("checkbox").uncheck()
    page.evaluate("htmx.trigger(document.getElementById('list'), 'live')")
    expect(page.locator("#list")).to_have_attribute("data-place", re.compile("rows=all"))
    expect(rows).to_have_count(50)
