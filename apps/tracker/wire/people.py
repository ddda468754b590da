"""People: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from workworld.apps.tracker.service import site
from workworld.apps.tracker.wire.addresses import address, self_of
from workworld.context import Context
from workworld.directory.models import AccountKind, Person

SIZES = (48, 32, 24, 16)


def user(ctx: Context, person: Person | None) -> dict[str, Any] | None:
    """A person as fields of an issue hold them."""
    return None if person is None else shown(ctx, person)


def shown(ctx: Context, person: Person) -> dict[str, Any]:
    """A person, as far as everybody may know."""
    is_bot = person.kind == AccountKind.BOT
    return {
        "self": f"{self_of(ctx, 'user')}?accountId={quote(person.id)}",
        "accountId": person.id,
        "accountType": "app" if is_bot else "atlassian",
        "emailAddress": person.email,
        "avatarUrls": avatars(ctx, "user", person.id),
        "displayName": site.called(person),
        "active": not person.is_deactivated,
        "timeZone": person.zone,
    }


def avatars(ctx: Context, kind: str, thing_id: str) -> dict[str, str]:
    """The pictures of a person, project or type, by size."""
    root = address(ctx, "rest/api/2/universal_avatar/view/type", kind, "owner", thing_id)
    return {f"{size}x{size}": f"{root}?size={size}" for size in SIZES}
