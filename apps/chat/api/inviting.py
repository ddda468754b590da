"""Inviting people over REST: ``admin.users.invite``.

https://docs.slack.dev/reference/methods/admin.users.invite
"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.api.methods import (
    Arguments,
    given,
    ids_in,
    is_true,
    method,
    nothing,
    refuse,
)
from workworld.apps.chat.service import invitations
from workworld.context import Context
from workworld.errors import Invalid, Problem


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "email_password_policy_enabled")
    if not arguments.get("email"):
        raise Invalid("invalid_arguments", problems=[Problem("missing required field", "email")])
    is_single, is_guest = (
        is_true(arguments.get(name)) for name in ("is_ultra_restricted", "is_restricted")
    )
    rooms = ids_in(arguments.get("channel_ids"))
    return {
        "emails": [arguments["email"]],
        "role": "single_guest" if is_single else "guest" if is_guest else "member",
        **({} if rooms is None else {"channel_ids": rooms}),
        **given(arguments, name="real_name", message="custom_message"),
        **_end(arguments.get("guest_expiration_ts")),
    }


def _end(said: Any) -> dict[str, int]:
    """The vendor tells the time as a stamp."""
    if said in (None, ""):
        return {}
    seconds, _, _ = str(said).partition(".")
    if not seconds.isascii() or not seconds.isdigit() or len(seconds) > len("0123456789"):
        raise Invalid("failed_to_validate_expiration", "This is no time.")
    return {"expires": int(seconds)}


ENDPOINTS = (method("admin.users.invite", invitations.send, _accept, nothing, {"emails": "email"}),)
