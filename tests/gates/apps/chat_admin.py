"""The administration of chat, as the gates see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from tests.gates.apps.chat_facts import other

from workworld.apps.chat.models import Export, Import, UserGroup
from workworld.directory.models import Person
from workworld.worlds import World


def admin_screens(world: World, person_id: str, channel_id: str) -> Mapping[str, Sequence[str]]:
    """The addresses of the pages of the administration; none for whoever does not administer."""
    with world.reading() as session:
        is_admin = session.get_one(Person, person_id).is_admin
        group = session.scalars(select(UserGroup.id)).first()
        exported = select(Export.file_id).where(Export.person_id == person_id)
        archive = session.scalars(exported).first()
        imported = session.scalars(select(Import.id).where(Import.person_id == person_id)).first()
    roles = f"/admin/roles/{other(world, person_id)}"
    channel = f"/admin/channels/{channel_id}"
    addresses = {
        "": ["/admin"],
        "/members": ["/admin/members", "/admin/members?show=deactivated"],
        "/groups": ["/admin/groups"],
        "/groups/<group_id>": [f"/admin/groups/{group}"],
        "/invitations": ["/admin/invitations", "/admin/invitations?show=revoked"],
        "/invitations/new": ["/admin/invitations/new"],
        "/audit": [],  # leads to the log of all apps
        "/roles": ["/admin/roles"],
        "/roles/<person_id>/<role>": [f"{roles}/admin", f"{roles}/guest"],
        "/import": ["/admin/import"],
        "/import/<file_id>": [f"/admin/import/{archive}"] if archive else [],
        "/imports/<import_id>": [f"/admin/imports/{imported}"] if imported else [],
        "/imports/<import_id>/left-out.csv": [],  # bytes, no page
        "/export": ["/admin/export"],
        "/export/<export_id>/file": [],  # bytes, no page
        "/channels": [
            "/admin/channels",
            "/admin/channels?show=archived",
            "/admin/channels?q=nothing",
        ],
        "/channels/<channel_id>/<deed>": [
            f"{channel}/{each}" for each in ("archive", "rename", "private")
        ],
        "/retention": ["/admin/retention"],
        "/retention/<channel_id>": [f"/admin/retention/{channel_id}"],
        "/settings": ["/admin/settings"],
    }
    return {f"/admin{path}": found if is_admin else [] for path, found in addresses.items()}
