"""What the organisation does by itself: in whose name, and when.

The vendor has a user for it whom nobody is; here it is the first active one who may do everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import Profile, User
from workworld.apps.crm.service import people
from workworld.context import Context
from workworld.schedule import plan

_users, _profiles = User.__table__.c, Profile.__table__.c


def user_id(ctx: Context) -> str:
    """The user in whose name things happen by themselves."""
    return _found(ctx)[0]


def person_id(ctx: Context) -> str:
    """The person who is that user."""
    return _found(ctx)[1]


def later(ctx: Context, due_us: int, operation: str, /, **arguments: Any) -> None:
    """Let an operation come to pass by itself; at once if its time has passed.

    Args:
        ctx: whose step it is.
        due_us: when.
        operation: its id.
        arguments: JSON values.
    """
    made: Mapping[str, Any] = arguments
    at_us = max(due_us, ctx.clock.now_us() + 1)
    plan(ctx.session, due_us=at_us, actor_id=person_id(ctx), operation=operation, arguments=made)


def _found(ctx: Context) -> tuple[str, str]:
    def look_up() -> tuple[str, str]:
        query = (
            select(_users.id, _users.person_id)
            .join(Profile.__table__, _profiles.id == _users.profile_id)
            .where(_users.is_active, ~_users.is_deleted, _profiles.modifies_all)
            .order_by(_users.id)
        )
        row = ctx.session.execute(query.limit(1)).one_or_none()
        return (row[0], row[1]) if row else (people.me(ctx).id, ctx.actor.person_id)

    return ctx.remembered("crm automation", look_up)
