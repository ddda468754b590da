"""What people may do on the whole site, whatever the project, and who they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.models import Group
from workworld.apps.tracker.service import access
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.operations import Effect, operation

_groups = Group.__table__.c
_ADMINS = constant(
    select(Group.__table__).where(_groups.is_admins.is_(True)).order_by(_groups.name)
)


@dataclass(frozen=True, slots=True)
class GlobalPermission:
    """Something that people may do on the whole site."""

    key: str
    """As the vendor calls it."""
    name: str
    description: str
    everybody: Literal["", "staff", "all"]
    """Who has it besides the groups: nobody, all but people from elsewhere, or all accounts."""
    groups: Sequence[Group] = ()


# The vendor's REST API tells what global permissions there are, and of whom only the caller's own.
@operation(Effect.READ, scope="manage:jira-configuration", doors=(Surface.MCP, Surface.UI))
def list(ctx: Context) -> Sequence[GlobalPermission]:
    """List what people may do on the whole site, and which groups or accounts have it."""
    access.require_admin(ctx)
    admins = plain_rows(ctx.session, Group, _ADMINS, {})
    return (
        GlobalPermission(
            permission_names.GLOBAL_ADMINISTER,
            "Administer the site",
            "Create projects, and change users, groups, fields, schemes and the site's automation. "
            "It opens no project by itself.",
            "",
            admins,
        ),
        GlobalPermission(
            "USER_PICKER",
            "Browse users and groups",
            "Find people and groups by name. People from elsewhere find whom they work with.",
            "staff",
        ),
        GlobalPermission(
            "CREATE_SHARED_OBJECTS",
            "Share filters and dashboards",
            "Share them with people, groups and projects that one sees.",
            "all",
        ),
        GlobalPermission(
            "BULK_CHANGE",
            "Change issues in bulk",
            "Change, move or delete many issues at once, each of them by one's rights to it.",
            "all",
        ),
    )
