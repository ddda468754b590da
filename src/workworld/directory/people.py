"""Looking people up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.context import Context, Surface
from workworld.database import given, plain_rows
from workworld.directory import words
from workworld.directory.models import AccountKind, Company, Person, Team
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.zones import zone

PersonId = Annotated[
    str, Field(description="Id of a person, such as U0A1B2C3D4.", min_length=1, max_length=64)
]

# Built once: building a statement takes about as long as running it.
_COMPANY = select(Company.__table__)
_people = Person.__table__.c
_BY_IDS = select(Person.__table__).where(_people.id.in_(given("ids")))
_STAFF = select(Person.__table__).where(
    _people.kind == AccountKind.PERSON, _people.is_deactivated.is_(False)
)
_LISTING = "directory people"


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
    """The person with this address, upper or lower case; leavers too, but no bots."""
    address = email.strip().lower()
    query = select(Person).where(Person.kind == AccountKind.PERSON)
    return session.scalar(query.where(func.lower(Person.email) == address))


def by_handle(session: Session, handle: str) -> Person | None:
    """The account with this handle."""
    return session.scalar(select(Person).where(Person.handle == handle))


def by_ids(session: Session, ids: Iterable[str]) -> dict[str, Person]:
    """The accounts with these ids, by id: rows to be read. Unknown ids are left out."""
    values = {"ids": sorted(set(ids))}
    return {person.id: person for person in plain_rows(session, Person, _BY_IDS, values)}


def everyone(session: Session) -> Sequence[Person]:
    """All who work here, by name: no bots, and nobody whose account is deactivated."""
    staff = select(Person).where(Person.kind == AccountKind.PERSON, ~Person.is_deactivated)
    return session.scalars(staff.order_by(Person.name, Person.id)).all()


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    team_id: Annotated[str | None, Field(description="Only people of this team.")] = None,
    limit: Annotated[int, Field(description="How many a page may hold.", ge=1, le=200)] = 50,
    cursor: Annotated[str, Field(description="Where the last page ended.", max_length=512)] = "",
) -> Page[Person]:
    """List those who work here, by name: rows to be read."""
    query = _STAFF.where(_people.team_id == team_id) if team_id else _STAFF
    listing = f"{_LISTING} {team_id}"
    if cursor:
        name, _, person_id = decode_cursor(listing, cursor).rpartition("\n")
        after = (_people.name > name) | ((_people.name == name) & (_people.id > person_id))
        query = query.where(after)
    page = query.order_by(_people.name, _people.id).limit(limit + 1)
    rows = plain_rows(ctx.session, Person, page, {})
    return page_of(rows, limit, listing, lambda person: f"{person.name}\n{person.id}")


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def info(ctx: Context, *, person_id: PersonId) -> Person:
    """Look one account up, a bot's or a leaver's too.

    Raises:
        NotFound: ``person_not_found``.
    """
    person = ctx.session.get(Person, person_id)
    if person is None:
        raise NotFound("person_not_found", "There is no person with this id.")
    return person


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def search(
    ctx: Context,
    *,
    text: Annotated[
        str,
        Field(description="Beginnings of words of a name, address, title or team.", max_length=200),
    ],
    limit: Annotated[int, Field(description="How many to find at most.", ge=1, le=100)] = 20,
) -> Sequence[Person]:
    """Find people who work here: rows to be read.

    Every word has to occur; those whose names hold the first one come first. Accents and capital
    letters make no difference. An empty text finds everybody.
    """
    query = words.matching(_STAFF, text).limit(limit)
    return plain_rows(ctx.session, Person, query, {})


def teams(session: Session) -> Sequence[Team]:
    """All teams, by name."""
    return session.scalars(select(Team).order_by(Team.name, Team.id)).all()
