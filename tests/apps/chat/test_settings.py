from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import channels, members, messages, posting, settings
from workworld.calls import perform
from workworld.errors import Refused


def act(doors: Doors, function: Any, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, function, **arguments)


def refusal(doors: Doors, function: Any, **arguments: object) -> Refused:
    with pytest.raises(Refused) as refused:
        act(doors, function, **arguments)
    return refused.value


def test_only_admins_change_settings(doors: Doors, colleague: Doors) -> None:
    assert refusal(colleague, settings.change, threshold=9).code == "not_an_admin"
    act(doors, settings.change, threshold=9)
    assert act(colleague, settings.read).threshold == 9


def test_messages_are_edited_within_the_window(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    ts = act(doors, messages.post, channel_id=deploys, text="one").ts
    act(doors, settings.change, edit_minutes=60, delete_minutes=1440)
    place = {"channel_id": deploys, "ts": ts}
    act(doors, messages.edit, **place, text="two")
    old = act(doors, messages.history, channel_id=deploys, limit=50).items
    mine = next(row for row in old[1:] if row.author_id == doors.person_id and not row.subtype)
    place = {"channel_id": deploys, "ts": mine.ts}
    told = refusal(doors, messages.edit, **place, text="late")
    assert (told.code, str(told)) == (
        "edit_window_closed",
        "Messages can be edited for 1 hour only.",
    )
    act(doors, settings.change, edit_minutes=-1)
    act(doors, messages.edit, **place, text="any time")


def test_delete_window_binds_authors_and_not_admins(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = office.channels["deploys"]
    act(doors, settings.change, delete_minutes=0)
    ts = act(colleague, messages.post, channel_id=deploys, text="one").ts
    told = refusal(colleague, messages.delete, channel_id=deploys, ts=ts)
    assert (told.code, str(told)) == (
        "cant_delete_message",
        "In this workspace nobody can delete messages.",
    )
    act(doors, messages.delete, channel_id=deploys, ts=ts)


def test_everybody_is_mentioned_in_the_default_channel_by_whom_the_settings_name(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    place = {"channel_id": office.channels["general"], "text": "<!here> lunch"}
    act(colleague, messages.post, **place)
    act(doors, settings.change, addressing="admins")
    assert refusal(colleague, messages.post, **place).code == "restricted_action"
    act(colleague, messages.post, **place | {"text": "`<!here>` is code"})
    act(colleague, messages.post, channel_id=office.channels["deploys"], text="<!here> lunch")
    act(doors, messages.post, **place)


def test_named_people_post_and_repliers_may_be_bound_to_them(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys, ming = office.channels["deploys"], office.people["mchen"]
    place = {"channel_id": deploys}
    root = act(doors, messages.post, **place, text="hello").ts
    rules = {"posting": "list", "user_ids": [ming], "replying": "posters"}
    assert refusal(colleague, posting.change, **place, **rules).code == "restricted_action"
    act(doors, posting.change, **place, **rules)
    assert refusal(colleague, messages.post, **place, text="x").code == "restricted_action"
    reply = {**place, "text": "x", "thread_ts": root}
    code = refusal(colleague, messages.post, **reply).code
    assert code == "restricted_action_non_threadable_channel"
    listed = doors.rest("admin.conversations.getConversationPrefs", channel_id=deploys)
    assert listed["prefs"]["who_can_post"] == {"type": ["admin"], "user": [ming]}
    act(doors, posting.change, **place, posting="list", user_ids=[colleague.person_id])
    act(colleague, messages.post, **reply)
    act(colleague, messages.post, **place, text="x")


@pytest.mark.parametrize(
    ("prefs", "code"),
    [
        ("{", "invalid_arguments"),
        ('{"who_can_post": "type:aliens"}', "invalid_arguments"),
        ('{"who_can_post": "admin"}', "invalid_arguments"),
        ('{"colour": "red"}', "invalid_arguments"),
        ('{"who_can_post": "type:admin,user:U0000000000"}', "user_not_found"),
    ],
)
def test_bad_posting_permissions_are_refused(
    doors: Doors, office: Office, prefs: str, code: str
) -> None:
    method = "admin.conversations.setConversationPrefs"
    answer = doors.rest(method, channel_id=office.channels["deploys"], prefs=prefs)
    assert answer["error"] == code


def test_last_admin_of_a_private_channel_appoints_another_before_leaving(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    secret = act(doors, channels.create, name="secret", is_private=True).id
    place, other = {"channel_id": secret}, colleague.person_id
    act(doors, members.invite, **place, user_ids=[other])
    assert refusal(doors, members.leave, **place).code == "last_member"
    own = {**place, "user_id": doors.person_id, "role": "member"}
    assert refusal(doors, members.set_role, **own).code == "last_member"
    act(doors, members.set_role, **place, user_id=other, role="admin")
    act(doors, members.leave, **place)
    assert refusal(doors, channels.info, **place).code == "channel_not_found"
    act(colleague, channels.rename, **place, name="open-secret")


def test_private_for_good(doors: Doors, colleague: Doors, office: Office) -> None:
    support = {"channel_id": office.channels["support"]}  # without this admin
    act(doors, channels.make_private, **support)
    assert refusal(doors, channels.info, **support).code == "channel_not_found"
    deploys = {"channel_id": office.channels["deploys"]}
    assert refusal(colleague, channels.make_private, **deploys).code == "restricted_action"
    act(doors, channels.make_private, **deploys)
    wanted = "method_not_supported_for_channel_type"
    assert refusal(doors, channels.make_private, **deploys).code == wanted
    general = {"channel_id": office.channels["general"]}
    assert refusal(doors, channels.make_private, **general).code == "default_org_wide_channel"


def test_settings_bind_who_creates_manages_and_invites(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    deploys = {"channel_id": office.channels["deploys"]}
    act(doors, settings.change, creating="admins", inviting="channel_admins", managing="members")
    assert refusal(colleague, channels.create, name="mine").code == "restricted_action"
    act(colleague, channels.create, name="mine", is_private=True)
    guest = {"user_ids": [office.people["nbarve"]]}
    assert refusal(colleague, members.invite, **deploys, **guest).code == "restricted_action"
    act(colleague, channels.rename, **deploys, name="ships")
    act(doors, settings.change, managing="admins")
    assert refusal(colleague, channels.archive, **deploys).code == "restricted_action"


def test_guest_of_one_channel_has_no_room_for_another(doors: Doors, office: Office) -> None:
    place = {"channel_id": office.channels["deploys"]}
    one, several = office.people["shaugland"], office.people["mtierney"]
    assert refusal(doors, members.invite, **place, user_ids=[one]).code == "ura_max_channels"
    act(doors, members.invite, **place, user_ids=[several])
    role = {**place, "user_id": several, "role": "admin"}
    assert refusal(doors, members.set_role, **role).code == "user_is_restricted"


def test_guests_know_those_they_share_a_channel_with(doors: Doors, office: Office) -> None:
    guest = Doors(doors.world, doors.authority, office.people["shaugland"])
    known = {person["name"] for person in guest.rest("users.list")["members"]}
    assert known >= {"shaugland", "eboadi", "akovac"}
    assert not known & {"nbarve", "sfontanel", "mtierney"}
    hidden, nobody = office.people["nbarve"], "U0000000000"
    for method, name in (("users.info", "user"), ("users.profile.get", "user")):
        assert guest.rest(method, **{name: hidden}) == guest.rest(method, **{name: nobody})
    mail = "nbarve@calderoute.example"
    assert guest.rest("users.lookupByEmail", email=mail)["error"] == "users_not_found"
    names = {row["name"] for row in guest.rest("conversations.list")["channels"]}
    assert names == {"support-escalations"}
    general = guest.rest("conversations.info", channel=office.channels["general"])
    assert general["error"] == "channel_not_found"
    assert guest.rest("conversations.create", name="mine")["error"] == "user_is_restricted"
    assert guest.home.get(f"/people/{hidden}").status_code == 404
    assert "Nikhil" not in guest.home.get("/people").get_data(as_text=True)
    assert "Nikhil" not in guest.home.get("/people/search?q=nik").get_data(as_text=True)
