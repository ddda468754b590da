"""Inviting people to the workspace, and taking invitations back."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import invitations
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.directory import invitations as letters
from workworld.worlds import World

_AWAY = "kim@northlight-studio.example"


def _waiting(world: World, facts: Facts) -> None:
    """Somebody is invited already."""
    given: dict[str, Any] = {"role": "guest", "channel_ids": [facts["deploys"]]}
    actor = Actor(facts[PERSONA])
    (outcome,) = perform(world, actor, invitations.send, emails=[_AWAY], **given)
    facts["invitation"] = outcome.invitation.id


def _taken_back(world: World, facts: Facts) -> None:
    _waiting(world, facts)
    actor = Actor(facts[PERSONA])
    perform(world, actor, letters.revoke, invitation_id=facts["invitation"])


def _nothing(_world: World, _facts: Facts) -> None:
    return None


def _send(
    title: str,
    outcome: str,
    email: str,
    role: str = "guest",
    channel: str = "$deploys",
    *,
    before: Before = _nothing,
    handle: str = PERSONA,
) -> Case:
    flags = {"guest": "is_restricted", "single_guest": "is_ultra_restricted"}
    rest: dict[str, Any] = {"team_id": "T0000000000", "email": email, "channel_ids": channel}
    rest |= {flags[role]: "true"} if role in flags else {}
    rest |= {"real_name": "Kim Berg", "custom_message": "Hello"}
    ours = {"role": role, "name": "Kim Berg", "message": "Hello"}
    doors = {
        Surface.REST: Words("/api/admin.users.invite", rest),
        Surface.MCP: Words(
            "slack_invite_to_workspace", {"emails": [email], "channel_ids": [channel], **ours}
        ),
        Surface.UI: Words("/admin/invitations", {"emails": email, "channel": [channel], **ours}),
    }
    return Case("chat.invitations.send", title, outcome, doors, before, handle)


def _settle(
    verb: str, title: str, outcome: str, before: Before = _waiting, handle: str = PERSONA
) -> Case:
    doors = {
        Surface.MCP: Words(f"slack_{verb}_invitation", {"invitation_id": "$invitation"}),
        Surface.UI: Words(f"/admin/invitations/$invitation/{verb}", {}),
    }
    return Case(f"directory.invitations.{verb}", title, outcome, doors, before, handle)


CASES = (
    _send("a guest", "ok", _AWAY),
    _send("a guest of one channel", "ok", _AWAY, "single_guest"),
    _send("from elsewhere", "restricted_action", _AWAY, "member"),
    _send("no address", "invalid_email", "nonsense"),
    _send("invited already", "already_in_team_invited_user", _AWAY, before=_waiting),
    _send("unknown channel", "channel_not_found", _AWAY, channel="$missing"),
    _send("archived", "is_archived", _AWAY, channel="$gatehouse_migration"),
    _send("by a member", "not_an_admin", _AWAY, handle=COLLEAGUE),
    _settle("resend", "waiting", "ok"),
    _settle("resend", "taken back", "already_revoked", _taken_back),
    _settle("resend", "by a member", "not_an_admin", handle=COLLEAGUE),
    _settle("revoke", "waiting", "ok"),
    _settle("revoke", "taken back", "already_revoked", _taken_back),
    _settle("revoke", "by a member", "not_an_admin", handle=COLLEAGUE),
)
