"""What texts quote: sums of money and days, against the ledger and the records they are of."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.clock import from_microseconds
from workworld.seed_data.company.documents import document
from workworld.seed_data.company.holidays import holidays_of
from workworld.worlds.ledgers import Fact

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}
_SUM = re.compile(r"(?:[$€£]|\b(?:USD|EUR|GBP|AUD) )\d[\d,]*(?:\.\d\d)?")
_NOTED = re.compile(r"(-?\d+\.\d\d) ([A-Z]{3})")
_LATELY = timedelta(days=1)
"""So long after a value has been replaced it is still told, as what it was before."""
_EVENTUALLY = timedelta(days=3)
"""So long after a wrong sum was planted somebody says it."""
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAY = re.compile(rf"\b(?:{'|'.join(_MONTHS)}) \d\d?\b")
_CLOSED = re.compile(r"closed on|nobody is at work|is off on|move your meetings", re.IGNORECASE)
_LAUNCH = re.compile(rf"(?:[Aa]vailability on|[Ff]or the launch on|New date:) \*?({_DAY.pattern})")
_TEXTS = (
    "SELECT 'a message', text, CAST(ts AS REAL) * 1000000 FROM chat_messages",
    "SELECT 'an e-mail', text_body, created_us FROM crm_email_messages",
    "SELECT 'a note', body, created_us FROM crm_notes",
    "SELECT 'a post', body, created_us FROM crm_feed_items",
    "SELECT 'a comment of a case', body, created_us FROM crm_case_comments",
    "SELECT 'a case', description, created_us FROM crm_cases",
    "SELECT 'a task', description, created_us FROM crm_tasks",
    "SELECT 'an issue', description_text, created_us FROM tracker_issues",
    "SELECT 'a comment of an issue', body_text, created_us FROM tracker_comments",
)


class _Money(NamedTuple):
    currency: str
    amount: float


def i53(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Sums that are quoted are facts of that time, or labelled as wrong; days are as well."""
    facts = _sums(ledger)
    wrong = [each for each in ledger if each.is_defect and each.kind == "amount"]
    for query in _TEXTS:
        for what, said, at_us in session.execute(text(query)):
            if said and _SUM.search(said):
                at = from_microseconds(int(at_us))
                yield from (
                    f"{what} says {each}, which no fact does: {said}"
                    for each in _SUM.findall(said)
                    if not _is_fact(_money(each), at, facts) and not _is_labelled(at, wrong)
                )
    yield from _cells(session)
    yield from _absences(session, ledger)
    yield from _holidays(session)
    yield from _launches(session, ledger)


def _money(said: str) -> _Money:
    symbol = said[0]
    currency = _SYMBOLS.get(symbol) or said[:3]
    return _Money(currency, float(re.sub(r"[^\d.]", "", said)))


def _sums(ledger: Sequence[Fact]) -> Mapping[_Money, Sequence[Fact]]:
    """What facts say, in whole units, as people write it."""
    found: dict[_Money, list[Fact]] = defaultdict(list)
    for each in ledger:
        if (match := _NOTED.fullmatch(each.value)) is not None:
            found[_Money(match[2], float(round(float(match[1]))))].append(each)
        for said in _SUM.findall(each.value) if each.kind == "decision" else ():
            found[_money(said)].append(each)
    return found


def _is_fact(said: _Money, at: datetime, facts: Mapping[_Money, Sequence[Fact]]) -> bool:
    whole = _Money(said.currency, float(round(said.amount)))
    return any(
        each.since <= at and (each.until is None or at <= each.until + _LATELY)
        for each in facts.get(whole, ())
    )


def _is_labelled(at: datetime, wrong: Sequence[Fact]) -> bool:
    return any(
        each.since <= at <= each.since + _EVENTUALLY
        and any(place.startswith("chat:") for place in each.places)
        for each in wrong
    )


def _cells(session: Session) -> Iterator[str]:
    """Who comments on a workbook quotes what stands in it."""
    query = (
        "SELECT w.id, w.title, c.text FROM sheets_comments c JOIN sheets_threads t"
        " ON t.id = c.thread_id JOIN sheets_sheets s ON s.id = t.sheet_id"
        " JOIN sheets_workbooks w ON w.id = s.workbook_id"
    )
    values = text(
        "SELECT c.number FROM sheets_cells c JOIN sheets_sheets s ON s.id = c.sheet_id"
        " WHERE s.workbook_id = :id AND c.number IS NOT NULL"
    )
    for id, title, said in session.execute(text(query)):
        for each in _SUM.findall(said):
            numbers = {round(number, 2) for number in session.scalars(values, {"id": id})}
            if _money(each).amount not in numbers:
                yield f"a comment on {title} says {each}, which stands nowhere in it"


def _absences(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Who says when they are away is on leave on just those days."""
    away: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for each in ledger:
        if each.kind == "leave" and each.until is not None:
            days = _day(each.since.date()), _day(each.until.date())
            away[each.subject].append(tuple(dict.fromkeys(days)))
    query = (
        "SELECT p.handle, m.text FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
        " WHERE c.name = 'out-of-office' AND (m.thread_ts IS NULL OR m.thread_ts = m.ts)"
    )
    for handle, said in session.execute(text(query)):
        told = tuple(_DAY.findall(said))
        if told and told not in away[handle]:
            yield f"{handle} is not on leave then: {said}"


def _holidays(session: Session) -> Iterator[str]:
    """Offices are closed on holidays."""
    known: dict[str, list[str]] = defaultdict(list)
    for country in document("holidays"):
        for day, name in holidays_of(country).items():
            known[_day(day)].append(name)
    query = (
        "SELECT m.text FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " WHERE c.name = 'announcements' AND m.thread_ts IS NULL"
    )
    for said in session.scalars(text(query)):
        days = _DAY.findall(said) if _CLOSED.search(said) else []
        if not all(any(name in said for name in known[day]) for day in days):
            yield f"nobody has a holiday then: {said}"


def _launches(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """When something is to come out is what was decided at that time."""
    decided: dict[str, list[Fact]] = defaultdict(list)
    for each in ledger:
        if each.kind == "date" and each.name.startswith("arc/launch/") and not each.is_defect:
            decided[_day(date.fromisoformat(each.value))].append(each)
    for query in _TEXTS:
        for what, said, at_us in session.execute(text(query)):
            for day in _LAUNCH.findall(said or ""):
                at = from_microseconds(int(at_us)) + _LATELY
                if not any(each.since <= at for each in decided[day]):
                    yield f"{what} tells a date that was not decided: {said}"


def _day(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}"
