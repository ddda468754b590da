"""Who is signed in, and how much of what the organisation may use is used."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from workworld.apps.crm.models import Organization, Profile, User
from workworld.apps.crm.service import people, records
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.journal import JournalEntry
from workworld.operations import Effect, operation


@dataclass(frozen=True, slots=True)
class UserInfo:
    """The caller, as the CRM knows them.

    Args:
        user: of the CRM.
        person: of the directory.
        profile: what they may do.
        organization: whose CRM it is.
    """

    user: User
    person: Person
    profile: Profile
    organization: Organization


@dataclass(frozen=True, slots=True)
class Usage:
    """How many calls were made since the day began, in UTC."""

    calls: int


# The frame of every page says who is signed in.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST, Surface.MCP))
def whoami(ctx: Context) -> UserInfo:
    """Tell who you are: your user, name, e-mail address, time zone, profile and organisation."""
    user = people.me(ctx)
    person = ctx.session.get_one(Person, user.person_id)
    return UserInfo(user, person, people.profile(ctx), people.org(ctx))


# Programs ask for it; people and models have no use for it.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST,))
def usage(ctx: Context) -> Usage:
    """Tell how many calls of the day's are used up."""
    people.me(ctx)
    now_us = ctx.clock.now_us()
    day_us = now_us - now_us % _DAY_US
    made = select(func.count()).where(
        JournalEntry.surface == Surface.REST, JournalEntry.time_us >= day_us
    )
    return Usage(ctx.session.scalar(made) or 0)


_DAY_US = 86_400_000_000
