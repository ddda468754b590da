"""What a daily user relies on without thinking of it, each through the doors."""

from __future__ import annotations

from tests.kit import Doors, Office, text_of


def say(doors: Doors, channel_id: str, text: str, **more: str) -> str:
    return str(doors.rest("chat.postMessage", channel=channel_id, text=text, **more)["ts"])


def unread(doors: Doors) -> str:
    return text_of(doors.mcp("slack_list_unreads"))


def test_thread_reply_leaves_the_channel_read_unless_it_was_sent_there_too(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root = say(doors, general, "root")
    doors.rest("conversations.mark", channel=general, ts=root)
    say(colleague, general, "below", thread_ts=root)
    assert general not in unread(doors)
    say(colleague, general, "for all", thread_ts=root, reply_broadcast="1")
    assert general in unread(doors)


def test_edit_shows_other_cards_and_tells_nobody(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    link = f"{doors.rest('auth.test')['url']}c/{office.channels['deploys']}"
    ts = say(doors, general, "look")
    told = len(colleague.home.get("/notifications").get_data(as_text=True))
    text = f"look <@{colleague.person_id}> {link}"
    assert doors.rest("chat.update", channel=general, ts=ts, text=text)["ok"]
    (message,) = doors.rest("conversations.history", channel=general, limit=1)["messages"]
    assert [card["title"] for card in message["attachments"]] == ["#deploys"]
    assert len(colleague.home.get("/notifications").get_data(as_text=True)) == told
    tables = {change.table for change in doors.changes}
    assert not {"chat_mentions", "notifications_notifications"} & tables


def test_reaction_to_ones_own_message_tells_nobody(doors: Doors, office: Office) -> None:
    ts = say(doors, office.channels["general"], "well done, me")
    place = {"channel": office.channels["general"], "timestamp": ts}
    assert doors.rest("reactions.add", name="tada", **place)["ok"]
    tables = [change.table for change in doors.changes]
    assert not [table for table in tables if table.startswith("notifications")]


def test_search_goes_by_who_is_a_member_now(doors: Doors, colleague: Doors, office: Office) -> None:
    made = doors.rest("conversations.create", name="hush", is_private=True)["channel"]["id"]
    say(doors, made, "aardvark")

    def found() -> int:
        return int(colleague.rest("search.messages", query="aardvark")["messages"]["total"])

    assert found() == 0
    doors.rest("conversations.invite", channel=made, users=colleague.person_id)
    assert found() == 1
    doors.rest("conversations.kick", channel=made, user=colleague.person_id)
    assert found() == 0


def test_renamed_channel_keeps_its_links_and_says_so(doors: Doors) -> None:
    made = doors.rest("conversations.create", name="before")["channel"]["id"]
    ts = say(doors, made, "kept")
    link = doors.rest("chat.getPermalink", channel=made, message_ts=ts)["permalink"]
    assert doors.rest("conversations.rename", channel=made, name="after")["ok"]
    path = link.partition("/chat")[2]
    assert doors.browser.get(path, follow_redirects=True).status_code == 200
    assert doors.rest("chat.getPermalink", channel=made, message_ts=ts)["permalink"] == link
    (note,) = doors.rest("conversations.history", channel=made, limit=1)["messages"]
    assert (note["subtype"], "after" in note["text"]) == ("channel_name", True)
