"""The page of search: tabs, filters, pages, context, and the same hits as at every other door."""

import json
import re
from html import unescape
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.files.sending import CSV, uploaded
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.service import direct, refining, search, suggestions
from workworld.calls import perform
from workworld.identity import Authority

HIT = re.compile(r'href="[^"]*/c/(\w+)/m/(\d+\.\d+)" aria-label="Message')
MARK = '<mark role="none">'


def shown(doors: Doors, address: str) -> str:
    answer = doors.browser.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.text)


def hits(html: str) -> list[tuple[str, str]]:
    return HIT.findall(html)


def counts(html: str) -> dict[str, int]:
    found = re.findall(r">(\w+) <span class=\"badge\">(\d+)<", html)
    return {title: int(count) for title, count in found}


@pytest.mark.parametrize(
    "query", ["the", "from:mchen", "has:reaction the", "in:#general is:thread", "is:dm", "dep*"]
)
@pytest.mark.parametrize("sort", ["score", "timestamp"])
def test_every_door_finds_the_same_in_the_same_order(doors: Doors, query: str, sort: str) -> None:
    wanted = perform(doors.world, doors.actor, search.messages, query=query, sort=sort).page
    ids = [(row.channel_id, row.ts) for row in wanted.items]
    page = shown(
        doors, f"/search?q={query.replace('#', '%23')}&sort={'newest' * (sort != 'score')}"
    )
    assert hits(page) == ids
    assert counts(page)["Messages"] == wanted.total
    rest = doors.rest("search.messages", query=query, sort=sort)["messages"]
    assert [(each["channel"]["id"], each["ts"]) for each in rest["matches"]] == ids
    assert rest["total"] == wanted.total
    both = doors.rest("search.all", query=query, sort=sort)["messages"]
    assert both == rest
    tool = doors.mcp(
        "slack_search_public_and_private", query=query, sort=sort, include_bots=True,
        include_context=False,
    )  # fmt: skip
    said = json.loads(text_of(tool))["results"]
    assert re.findall(r"Message_ts: (\S+)", said) == [ts for _channel, ts in ids]


def test_files_are_the_same_at_every_door(doors: Doors, office: Office) -> None:
    file = uploaded(doors, "plan.csv", CSV, channel_id=office.channels["general"])
    page = shown(doors, "/search?q=plan&tab=files")
    assert f"/files/{file['id']}" in page
    assert counts(page)["Files"] == 1
    rest = doors.rest("search.files", query="plan")["files"]
    assert [each["id"] for each in rest["matches"]] == [file["id"]]
    assert doors.rest("search.all", query="plan")["files"] == rest
    tool = doors.mcp("slack_search_public", query="plan", content_types="files")
    said = json.loads(text_of(tool))["results"]
    assert "### File 1 of 1" in said
    assert file["id"] in said


def test_pages_hold_every_hit_once(doors: Doors) -> None:
    total = counts(shown(doors, "/search?q=the"))["Messages"]
    found = [
        hit
        for n in range(1, total // 20 + 2)
        for hit in hits(shown(doors, f"/search?q=the&page={n}"))
    ]
    assert len(found) == len(set(found)) == total
    beyond = doors.browser.get("/search?q=the&page=999")
    assert beyond.headers["Location"].endswith("/search?q=the")


@pytest.mark.parametrize(
    "address", ["?q=the&page=0", "?q=the&page=x", "?q=the&tab=x", "?sort=x", "?q="]
)
def test_odd_addresses_are_answered(doors: Doors, address: str) -> None:
    assert shown(doors, f"/search{address}")


def test_consecutive_hits_of_a_conversation_stand_together(doors: Doors) -> None:
    page = shown(doors, "/search?q=the&sort=newest")
    places = [channel for channel, _ts in hits(page)]
    groups = 1 + sum(a != b for a, b in pairwise(places))
    assert page.count('<section class="search-group">') == groups < len(places)


def test_whole_words_are_marked_and_what_stands_around_is_shown(doors: Doors) -> None:
    page = shown(doors, "/search?q=bagels")
    assert f"{MARK}bagels</mark>" in page.lower()
    assert 'class="search-near' in page
    assert not re.search(rf"\w{MARK}|</mark>\w", page)
    assert f"{MARK}deploys</mark>" in shown(doors, "/search?q=deploy*").lower()
    assert f"{MARK}deploys</mark>" not in shown(doors, "/search?q=deploy").lower()


def test_hit_leads_to_the_message_in_its_place(doors: Doors) -> None:
    (channel_id, ts), *_others = hits(shown(doors, "/search?q=bagels"))
    answer = doors.browser.get(f"/c/{channel_id}/m/{ts}", follow_redirects=True)
    assert f'data-key="{ts}"' in answer.text


def test_people_and_channels_have_tabs_of_their_own(doors: Doors) -> None:
    people = shown(doors, "/search?q=Ming&tab=people")
    assert "Mingzhu Chen" in people
    assert counts(people)["People"] == 1
    channels = shown(doors, "/search?q=deploy&tab=channels")
    assert "deploy-alerts" in channels.replace("<mark>", "").replace("</mark>", "")
    assert counts(channels)["Channels"] == 2


def test_nobody_sees_what_they_may_not(doors: Doors, office: Office, authority: Authority) -> None:
    for tab in ("messages", "files", "channels"):
        assert office.channels["renewals"] not in shown(doors, f"/search?q=renewals&tab={tab}")
    insider = Doors(doors.world, authority, office.people["dwhitlock"])
    assert office.channels["renewals"] in shown(insider, "/search?q=renewals&tab=channels")
    assert "renewals" not in doors.browser.get("/search/places?q=ren").text
    assert "in:#renewals" not in doors.browser.get("/search/completions?q=in:%23ren").text
    assert "in:#renewals" in insider.browser.get("/search/completions?q=in:%23ren").text


def refined(doors: Doors, **given: object) -> str:
    answer = doors.browser.get("/search", query_string={"refine": "1", **given})
    assert answer.status_code == 302
    (text,) = parse_qs(urlsplit(answer.headers["Location"]).query)["q"]
    return text


def test_filters_edit_the_text_and_the_text_fills_the_filters(doors: Doors, office: Office) -> None:
    ming, general = office.people["mchen"], office.channels["general"]
    given = {
        "from": ming,
        "in": general,
        "after": "1 March",
        "before": "2026-03-16",
        "no_bots": "1",
    }
    text = refined(doors, q="bagels from:me -in:deploys", **given)
    assert text == (
        "bagels -in:deploys from:@mchen in:#general after:2026-03-01 before:2026-03-16 -is:bot"
    )
    page = doors.browser.get("/search", query_string={"q": text}).text
    assert re.search(rf'name="from" value="{ming}"', page)
    assert re.search(rf'name="in" value="{general}"', page)
    assert re.search(r'id="search-after"[^>]*value="2026-03-01"', page)
    assert re.search(r'id="search-no-bots"[^>]*checked', page)
    assert refined(doors, q=text) == "bagels -in:deploys"
    assert refined(doors, q="bagels from:nobody during:march") == "bagels from:nobody during:march"


def test_direct_conversations_are_named_after_the_other_one(doors: Doors, office: Office) -> None:
    people = [office.people["mchen"]]
    opened = perform(doors.world, doors.actor, direct.open, user_ids=people).channel
    text = perform(doors.world, doors.actor, refining.refine, query="", channel_ids=[opened.id])
    assert text == "in:@mchen"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("fr", "from:"),
        ("bagels ha", "bagels has:"),
        ("-i", "-in:"),
        ("from:min", "from:@mchen"),
        ("x from:m", "x from:me"),
        ("in:#gen", "in:#general"),
        ("in:gen", "in:#general"),
        ("in:@min", "in:@mchen"),
        ("has:fi", "has:file"),
        ("is:th", "is:thread"),
        ("type:p", "type:pdf"),
        ("on:to", "on:today"),
        ("during:f", "during:february"),
    ],
)
def test_modifiers_and_names_are_completed(doors: Doors, typed: str, wanted: str) -> None:
    found = perform(doors.world, doors.actor, suggestions.suggest, text=typed)
    assert wanted in [each.query for each in found]
    assert len(found) <= 8
    assert wanted in doors.browser.get("/search/completions", query_string={"q": typed}).text


def test_search_in_the_banner_stays_in_chat(doors: Doors, office: Office) -> None:
    page = doors.browser.get(f"/c/{office.channels['general']}").text
    assert re.search(r'<form class="topbar-search"[^>]* action="/search"', page)
    assert "q=in:%23general" in page
