"""Inviting people to the workspace: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.service import invitations
from workworld.apps.chat.service.invitations import Outcome
from workworld.context import Context
from workworld.directory import invitations as letters
from workworld.directory.models import Invitation
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import NUMBER, STRING, described, texts

_ID = {"invitation_id": described(STRING, "Id of the invitation, such as I0123456789.")}
_USUAL = "not_an_admin, invitation_not_found, already_accepted, already_revoked"


def _present_sent(_ctx: Context, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {"outcomes": [_outcome(each) for each in outcomes]}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    if outcome.refusal is not None or outcome.invitation is None:
        return {"email": outcome.email, "error": str(outcome.refusal and outcome.refusal.code)}
    return {"email": outcome.email, "invitation_id": outcome.invitation.id}


def _present_list(_ctx: Context, rows: Sequence[Invitation]) -> dict[str, str]:
    lines = [f"{row.email} ({row.id}, {row.role}, {row.state})" for row in rows]
    return {"invitations": "\n".join(lines) or "No invitations."}


def _present_one(_ctx: Context, row: Invitation) -> dict[str, Any]:
    return {"invitation_id": row.id, "email": row.email, "state": row.state}


TOOLS = (
    tool(
        "invite_to_workspace",
        invitations.send,
        "Invite people to the workspace by e-mail; each address has an outcome of its own. Admins "
        "of the workspace may. Errors: not_an_admin, invalid_email, already_in_team, "
        "already_in_team_invited_user, user_disabled, restricted_action (from elsewhere, and no "
        "guest), channel_not_found, is_archived, ura_max_channels, failed_to_validate_expiration.",
        {
            "emails": texts("The addresses, at most 100."),
            "role": described(STRING, "'member' (default), 'guest' or 'single_guest'."),
            "channel_ids": texts("Channels that they are let into, C…; guests need one."),
            "name": described(STRING, "What they are called, of one address."),
            "message": described(STRING, "A few words to them."),
            "expires": described(NUMBER, "When a guest's account ends, as Unix time in seconds."),
        },
        _present_sent,
        required=("emails",),
        toolset="workspace",
    ),
    tool(
        "list_invitations",
        invitations.list,
        "List invitations to the workspace, the newest first. Error: not_an_admin.",
        {"state": described(STRING, "'pending' (default), 'accepted' or 'revoked'.")},
        _present_list,
        required=(),
        toolset="workspace",
    ),
    tool(
        "resend_invitation",
        letters.resend,
        f"Send an invitation once more that nobody has accepted yet. Errors: {_USUAL}.",
        _ID,
        _present_one,
        toolset="workspace",
    ),
    tool(
        "revoke_invitation",
        letters.revoke,
        f"Take an invitation back that nobody has accepted yet. Errors: {_USUAL}.",
        _ID,
        _present_one,
        toolset="workspace",
        destructive=True,
    ),
)
