"""One search over everything that somebody may see."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from tests.kit import Doors, Office

from workworld import loading
from workworld.doors.home.search import highlighted
from workworld.search.everything import words_of
from workworld.search.excerpts import excerpt


def page(doors: Doors, **given: str) -> str:
    query = "&".join(f"{name}={quote(value)}" for name, value in given.items())
    response = doors.home.get(f"/search?{query}")
    assert response.status_code == 200, response.get_data(as_text=True)
    text: str = response.get_data(as_text=True)
    return text


def hits(text: str) -> list[str]:
    found = re.findall(r'<li class="hit">.*?<a href="[^"]*">(.*?)</a>', text, re.DOTALL)
    return [unescape(re.sub(r"<[^>]+>", "", title)) for title in found]


NOTHING = dict.fromkeys(["All", "People", *(app.title for app in loading.apps())], 0)


def counts(text: str) -> dict[str, int]:
    found = re.findall(r'>(\w+) <span class="badge">(\d+)<span', text)
    return {title: int(count) for title, count in found}


def test_people_and_channels_are_found_with_their_words_marked(
    doors: Doors, office: Office
) -> None:
    text = page(doors, q="deploy")
    assert hits(text)[:2] == ["deploy-alerts", "deploys"]
    assert "<mark>deploy</mark>s" in text
    assert f"{doors.site.root}/chat/c/{office.channels['deploys']}" in text
    text = page(doors, q="jonas wik", app="people")
    assert hits(text) == ["Jonas Wikstrand"]
    assert "<mark>Jonas</mark> <mark>Wik</mark>strand" in text
    target = f"/people/{office.people['jwikstrand']}"
    assert f"{doors.site.root}{target}" in text
    assert "Software Engineer" in doors.home.get(target).get_data(as_text=True)


def test_what_is_hidden_is_neither_found_nor_counted(doors: Doors, office: Office) -> None:
    channels = {"in": "chat.channels"}
    shown = page(doors, q="renewals", **channels)
    assert hits(shown) == []
    assert "Nothing found for “renewals”" in shown
    member = Doors(doors.world, doors.authority, office.people["dwhitlock"])
    assert hits(page(member, q="renewals", **channels)) == ["renewals"]
    topic = "Renewal terms, discounts and forecast"
    assert counts(page(doors, q=topic)) == NOTHING
    assert counts(page(member, q=topic))["Chat"] == 1


def test_tabs_narrow_to_an_app_and_count_all_of_them(doors: Doors) -> None:
    everything = page(doors, q="e")
    narrow = page(doors, q="e", app="people")
    assert counts(everything) == counts(narrow)
    told = counts(narrow)
    assert told["All"] == sum(count for name, count in told.items() if name != "All")
    assert ">Channels <" not in narrow
    assert len(hits(narrow)) == counts(narrow)["People"]


def test_messages_are_found_by_beginnings_phrases_and_modifiers(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    for text in ("the zeppelins land", "zeppelin <b>land</b>", "zeppelin alone"):
        assert colleague.rest("chat.postMessage", channel=general, text=text)["ok"]
    shown = page(doors, q="zeppel")
    assert hits(shown) == ["Jonas Wikstrand"] * 3
    assert "<mark>zeppel</mark>ins land" in shown
    assert "#general" in shown
    assert "Today, 9:30 AM" in shown
    assert counts(page(doors, q='"zeppelins land"'))["Chat"] == 1
    assert counts(page(doors, q="zeppelin from:@jwikstrand -alone"))["Chat"] == 2
    assert counts(page(doors, q="zeppelin from:me"))["Chat"] == 0
    path: str | None = "/search?q=zeppelin&in=chat.messages"
    assert path in shown.replace("&amp;", "&") or counts(shown)["Chat"] <= 5


def test_messages_of_hidden_channels_are_neither_found_nor_counted(
    doors: Doors, office: Office
) -> None:
    member = Doors(doors.world, doors.authority, office.people["dwhitlock"])
    private = office.channels["renewals"]
    assert member.rest("chat.postMessage", channel=private, text="zeppelin deal")["ok"]
    assert counts(page(member, q="zeppelin"))["Chat"] == 1
    assert counts(page(doors, q="zeppelin")) == NOTHING


def test_a_long_list_of_messages_is_read_to_its_end(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    for number in range(45):
        text = f"zeppelin {number}"
        colleague.rest("chat.postMessage", channel=office.channels["general"], text=text)
    path: str | None = "/search?q=zeppelin&in=chat.messages"
    found: list[str] = []
    while path:
        text = doors.home.get(path).get_data(as_text=True)
        found += re.findall(r"</mark> (\d+)</p>", text)
        more = re.search(r'href="([^"]*cursor=[^"]+)"', text)
        path = unescape(more[1]) if more else None
    assert sorted(map(int, found)) == [*range(45)]


@pytest.mark.parametrize(
    "text",
    ["*", "-", "in:", '"', "a*b", "-x", "from:@", "(", "NEAR", "a AND", "%", "é*", "'", "\\"],
)
def test_whatever_is_typed_is_answered(doors: Doors, text: str) -> None:
    page(doors, q=text)


def test_a_kind_is_read_to_its_end(doors: Doors) -> None:
    first = page(doors, q="e")
    match = re.search(r"See all (\d+) channels", first)
    assert match is not None
    assert len(hits(page(doors, q="e", **{"in": "chat.channels"}))) == int(match[1])
    assert page(doors, q="e", **{"in": "people.people"}).count('class="hit"') > 0


def test_nothing_is_searched_without_words(doors: Doors) -> None:
    for text in ("", "  ", '""', '"  "'):
        shown = page(doors, q=text)
        assert "All words must occur" in shown
        assert hits(shown) == []
    assert doors.home.get("/search?q=x&cursor=nonsense&in=people.people").status_code in (200, 422)
    assert doors.home.get(f"/search?q={'x' * 501}").status_code == 404


def test_what_was_typed_is_never_markup(doors: Doors) -> None:
    shown = page(doors, q='<script>alert("1")</script>')
    assert "<script>alert" not in shown
    assert highlighted("a <b> Kovač & co", ["kovac", "<b"]) == (
        "a <mark>&lt;b</mark>&gt; <mark>Kovač</mark> &amp; co"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('go "live  now" soon', ("go", "live now", "soon")),
        ('"open', ("open",)),
        ("a b c d e f g h i j", tuple("abcdefgh")),
    ],
)
def test_words_of_a_query(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


def test_excerpt_shows_the_place() -> None:
    text = f"{'before ' * 60}the needle {'after ' * 60}"
    shown = excerpt(text, ["NEEDLE"])
    assert "the needle" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 210
    assert excerpt("short\ntext", ["x"]) == "short text"
