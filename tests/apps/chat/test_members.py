from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import channels, members, messages
from workworld.calls import perform
from workworld.errors import Refused


def act(doors: Doors, function: Any, **arguments: object) -> Any:
    return perform(doors.world, doors.actor, function, **arguments)


def refusal(doors: Doors, function: Any, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        act(doors, function, **arguments)
    return refused.value.code


def inside(doors: Doors, channel_id: str) -> list[str]:
    return [person.id for person in act(doors, members.list, channel_id=channel_id).items]


def newest(doors: Doors, channel_id: str) -> dict[str, Any]:
    answer = doors.rest("conversations.history", channel=channel_id, limit=1)
    return dict(answer["messages"][0])


def test_join_and_leave_are_told_in_the_channel(doors: Doors, office: Office) -> None:
    support = office.channels["support"]
    assert act(doors, members.join, channel_id=support).is_new
    assert doors.person_id in inside(doors, support)
    note = newest(doors, support)
    assert (note["subtype"], note["user"]) == ("channel_join", doors.person_id)
    assert not act(doors, members.join, channel_id=support).is_new
    act(doors, messages.post, channel_id=support, text="hi")
    act(doors, members.leave, channel_id=support)
    assert doors.person_id not in inside(doors, support)
    assert newest(doors, support)["subtype"] == "channel_leave"
    assert refusal(doors, messages.post, channel_id=support, text="hi") == "not_in_channel"


@pytest.mark.parametrize(
    ("channel", "function", "code"),
    [
        ("gatehouse-migration", members.join, "is_archived"),
        ("gatehouse-migration", members.leave, "is_archived"),
        ("renewals", members.join, "channel_not_found"),
        ("general", members.leave, "cant_leave_general"),
    ],
)
def test_coming_and_going_has_its_limits(
    doors: Doors, office: Office, channel: str, function: Any, code: str
) -> None:
    assert refusal(doors, function, channel_id=office.channels[channel]) == code


def test_invited_people_see_a_private_channel(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    secret = act(doors, channels.create, name="secret", is_private=True)
    assert refusal(colleague, channels.info, channel_id=secret.id) == "channel_not_found"
    act(doors, members.invite, channel_id=secret.id, user_ids=[colleague.person_id])
    assert act(colleague, channels.info, channel_id=secret.id).name == "secret"
    act(doors, members.remove, channel_id=secret.id, user_id=colleague.person_id)
    assert refusal(colleague, channels.info, channel_id=secret.id) == "channel_not_found"
    assert refusal(doors, members.leave, channel_id=secret.id) == "last_member"


def test_invitation_is_for_all_or_none(doors: Doors, colleague: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    someone = next(who for who in office.people.values() if who not in inside(doors, deploys))
    cases = {
        "user_not_found": [someone, "U000"],
        "already_in_channel": [someone, colleague.person_id],
        "cant_invite_self": [someone, doors.person_id],
        "no_user": [],
    }
    for code, user_ids in cases.items():
        place = {"channel_id": deploys, "user_ids": user_ids}
        assert refusal(doors, members.invite, **place) == code
    assert doors.changes == []


def test_only_admins_remove_others(doors: Doors, colleague: Doors, office: Office) -> None:
    deploys, ming = office.channels["deploys"], office.people["mchen"]
    place = {"channel_id": deploys, "user_id": office.people["tbreslin"]}
    assert refusal(colleague, members.remove, **place) == "restricted_action"
    act(doors, members.remove, channel_id=deploys, user_id=ming)
    assert ming not in inside(doors, deploys)
    assert newest(doors, deploys)["user"] == ming
    place = {"channel_id": deploys, "user_id": ming}
    assert refusal(doors, members.remove, **place) == "not_in_channel"
    place = {"channel_id": deploys, "user_id": doors.person_id}
    assert refusal(doors, members.remove, **place) == "cant_kick_self"
    place = {"channel_id": office.channels["general"], "user_id": ming}
    assert refusal(doors, members.remove, **place) == "cant_kick_from_general"


def test_forced_invitations_leave_out_whom_they_cannot_let_in(doors: Doors, office: Office) -> None:
    deploys, nikhil = office.channels["deploys"], office.people["nbarve"]
    users = f"{nikhil},U0000000000,{office.people['mchen']}"
    refused = doors.rest("conversations.invite", channel=deploys, users=users)
    assert refused["error"] == "user_not_found"
    answer = doors.rest("conversations.invite", channel=deploys, users=users, force=True)
    assert answer["ok"]
    codes = [(each["user"], each["error"]) for each in answer["errors"]]
    assert codes == [
        ("U0000000000", "user_not_found"),
        (office.people["mchen"], "already_in_channel"),
    ]
    assert nikhil in inside(doors, deploys)
    again = doors.rest("conversations.invite", channel=deploys, users=users, force=True)
    assert again["error"] == "already_in_channel"
