"""Administration of invitations to the workspace."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

import flask

import workworld.directory.invitations
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.asked import chosen
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, invitations
from workworld.apps.chat.service.invitations import Outcome
from workworld.apps.chat.times import day_name
from workworld.apps.chat.types import CHANNELS, LARGEST_PAGE
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.dates import day_from
from workworld.directory import people
from workworld.directory.models import Invitation
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page, today
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page

STATES = {"pending": "Waiting", "accepted": "Accepted", "revoked": "Taken back"}
ROLES = (
    ("member", "Member", "Sees all public channels. Only addresses of the company."),
    ("guest", "Guest of several channels", "Sees these channels and who is in them."),
    ("single_guest", "Guest of one channel", "Sees this channel and who is in it."),
)
_ROLE_NAMES = {name: label for name, label, _hint in ROLES}
_BETWEEN = re.compile(r"[\s,;]+")
_MENDABLE = (Conflict, Forbidden, Invalid, NotFound)


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation in the list of all."""

    id: str
    email: str
    name: str
    role: str
    rooms: str
    inviter: str
    day: str
    """When it was sent last, or settled."""
    ends: str
    """The day on which a guest's account ends."""
    person_id: str
    """Who they are; empty as long as they are nobody."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of one address."""

    email: str
    problem: str
    """Empty if it was invited."""


@BLUEPRINT.get("/admin/invitations")
def admin_invitations() -> str:
    """All invitations of a state."""
    return _listed()


@BLUEPRINT.get("/admin/invitations/new")
def invite_form() -> str:
    """Ask whom to invite, above the list."""
    return _listed(form={})


@BLUEPRINT.post("/admin/invitations")
def invite() -> Any:
    """Invite people; the page tells what came of each address."""
    form = flask.request.form
    typed: dict[str, Any] = form.to_dict() | {"channel": form.getlist("channel")}
    try:
        sent: Sequence[Sent] = page(invitations.send, _outcomes, accept=_dated, **_wanted(typed))
    except _MENDABLE as refused:
        if refused.code == "not_an_admin":
            raise
        return _listed(form=typed, problem=refused.message), status_of(refused)
    return _listed(sent=sent)


@BLUEPRINT.post("/admin/invitations/<invitation_id>/resend")
def resend_invitation(invitation_id: str) -> Any:
    """Send an invitation once more."""
    return _changed(workworld.directory.invitations.resend, invitation_id)


@BLUEPRINT.post("/admin/invitations/<invitation_id>/revoke")
def revoke_invitation(invitation_id: str) -> Any:
    """Take an invitation back."""
    return _changed(workworld.directory.invitations.revoke, invitation_id)


def _changed(function: Callable[..., Any], invitation_id: str) -> Any:
    try:
        page(function, nothing, invitation_id=invitation_id)
    except Conflict as refused:
        return _listed(problem=refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_invitations"), 303)


def _wanted(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The operation's arguments, from what was typed.

    Raises:
        Invalid: a day that cannot be told.
    """
    wanted: dict[str, Any] = {
        "emails": [each for each in _BETWEEN.split(typed.get("emails", "")) if each] or [""],
        "role": typed.get("role", "member"),
        "channel_ids": typed["channel"],
        "name": typed.get("name", ""),
        "message": typed.get("message", ""),
    }
    said = typed.get("expires", "").strip()
    if not said:
        return wanted
    day = day_from(said, today())
    if day is None:
        raise Invalid("failed_to_validate_expiration", "This is no day that can be told.")
    return wanted | {"expires": day.isoformat()}


def _dated(ctx: Context, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """The end of a guest's account is that of the day, where the person is."""
    if "expires" not in wanted:
        return wanted
    day = date.fromisoformat(wanted["expires"])
    end = datetime.combine(day, time(23, 59, 59), people.my_zone(ctx))
    return {**wanted, "expires": to_microseconds(end) // 1_000_000}


def _listed(
    *, form: Mapping[str, Any] | None = None, problem: str = "", sent: Sequence[Sent] = ()
) -> str:
    state = chosen("show", STATES, "pending")
    return flask.render_template(
        "admin_invitations.html",
        sidebar=sidebar(),
        rows=page(invitations.list, _rows, state=state),
        state=state,
        states=STATES,
        roles=ROLES,
        form=form,
        channels=() if form is None else _channels(),
        problem=problem,
        sent=sent,
    )


def _channels() -> Sequence[tuple[str, str]]:
    def named(_ctx: Context, found: Page[Channel]) -> list[tuple[str, str]]:
        return [(row.id, f"#{row.name}") for row in found.items]

    known: Sequence[tuple[str, str]] = page(
        channels.list, named, kinds=CHANNELS, exclude_archived=True, limit=LARGEST_PAGE
    )
    return known


def _rows(ctx: Context, rows: Sequence[Invitation]) -> list[InvitationRow]:
    inviters = people.by_ids(ctx.session, [row.inviter_id for row in rows])
    return [
        InvitationRow(
            row.id,
            row.email,
            row.name,
            _ROLE_NAMES[row.role],
            ", ".join(sorted(invitations.rooms(ctx, row.id).values())),
            inviters[row.inviter_id].name,
            _day(ctx, row.settled or row.sent),
            _day(ctx, row.expires) if row.expires else "",
            row.person_id if row.state == workworld.directory.invitations.ACCEPTED else "",
        )
        for row in rows
    ]


def _day(ctx: Context, seconds: int) -> str:
    zone = people.my_zone(ctx)
    day = datetime.fromtimestamp(seconds, UTC).astimezone(zone).date()
    return day_name(ctx, day, ctx.clock.now().astimezone(zone).date())


def _outcomes(_ctx: Context, outcomes: Sequence[Outcome]) -> list[Sent]:
    return [Sent(each.email, each.refusal.message if each.refusal else "") for each in outcomes]
