"""Who is signed in, and how much of what the organisation may use is used."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import (
    ContentVersion,
    EmailMessage,
    Job,
    JobBatch,
    Organization,
    Profile,
    User,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, records
from workworld.clock import Clock
from workworld.context import Context, Surface
from workworld.database import driver
from workworld.directory.models import Person
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
    """How much was used since the day began, in UTC, and how much is kept.

    Args:
        calls: steps that were asked for through the REST API.
        batches: portions of records that were handed in to be worked on.
        query_jobs: queries that were handed in.
        emails: messages that were sent.
        records: how many there are; None for those who do not administer the organisation.
        file_bytes: how large their files are; None likewise.
    """

    calls: int
    batches: int
    query_jobs: int
    emails: int
    records: int | None = None
    file_bytes: int | None = None


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
    """Tell how much of what the organisation may use is used up."""
    now_us = ctx.clock.now_us()
    day_us = now_us - now_us % _DAY_US
    is_todays = Job.created_us >= day_us
    sent = (EmailMessage.created_us >= day_us, ~EmailMessage.is_incoming)
    used = Usage(
        calls_since(ctx.session, day_us),
        _count(ctx, is_todays, Job.kind == "ingest") + _count(ctx, JobBatch.created_us >= day_us),
        _count(ctx, is_todays, Job.kind == "query"),
        _count(ctx, *sent, ~EmailMessage.is_deleted),
    )
    if not people.profile(ctx).manages_setup:
        return used
    kept = (each.model for each in objects.objects().values() if not each.is_setup)
    size = select(func.coalesce(func.sum(ContentVersion.size), 0)).where(~ContentVersion.is_deleted)
    return replace(
        used,
        records=sum(_count(ctx, ~each.__table__.c.is_deleted) for each in kept),
        file_bytes=ctx.session.scalar(size) or 0,
    )


def calls_today(session: Session) -> int:
    """How many steps were asked for through the REST API since the day began, in UTC."""
    now_us = Clock(session).now_us()
    return calls_since(session, now_us - now_us % _DAY_US)


def calls_since(session: Session, time_us: int) -> int:
    """The same since some time, in microseconds since the Unix epoch."""
    statement = "SELECT count(*) FROM world_journal WHERE surface = ? AND time_us >= ?"
    return int(driver(session).execute(statement, (Surface.REST.value, time_us)).get)


def _count(ctx: Context, *conditions: ColumnElement[bool]) -> int:
    return ctx.session.scalar(select(func.count()).where(*conditions)) or 0


_DAY_US = 86_400_000_000
