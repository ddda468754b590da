"""The entries of the audit log: a view of the journal that tells nothing of how a world is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Row, Select, and_, or_, select

from workworld.audit.subjects import Subject, noun_of, subject_of
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.database import is_consequence
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.errors import NotFound, Refused
from workworld.faults import CODES
from workworld.journal import CRASHED, DONE, JournalEntry
from workworld.operations import Effect, operation, operations
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require
from workworld.worlds.changes import Touched, touched

_Rows = list[Touched]
LARGEST_PAGE = 100
_LISTING = "audit"
_STEP_DIGITS = 12
_journal, _people = JournalEntry.__table__.c, Person.__table__.c
# An app that was out of order kept no log; what was due and came to nothing never showed.
_TOLD = and_(
    _journal.outcome.not_in([*CODES, CRASHED]),
    or_(_journal.surface != Surface.SYSTEM, _journal.outcome == DONE),
)
_NEWEST_FIRST = (
    select(
        _journal.step,
        _journal.time_us,
        _journal.actor_id,
        _people.name,
        _journal.surface,
        _journal.operation,
        _journal.outcome,
        _journal.changeset,
    )
    .join(Person.__table__, _people.id == _journal.actor_id)
    .where(_TOLD)
    .order_by(_journal.step.desc())
)


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to rows of one kind."""

    kind: Literal["insert", "update", "delete"]
    noun: str
    """What they are, ``message``."""
    subject: Subject | None
    """What the one row is called; None if there are several, or for who may not see it."""
    count: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that somebody did, or was refused."""

    time_us: int
    actor_id: str
    actor: str
    """The person's name."""
    surface: str
    operation: str
    outcome: str
    """``ok`` or the code of the refusal."""
    changes: Sequence[Change]


@permits("audit.entries.list", Company)
def _may_read(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return NotFound("not_found", "There is nothing here that you can see.")


@operation(Effect.READ, scope="admin", doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    person: Annotated[
        str, Field(description="Part of a name, a handle or an e-mail address.", max_length=200)
    ] = "",
    app_id: Annotated[str, Field(description="Id of an app; empty for all.", max_length=64)] = "",
    surface: Annotated[
        Literal["", "ui", "rest", "mcp", "system"], Field(description="Only through this door.")
    ] = "",
    operation: Annotated[
        str, Field(description="How the operation's id begins.", max_length=200)
    ] = "",
    since: Annotated[date | None, Field(description="The first day, in the caller's zone.")] = None,
    until: Annotated[date | None, Field(description="The last day.")] = None,
    limit: Annotated[
        int, Field(description="How many a page may hold.", ge=1, le=LARGEST_PAGE)
    ] = 50,
    cursor: Annotated[
        str, Field(description="Where the previous page ended.", max_length=512)
    ] = "",
) -> Page[Entry]:
    """List what was done and what was refused, newest first.

    Only admins may, and of what they may not see they learn no more than its kind.
    """
    require(ctx, "audit.entries.list", people.company(ctx.session))
    query = _filtered(person, app_id, surface, operation)
    if since is not None:
        query = query.where(_journal.time_us >= _beginning(ctx, since))
    if until is not None:
        query = query.where(_journal.time_us < _beginning(ctx, until + timedelta(1)))
    if cursor:
        query = query.where(_journal.step < int(decode_cursor(_LISTING, cursor)))
    rows = ctx.session.execute(query.limit(limit + 1)).all()
    page = page_of(rows, limit, _LISTING, lambda row: f"{row.step:0{_STEP_DIGITS}}")
    return Page([_entry(ctx, row) for row in page.items], page.next_cursor)


def _filtered(person: str, app_id: str, surface: str, prefix: str) -> Select[*tuple[Any, ...]]:
    query = _NEWEST_FIRST.where(_journal.operation.in_(sorted(operations())))
    if person.strip():
        query = query.where(_is_called(person.strip()))
    if app_id:
        query = query.where(_journal.operation.startswith(f"{app_id}.", autoescape=True))
    if surface:
        query = query.where(_journal.surface == surface)
    if prefix.strip():
        query = query.where(_journal.operation.istartswith(prefix.strip(), autoescape=True))
    return query


def _beginning(ctx: Context, day: date) -> int:
    """When a day begins where the caller is, in microseconds since the Unix epoch."""
    return to_microseconds(datetime.combine(day, time(), people.my_zone(ctx)))


def _is_called(words: str) -> ColumnElement[bool]:
    columns = (_people.name, _people.display_name, _people.handle, _people.email)
    return or_(*(column.icontains(words, autoescape=True) for column in columns))


def _entry(ctx: Context, row: Row[tuple[object, ...]]) -> Entry:
    changes = _changes(ctx, touched(row.changeset)) if row.changeset else ()
    return Entry(
        row.time_us, row.actor_id, row.name, row.surface, row.operation, row.outcome, changes
    )


def _changes(ctx: Context, rows: Sequence[Touched]) -> tuple[Change, ...]:
    """What happened, by kind: a subject is told of where it is the only one.

    What comes with other changes, such as that somebody is told of them, goes without saying.
    """
    together: dict[tuple[str, str], _Rows] = {}
    meant = [row for row in rows if not is_consequence(row.table)]
    for row in meant or rows:
        together.setdefault((row.table, row.kind), []).append(row)
    return tuple(
        Change(
            found[0].kind,
            noun_of(table),
            subject_of(ctx, table, found[0].key) if len(found) == 1 else None,
            len(found),
        )
        for (table, _kind), found in sorted(together.items())
    )
