"""Administration of roles: who is what, and what that allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.context import Context
from workworld.directory import people, roles
from workworld.directory.models import Person
from workworld.doors.web import Avatar, page
from workworld.errors import NotFound
from workworld.paging import Page
from workworld.permissions import can, require

ALLOWED = {
    "primary": (
        "Primary owner",
        "What owners can. Nobody demotes or deactivates them, and they alone pass this on.",
    ),
    "owner": (
        "Owners",
        "What admins can. They say who else is an owner, and export private conversations.",
    ),
    "admin": (
        "Admins",
        "Change settings, roles and accounts, invite people, oversee all channels, delete what "
        "others wrote, and export public channels.",
    ),
    "guest": ("Guests of several channels", "Read and write in the channels that they are in."),
    "single_guest": ("Guests of one channel", "Read and write in the one that they are in."),
}
"""What a role is called and allows; of all others everybody is a member."""
CONSEQUENCES = {
    "owner": "They can do all that you can: also say who else is an owner, and export private "
    "conversations.",
    "admin": "They can change settings, roles and accounts, and oversee all channels.",
    "member": "They see all public channels, and administer nothing but channels of their own.",
    "guest": "They see only the channels that they are in and who is in those with them. Other "
    "public channels are gone for them at once.",
    "transfer": "They become an owner whom nobody can demote. You stay an owner, and cannot take "
    "it back.",
}
NAMES = {
    "owner": "an owner",
    "admin": "an admin",
    "member": "a member",
    "guest": "a guest",
    "transfer": "the primary owner",
}
_PAGE = 200


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a role."""

    id: str
    name: str
    email: str
    role: str
    """``primary`` for the primary owner."""
    avatar: Avatar
    may_change: bool
    may_follow: bool
    """Whether the person can make them the primary owner."""


@BLUEPRINT.get("/admin/roles")
def admin_roles() -> str:
    """Who is more than a member, or less."""
    return _listed()


@BLUEPRINT.get("/admin/roles/<person_id>/<role>")
def ask_about_role(person_id: str, role: str) -> str:
    """Say what a change of role entails, before it is made."""
    if role not in NAMES:
        raise NotFound("page_not_found")
    asked: Holder = page(people.info, _holder, person_id=person_id)
    return _listed(asked=asked, role=role)


def _listed(**asked: Any) -> str:
    found = [
        *all_of(people.list, _holders, role="admins", limit=_PAGE),
        *all_of(people.list, _holders, role="guests", limit=_PAGE),
    ]
    groups = [
        (title, allows, [each for each in found if each.role == role])
        for role, (title, allows) in ALLOWED.items()
    ]
    return flask.render_template(
        "admin_roles.html",
        sidebar=sidebar(),
        groups=groups,
        names=NAMES,
        consequences=CONSEQUENCES,
        **{"asked": None, "role": "", **asked},
    )


def _holders(ctx: Context, found: Page[Person]) -> Page[Holder]:
    return Page([_holder(ctx, row) for row in found.items], found.next_cursor)


def _holder(ctx: Context, row: Person) -> Holder:
    require(ctx, "chat.settings.change", people.company(ctx.session))
    return Holder(
        row.id,
        row.name,
        row.email,
        "primary" if roles.is_primary(ctx, row.id) else row.role,
        Avatar.of(row.id, row.name),
        can(ctx, "directory.roles.change", row),
        can(ctx, "directory.roles.transfer", row),
    )
