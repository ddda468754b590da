"""Who is who, and who is above whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from workworld.clock import from_microseconds
from workworld.database import Base
from workworld.directory.models import GUESTS, Company, Person
from workworld.seed_data.company.checks.acts import all_acts, told_few
from workworld.worlds.ledgers import Fact
from workworld.zones import zone


def i1(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Every actor in any app is somebody in the directory: a person, a bot or a guest."""
    people = set(session.scalars(select(Person.id)))
    letter = next(iter(people), "U")[0]
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            named = column.name.endswith(("_id", "_by")) and not column.foreign_keys
            if named and any(part in column.name for part in ("person", "actor", "author", "lead")):
                values = session.scalars(select(column).distinct().where(column.is_not(None)))
                for value in values:
                    if str(value).startswith(letter) and value not in people:
                        yield f"{table.name}.{column.name} holds {value}, who is nobody"


def i2(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Nobody acts before their first day or after their last, but where it is labelled."""
    tenures = {each.subject: each for each in ledger if each.kind == "tenure"}
    labelled = {each.subject for each in ledger if each.rule == "acts after leaving"}
    found = []
    for act in all_acts(session):
        tenure = tenures.get(act.handle)
        if tenure is None or act.handle in labelled:
            continue
        at = from_microseconds(act.at_us)
        if at < tenure.since or (tenure.until and at > tenure.until):
            found.append(f"{act.handle} in {act.table} at {at:%Y-%m-%d %H:%M}, who was not here")
    yield from told_few(found)


def i3(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Managers form a forest: one chief, and nobody above themselves."""
    rows = session.execute(
        select(Person.id, Person.handle, Person.manager_id).where(Person.kind == "person")
    ).all()
    above = {row.id: row.manager_id for row in rows}
    chiefs = [row.handle for row in rows if row.manager_id is None]
    if len(chiefs) != 1:
        yield f"there are {len(chiefs)} without a manager: {chiefs}"
    for row in rows:
        seen, person = {row.id}, row.manager_id
        while person is not None:
            if person in seen:
                yield f"{row.handle} stands above themselves"
                break
            seen.add(person)
            person = above[person]


def i4(_session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """A manager is employed on each day on which they manage."""
    tenures = {each.subject: each for each in ledger if each.kind == "tenure"}
    for post in (each for each in ledger if each.kind == "post"):
        manager = post.value.rpartition("; ")[2]
        if manager == "nobody":
            continue
        tenure, last = tenures[manager], post.until and post.until - timedelta(days=1)
        if post.since.date() < tenure.since.date():
            yield f"{manager} managed {post.subject} from {post.since:%Y-%m-%d}, before they came"
        gone = tenure.until and (last is None or last.date() > tenure.until.date())
        if gone and not (last is None and tenures[post.subject].until):
            yield f"{manager} managed {post.subject} after they left"


def i5(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Each has one e-mail address, which is nobody else's, at the company's domain."""
    domain = session.scalars(select(Company.domain)).one()
    people = select(Person.email).where(Person.kind == "person", Person.role.not_in(GUESTS))
    emails = list(session.scalars(people))
    for email, times in Counter(map(str.casefold, emails)).items():
        if times > 1:
            yield f"{email} is the address of {times}"
    yield from (f"{each} is no address of the company" for each in emails if domain not in each)


def i6(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Assignees, leads and owners are or were employees; open issues of former ones are labelled.

    Of records of customers their own area tells.
    """
    outside = set(session.scalars(select(Person.id).where(Person.role.in_(GUESTS))))
    outside |= set(session.scalars(select(Person.id).where(Person.kind != "person")))
    owned = {"tracker_issues": "assignee_id", "sheets_workbooks": "owner_id"}
    owned |= {"tracker_projects": "lead_id", "tracker_components": "lead_id"}
    for table, column in owned.items():
        query = text(f"SELECT DISTINCT {column} FROM {table}")  # noqa: S608 - our own names
        yield from (
            f"{table} belong to {each}, who is no employee"
            for each in session.scalars(query)
            if each in outside
        )
    query = text(
        "SELECT i.id, p.handle FROM tracker_issues i JOIN directory_people p"
        " ON p.id = i.assignee_id WHERE p.is_deactivated AND i.resolved_us IS NULL"
    )
    stale = session.execute(query).all()
    labels = [e for e in ledger if e.rule == "stale owner" and "tracker" in " ".join(e.places)]
    if len(stale) != len(labels):
        yield f"{len(stale)} open issues are those of people who left; {len(labels)} are labelled"


def i7(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Guests reach only what is shared with them: no default channel, no customers."""
    guests = select(Person.id).where(Person.role.in_(GUESTS))
    inside = text(
        "SELECT count(*) FROM chat_memberships m JOIN chat_channels c ON c.id = m.channel_id"
        " JOIN directory_people p ON p.id = m.person_id"
        " WHERE c.is_default AND p.role IN ('guest', 'single_guest')"
    )
    if found := session.scalar(inside):
        yield f"guests are {found} times in channels for everybody"
    users = Base.metadata.tables["crm_users"]
    query = select(func.count()).select_from(users).where(users.c.person_id.in_(guests))
    if session.scalar(query):
        yield "guests see customers"


def day_of(at_us: int, zone_name: str) -> date:
    """The local day of a moment."""
    return local(at_us, zone_name).date()


def local(at_us: int, zone_name: str) -> datetime:
    """A moment on the clock of a zone."""
    return from_microseconds(at_us).astimezone(zone(zone_name))
