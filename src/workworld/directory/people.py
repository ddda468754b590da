"""Looking people up."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from workworld.context import Context
from workworld.database import plain_rows
from workworld.directory.models import Company, Person
from workworld.zones import zone

# Built once: building a statement takes about as long as running it.
_COMPANY = select(Company.__table__)
_people = Person.__table__.c
_BY_IDS = select(Person.__table__).where(_people.id.in_(bindparam("ids", expanding=True)))


def company(session: Session) -> Company:
    """The company of this world: a row to be read."""
    (row,) = plain_rows(session, Company, _COMPANY, {})
    return row


def app_url(ctx: Context, app_id: str) -> str:
    """An app's root as the caller reaches it; its canonical address where none is reachable.

    No row holds an address of this kind, since worlds move between hosts.
    """
    return ctx.request.app_url or canonical_url(ctx.session, app_id)


def canonical_url(session: Session, app_id: str, path: str = "") -> str:
    """The canonical address of something in an app, as rows hold it: with no host or world.

    Args:
        path: below the app's root, with its slash.
    """
    return f"https://{app_id}.{company(session).domain}{path}"


def me(ctx: Context) -> Person:
    """The person who acts."""
    return ctx.session.get_one(Person, ctx.actor.person_id)


def zone_of(person: Person) -> ZoneInfo:
    """The person's time zone."""
    return zone(person.zone)


def by_email(session: Session, email: str) -> Person | None:
    """The person with this address, upper or lower case."""
    return session.scalar(select(Person).where(func.lower(Person.email) == email.strip().lower()))


def by_ids(session: Session, ids: Iterable[str]) -> dict[str, Person]:
    """The people with these ids, by id: rows to be read. Unknown ids are left out."""
    values = {"ids": sorted(set(ids))}
    return {person.id: person for person in plain_rows(session, Person, _BY_IDS, values)}


def everyone(session: Session) -> list[Person]:
    """All people, by name."""
    return list(session.scalars(select(Person).order_by(Person.name, Person.id)))
