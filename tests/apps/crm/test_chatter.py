"""Following records, and posts in their feeds."""

from __future__ import annotations

import io

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.service import follows, posts, queries, records
from workworld.identity import Authority
from workworld.notifications.models import Notification


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Pages:
    """The pages as a sales rep sees them."""
    return Pages(Doors(floor.world, authority, floor.people[REP]))


def told(floor: Floor, handle: str) -> list[str]:
    """What somebody is told by the CRM of posts and of deals that they follow."""
    query = select(Notification.text, Notification.kind).where(
        Notification.person_id == floor.people[handle]
    )
    kinds = ("mentioned", "followed", "deal_closed")
    return [each.text for each in floor.rows(query) if each.kind in kinds]


def test_following_twice_is_following_once(floor: Floor) -> None:
    deal = floor.create("Opportunity")
    for deed, count in ((follows.follow, 1), (follows.follow, 1), (follows.unfollow, 0)):
        floor.do(deed, record_id=deal)
        assert len(floor.do(follows.followers, record_id=deal)) == count
    floor.do(follows.unfollow, record_id=deal)


def test_nobody_follows_for_others(floor: Floor) -> None:
    deal = floor.create("Opportunity")
    refused = floor.not_created(
        "EntitySubscription", ParentId=deal, SubscriberId=floor.user(SUPPORT)
    )
    assert refused.code.startswith("INSUFFICIENT_ACCESS")
    assert floor.refused(follows.follow, record_id=deal, by=SUPPORT).code == "INVALID_TYPE"


def test_a_post_tells_followers_and_whoever_is_mentioned(floor: Floor) -> None:
    deal = floor.create("Opportunity", Name="Gates")
    floor.do(follows.follow, record_id=deal, by=ADMIN)
    floor.do(posts.post, record_id=deal, text="@dwhitlock and @eboadi: **signed**")
    assert told(floor, MANAGER) == ["mentioned you on Gates"]
    assert told(floor, ADMIN) == ["posted to Gates"]
    assert told(floor, SUPPORT) == []  # she does not see the deal


def test_an_answer_tells_the_author(floor: Floor) -> None:
    deal = floor.create("Opportunity", Name="Gates")
    item = floor.do(posts.post, record_id=deal, text="Signed").id
    floor.do(posts.answer, post_id=item, text="Good", by=MANAGER)
    assert told(floor, REP) == ["answered to a post on Gates"]
    (found,) = floor.do(posts.list, record_id=deal)
    assert [each.text for each in found.answers] == ["Good"]


def test_followers_hear_how_a_deal_ends(floor: Floor) -> None:
    deal = floor.create("Opportunity", Name="Gates", Amount=100)
    floor.do(follows.follow, record_id=deal, by=MANAGER)
    floor.update(deal, StageName="Closed Lost", Loss_Reason__c="Price")
    assert told(floor, MANAGER) == ["lost Gates, which you follow"]


def test_readers_post_and_authors_alone_change(floor: Floor) -> None:
    lead = floor.create("Lead", by=ADMIN)
    item = floor.create("FeedItem", ParentId=lead, Body="Call her")
    changed = floor.not_updated(item, by=MANAGER, Body="No")
    assert changed.code.startswith("INSUFFICIENT_ACCESS")
    other = floor.refused(posts.delete, post_id=item, by=MANAGER)
    assert other.code.startswith("INSUFFICIENT_ACCESS")
    floor.do(posts.delete, post_id=item)
    assert floor.do(posts.list, record_id=lead) == []


def test_posts_are_seen_by_those_who_see_the_record(floor: Floor) -> None:
    deal = floor.create("Opportunity")
    item = floor.do(posts.post, record_id=deal, text="Secret margin").id
    named = {"sobject": "FeedItem", "record_id": item}
    assert floor.refused(records.get, by=SUPPORT, **named).code == "NOT_FOUND"
    q = f"SELECT Body FROM FeedItem WHERE ParentId = '{deal}'"
    assert floor.do(queries.query, q=q, by=MANAGER).total_size == 1
    assert floor.do(queries.query, q=q, by=SUPPORT).total_size == 0


def test_a_post_goes_with_its_record_and_comes_back(floor: Floor) -> None:
    lead = floor.create("Lead")
    floor.do(posts.post, record_id=lead, text="Call her")
    floor.delete(lead)
    floor.restore(lead)
    assert len(floor.do(posts.list, record_id=lead)) == 1


def test_posts_on_pages(floor: Floor, rep: Pages) -> None:
    deal = floor.create("Opportunity", Name="Gates")
    path = f"/Opportunity/{deal}"
    rep.submit(f"{path}/follow", follows="1", tab="chatter")
    assert "Following" in rep.words(path)
    data = {"csrf": rep.doors.csrf, "text": "Hello @dwhitlock, **see** <b>this</b>"}
    file = (io.BytesIO(b"plan"), "plan.txt")
    sent = rep.client.post(f"/posts/on{path}", data={**data, "file": file})
    assert sent.status_code == 303
    shown = rep.read(f"{path}?tab=chatter")
    assert "<strong>see</strong>" in shown
    assert "<b>this</b>" not in rep.client.get(f"{path}?tab=chatter").text
    assert "Denise Whitlock" in rep.words(f"{path}?tab=chatter")
    assert "plan" in rep.words(f"{path}?tab=chatter")
    (item,) = floor.do(posts.list, record_id=deal)
    rep.submit(f"{path}/posts/{item.id}/answers", text="Yes")
    assert "Yes" in rep.words(f"{path}?tab=chatter")
    assert "Write something first" in rep.submit(f"{path}/posts/{item.id}/answers", 422, text=" ")
    rep.submit(f"{path}/posts/{item.id}/delete")
    assert floor.do(posts.list, record_id=deal) == []
