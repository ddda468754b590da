"""Everything that people did, in whatever app, with who and when: what checks of time go over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

_STAMP = "CAST(substr(ts, 1, 10) AS INTEGER) * 1000000 + CAST(substr(ts, 12) AS INTEGER)"
_BY_PEOPLE = {
    "chat_messages": ("author_id", _STAMP),
    "chat_reactions": ("person_id", "added_us"),
    "tracker_issues": ("creator_id", "created_us"),
    "tracker_comments": ("author_id", "created_us"),
    "tracker_history": ("author_id", "created_us"),
    "tracker_worklogs": ("author_id", "created_us"),
    "sheets_workbooks": ("owner_id", "created_us"),
    "sheets_comments": ("author_id", "created_us"),
}
_BY_USERS = (
    "crm_leads",
    "crm_opportunities",
    "crm_cases",
    "crm_case_comments",
    "crm_tasks",
    "crm_events",
    "crm_quotes",
    "crm_opportunity_history",
)


class Act(NamedTuple):
    """Somebody, by their handle, did something at a moment."""

    table: str
    handle: str
    at_us: int


def all_acts(session: Session) -> Iterator[Act]:
    """What accounts of people did; bots do things at any time."""
    for table, (person, moment) in _BY_PEOPLE.items():
        yield from _told(session, table, f"t.{person}", moment, "")
    for table in _BY_USERS:
        joined = "JOIN crm_users u ON u.id = t.created_by_id"
        yield from _told(session, table, "u.person_id", "t.created_us", joined)


def _told(session: Session, table: str, person: str, moment: str, joined: str) -> Iterator[Act]:
    query = (
        f"SELECT p.handle, {moment} FROM {table} t {joined} "  # noqa: S608 - our own names
        f"JOIN directory_people p ON p.id = {person} AND p.kind = 'person'"
    )
    for handle, at_us in session.execute(text(query)):
        yield Act(table, handle, at_us)


def told_few(violations: Sequence[str], shown: int = 12) -> Iterator[str]:
    """The first of many violations, and how many there are."""
    yield from violations[:shown]
    if len(violations) > shown:
        yield f"… and {len(violations) - shown} more"
