"""Looking people up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from pydantic import Field
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows
from workworld.directory import teams, words
from workworld.directory.models import GUESTS, AccountKind, Company, Person
from workworld.directory.profiles import good_profile
from workworld.directory.sight import known_to, knows
from workworld.errors import Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require
from workworld.topics import listens
from workworld.zones import zone as zone_named

PersonId = Annotated[
    str, Field(description="Id of a person, such as U0A1B2C3D4.", min_length=1, max_length=64)
]

# Built once: building a statement takes about as long as running it.
_COMPANY = constant(select(Company.__table__))
_people = Person.__table__.c
_BY_IDS = constant(select(Person.__table__).where(_people.id.in_(given("ids"))))
_STAFF = select(Person.__table__).where(
    _people.kind == AccountKind.PERSON, _people.is_deactivated.is_(False)
)
_LEAVERS = select(Person.__table__).where(
    _people.kind == AccountKind.PERSON, _people.is_deactivated.is_(True)
)
_OF_ROLE = {"admins": ("owner", "admin"), "members": ("member",), "guests": GUESTS}
RoleFilter = Annotated[
    Literal["admins", "members", "guests"] | None, Field(description="Only people of this role.")
]
_LISTING = "directory people"
_TOPIC = "directory.person"


def company(session: Session) -> Company:
    """The company of this world: a row to be read, looked up once in each transaction."""
    known: Company | None = session.info.get(Company)
    if known is None:
        (known,) = plain_rows(session, Company, _COMPANY, {})
        session.info[Company] = known
    return known


def app_url(ctx: Context, app_id: str) -> str:
    """An app's root as the caller reaches it; its canonical address where none is reachable.

    No row holds an address of this kind, since worlds move between hosts.
    """
    address_of = ctx.request.address_of
    return canonical_url(ctx.session, app_id) if address_of is None else address_of(app_id)


def canonical_url(session: Session, app_id: str, path: str = "") -> str:
    """The canonical address of something in an app, as rows hold it: with no host or world.

    Args:
        path: below the app's root, with its slash.
    """
    return f"https://{app_id}.{company(session).domain}{path}"


def me(ctx: Context) -> Person:
    """The person who acts."""
    return ctx.remembered("me", lambda: ctx.session.get_one(Person, ctx.actor.person_id))


def my_zone(ctx: Context) -> ZoneInfo:
    """The time zone of the person who acts."""

    def look_up() -> str:
        known = plain_rows(ctx.session, Person, _BY_IDS, {"ids": [ctx.actor.person_id]})
        return known[0].zone

    return zone_named(ctx.remembered("my zone", look_up))


def zone_of(person: Person) -> ZoneInfo:
    """The person's time zone."""
    return zone_named(person.zone)


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


def colleagues(ctx: Context) -> Sequence[Person]:
    """All who work here and whom the caller knows, by name: rows to be read."""
    staff = known_to(ctx, _STAFF).order_by(_people.name, _people.id)
    return plain_rows(ctx.session, Person, staff, {})


def zones(session: Session) -> Sequence[str]:
    """The time zones of those who work here, the commonest first."""
    query = select(Person.zone).where(Person.kind == AccountKind.PERSON, ~Person.is_deactivated)
    query = query.group_by(Person.zone).order_by(func.count().desc(), Person.zone)
    return session.scalars(query).all()


def _fitting(staff: Select[Any], team_id: str | None, role: str | None) -> Select[Any]:
    """Those of some people who are in a team and have a role, if these are named."""
    if team_id:
        staff = staff.where(_people.team_id == team_id)
    return staff.where(_people.role.in_(_OF_ROLE[role])) if role else staff


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    team_id: Annotated[str | None, Field(description="Only people of this team.")] = None,
    role: RoleFilter = None,
    deactivated: Annotated[
        bool, Field(description="Those whose accounts are deactivated instead.")
    ] = False,
    limit: Annotated[int, Field(description="How many a page may hold.", ge=1, le=200)] = 50,
    cursor: Annotated[str, Field(description="Where the last page ended.", max_length=512)] = "",
) -> Page[Person]:
    """List those who work here, by name: rows to be read."""
    query = _fitting(known_to(ctx, _LEAVERS if deactivated else _STAFF), team_id, role)
    listing = f"{_LISTING} {team_id} {role} {deactivated}"
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
    if person is None or not knows(ctx, person.id):
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
    team_id: Annotated[str | None, Field(description="Only people of this team.")] = None,
    role: RoleFilter = None,
    limit: Annotated[int, Field(description="How many to find at most.", ge=1, le=100)] = 20,
) -> Sequence[Person]:
    """Find people who work here: rows to be read.

    Every word has to occur; those whose names begin with the whole text come first, then those
    whose names hold it. Accents and capital letters make no difference. An empty text finds
    everybody.
    """
    staff = _fitting(known_to(ctx, _STAFF), team_id, role)
    query = words.matching(staff, text).limit(limit)
    return plain_rows(ctx.session, Person, query, {})


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def chart(
    ctx: Context,
    *,
    person_id: Annotated[PersonId | None, Field(description="Who must be in it.")] = None,
) -> Sequence[Person]:
    """List all employees, by name, to show who reports to whom: rows to be read.

    Raises:
        NotFound: ``person_not_found``: the one who is to be shown does not work here.
    """
    staff = [person for person in colleagues(ctx) if person.role not in GUESTS]
    if person_id is not None and all(person.id != person_id for person in staff):
        raise NotFound("person_not_found", "Nobody who works here has this id.")
    return staff


@permits("directory.people.update_profile", Person)
def _may_update(ctx: Context, person: Person) -> Refused | None:
    if person.kind != AccountKind.PERSON:
        return Forbidden("not_allowed_token_type", "Only people have a profile of their own.")
    if person.id != ctx.actor.person_id:
        return Forbidden("not_authorized", "Everybody changes their own profile alone.")
    return None


# The scope has the name that chat's vendor gave it; chat's own operation changes profiles by it.
@operation(Effect.WRITE, scope="users.profile:write", doors=(Surface.UI,))
def update_profile(
    ctx: Context,
    *,
    display_name: Annotated[
        str | None, Field(description="What colleagues read beside messages; 80 characters.")
    ] = None,
    title: Annotated[str | None, Field(description="Job title; 255 characters.")] = None,
    phone: Annotated[str | None, Field(description="Phone number; 50 characters.")] = None,
    pronouns: Annotated[str | None, Field(description="Such as she/her; 40 characters.")] = None,
    zone: Annotated[str | None, Field(description="Time zone, such as Europe/Dublin.")] = None,
) -> Person:
    """Change what colleagues read about the caller; whatever is left out stays as it is.

    Raises:
        Invalid: ``invalid_profile``, with the problem of each field.
    """
    person = me(ctx)
    require(ctx, "directory.people.update_profile", person)
    given = {
        "display_name": display_name,
        "pronouns": pronouns,
        "title": title,
        "phone": phone,
        "zone": zone,
    }
    wanted = good_profile({name: text for name, text in given.items() if text is not None})
    changed = {name: text for name, text in wanted.items() if getattr(person, name) != text}
    for name, text in changed.items():
        setattr(person, name, text)
    if changed:
        person.updated = ctx.clock.now_us() // 1_000_000
        words.index(ctx.session, person)
        ctx.emit("directory.profile_changed", person_id=person.id, fields=sorted(changed))
        ctx.touch(topic_of(person.id), teams.topic_of(person.team_id))
    return person


def topic_of(person_id: str) -> str:
    """The topic of a person's profile, for pages that show it."""
    return f"{_TOPIC}:{person_id}"


@listens(_TOPIC)
def _hears(ctx: Context, person_id: str) -> bool:
    return bool(by_ids(ctx.session, [person_id])) and knows(ctx, person_id)
