"""How much there is, by the size of the company."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.worlds.ledgers import Fact

_NEAR = 0.05
_STAFF = "SELECT count(*) FROM directory_people WHERE kind = 'person' AND role NOT LIKE '%guest%'"
COUNTED: Mapping[str, str] = {
    "accounts of people": f"{_STAFF} AND NOT is_deactivated",
    "leavers": f"{_STAFF} AND is_deactivated",
    "teams": "SELECT count(*) FROM directory_teams",
    "public channels": "SELECT count(*) FROM chat_channels WHERE kind = 'public'",
    "private channels": "SELECT count(*) FROM chat_channels WHERE kind = 'private'",
    "direct conversations": "SELECT count(*) FROM chat_channels"
    " WHERE kind NOT IN ('public', 'private')",
    "messages": "SELECT count(*) FROM chat_messages",
    "reactions": "SELECT count(*) FROM chat_reactions",
    "files in chat": "SELECT count(*) FROM chat_message_files",
    "projects": "SELECT count(*) FROM tracker_projects",
    "issues": "SELECT count(*) FROM tracker_issues",
    "comments": "SELECT count(*) FROM tracker_comments",
    "history": "SELECT count(*) FROM tracker_history",
    "worklogs": "SELECT count(*) FROM tracker_worklogs",
    "sprints": "SELECT count(*) FROM tracker_sprints",
    "versions": "SELECT count(*) FROM tracker_versions",
    "leads": "SELECT count(*) FROM crm_leads",
    "accounts": "SELECT count(*) FROM crm_accounts",
    "contacts": "SELECT count(*) FROM crm_contacts",
    "opportunities": "SELECT count(*) FROM crm_opportunities",
    "stage history": "SELECT count(*) FROM crm_opportunity_history",
    "activities": "SELECT (SELECT count(*) FROM crm_tasks) + (SELECT count(*) FROM crm_events)",
    "cases": "SELECT count(*) FROM crm_cases",
    "workbooks": "SELECT count(*) FROM sheets_workbooks",
    "cells": "SELECT count(*) FROM sheets_cells",
}
"""How each is counted."""

WANTED: Mapping[str, Mapping[str, int]] = {
    "startup": {
        "accounts of people": 44,
        "leavers": 9,
        "teams": 7,
        "public channels": 55,
        "private channels": 14,
        "direct conversations": 260,
        "messages": 120_000,
        "reactions": 60_000,
        "files in chat": 3_000,
        "projects": 4,
        "issues": 3_200,
        "comments": 9_000,
        "history": 26_000,
        "worklogs": 4_000,
        "sprints": 60,
        "versions": 24,
        "leads": 2_400,
        "accounts": 650,
        "contacts": 1_700,
        "opportunities": 420,
        "stage history": 1_900,
        "activities": 9_000,
        "cases": 1_100,
        "workbooks": 120,
        "cells": 250_000,
        "facts": 3_000,
    },
    "mid": {
        "accounts of people": 445,
        "leavers": 110,
        "teams": 42,
        "public channels": 420,
        "private channels": 110,
        "direct conversations": 5_200,
        "messages": 450_000,
        "reactions": 210_000,
        "files in chat": 12_000,
        "projects": 22,
        "issues": 28_000,
        "comments": 85_000,
        "history": 240_000,
        "worklogs": 45_000,
        "sprints": 780,
        "versions": 210,
        "leads": 34_000,
        "accounts": 6_500,
        "contacts": 19_000,
        "opportunities": 5_200,
        "stage history": 24_000,
        "activities": 130_000,
        "cases": 16_000,
        "workbooks": 1_900,
        "cells": 4_000_000,
        "facts": 25_000,
    },
}
"""How many of each a company of a size has, to within five in a hundred."""


LIVE: Mapping[str, int] = {"startup": 30, "mid": 200}
"""How many workbooks are kept up by hand."""


def wanted(session: Session) -> Mapping[str, int]:
    """How many of each a company of this one's size has."""
    return WANTED[size_of(session)]


def counts(session: Session, ledger: Sequence[Fact]) -> dict[str, int]:
    """How many there are of everything."""
    found = {name: session.scalar(text(query)) or 0 for name, query in COUNTED.items()}
    return found | {"facts": len(ledger)}


def size_of(session: Session) -> str:
    """Which size a company has, by how many work there."""
    people = session.scalar(text(COUNTED["accounts of people"])) or 0
    return min(WANTED, key=lambda size: abs(WANTED[size]["accounts of people"] - people))


def i57(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """There is as much of everything as a company of its size has."""
    found = counts(session, ledger)
    for noun, many in wanted(session).items():
        if abs(found[noun] - many) > many * _NEAR:
            yield f"{found[noun]} {noun} are there, {many} are wanted"


def i63(_session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Every planted defect says what kind it is of, and where it can be read."""
    for each in ledger:
        if each.is_defect and not (each.rule and each.places):
            yield f"{each.name} does not say what is wrong, or where"
