import json
import re
from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages, usergroups
from workworld.calls import perform


def act(doors: Doors, function: Any, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, function, **arguments)


@pytest.fixture
def group(doors: Doors, office: Office) -> str:
    made = act(doors, usergroups.create, name="On call", handle="oncall")
    inside = [office.people["mchen"], office.people["nbarve"]]
    act(doors, usergroups.set_members, usergroup_id=made.id, user_ids=inside)
    return str(made.id)


@pytest.fixture
def bot(doors: Doors, office: Office) -> Doors:
    found = Doors(doors.world, doors.authority, office.people["lookout"])
    found.rest("conversations.join", channel=office.channels["deploys"])
    return found


def told(doors: Doors, person_id: str) -> str:
    who = Doors(doors.world, doors.authority, person_id)
    return str(who.home.get("/notifications").get_data(as_text=True))


def test_mention_reaches_members_who_are_in_the_channel(
    doors: Doors, office: Office, group: str
) -> None:
    text = f"<!subteam^{group}> wake up"
    act(doors, messages.post, channel_id=office.channels["deploys"], text=text)
    assert "mentioned you in #deploys" in told(doors, office.people["mchen"])
    assert "mentioned you in #deploys" not in told(doors, office.people["jwikstrand"])
    assert "mentioned you in #deploys" not in told(doors, office.people["nbarve"])


def test_disabled_group_reaches_nobody(doors: Doors, office: Office, group: str) -> None:
    act(doors, usergroups.disable, usergroup_id=group)
    text = f"<!subteam^{group}|@oncall> wake up"
    act(doors, messages.post, channel_id=office.channels["deploys"], text=text)
    assert "mentioned you in #deploys" not in told(doors, office.people["mchen"])
    live = doors.rest("usergroups.list")["usergroups"]
    every = doors.rest("usergroups.list", include_disabled=True)["usergroups"]
    assert [row["id"] for row in every if row not in live] == [group]


def test_typed_handle_becomes_the_group_and_is_typed_again(
    doors: Doors, office: Office, group: str
) -> None:
    path = f"/c/{office.channels['deploys']}"
    doors.submit(f"{path}/messages", text="Hey @oncall, look")
    sent = doors.rest("conversations.history", channel=office.channels["deploys"], limit=1)
    newest = sent["messages"][0]
    assert newest["text"] == f"Hey <!subteam^{group}|@oncall>, look"
    act(doors, usergroups.update, usergroup_id=group, handle="duty")
    shown = doors.browser.get(path).get_data(as_text=True)
    assert re.search(r'class="mention[^"]*">@duty</', shown)
    form = doors.browser.get(f"{path}/m/{newest['ts']}/edit").get_data(as_text=True)
    assert "Hey @oncall, look</textarea>" in form


def test_shape_of_a_group(doors: Doors, office: Office, group: str) -> None:
    listed = next(g for g in doors.rest("usergroups.list")["usergroups"] if g["id"] == group)
    wanted = sorted([office.people["mchen"], office.people["nbarve"]])
    assert (listed["id"], listed["handle"], sorted(listed["users"])) == (group, "oncall", wanted)
    assert (listed["user_count"], listed["date_delete"]) == (2, 0)
    assert sorted(doors.rest("usergroups.users.list", usergroup=group)["users"]) == wanted
    missing = doors.rest("usergroups.users.list", usergroup="S0000000000")
    assert missing["error"] == "no_such_subteam"


def test_guests_know_of_no_group(doors: Doors, office: Office, group: str) -> None:
    guest = Doors(doors.world, doors.authority, office.people["mtierney"])
    assert guest.rest("usergroups.list")["usergroups"] == []
    hidden = guest.rest("usergroups.users.list", usergroup=group)
    assert hidden == guest.rest("usergroups.users.list", usergroup="S0000000000")


def test_group_in_a_bots_formatted_text_is_shown_and_told(
    bot: Doors, doors: Doors, office: Office, group: str
) -> None:
    pieces = [
        {"type": "usergroup", "usergroup_id": group, "style": {"bold": True}},
        {"type": "text", "text": " look"},
    ]
    section = {"type": "rich_text_section", "elements": pieces}
    for more in ({}, {"text": "Somebody look"}):
        blocks = json.dumps([{"type": "rich_text", "elements": [section]}])
        place = {"channel": office.channels["deploys"]}
        assert bot.rest("chat.postMessage", **place, blocks=blocks, **more)["ok"]
        whom = [each.after for each in doors.changes if each.table == "notifications_items"]
        assert whom[-1] is not None
        assert whom[-1]["person_id"] == office.people["mchen"]
    assert len(whom) == 2
    sent = doors.rest("conversations.history", **place, limit=2)["messages"]
    assert sent[1]["text"] == f"*<!subteam^{group}>* look"
    assert sent[0]["blocks"][0]["elements"][0]["elements"] == pieces
    page = doors.browser.get(f"/c/{office.channels['deploys']}").get_data(as_text=True)
    assert len(re.findall(r'class="mention[^"]*">@oncall</', page)) == 2
