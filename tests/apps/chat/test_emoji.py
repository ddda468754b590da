"""The workspace's own emoji, through the doors."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest
from sqlalchemy import select
from tests.files.sending import PNG, uploaded
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.service import emoji, messages, settings
from workworld.calls import call, perform
from workworld.context import Request, Surface
from workworld.errors import Refused
from workworld.files.models import Content
from workworld.files.types import digest_of

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
GIF = b"GIF89a" + struct.pack("<HH", 20, 20) + bytes(20)


def sized(width: int, height: int) -> bytes:
    """The beginning of a picture, which says how large it is."""
    return PNG[:16] + struct.pack(">II", width, height) + PNG[24:]


def add(doors: Doors, name: str, content: bytes = PNG) -> Any:
    """Add an emoji as the page does."""
    fields = {"csrf": doors.csrf, "name": name, "file": (io.BytesIO(content), "a.png")}
    return doors.browser.post("/customize/emoji/new", data=fields)


def own(doors: Doors) -> dict[str, str]:
    found: dict[str, str] = doors.rest("emoji.list")["emoji"]
    return found


def say(doors: Doors, office: Office, text: str) -> str:
    place = {"channel_id": office.channels["general"], "text": text}
    return str(perform(doors.world, doors.actor, messages.post, **place).ts)


def shown(doors: Doors, office: Office, text: str) -> str:
    """How a message with a text looks on its page."""
    ts = say(doors, office, text)
    page = doors.browser.get(f"/c/{office.channels['general']}/m/{ts}").get_data(as_text=True)
    _, _, message = page.partition(f'data-key="{ts}"')
    _, _, said = message.partition('<div class="message-text">')
    return said.partition("</div>")[0]


def test_added_emoji_is_shown_by_its_image(doors: Doors, office: Office) -> None:
    assert add(doors, ":Party-parrot'+1:".lower()).status_code == 303
    url = own(doors)["party-parrot'+1"]
    assert shown(doors, office, "we :party-parrot'+1: *on*") == (
        f'we <img class="emoji" src="{url}" alt=":party-parrot&#x27;+1:"> <strong>on</strong>'
    )
    image = doors.anonymous("chat").get(url.removeprefix(doors.site.addresses.app("chat")))
    assert (image.data, image.mimetype) == (PNG, "image/png")
    assert image.headers["Content-Security-Policy"].startswith("sandbox")
    assert doors.anonymous("chat").get(f"/emoji/{'0' * 64}.png").status_code == 404


def test_emoji_alone_is_large_and_code_is_left_alone(doors: Doors, office: Office) -> None:
    assert shown(doors, office, ":shipped: :tada:").startswith('<span class="large-emoji"><img ')
    assert shown(doors, office, "`:shipped:`") == "<code>:shipped:</code>"
    assert shown(doors, office, ":shipped::skin-tone-2:").endswith(":skin-tone-2:")
    assert shown(doors, office, ":no_such_emoji:") == ":no_such_emoji:"


def test_marks_within_a_name_are_none(doors: Doors, office: Office) -> None:
    add(doors, "_wow_")
    assert 'alt=":_wow_:"' in shown(doors, office, "so :_wow_: _indeed_")
    assert "<em>indeed</em>" in shown(doors, office, "so :_wow_: _indeed_")


def test_texts_for_agents_keep_the_name(doors: Doors, office: Office) -> None:
    say(doors, office, "it is :shipped:")
    newest = doors.rest("conversations.history", channel=office.channels["general"], limit=1)
    assert newest["messages"][0]["text"] == "it is :shipped:"
    read = doors.mcp("slack_read_channel", channel_id=office.channels["general"], limit=1)
    assert "it is :shipped:" in str(read.content)


def test_other_names_lead_to_the_emoji(doors: Doors, office: Office) -> None:
    assert doors.rest("admin.emoji.addAlias", name="sent", alias_for=":ship_it:")["ok"]
    assert own(doors)["sent"] == "alias:shipped"  # never an alias of an alias
    general, ts = office.channels["general"], say(doors, office, ":sent: :lgtm:")
    doors.rest("reactions.add", channel=general, timestamp=ts, name="sent")
    doors.rest("reactions.add", channel=general, timestamp=ts, name="lgtm")
    message = doors.rest("reactions.get", channel=general, timestamp=ts)["message"]
    assert [each["name"] for each in message["reactions"]] == ["shipped", "white_check_mark"]
    again = doors.rest("reactions.add", channel=general, timestamp=ts, name="ship_it")
    assert again["error"] == "already_reacted"
    looks = shown(doors, office, ":sent: :lgtm:")
    assert f'src="{own(doors)["shipped"]}" alt=":sent:"' in looks
    assert 'aria-label=":lgtm:">✅' in looks


def test_names_do_not_lead_in_circles(doors: Doors) -> None:
    for name, target, refusal in (
        ("aa", "aa", "error_invalid_alias"),
        ("shipped", "ship_it", "error_name_taken"),
    ):
        answer = doors.rest("admin.emoji.addAlias", name=name, alias_for=target)
        assert answer["error"] == refusal
    assert doors.rest("admin.emoji.rename", name="shipped", new_name="sent")["ok"]
    assert own(doors)["ship_it"] == "alias:sent"
    assert doors.rest("admin.emoji.addAlias", name="shipped", alias_for="ship_it")["ok"]
    assert own(doors)["shipped"] == "alias:sent"


def test_removed_emoji_is_text_and_its_reactions_can_be_taken_back(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, ts = office.channels["general"], say(doors, office, "out :ship_it:")
    for who in (doors, colleague):
        who.rest("reactions.add", channel=general, timestamp=ts, name="shipped")
    assert doors.rest("admin.emoji.remove", name=":shipped:")["ok"]
    assert not {"shipped", "ship_it"} & own(doors).keys()
    page = doors.browser.get(f"/c/{general}/m/{ts}").get_data(as_text=True)
    assert "out :ship_it:" in page
    assert '<span class="emoji" aria-hidden="true">:shipped:</span>' in page
    place = {"channel": general, "timestamp": ts, "name": "shipped"}
    assert doors.rest("reactions.remove", **place)["ok"]
    assert doors.rest("reactions.add", **place)["error"] == "invalid_name"
    found = doors.rest("search.messages", query="has::shipped: in:#general")["messages"]
    assert ts in [match["ts"] for match in found["matches"]]


def test_bytes_stay_as_long_as_something_holds_them(doors: Doors) -> None:
    add(doors, "first_one")
    add(doors, "second_one")
    file = uploaded(doors, "a.png", PNG)

    def is_kept() -> bool:
        with doors.world.reading() as session:
            kept = select(Content.sha256).where(Content.sha256 == digest_of(PNG))
            return session.scalar(kept) is not None

    doors.rest("admin.emoji.remove", name="first_one")
    doors.rest("files.delete", file=file["id"])
    assert is_kept()
    doors.rest("admin.emoji.remove", name="second_one")
    assert not is_kept()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("fine", SVG, "error_bad_format"),
        ("fine", b"<script>alert(1)</script>", "error_bad_format"),
        ("fine", PNG[:12], "error_bad_format"),
        ("fine", b"RIFF\0\0\0\0WEBPVP8 " + bytes(40), "error_bad_format"),
        ("fine", b"", "error_no_image"),
        ("fine", PNG + bytes(128 * 1024), "error_too_big"),
        ("fine", sized(300, 20), "error_bad_wide"),
        ("fine", sized(4000, 4000), "error_bad_wide"),
        ("", PNG, "error_missing_name"),
        ("::", PNG, "error_missing_name"),
        ("Fine", PNG, "error_bad_name_i18n"),
        ("né", PNG, "error_bad_name_i18n"),
        ('"><script>', PNG, "error_bad_name_i18n"),
        ("x" * 101, PNG, "error_bad_name_i18n"),
        ("tada", PNG, "error_name_taken_i18n"),
        ("thumbsup", PNG, "error_name_taken_i18n"),
        ("shipped", PNG, "error_name_taken"),
        ("ship_it", PNG, "error_name_taken"),
    ],
)
def test_what_cannot_be_an_emoji_is_refused_and_nothing_kept(
    doors: Doors, name: str, content: bytes, code: str
) -> None:
    page = add(doors, name, content)
    assert page.status_code in (409, 422)
    assert "problem" in page.get_data(as_text=True)
    (step,) = doors.journal
    assert (step.operation, step.outcome) == ("chat.emoji.upload", code)
    assert doors.changes == []


def test_largest_image_of_each_kind_is_taken(doors: Doors) -> None:
    padded = PNG + bytes(128 * 1024 - len(PNG))
    assert add(doors, "large", padded).status_code == 303
    assert add(doors, "wide", sized(40, 20)).status_code == 303
    assert add(doors, "moving", GIF).status_code == 303
    assert own(doors)["moving"].endswith(".gif")


def test_nothing_is_fetched_from_elsewhere(doors: Doors) -> None:
    for url in ("https://elsewhere.example/a.png", "file:///etc/passwd", "nonsense"):
        answer = doors.rest("admin.emoji.add", name="fine", url=url)
        assert answer["error"] == "error_bad_upload"
    assert doors.rest("admin.emoji.add", name="fine")["error"] == "no_image_uploaded"
    assert doors.changes == []


def test_files_of_others_are_no_images_of_mine(doors: Doors, colleague: Doors) -> None:
    file = uploaded(doors, "mine.png", PNG)
    answer = colleague.rest("admin.emoji.add", name="fine", url=file["url_private"])
    assert answer["error"] == "error_bad_upload"
    assert doors.rest("admin.emoji.add", name="fine", url=file["permalink"])["ok"]


def test_who_may_add_and_remove(doors: Doors, colleague: Doors, office: Office) -> None:
    guest = Doors(doors.world, doors.authority, office.people["mtierney"])
    assert guest.browser.get("/customize/emoji").status_code == 200
    assert guest.browser.get("/customize/emoji/new").status_code == 403
    assert add(guest, "guests").status_code == 403
    assert add(colleague, "mine").status_code == 303
    assert colleague.submit("/customize/emoji/calderoute/remove").status_code == 403
    perform(doors.world, doors.actor, settings.change, emoji="admins")
    assert add(colleague, "other").status_code == 403
    page = colleague.browser.get("/customize/emoji").get_data(as_text=True)
    assert "/customize/emoji/new" not in page
    assert "/customize/emoji/mine/remove" in page
    assert "/customize/emoji/calderoute/remove" not in page
    assert colleague.submit("/customize/emoji/mine/remove").status_code == 303
    assert add(doors, "other").status_code == 303


def test_emoji_are_chosen_wherever_emoji_are(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    picker = doors.browser.get("/emoji?kind=Of your own").get_data(as_text=True)
    assert 'value="shipped"' in picker
    assert 'value="ship_it"' not in picker
    assert 'value="ship_it"' in doors.browser.get("/emoji?q=ship_").get_data(as_text=True)
    completed = doors.browser.get(f"/c/{general}/completions?sign=:&q=shipp")
    assert ":shipped:" in completed.get_data(as_text=True)
    profile = {"status_text": "Packing", "status_emoji": ":ship_it:"}
    assert (
        doors.rest("users.profile.set", profile=profile)["profile"]["status_emoji"] == ":shipped:"
    )
    link = {"channel_id": general, "title": "Plan", "type": "link", "link": "https://a.example"}
    made = doors.rest("bookmarks.add", **link, emoji=":shipped:")["bookmark"]
    assert made["emoji"] == ":shipped:"
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    look = f'<img class="emoji" src="{own(doors)["shipped"]}" alt="">'
    assert f'<span class="emoji" aria-hidden="true">{look}</span><bdi>Plan</bdi>' in page


def test_search_marks_other_names(doors: Doors) -> None:
    def found(query: str) -> str:
        return text_of(doors.mcp("slack_search_emojis", query=query))

    assert ":ship_it: (alias of :shipped:)" in found("ship, nothing")
    assert ":calderoute:" not in found("ship, nothing")
    assert "No custom emoji found" in found("nothing")


def test_listing_goes_by_pages_and_by_name(doors: Doors) -> None:
    first = doors.rest("admin.emoji.list", limit=2)
    assert [*first["emoji"]] == ["calderoute", "lgtm"]
    assert first["emoji"]["calderoute"].keys() == {"url", "date_created", "uploaded_by"}
    rest = doors.rest("admin.emoji.list", cursor=first["response_metadata"]["next_cursor"])
    assert [*rest["emoji"]] == ["party_parcel", "ship_it", "shipped"]
    page = doors.browser.get("/customize/emoji?q=SHIP").get_data(as_text=True)
    assert ":ship_it:" in page
    assert ":calderoute:" not in page
    assert "No emoji is called like that" in doors.browser.get("/customize/emoji?q=zzz").text


def test_categories_of_everybodys_emoji(doors: Doors) -> None:
    answer = doors.rest("emoji.list", include_categories=True)
    names = [name for each in answer["categories"] for name in each["emoji_names"]]
    assert "tada" in names
    assert "shipped" not in names


def test_images_are_noted_without_their_bytes(doors: Doors) -> None:
    request = Request(Surface.UI, "test", {"name": "fine"})
    given = {"name": "fine", "content": PNG}
    call(doors.world, doors.actor, emoji.upload, request, accept=lambda _ctx, _given: given)
    (step,) = doors.journal
    assert step.arguments is not None
    assert step.arguments["content"] == {"sha256": digest_of(PNG), "size": len(PNG)}


def test_refusals_do_not_tell_of_files(doors: Doors) -> None:
    with pytest.raises(Refused) as refused:
        perform(doors.world, doors.actor, emoji.add, name="fine", file_id="F0000000000")
    assert refused.value.code == "error_bad_upload"
