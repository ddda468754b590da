"""Own addresses and cards, as far as every door shows them."""

import re
import socket
from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import ORIGIN, Doors, Office, text_of

from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import users
from workworld.calls import call
from workworld.context import Request, Surface
from workworld.links import cards
from workworld.links.addresses import canonical, canonical_url, rendered, split
from workworld.links.cards import Card, addresses_in, cards_in, unfurl
from workworld.links.models import OutsidePage


def seen_by(doors: Doors, look: Any) -> Any:
    """What a function of a context answers to somebody at the REST door."""
    request = Request(Surface.REST, "look", {}, doors.site.addresses.app)
    return call(doors.world, doors.actor, users.me, request, present=lambda ctx, _me: look(ctx))


@pytest.fixture
def company_url(doors: Doors) -> str:
    url: str = seen_by(doors, lambda ctx: canonical_url(ctx, "chat"))
    return url


def stored(doors: Doors) -> str:
    with doors.world.reading() as session:
        text = session.scalar(select(Message.text).order_by(Message.ts.desc()).limit(1))
        assert text is not None
        return text


def message_in(doors: Doors, office: Office, name: str) -> str:
    """The path of the newest message of a channel."""
    with doors.world.reading() as session:
        channel_id = office.channels[name]
        ts = session.scalar(
            select(Message.ts)
            .where(Message.channel_id == channel_id, Message.thread_ts.is_(None))
            .order_by(Message.ts.desc())
        )
        assert ts is not None
        return f"/archives/{channel_id}/p{ts.replace('.', '')}"


def test_own_addresses_are_stored_canonical_and_read_as_the_reader_reaches_them(
    doors: Doors, office: Office, company_url: str
) -> None:
    here = doors.site.addresses.app("chat")
    path = f"/c/{office.channels['general']}"
    posted = doors.rest(
        "chat.postMessage", channel=office.channels["general"], text=f"see {here}{path}, please"
    )
    assert stored(doors) == f"see {company_url}{path}, please"
    assert posted["message"]["text"] == f"see {here}{path}, please"
    page = doors.browser.get(path).get_data(as_text=True)
    assert f'href="{here}{path}"' in page
    read = text_of(doors.mcp("slack_read_channel", channel_id=office.channels["general"], limit=1))
    assert f"see {here}{path}, please" in read
    assert doors.world.id not in stored(doors)


@pytest.mark.parametrize(
    "text",
    [
        f"{ORIGIN}/w/other/chat/c/C1",
        f"{ORIGIN}.evil.example/w/",
        "https://chat.example.org/c/C1",
        "https://elsewhere.example/?next=/chat/",
    ],
)
def test_foreign_addresses_stay_as_they_are(doors: Doors, text: str) -> None:
    assert seen_by(doors, lambda ctx: canonical(ctx, text)) == text
    assert seen_by(doors, lambda ctx: rendered(ctx, text)) == text


def test_lookalikes_of_own_addresses_are_foreign(doors: Doors, company_url: str) -> None:
    here = doors.site.addresses.app("chat")
    for text in (f"{here}-evil/x", f"{here}@evil.example/", f"{here}.evil/x"):
        assert seen_by(doors, lambda ctx, text=text: canonical(ctx, text)) == text
    domain = company_url.partition("chat.")[2]
    for text in (f"https://www.{domain}/", f"{company_url}.evil.example/", f"{company_url}:99/"):
        assert seen_by(doors, lambda ctx, text=text: rendered(ctx, text)) == text
        assert seen_by(doors, lambda ctx, text=text: split(ctx, text)) is None


def test_a_channel_and_a_message_have_cards_at_every_door(doors: Doors, office: Office) -> None:
    here = doors.site.addresses.app("chat")
    general = office.channels["general"]
    link = f"{here}{message_in(doors, office, 'general')}"
    doors.rest("chat.postMessage", channel=general, text=f"<{here}/c/{general}|home> and {link}")
    (message,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
    channel_card, message_card = message["attachments"]
    assert (channel_card["title"], channel_card["footer"]) == ("#general", "Channel")
    assert channel_card["title_link"] == f"{here}/c/{general}"
    assert message_card["footer"] == "Message"
    assert {"title": "Channel", "value": "#general", "short": True} in message_card["fields"]
    read = text_of(doors.mcp("slack_read_channel", channel_id=general, limit=1))
    assert "[Channel] #general" in read
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    below = here.removeprefix(doors.site.origin)  # as short as it can be
    assert f'<p class="link-card-title"><a href="{below}/c/{general}">#general</a></p>' in page


@pytest.mark.parametrize("target", ["channel", "message"])
def test_hidden_and_missing_are_the_same_bare_link(
    doors: Doors, office: Office, target: str
) -> None:
    hidden_id = office.channels["renewals"]
    hidden = f"/c/{hidden_id}"
    if target == "message":
        hidden = message_in(doors, office, "renewals")
    missing = hidden.replace(hidden_id, "C0000000000")
    here = doors.site.addresses.app("chat")
    general = office.channels["general"]
    shown = []
    for path in (hidden, missing):
        step = len(doors.journal)
        doors.rest("chat.postMessage", channel=general, text=f"look {here}{path}")
        (message,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
        page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
        read = text_of(doors.mcp("slack_read_channel", channel_id=general, limit=1))
        del message["ts"]
        line = page.rpartition('<div class="message-text">')[2].partition("</article>")[0]
        shown.append(
            repr((message, line, read.partition("look")[2])).replace("C0000000000", hidden_id)
        )
        doors.world.rewind(step)
    assert shown[0] == shown[1]
    assert "attachments" not in shown[0]
    assert 'class="link-card"' not in shown[0]


def test_each_viewer_gets_the_cards_that_they_may_see(
    doors: Doors, office: Office, world: Any, authority: Any
) -> None:
    hidden_id = office.channels["renewals"]
    with world.reading() as session:
        channel = session.get_one(Channel, hidden_id)
        insider = Doors(world, authority, channel.creator_id)
    path = f"{doors.site.addresses.app('chat')}/c/{hidden_id}"
    assert seen_by(doors, lambda ctx: unfurl(ctx, path)) is None
    card = seen_by(insider, lambda ctx: unfurl(ctx, path))
    assert card.title == "#renewals"


def test_links_in_code_have_no_cards(doors: Doors, office: Office) -> None:
    here = doors.site.addresses.app("chat")
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text=f"`{here}/c/{general}`")
    (message,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
    assert "attachments" not in message


def test_outside_pages_are_never_fetched(
    doors: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with doors.world.writing() as session:
        session.add(OutsidePage(url="https://news.example/a?b=1&c=2", title="News", subtitle="N"))
    for url in ("http://169.254.169.254/", "http://127.0.0.1:1/", "file:///etc/passwd"):
        assert seen_by(doors, lambda ctx, url=url: unfurl(ctx, url)) is None
    known = "https://news.example/a?b=1&amp;c=2"
    doors.rest("chat.postMessage", channel=office.channels["general"], text=f"<{known}|x> {known}")
    history = doors.rest("conversations.history", channel=office.channels["general"], limit=1)
    (attachment,) = history["messages"][0]["attachments"]
    assert attachment["title"] == "News"


def test_a_text_gets_few_cards_and_each_once(doors: Doors, office: Office) -> None:
    here = doors.site.addresses.app("chat")
    links = [f"{here}/c/{key}" for key in office.channels.values()]
    text = " ".join([*links, *links])
    assert len(seen_by(doors, lambda ctx: cards_in(ctx, [from_mrkdwn(text)]))[0]) == 5
    one = " ".join([links[0]] * 3)
    assert len(seen_by(doors, lambda ctx: addresses_in(ctx, from_mrkdwn(one)))) == 1


def test_keys_stand_for_addresses(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_keys", {})
    monkeypatch.setattr(cards, "_resolvers", {})

    @cards.resolves("chat")
    def card_of(_ctx: Any, path: str) -> Card | None:
        return Card("Issue", path.rpartition("/")[2]) if path == "/browse/ENG-214" else None

    cards.names_keys("chat", r"[A-Z]{2,10}-\d+", lambda key: f"/browse/{key}")
    text = "see ENG-214, ENG-9 x-ENG-214 a/ENG-214 `ENG-214`"
    found = seen_by(doors, lambda ctx: cards_in(ctx, [from_mrkdwn(text)]))
    ((card,),) = found
    assert (card.kind, card.title) == ("Issue", "ENG-214")
    assert card.url == f"{doors.site.addresses.app('chat')}/browse/ENG-214"
    with pytest.raises(TypeError):
        cards.names_keys("chat", "x", lambda key: key)
    with pytest.raises(TypeError):
        cards.resolves("chat")(card_of)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/c/",
        "/c/%00",
        "/c/C1/m/9",
        "//[",
        "/archives/C1/p0000000",
        "/?",
        "/c/C1#x",
        "/[::1",
    ],
)
def test_addresses_that_lead_nowhere_have_no_card(doors: Doors, office: Office, path: str) -> None:
    for known in (path, path.replace("C1", office.channels["general"])):
        url = f"{doors.site.addresses.app('chat')}{known}"
        card = seen_by(doors, lambda ctx, url=url: unfurl(ctx, url))
        assert card is None or known.endswith("#x")


def test_link_to_a_thread_shows_its_parent_to_those_who_may_see_it(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, closed = office.channels["general"], office.channels["finance-close"]
    for channel in (general, closed):
        root = doors.rest("chat.postMessage", channel=channel, text="Who *brings* cake?")["ts"]
        reply = doors.rest("chat.postMessage", channel=channel, text="I do", thread_ts=root)["ts"]
        site = doors.rest("auth.test")["url"].rstrip("/")
        links = [f"{site}/c/{channel}/t/{root}", f"{site}/c/{channel}/m/{reply}"]
        doors.rest("chat.postMessage", channel=general, text=" and ".join(links))
        mine, theirs = (
            who.browser.get(f"/c/{general}?at=end").get_data(as_text=True).rpartition("<article")[2]
            for who in (doors, colleague)
        )
        for page in (mine, theirs) if channel == general else (mine,):
            assert '<p class="link-card-subtitle">Who brings cake?</p>' in page
            assert re.search(r"<span>Posted: \w+ \d+, \d{4} at \d+:\d\d [AP]M</span>", page)
            assert "<span>Replies: 1</span>" in page
            assert '<p class="link-card-subtitle">I do</p>' in page
            assert "<span>In reply to: Ana: Who brings cake?</span>" in page
        if channel == closed:
            assert "link-card" not in theirs
            assert "brings" not in theirs
