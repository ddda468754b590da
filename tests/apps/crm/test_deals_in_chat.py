"""Deals that are spoken of in chat."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.test_integrations import written
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.crm.models import Account, Opportunity
from workworld.identity import Authority

_RENEWAL = "Orrinfield Paper - Renewal 2026"


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Doors:
    return Doors(floor.world, authority, floor.people[REP])


def deal_called(floor: Floor, name: str) -> str:
    (found,) = floor.rows(select(Opportunity.id).where(Opportunity.name == name))
    return str(found.id)


def test_deals_are_told_of_to_whoever_asks_and_sees_them(rep: Doors, office: Office) -> None:
    page = written(rep, office, "/deal orrinfield")
    assert f"{_RENEWAL} — Negotiation/Review, USD 121,500" in page
    hidden = "Corbray Coatings"
    assert "No deal that you see fits" in written(rep, office, f"/deal {hidden}")
    assert "/deal create" in written(rep, office, "/deal help")


def test_who_does_not_work_with_customers_is_refused(
    floor: Floor, authority: Authority, office: Office
) -> None:
    other = Doors(floor.world, authority, floor.people["jwikstrand"])
    written(other, office, "/deal create Gates")
    assert len(other.journal) == 0


def test_a_deal_is_created_in_a_conversation(rep: Doors, office: Office, floor: Floor) -> None:
    text = "/deal create Two more sites, venlowe, 12,500, 2026-06-30"
    assert "Two more sites" in written(rep, office, text)
    made = floor.row(deal_called(floor, "Two more sites"))
    (venlowe,) = floor.rows(select(Account.id).where(Account.name == "Venlowe Furniture"))
    assert (made.account_id, made.amount) == (venlowe.id, 1_250_000)
    assert (made.close_date, made.stage) == ("2026-06-30", "Prospecting")
    wrong = written(rep, office, "/deal create Gates, Nobody Ltd")
    assert "No account that you see fits “Nobody Ltd”" in wrong


def test_a_card_is_posted_without_the_deals_name(rep: Doors, office: Office, floor: Floor) -> None:
    written(rep, office, "/deal post orrinfield renewal 2026")
    deal = deal_called(floor, _RENEWAL)
    texts = [each.text for each in floor.rows(select(Message.text)) if deal in each.text]
    assert texts
    assert _RENEWAL not in texts[0]
    assert "Several deals fit" in written(rep, office, "/deal post renewal")


def test_a_deal_room_has_the_team_in_it(floor: Floor, rep: Doors) -> None:
    deal = deal_called(floor, _RENEWAL)
    pages = Pages(rep)
    assert "Open deal room" in pages.read(f"/Opportunity/{deal}")
    form = f"/Opportunity/{deal}/offers/open-deal-room"
    assert "deal-orrinfield-paper-renewal-2026" in pages.read(form)
    pages.submit(form, name="deal-orrinfield", open="")
    (channel,) = floor.rows(
        select(Channel.id, Channel.kind).where(Channel.name == "deal-orrinfield")
    )
    assert channel.kind == "private"
    members = floor.rows(select(Membership.person_id).where(Membership.channel_id == channel.id))
    wanted = {floor.people[each] for each in (REP, MANAGER, "aruiz")}
    assert {each.person_id for each in members} == wanted
    assert floor.row(deal).deal_room.endswith(f"/c/{channel.id}")
    assert "Open deal room" not in pages.read(f"/Opportunity/{deal}")
