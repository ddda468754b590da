"""Who may do what, role by role and door by door; pages offer what is allowed and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.service import channels, members, messages
from workworld.calls import perform
from workworld.context import Actor

ROLES = {
    "owner": "gostrander",
    "admin": "aruiz",
    "channel admin": "mchen",
    "member": "jwikstrand",
    "guest": "mtierney",
    "guest of one": "shaugland",
}
EVERYBODY = frozenset(ROLES)
ADMINS = frozenset({"owner", "admin"})
RUNNING = ADMINS | {"channel admin"}
STAFF = RUNNING | {"member"}


@dataclass(frozen=True)
class Place:
    """A channel of ours with everybody in it, and what stands in it."""

    channel: str
    ts: str
    """Written by somebody who has no role here."""
    somebody: str
    outside: str
    """A member who is in no channel but the default one."""


@dataclass(frozen=True)
class Deed:
    """An action, by which roles it is allowed, and how each door has it."""

    name: str
    allowed: frozenset[str]
    rest: tuple[str, Mapping[str, str]] | None = None
    mcp: tuple[str, Mapping[str, Any]] | None = None
    page: str = ""
    """Where its control is offered."""
    control: str = ""
    """What of the page's text shows that it is, as a pattern."""


DEEDS = (
    Deed(
        "create a public channel",
        STAFF,
        ("conversations.create", {"name": "new-one"}),
        ("slack_create_conversation", {"channel_name": "new-one"}),
        "/browse/channels",
        '/channels/new"',
    ),
    Deed(
        "create a private channel",
        STAFF,
        ("conversations.create", {"name": "new-one", "is_private": "1"}),
        ("slack_create_conversation", {"channel_name": "new-one", "is_private": True}),
    ),
    Deed(
        "archive",
        RUNNING,
        ("conversations.archive", {"channel": "$channel"}),
        ("slack_archive_channel", {"channel_id": "$channel"}),
        "/c/$channel/details/settings",
        "Archive channel",
    ),
    Deed(
        "rename",
        RUNNING,
        ("conversations.rename", {"channel": "$channel", "name": "other"}),
        ("slack_rename_channel", {"channel_id": "$channel", "name": "other"}),
        "/c/$channel/details/about",
        "Edit name",
    ),
    Deed(
        "set who posts",
        RUNNING,
        (
            "admin.conversations.setConversationPrefs",
            {"channel_id": "$channel", "prefs": '{"who_can_post": "type:admin"}'},
        ),
        ("slack_set_posting_permissions", {"channel_id": "$channel", "posting": "admins"}),
        "/c/$channel/details/settings",
        "Save permissions",
    ),
    Deed(
        "make private",
        RUNNING,
        ("admin.conversations.convertToPrivate", {"channel_id": "$channel"}),
        ("slack_convert_channel_to_private", {"channel_id": "$channel"}),
        "/c/$channel/details/settings",
        "Make private",
    ),
    Deed(
        "say who runs the channel",
        RUNNING,
        None,
        (
            "slack_set_channel_role",
            {"channel_id": "$channel", "user_id": "$somebody", "role": "admin"},
        ),
        "/c/$channel/details/members",
        ">Make admin<",
    ),
    Deed(
        "remove a member",
        RUNNING,
        ("conversations.kick", {"channel": "$channel", "user": "$somebody"}),
        ("slack_remove_from_channel", {"channel_id": "$channel", "user_id": "$somebody"}),
        "/c/$channel/details/members",
        ">Remove<",
    ),
    Deed(
        "invite",
        STAFF,
        ("conversations.invite", {"channel": "$channel", "users": "$outside"}),
        ("slack_invite_to_channel", {"channel_id": "$channel", "user_ids": ["$outside"]}),
        "/c/$channel/details/members",
        "Add to channel",
    ),
    Deed(
        "delete what somebody else wrote",
        RUNNING,
        ("chat.delete", {"channel": "$channel", "ts": "$ts"}),
        ("slack_delete_message", {"channel_id": "$channel", "message_ts": "$ts"}),
        "/c/$channel/m/$ts",
        r'data-may="[^"]*delete[^"]*"[^>]* data-url="[^"]*/$ts"',
    ),
    Deed(
        "edit what somebody else wrote",
        frozenset(),
        ("chat.update", {"channel": "$channel", "ts": "$ts", "text": "x"}),
        (
            "slack_update_message",
            {"channel_id": "$channel", "message_ts": "$ts", "message": "x"},
        ),
        "/c/$channel/m/$ts",
        r'data-may="[^"]*edit[^"]*"[^>]* data-url="[^"]*/$ts"',
    ),
    Deed(
        "write",
        EVERYBODY,
        ("chat.postMessage", {"channel": "$channel", "text": "hi"}),
        ("slack_send_message", {"channel_id": "$channel", "message": "hi"}),
        "/c/$channel",
        'placeholder="Message #ours"',
    ),
    Deed(
        "write to whom one shares no channel with",
        STAFF,
        ("chat.postMessage", {"channel": "$outside", "text": "hi"}),
        ("slack_send_message", {"channel_id": "$outside", "message": "hi"}),
        "/u/$outside",
        "<span>Message</span>",
    ),
    Deed(
        "change the workspace's settings",
        ADMINS,
        None,
        ("slack_change_workspace_settings", {"threshold": 12}),
        "/admin/settings",
        "Save settings",
    ),
)
REFUSALS = {
    "restricted_action",
    "user_is_restricted",
    "not_authorized",
    "not_an_admin",
    "cant_delete_message",
    "cant_update_message",
    "user_not_found",
    "channel_not_found",
}


@pytest.fixture
def place(doors: Doors, office: Office) -> Place:
    """Made by the channel admin; the guest of one channel is in this one."""
    made_by = Actor(office.people[ROLES["channel admin"]])
    others = [office.people[handle] for role, handle in ROLES.items() if role != "channel admin"]
    single, home = others.pop(), office.channels["support-escalations"]
    perform(
        doors.world,
        Actor(office.people["eboadi"]),
        members.remove,
        **{
            "channel_id": home,
            "user_id": single,
        },
    )
    somebody = office.people["akovac"]
    channel = perform(
        doors.world, made_by, channels.create, name="ours", user_ids=[*others, single, somebody]
    )
    said = perform(
        doors.world, Actor(somebody), messages.post, channel_id=channel.id, text="said by Ana"
    )
    return Place(channel.id, said.ts, somebody, office.people["nbarve"])


def filled(value: Any, place: Place) -> Any:
    if isinstance(value, str):
        for name in ("channel", "ts", "somebody", "outside"):
            value = value.replace(f"${name}", getattr(place, name))
        return value
    if isinstance(value, Mapping):
        return {key: filled(each, place) for key, each in value.items()}
    return [filled(each, place) for each in value] if isinstance(value, list) else value


Way = Callable[[Doors, Deed, Place], str]


def by_rest(who: Doors, deed: Deed, place: Place) -> str:
    assert deed.rest is not None
    answer = who.rest(deed.rest[0], **filled(deed.rest[1], place))
    return "ok" if answer["ok"] else str(answer["error"])


def by_mcp(who: Doors, deed: Deed, place: Place) -> str:
    assert deed.mcp is not None
    answer = who.mcp(deed.mcp[0], **filled(deed.mcp[1], place))
    return text_of(answer).partition(":")[0] if answer.is_error else "ok"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.name)
def test_roles_do_what_they_may_at_every_door(
    doors: Doors, office: Office, place: Place, deed: Deed, role: str
) -> None:
    who = Doors(doors.world, doors.authority, office.people[ROLES[role]])
    may = role in deed.allowed
    if deed.control:
        shown = who.browser.get(filled(deed.page, place)).get_data(as_text=True)
        assert bool(re.search(filled(deed.control, place), shown)) == may
    ways: dict[str, Way] = {"rest": by_rest, "mcp": by_mcp}
    outcomes = [way(who, deed, place) for name, way in ways.items() if getattr(deed, name)]
    if may:  # a second time it may have been done already
        assert outcomes[0] == "ok"
    else:
        assert len({*outcomes}) == 1
        assert outcomes[0] in REFUSALS
