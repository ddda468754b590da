"""Who signed in when, and who tried in vain: one's own, and for administrators everybody's.

https://help.salesforce.com/s/articleView?id=xcloud.users_login_history.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.service import people, refusals, user_settings
from workworld.apps.crm.soql import login_objects
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

MOST = 200
ALL = "all"


@dataclass(frozen=True, slots=True)
class Login:
    """Somebody signed in, or tried to."""

    id: str
    user_id: str
    user: str
    login_us: int
    status: str
    source_ip: str
    application: str
    browser: str
    platform: str


# The vendor's API has it as the object LoginHistory, which is queried.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def list(
    ctx: Context,
    *,
    user_id: Annotated[
        RecordId | None,
        Field(description="Of this user; “all” for everybody's; by default the caller's own."),
    ] = None,
) -> Sequence[Login]:
    """List the latest sign-ins and those that failed, the newest first.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: they are others', and the caller does not
            set the CRM up.
        NotFound: ``NOT_FOUND``: there is no such user.
    """
    me_id = people.me(ctx).id
    whose = user_id or me_id
    if whose[:15] != me_id[:15] and not people.profile(ctx).manages_setup:
        raise refusals.insufficient_access()
    rows = login_objects.logins().subquery("logins")
    query = select(rows).order_by(rows.c.time_us.desc(), rows.c.id.desc()).limit(MOST)
    if whose != ALL:
        query = query.where(rows.c.user_id == user_settings.known(ctx, whose).id)
    found = ctx.session.execute(query).all()
    names = people.names(ctx, (each.user_id for each in found))
    return [
        Login(
            each.id,
            each.user_id,
            names.get(each.user_id, ""),
            each.time_us,
            each.status,
            each.address,
            each.application,
            each.browser,
            each.platform,
        )
        for each in found
    ]
