"""Direct conversations: of certain people, found again by who is in them."""

from __future__ import annotations

import json

from tests.kit import COLLEAGUE, Doors, Office, text_of

from workworld.directory.models import Person


def test_conversation_is_the_same_for_the_same_people(doors: Doors, office: Office) -> None:
    first, second = office.people["mchen"], office.people[COLLEAGUE]
    begun = doors.rest("conversations.open", users=f"{first},{second}", return_im=True)
    assert begun["channel"]["is_mpim"], begun
    assert begun["channel"]["name"] == "mpdm-jwikstrand--mchen-1"
    again = doors.rest("conversations.open", users=f"{second},{first}")
    assert again["channel"]["id"] == begun["channel"]["id"]
    assert again["no_op"] is again["already_open"] is True
    by_id = doors.rest("conversations.open", channel=begun["channel"]["id"])
    assert by_id["channel"]["id"] == begun["channel"]["id"]


def test_person_stands_for_the_conversation_with_them(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    sent = doors.rest("chat.postMessage", channel=office.people[COLLEAGUE], text="Just us")
    assert sent["ok"], sent
    assert sent["channel"].startswith("D")
    read = json.loads(text_of(colleague.mcp("slack_read_channel", channel_id=doors.person_id)))
    assert "Just us" in read["messages"]
    assert f"Channel: Ana Ruiz ({sent['channel']})" in read["messages"]
    unread = colleague.mcp("slack_read_channel", channel_id=office.people["gostrander"])
    assert unread.is_error
    assert text_of(unread).startswith("channel_not_found")


def test_others_do_not_learn_of_a_conversation(doors: Doors, office: Office) -> None:
    sent = doors.rest("chat.postMessage", channel=office.people[COLLEAGUE], text="Quokka plans")
    third = Doors(doors.world, doors.authority, office.people["gostrander"])
    hidden = third.rest("conversations.info", channel=sent["channel"])
    missing = third.rest("conversations.info", channel="D0000000000")
    assert hidden == missing == {"ok": False, "error": "channel_not_found"}
    assert third.rest("search.messages", query="quokka")["messages"]["total"] == 0
    assert doors.rest("search.messages", query="quokka")["messages"]["total"] == 1
    assert third.browser.get(f"/c/{sent['channel']}").status_code == 404


def test_direct_conversation_is_no_channel(doors: Doors, office: Office) -> None:
    channel = doors.rest("conversations.open", users=office.people["mchen"])["channel"]["id"]
    refused = "method_not_supported_for_channel_type"
    someone = office.people[COLLEAGUE]
    for method, given in {
        "conversations.rename": {"name": "ours"},
        "conversations.archive": {},
        "conversations.leave": {},
        "conversations.join": {},
        "conversations.setPurpose": {"purpose": "talk"},
        "conversations.invite": {"users": someone},
        "conversations.kick": {"user": someone},
    }.items():
        assert doors.rest(method, channel=channel, **given)["error"] == refused, method


def test_listings_name_direct_conversations_by_type(doors: Doors) -> None:
    direct = doors.rest("conversations.list", types="im")["channels"]
    groups = doors.rest("users.conversations", types="mpim")["channels"]
    assert {row["is_im"] for row in direct} == {True}
    assert {row["is_mpim"] for row in groups} == {True}
    assert all("user" in row for row in direct)
    assert not {row["id"] for row in direct} & {
        row["id"] for row in doors.rest("conversations.list")["channels"]
    }


def test_leaver_is_written_to_no_more(doors: Doors, office: Office) -> None:
    known = doors.rest("conversations.open", users=office.people["mchen"])["channel"]["id"]
    with doors.world.writing() as session:
        session.get_one(Person, office.people["mchen"]).is_deactivated = True
    refused = doors.rest("chat.postMessage", channel=known, text="Still there?")
    assert refused["error"] == "user_disabled"
    opened = doors.rest("conversations.open", users=office.people["mchen"])
    assert opened["error"] == "user_disabled"
    page = doors.browser.get(f"/c/{known}").get_data(as_text=True)
    assert "deactivated" in page
    assert "channel-composer" not in page


def test_too_many_people_make_a_channel_instead(doors: Doors, office: Office) -> None:
    many = [who for handle, who in office.people.items() if handle != "lookout"][:10]
    refused = doors.rest("conversations.open", users=",".join(many))
    assert refused["error"] == "too_many_users"
    page = doors.submit("/dm/new", person=many)
    assert page.status_code == 422
    assert "make a channel instead" in page.get_data(as_text=True)


def test_whoever_is_written_to_is_told(doors: Doors, colleague: Doors, office: Office) -> None:
    doors.rest("chat.postMessage", channel=office.people[COLLEAGUE], text="Do you have a minute?")
    told = colleague.home.get("/notifications").get_data(as_text=True)
    assert "wrote in your direct conversation" in told
    assert "Ana Ruiz" in colleague.browser.get("/dm").get_data(as_text=True)


def test_people_are_added_by_beginning_another_conversation(doors: Doors, office: Office) -> None:
    with_one = doors.rest("conversations.open", users=office.people["mchen"])["channel"]["id"]
    page = doors.browser.get(f"/c/{with_one}").get_data(as_text=True)
    assert f"/dm/new?person={office.people['mchen']}" in page
    moved = doors.submit("/dm/new", person=[office.people["mchen"], office.people[COLLEAGUE]])
    assert moved.status_code == 303
    assert with_one not in moved.location


def test_new_message_goes_to_people_or_to_a_channel(doors: Doors, office: Office) -> None:
    general, ming = office.channels["general"], office.people["mchen"]
    for path in ("gen", "#gen"):
        offered = doors.browser.get("/dm/new/places", query_string={"q": path}).get_data(True)
        assert f'data-value="{general}"' in offered
    assert ming in doors.browser.get("/dm/new/places?q=ming").get_data(as_text=True)
    assert "renewals" not in doors.browser.get("/dm/new/places?q=renew").get_data(as_text=True)
    moved = doors.submit("/dm/new", person=general, text="to *all* of @mchen")
    assert moved.headers["Location"].endswith(f"/c/{general}")
    said = doors.rest("conversations.history", channel=general, limit=1)["messages"][0]["text"]
    assert said == f"to *all* of <@{ming}>"
    refused = doors.submit("/dm/new", person=[general, ming], text="kept")
    assert refused.status_code == 422
    page = refused.get_data(as_text=True)
    assert "or to one channel alone" in page
    assert "kept</textarea>" in page
    assert "#general" in page
