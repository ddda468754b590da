"""What is labelled as wrong stands where its label says, and nothing else is wrong in that way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.clock import Clock
from workworld.seed_data.company.checks.acts import told_few
from workworld.worlds.ledgers import Fact

_YEAR_US = 365 * 24 * 3600 * 1_000_000
_RESTRICTED = ("Receivables ", "Budget ", "Headcount plan ", "Leads to import ")
"""How the titles begin of workbooks that are for few."""


def i63(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Each label of these kinds is met by a row, and each such row has its label."""
    yield from _articles(session, ledger)
    yield from _meetings(session, ledger)
    yield from _workbooks(session, ledger)
    yield from _threads(session, ledger)
    yield from _names(session, ledger)


def i49(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Of what is restricted there is no copy that all may read."""
    query = (
        "SELECT DISTINCT a.title FROM sheets_workbooks a JOIN sheets_workbooks b"
        " ON b.title IN (a.title, 'Copy of ' || a.title) AND b.id <> a.id"
        " WHERE a.link_role = '' AND b.link_role <> ''"
    )
    for title in session.scalars(text(query)):
        yield f"{title} is for few, and all may read a copy of it"


def _articles(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    old = Clock(session).now_us() - _YEAR_US
    query = "SELECT count(*) FROM crm_articles WHERE status = 'Online' AND modified_us < :old"
    found = session.scalar(text(query), {"old": old}) or 0
    labelled = sum(each.rule == "unreviewed" for each in ledger)
    if found != labelled:
        yield f"{found} articles were not looked at for a year, {labelled} are labelled"


def _meetings(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """The hour that was agreed on is that of the customer's clock, and stands on the owner's."""
    query = "SELECT count(*) FROM crm_events WHERE description LIKE 'Agreed with %, % time.'"
    found = session.scalar(text(query)) or 0
    labelled = sum(each.rule == "time zone" for each in ledger)
    if found != labelled:
        yield f"{found} meetings are on another clock, {labelled} are labelled"


def _workbooks(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    open_to_all = {
        title
        for start in _RESTRICTED
        for title in session.scalars(
            text("SELECT title FROM sheets_workbooks WHERE link_role <> '' AND title LIKE :start"),
            {"start": f"{start}%"},
        )
    }
    labelled = {
        each.places[0].removeprefix("sheets:") for each in ledger if each.rule == "wrong share"
    }
    if open_to_all != labelled:
        yield f"open to all are {sorted(open_to_all)}, labelled {sorted(labelled)}"
    for each in (each for each in ledger if each.rule == "forgotten share"):
        query = (
            "SELECT count(*) FROM sheets_shares s JOIN sheets_workbooks w ON w.id = s.workbook_id"
            " JOIN directory_people p ON p.id = s.person_id"
            " WHERE w.title = :title AND p.handle = :handle AND s.role = 'writer'"
        )
        title, handle = each.places[0].removeprefix("sheets:"), each.value.partition(" ")[0]
        if not session.scalar(text(query), {"title": title, "handle": handle}):
            yield f"{handle} may not write in {title}, and is labelled so"


def _threads(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Threads that change their subject, or in which something is taken back, have answers."""
    query = (
        "SELECT DISTINCT c.name || '/' || CAST(m.thread_ts AS INTEGER) FROM chat_messages m"
        " JOIN chat_channels c ON c.id = m.channel_id WHERE m.thread_ts <> m.ts"
    )
    there = set(session.scalars(text(query)))
    rules = ("change of subject", "taken back", "link that is closed")
    wrong = [
        f"no thread of {place} is there, which is labelled as {each.rule}"
        for each in ledger
        if each.rule in rules
        for place in each.places
        if place.removeprefix("chat:") not in there
    ]
    yield from told_few(wrong)


def _names(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Names that are labelled as those of several are those of several."""
    for each in (each for each in ledger if each.rule == "same name"):
        query = "SELECT count(*) FROM crm_accounts WHERE name LIKE :name || ' %'"
        if each.places[0].startswith("chat:"):
            query = (
                "SELECT count(*) FROM directory_people"
                " WHERE ' ' || name || ' ' || display_name || ' ' LIKE '% ' || :name || ' %'"
            )
        if (session.scalar(text(query), {"name": each.subject}) or 0) < len(each.places):
            yield f"fewer than {len(each.places)} are called {each.subject}"
