import re
from html.parser import HTMLParser

import pytest
from tests.files.sending import uploaded
from tests.kit import Doors, Office, flask_apps

from workworld.apps.chat.pages.log import PAGE_SIZE
from workworld.apps.chat.pages.sidebar import Sidebar, sidebar
from workworld.doors.web import COOKIE
from workworld.worlds import World


def page(doors: Doors, path: str, status: int = 200) -> str:
    response = doors.browser.get(path)
    assert response.status_code == status, response.get_data(as_text=True)
    text: str = response.get_data(as_text=True)
    return text


def channel_path(office: Office, name: str) -> str:
    return f"/c/{office.channels[name]}"


def test_home_leads_to_the_default_channel(doors: Doors, office: Office) -> None:
    assert doors.browser.get("/").headers["Location"] == channel_path(office, "general")


def test_channel_shows_its_newest_messages_in_order(doors: Doors, office: Office) -> None:
    keys = re.findall(r'data-key="([\d.]+)"', page(doors, channel_path(office, "general")))
    here = {"channel": office.channels["general"], "limit": PAGE_SIZE}
    newest = doors.rest("conversations.history", **here)
    assert keys == [message["ts"] for message in reversed(newest["messages"])]


def test_older_pages_lead_to_the_beginning(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    for number in range(60):
        doors.rest("chat.postMessage", channel=general, text=f"filler {number}")
    path: str | None = channel_path(office, "general")
    text, seen = "", list[str]()
    while path:
        text = page(doors, path)
        seen = re.findall(r'data-key="([\d.]+)"', text) + seen
        older = re.search(r'href="([^"]*before=[^"]+)"', text)
        path = older[1].replace("&amp;", "&") if older else None
    everything = doors.rest("conversations.history", channel=general, limit=1000)["messages"]
    assert seen == [message["ts"] for message in reversed(everything)]
    assert "begins" in text


def test_post_goes_to_the_channel_and_back_to_its_page(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    response = doors.submit(
        f"/c/{general}/messages", text="a < b & <script>alert(1)</script>\r\nok"
    )
    assert response.status_code == 303
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "a &lt; b &amp; &lt;script&gt;alert(1)&lt;/script&gt;\nok"
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>ok" in page(
        doors, channel_path(office, "general")
    )


@pytest.mark.parametrize(
    ("channel", "text", "status", "reason"),
    [
        ("general", "  ", 422, "A message needs some text."),
        (
            "general",
            "x" * 40_001,
            422,
            "A message may hold 40,000 characters; this one has 40,001.",
        ),
        ("support", "kept", 403, "Only members of #support can post here."),
        ("gatehouse-migration", "kept", 403, "is archived"),
    ],
)
def test_refused_post_says_why_and_keeps_the_text(
    doors: Doors, office: Office, channel: str, text: str, status: int, reason: str
) -> None:
    response = doors.submit(f"{channel_path(office, channel)}/messages", text=text)
    assert response.status_code == status
    assert reason in response.get_data(as_text=True)
    kept = f">\n{text}</textarea>" if channel == "general" else f"<blockquote>{text}</blockquote>"
    assert kept in response.get_data(as_text=True)
    assert doors.changes == []


def test_refused_post_keeps_the_files_that_can_still_be_sent(doors: Doors, office: Office) -> None:
    path = f"{channel_path(office, 'general')}/messages"
    kept, gone = uploaded(doors, "kept.txt", b"1"), uploaded(doors, "gone.txt", b"2")
    doors.rest("files.delete", file=gone["id"])
    response = doors.submit(path, text="see <these>", file_id=[kept["id"], gone["id"]])
    text = response.get_data(as_text=True)
    assert response.status_code == 404
    assert "There is no such file of yours." in text
    assert ">\nsee &lt;these&gt;</textarea>" in text
    assert re.findall(r'name="file_id" value="(\w+)"', text) == [kept["id"]]


def test_text_for_a_thread_or_message_that_has_gone_is_shown(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    gone = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    doors.rest("chat.delete", channel=general, ts=gone)
    for tail in (f"t/{gone}/messages", f"m/{gone}/edit"):
        response = doors.submit(f"/c/{general}/{tail}", text="my <reply>")
        assert response.status_code == 404
        assert "<blockquote>my &lt;reply&gt;</blockquote>" in response.get_data(as_text=True)


def test_edit_in_a_channel_archived_meanwhile_keeps_the_text(doors: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="short-lived")["channel"]["id"]
    parent = doors.rest("chat.postMessage", channel=made, text="one")["ts"]
    assert doors.rest("conversations.archive", channel=made)["ok"]
    edited = doors.submit(f"/c/{made}/m/{parent}/edit", text="two")
    replied = doors.submit(f"/c/{made}/t/{parent}/messages", text="three")
    assert edited.status_code == replied.status_code == 403
    assert ">\ntwo</textarea>" in edited.get_data(as_text=True)
    assert "<blockquote>three</blockquote>" in replied.get_data(as_text=True)
    assert "#short-lived is archived" in edited.get_data(as_text=True)


def test_thread_stays_open_when_the_channel_is_written_to(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    place = f"/c/{general}/t/{parent}"
    assert f'name="place" value="{place}"' in page(doors, place)
    response = doors.submit(f"/c/{general}/messages", text="meanwhile", place=place)
    assert response.headers["Location"].startswith(f"{place}#m")


@pytest.mark.parametrize("place", ["//evil.example/c/", "https://evil.example/c/x", "/other", ""])
def test_form_leads_back_to_pages_of_channels_only(
    doors: Doors, office: Office, place: str
) -> None:
    general = office.channels["general"]
    response = doors.submit(f"/c/{general}/messages", text="x", place=place)
    assert response.headers["Location"].startswith(f"/c/{general}?at=end#m")


def test_reload_after_a_refused_post_leads_back(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    for path in (f"/c/{general}", f"/c/{general}/t/1770000000.000001"):
        assert doors.browser.get(f"{path}/messages").headers["Location"] == path


def test_hidden_and_missing_pages_are_byte_equal(colleague: Doors, office: Office) -> None:
    for tail in ("", "/m/1770000000.000001", "/t/1770000000.000001"):
        hidden = colleague.browser.get(f"/c/{office.channels['finance-close']}{tail}")
        missing = colleague.browser.get(f"/c/C0000000000{tail}")
        assert (hidden.status_code, hidden.data) == (missing.status_code, missing.data)
        assert hidden.status_code == 404
    hidden = colleague.submit(f"/c/{office.channels['finance-close']}/messages", text="x")
    missing = colleague.submit("/c/C0000000000/messages", text="x")
    assert (hidden.status_code, hidden.data) == (missing.status_code, missing.data)


def test_hidden_channel_is_named_nowhere(colleague: Doors, office: Office) -> None:
    for name in ("general", "announcements", "product-eng"):
        assert "finance-close" not in page(colleague, channel_path(office, name))


def test_where_one_may_not_post_the_reason_stands_for_the_composer(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    announcements = page(colleague, channel_path(office, "announcements"))
    assert "Only admins can post in #announcements." in announcements
    assert "<textarea" not in announcements
    assert "<textarea" in page(doors, channel_path(office, "announcements"))
    assert "Only members of #support can post here." in page(doors, channel_path(office, "support"))


def test_thread_page_shows_the_thread_and_takes_replies(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    response = doors.submit(f"/c/{general}/t/{parent}/messages", text="first", broadcast="1")
    assert response.status_code == 303
    text = page(doors, f"/c/{general}/t/{parent}")
    assert "1 reply" in text
    assert "replied to a thread" in text
    assert 'aria-label="Thread"' in text


def test_message_address_leads_to_the_message_or_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = doors.rest("chat.postMessage", channel=general, text="parent")["ts"]
    reply = doors.rest("chat.postMessage", channel=general, text="r", thread_ts=parent)["ts"]
    assert "message-target" in page(doors, f"/c/{general}/m/{parent}")
    leads = doors.browser.get(f"/archives/{general}/p{reply.replace('.', '')}")
    assert leads.headers["Location"] == f"/c/{general}/m/{reply}"
    onward = doors.browser.get(leads.headers["Location"]).headers["Location"]
    assert onward.startswith(f"/c/{general}/t/{parent}#")
    page(doors, f"/c/{general}/m/1700000000.000001", 404)


@pytest.mark.parametrize(
    "path", ["/c/x/m/y", "/archives/C1/px", "/c/%00", f"/c/{'C' * 70}", "/c/C1?before=zzz", "/nope"]
)
def test_nonsense_addresses_are_not_found(doors: Doors, path: str) -> None:
    assert "Not found" in page(doors, path, 404)


def test_nobody_sees_a_page_without_signing_in(doors: Doors, office: Office) -> None:
    client = doors.anonymous("chat")
    path = channel_path(office, "general")
    assert client.get(path).headers["Location"] == f"{doors.site.root}/sign-in?next={path}"
    client.set_cookie(COOKIE, "forged", domain="localhost", path="/")
    assert client.get(path).status_code == 302
    assert client.post(f"{path}/messages", data={"text": "x"}).status_code == 403
    assert doors.journal == []


@pytest.mark.parametrize("proof", [None, "", "0" * 32, "é"])
def test_form_of_another_site_is_refused(doors: Doors, office: Office, proof: str | None) -> None:
    data = {"text": "x"} | ({} if proof is None else {"csrf": proof})
    response = doors.browser.post(f"{channel_path(office, 'general')}/messages", data=data)
    assert response.status_code == 403
    assert "Reload the page" in response.get_data(as_text=True)
    assert doors.changes == []


def test_page_claims_to_know_nothing_that_came_after_it_was_read(
    doors: Doors, colleague: Doors, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_sidebar() -> Sidebar:
        colleague.rest("chat.postMessage", channel=office.channels["general"], text="meanwhile")
        return sidebar()

    monkeypatch.setattr("workworld.apps.chat.pages.channel.sidebar", slow_sidebar)
    text = page(doors, channel_path(office, "general"))
    assert "meanwhile" not in text
    (known,) = re.findall(r'data-since="(\d+)-', text)
    assert int(known) < doors.journal[-1].step


def test_pages_forbid_foreign_code(doors: Doors, office: Office) -> None:
    response = doors.browser.get(channel_path(office, "general"))
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert not re.search(
        r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", response.get_data(as_text=True)
    )


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.landmarks: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("main", "nav", "aside"):
            self.landmarks.append(tag)


def test_page_has_one_main_heading_and_unique_ids(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = doors.rest("chat.postMessage", channel=general, text="p")["ts"]
    doors.rest(
        "chat.postMessage", channel=general, text="r", thread_ts=parent, reply_broadcast=True
    )
    outline = _Outline()
    outline.feed(page(doors, f"/c/{general}/t/{parent}"))
    assert outline.headings.count(1) == 1
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.landmarks == ["nav", "nav", "main", "nav", "aside"]


# The pages of the world itself


def test_password_signs_in_and_leads_onward(doors: Doors, world: World) -> None:
    client = doors.anonymous("home")
    root = doors.site.root
    form = {
        "csrf": doors.authority.csrf(""),
        "email": " ARUIZ@calderoute.example ",
        "password": doors.authority.password(world, doors.person_id),
        "next": f"{root}/chat/c/X?before=y",
    }
    response = client.post("/sign-in", data=form)
    assert (response.status_code, response.headers["Location"]) == (303, form["next"])
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert f"Path={root}" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("aruiz@calderoute.example", "wrong"),
        ("nobody@x.example", "wrong"),
        ("", ""),
        ("a", "\x00é"),
    ],
)
def test_wrong_password_and_unknown_address_answer_alike(
    doors: Doors, email: str, password: str
) -> None:
    form = {"csrf": doors.authority.csrf(""), "email": email, "password": password}
    response = doors.anonymous("home").post("/sign-in", data=form)
    assert response.status_code == 401
    assert "do not match" in response.get_data(as_text=True)
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/other",
        "/w/w1/../x",
        "/w/w1/%2e%2e/x",
        "//%5B",
        "//[",
    ],
)
def test_sign_in_leads_nowhere_else(doors: Doors, wanted: str) -> None:
    code = doors.authority.launch(doors.world, doors.person_id)
    response = doors.anonymous("home").get("/launch", query_string={"code": code, "next": wanted})
    assert response.headers["Location"] == f"{doors.site.root}/"


def test_line_breaks_do_not_reach_a_header(doors: Doors) -> None:
    form = {"code": doors.authority.launch(doors.world, doors.person_id)}
    form["next"] = f"{doors.site.root}/\r\nSet-Cookie: x=y"
    response = doors.anonymous("home").get("/launch", query_string=form)
    assert response.headers["Location"] == f"{doors.site.root}/Set-Cookie%3A%20x%3Dy"


def test_launch_link_signs_in_once(doors: Doors) -> None:
    code = doors.authority.launch(doors.world, doors.person_id)
    client = doors.anonymous("home")
    assert client.get("/launch", query_string={"code": code}).status_code == 303
    second = client.get("/launch", query_string={"code": code})
    assert second.status_code == 401
    assert "used already" in second.get_data(as_text=True)


def test_every_app_is_on_the_switcher(doors: Doors) -> None:
    client = doors.anonymous("home")
    client.set_cookie(COOKIE, doors.cookie, domain="localhost", path="/")
    text = client.get("/").get_data(as_text=True)
    for app in flask_apps().keys() - {"home"}:
        assert f'href="{doors.site.root}/{app}/"' in text


def test_link_checker_does_not_spend_a_launch_link(doors: Doors) -> None:
    code = doors.authority.launch(doors.world, doors.person_id)
    client = doors.anonymous("home")
    assert client.head("/launch", query_string={"code": code}).status_code == 405
    assert client.get("/launch", query_string={"code": code}).status_code == 303


def test_sign_out_ends_the_session(doors: Doors) -> None:
    client = doors.anonymous("home")
    client.set_cookie(COOKIE, doors.cookie, domain="localhost", path="/")
    assert client.post("/sign-out").status_code == 403
    response = client.post("/sign-out", data={"csrf": doors.authority.csrf(doors.cookie)})
    assert response.headers["Location"] == f"{doors.site.root}/sign-in"
    assert f"{COOKIE}=;" in response.headers["Set-Cookie"]
    client.set_cookie(COOKIE, doors.cookie, domain="localhost", path="/")
    assert client.get("/").status_code == 302


@pytest.mark.parametrize(
    ("day", "which"), [("2026-03-06", 0), ("1 Jan 1990", 0), ("in 3 weeks", -1)]
)
def test_jump_to_date_leads_to_the_nearest_message(
    doors: Doors, office: Office, day: str, which: int
) -> None:
    general = office.channels["general"]
    listed = doors.rest("conversations.history", channel=general, limit=1000)["messages"][::-1]
    start = "1772773200" if day.startswith("2026") else "0"  # midnight in Boston
    expected = [row["ts"] for row in listed if row["ts"] > start][which]
    leads = doors.browser.get(f"/c/{general}/date?day={day}")
    assert leads.headers["Location"] == f"/c/{general}/m/{expected}"


def test_jump_to_what_is_no_date_says_so(doors: Doors, office: Office) -> None:
    text = page(doors, f"/c/{office.channels['general']}/date?day=soonish")
    assert "This is no day that can be told." in text
    assert 'value="soonish"' in text
