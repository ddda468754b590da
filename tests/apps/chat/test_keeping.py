"""Pins, bookmarks, and what is saved for later."""

from typing import Any

import pytest
from tests.files.sending import uploaded
from tests.kit import Doors, Office, text_of


def posted(doors: Doors, office: Office, text: str = "keep this", name: str = "general") -> str:
    ts: str = doors.rest("chat.postMessage", channel=office.channels[name], text=text)["ts"]
    return ts


def place(office: Office, ts: str, name: str = "general") -> dict[str, Any]:
    return {"channel": office.channels[name], "timestamp": ts}


def test_pin_is_listed_counted_and_told_of_in_the_channel(doors: Doors, office: Office) -> None:
    general, ts = office.channels["general"], posted(doors, office)
    assert doors.rest("pins.add", **place(office, ts)) == {"ok": True}
    assert doors.rest("pins.add", **place(office, ts))["error"] == "already_pinned"
    item, *_own = doors.rest("pins.list", channel=general)["items"]
    assert (item["type"], item["channel"], item["created_by"]) == (
        "message",
        general,
        doors.person_id,
    )
    assert item["message"]["ts"] == ts
    assert item["message"]["pinned_to"] == [general]
    history = doors.rest("conversations.history", channel=general, limit=1)
    assert history["pin_count"] == 2  # one is of the company's own
    (note,) = history["messages"]
    assert (note["subtype"], note["user"]) == ("pinned_item", doors.person_id)
    assert doors.rest("pins.remove", **place(office, ts)) == {"ok": True}
    assert doors.rest("pins.remove", **place(office, ts))["error"] == "no_pin"
    assert ts not in str(doors.rest("pins.list", channel=general)["items"])


def test_pin_goes_with_its_message(doors: Doors, office: Office) -> None:
    general, ts = office.channels["general"], posted(doors, office)
    doors.rest("chat.postMessage", channel=general, text="re", thread_ts=ts)
    doors.rest("pins.add", **place(office, ts))
    doors.mcp("slack_save_message", channel_id=general, message_ts=ts)
    assert doors.rest("chat.delete", channel=general, ts=ts)["ok"]
    assert ts not in str(doors.rest("pins.list", channel=general)["items"])
    assert ts not in text_of(doors.mcp("slack_list_saved_messages"))
    assert doors.rest("pins.add", **place(office, ts))["error"] == "message_not_found"


def test_a_channel_has_room_for_a_hundred_pins(doors: Doors, office: Office) -> None:
    for _ in range(99):
        assert doors.rest("pins.add", **place(office, posted(doors, office)))["ok"]
    refused = doors.rest("pins.add", **place(office, posted(doors, office)))
    assert refused["error"] == "too_many_pins"


@pytest.mark.parametrize(
    ("channel", "ts", "error"),
    [
        ("general", "1700000000.000001", "message_not_found"),
        ("general", "soon", "bad_timestamp"),
        ("renewals", "1700000000.000001", "channel_not_found"),
    ],
)
def test_pin_is_refused(doors: Doors, office: Office, channel: str, ts: str, error: str) -> None:
    assert doors.rest("pins.add", **place(office, ts, channel))["error"] == error


def test_bookmarks_are_added_changed_and_removed(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    link = {"channel_id": general, "title": "Plan", "type": "link", "link": "https://e.example/p"}
    made = doors.rest("bookmarks.add", **link, emoji=":books:")["bookmark"]
    assert (made["title"], made["link"], made["emoji"]) == ("Plan", link["link"], ":books:")
    which = {"channel_id": general, "bookmark_id": made["id"]}
    changed = doors.rest("bookmarks.edit", **which, title="New plan")["bookmark"]
    assert (changed["title"], changed["link"], changed["emoji"]) == (
        "New plan",
        link["link"],
        ":books:",
    )
    assert [each["id"] for each in doors.rest("bookmarks.list", channel_id=general)["bookmarks"]]
    assert "New plan" in doors.browser.get(f"/c/{general}").text
    assert doors.rest("bookmarks.remove", **which) == {"ok": True}
    assert doors.rest("bookmarks.remove", **which)["error"] == "not_found"


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"link": "javascript:alert(1)"}, "invalid_link"),
        ({"link": "https://a b"}, "invalid_link"),
        ({"type": "file"}, "invalid_bookmark_type"),
        ({"emoji": ":no_such:"}, "invalid_emoji"),
        ({"channel_id": "C0000000000"}, "channel_not_found"),
    ],
)
def test_bookmark_is_refused(
    doors: Doors, office: Office, changed: dict[str, str], error: str
) -> None:
    link = {"channel_id": office.channels["general"], "title": "x", "link": "https://e.example"}
    assert doors.rest("bookmarks.add", **{"type": "link", **link, **changed})["error"] == error
    assert doors.changes == []


def test_saved_message_is_nobody_elses(doors: Doors, colleague: Doors, office: Office) -> None:
    general, ts = office.channels["general"], posted(doors, office)
    assert doors.submit(f"/c/{general}/m/{ts}/save").status_code == 303
    assert doors.submit(f"/c/{general}/m/{ts}/save").status_code == 303  # a second click
    assert "keep this" in doors.browser.get("/later").text
    assert "keep this" not in colleague.browser.get("/later").text
    doors.submit(f"/c/{general}/m/{ts}/saved/state", state="completed")
    assert "keep this" not in doors.browser.get("/later").text
    assert "keep this" in doors.browser.get("/later?state=completed").text


def test_saved_message_is_gone_for_who_has_left_its_channel(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    private = {"name": "inner-circle", "is_private": True}
    made = colleague.rest("conversations.create", **private)["channel"]["id"]
    assert colleague.rest("conversations.invite", channel=made, users=doors.person_id)["ok"]
    ts = colleague.rest("chat.postMessage", channel=made, text="between us")["ts"]
    doors.submit(f"/c/{made}/m/{ts}/save")
    assert "between us" in doors.browser.get("/later").text
    assert doors.rest("conversations.leave", channel=made)["ok"]
    assert "between us" not in doors.browser.get("/later").text


def test_shared_message_shows_what_it_says_to_those_who_may_see_it(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    made = doors.rest("conversations.create", name="inner-circle", is_private=True)["channel"]["id"]
    ts = doors.rest("chat.postMessage", channel=made, text="the secret plan")["ts"]
    general = office.channels["general"]
    shared = doors.submit(f"/c/{made}/m/{ts}/share", to=general, note="look @jwikstrand")
    assert shared.status_code == 303
    assert "the secret plan" in doors.browser.get(f"/c/{general}").text
    theirs = colleague.browser.get(f"/c/{general}").text
    assert "the secret plan" not in theirs
    assert ts.replace(".", "") in theirs


def test_author_takes_the_card_of_a_link_away_for_good(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, first = office.channels["general"], posted(doors, office, "what was said first")
    link = doors.rest("chat.getPermalink", channel=general, message_ts=first)["permalink"]
    ts = posted(doors, office, f"see <{link}>", "deploys")
    deploys = office.channels["deploys"]
    shown = doors.rest("conversations.history", channel=deploys, limit=1)["messages"][0]
    assert shown["attachments"]
    assert colleague.submit(f"/c/{deploys}/m/{ts}/hide-preview", url=link).status_code in (403, 404)
    assert doors.submit(f"/c/{deploys}/m/{ts}/hide-preview", url=link).status_code == 303
    hidden = doors.rest("conversations.history", channel=deploys, limit=1)["messages"][0]
    assert "attachments" not in hidden
    doors.rest("chat.update", channel=deploys, ts=ts, text=f"do see <{link}>")
    again = doors.rest("conversations.history", channel=deploys, limit=1)["messages"][0]
    assert "attachments" not in again


def test_files_of_a_channel_stand_under_its_tab(doors: Doors, office: Office) -> None:
    file = uploaded(doors, "notes.txt", b"what we agreed")
    general = office.channels["general"]
    path = f"/c/{general}/files"
    assert "notes.txt" not in doors.browser.get(path).text
    doors.submit(f"/c/{general}/messages", text="", file_id=[file["id"]])
    assert "notes.txt" in doors.browser.get(path).text
    assert "notes.txt" in doors.browser.get(f"{path}?type=text").text
    assert "notes.txt" not in doors.browser.get(f"{path}?type=image").text


@pytest.mark.usefixtures("clean_desks")
def test_one_is_reminded_of_a_message(doors: Doors, office: Office) -> None:
    general, ts = office.channels["general"], posted(doors, office)
    path = f"/c/{general}/m/{ts}/remind"
    assert "Remind me about this" in doors.browser.get(path).text
    refused = doors.submit(path, time="when pigs fly")
    assert refused.status_code == 422
    assert 'value="when pigs fly"' in refused.text
    assert doors.submit(path, time="in 20 minutes").status_code == 303
    (reminder,) = doors.rest("reminders.list")["reminders"]
    assert "keep this" in reminder["text"]
    assert ts.replace(".", "") in reminder["text"]


@pytest.mark.parametrize("tab", ["files", "pins"])
def test_tabs_are_there_for_whoever_sees_the_channel(
    doors: Doors, colleague: Doors, office: Office, tab: str
) -> None:
    for name in ("general", "gatehouse-migration"):
        assert doors.browser.get(f"/c/{office.channels[name]}/{tab}").status_code == 200
    for path in (f"/c/{office.channels['renewals']}/{tab}", f"/c/C0000000000/{tab}"):
        assert colleague.browser.get(path).status_code == 404


@pytest.mark.usefixtures("clean_desks")
def test_stars_of_the_vendors_api_save_messages_and_star_conversations(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general, deploys = office.channels["general"], office.channels["deploys"]
    ts = colleague.rest("chat.postMessage", channel=general, text="keep me")["ts"]
    item = {"channel": general, "timestamp": ts}
    assert doors.rest("stars.add", channel=deploys)["ok"]
    assert doors.rest("stars.add", **item)["ok"]
    assert doors.rest("stars.add", **item)["error"] == "already_starred"
    assert doors.rest("stars.add", channel=general, timestamp="x")["error"] == "bad_timestamp"
    gone = {"channel": general, "timestamp": "1700000000.000001"}
    assert doors.rest("stars.add", **gone)["error"] == "message_not_found"
    found = doors.rest("stars.list")
    message, channel = found["items"]
    assert found["paging"]["total"] == 2
    assert (message["type"], message["channel"]) == ("message", general)
    assert (message["message"]["ts"], message["message"]["text"]) == (ts, "keep me")
    assert message["message"]["permalink"].endswith(f"/archives/{general}/p{ts.replace('.', '')}")
    assert (channel["type"], channel["channel"]) == ("channel", deploys)
    assert message["date_create"] >= channel["date_create"] > 1_700_000_000
    assert "keep me" in doors.browser.get("/later").get_data(as_text=True)
    assert doors.rest("stars.remove", **item)["ok"]
    assert doors.rest("stars.remove", **item)["error"] == "not_starred"
    assert [each["type"] for each in doors.rest("stars.list", count=1)["items"]] == ["channel"]
    assert colleague.rest("stars.list")["items"] == []
