"""Whose forecasts make up whose: the tree of roles, with the users in it.

Where several users have the role above, somebody belongs to their manager among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import or_, select

from workworld.apps.crm.models import Opportunity, Quota, User, UserRole
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory.models import Person

_users, _roles, _people = User.__table__.c, UserRole.__table__.c, Person.__table__.c
_sells = or_(
    select(Opportunity.id)
    .where(Opportunity.owner_id == _users.id, ~Opportunity.is_deleted)
    .exists(),
    select(Quota.user_id).where(Quota.user_id == _users.id).exists(),
)
_EVERYBODY = constant(
    select(_users.id, _users.role_id, _users.manager_id, _people.name, _sells.label("sells"))
    .join(Person.__table__, _people.id == _users.person_id)
    .where(_users.is_active, ~_users.is_deleted)
)
_ROLES = constant(select(_roles.id, _roles.parent_id))


@dataclass(frozen=True)
class Tree:
    """The users who forecast.

    Args:
        above: each user → the one whom they belong to; None at the top.
        names: what they are called.
    """

    above: Mapping[str, str | None]
    names: Mapping[str, str]

    @cached_property
    def _below(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for user_id in sorted(self.above, key=lambda each: self.names.get(each, "")):
            leader = self.above[user_id]
            if leader is not None:
                found.setdefault(leader, []).append(user_id)
        return found

    def below(self, user_id: str) -> Sequence[str]:
        """Those who belong to a user directly, by name."""
        return self._below.get(user_id, ())

    def team(self, user_id: str) -> Iterator[str]:
        """A user and all below them."""
        yield user_id
        for each in self.below(user_id):
            yield from self.team(each)


def tree(ctx: Context) -> Tree:
    """The users who own deals or have quotas, and those above them."""
    rows = rows_of(ctx.session, _EVERYBODY, {})
    parents = {row.id: row.parent_id for row in rows_of(ctx.session, _ROLES, {})}
    members: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda each: each.id):
        members.setdefault(row.role_id, []).append(row.id)
    above: dict[str, str | None] = {}
    for row in rows:
        leaders = _leaders(parents, members, row.role_id)
        fallback = leaders[0] if leaders else None
        above[row.id] = row.manager_id if row.manager_id in leaders else fallback
    wanted: set[str] = set()
    for row in rows:
        here: str | None = row.id if row.sells else None
        while here is not None and here not in wanted:
            wanted.add(here)
            here = above.get(here)
    names = {row.id: row.name for row in rows if row.id in wanted}
    return Tree({each: above[each] for each in sorted(wanted)}, names)


def _leaders(
    parents: Mapping[str, str | None], members: Mapping[str, Sequence[str]], role_id: str | None
) -> Sequence[str]:
    """The users of the nearest role above that has any."""
    role = parents.get(role_id) if role_id else None
    while role is not None and role not in members:
        role = parents.get(role)
    return members[role] if role is not None else ()
