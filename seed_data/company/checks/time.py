"""When things happen: in order, within hours, on days on which people work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy import Table, func, select, text
from sqlalchemy.orm import Session

from workworld.clock import Clock
from workworld.database import Base
from workworld.directory.models import Person
from workworld.seed_data.company.checks.acts import Act, all_acts, told_few
from workworld.seed_data.company.checks.people import local
from workworld.worlds.ledgers import Fact

_CHANGED = ("updated_us", "modified_us")
_PAST: tuple[str, ...] = (
    "created_us",
    "updated_us",
    "modified_us",
    "added_us",
    "resolved_us",
    "stage_changed_us",
)
_PAST += ("closed_us", "first_response_us", "viewed_us", "starred_us", "began_us")
_SLACK = 30
"""So many minutes before and after their usual hours people still work."""
_OUTSIDE = 0.02


def i15(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """What is made is changed later, and both before now."""
    now = Clock(session).now_us()
    for table in Base.metadata.sorted_tables:
        changed = next((name for name in _CHANGED if name in table.columns), None)
        if changed and "created_us" in table.columns:
            wrong = table.c[changed] < table.c.created_us
            if found := _count(session, table, wrong):
                yield f"{found} rows of {table.name} were changed before they were made"
        for name in _PAST:
            if name in table.columns and (found := _count(session, table, table.c[name] > now)):
                yield f"{found} rows of {table.name} have {name} after now"


def i20(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """A message is edited after it was posted, and before now."""
    query = "SELECT count(*) FROM chat_messages WHERE edited_ts IS NOT NULL AND edited_ts <= ts"
    if found := session.scalar(text(query)):
        yield f"{found} messages were edited before they were posted"
    now = Clock(session).now_us() / 1_000_000
    latest = session.scalar(text("SELECT max(CAST(ts AS REAL)) FROM chat_messages"))
    if latest is not None and latest > now:
        yield "a message was posted after now"


def i21(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Less than two in a hundred acts are outside working hours, but for those on call."""
    zones = _zones(session)
    hours = {each.subject: _minutes(each.value) for each in ledger if each.kind == "hours"}
    on_call = _on_call(ledger)
    total = outside = 0
    tables: Counter[str] = Counter()
    for act in all_acts(session):
        if act.handle not in hours:
            continue
        at = local(act.at_us, zones[act.handle])
        total += 1
        first, last = hours[act.handle]
        minute = at.hour * 60 + at.minute
        is_inside = at.weekday() < 5 and first - _SLACK <= minute <= last + _SLACK
        if not is_inside and (act.handle, at.date()) not in on_call:
            outside += 1
            tables[act.table] += 1
    if total and outside / total >= _OUTSIDE:
        yield f"{outside} of {total} acts are outside working hours: {dict(tables)}"


def i22(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Nobody on leave acts, but where it is labelled; on holidays hardly anybody does."""
    zones = _zones(session)
    away: dict[str, set[date]] = {}
    for each in ledger:
        if each.kind == "leave" and each.until:
            days = (each.until - each.since).days + 1
            first = each.since.date()
            away.setdefault(each.subject, set()).update(
                first + timedelta(days=number) for number in range(days)
            )
    labelled = {each.subject for each in ledger if each.rule == "acts on leave"}
    found = [
        f"{act.handle} in {act.table} on {day}, on leave"
        for act, day in _days(session, zones)
        if day in away.get(act.handle, ()) and act.handle not in labelled
    ]
    yield from told_few(found)


def _days(session: Session, zones: Mapping[str, str]) -> Iterator[tuple[Act, date]]:
    for act in all_acts(session):
        yield act, local(act.at_us, zones[act.handle]).date()


def _on_call(ledger: Sequence[Fact]) -> set[tuple[str, date]]:
    found = set()
    for each in ledger:
        if each.kind == "on call" and each.until:
            for number in range((each.until - each.since).days + 1):
                found.add((each.value, each.since.date() + timedelta(days=number)))
    return found


def _zones(session: Session) -> dict[str, str]:
    rows = session.execute(select(Person.handle, Person.zone))
    return dict(rows.all())


def _minutes(value: str) -> tuple[int, int]:
    first, last = (each.split(":") for each in value.split("-"))
    return int(first[0]) * 60 + int(first[1]), int(last[0]) * 60 + int(last[1])


def _count(session: Session, table: Table, condition: object) -> int:
    query = select(func.count()).select_from(table).where(condition)  # type: ignore[arg-type]
    return session.scalar(query) or 0
