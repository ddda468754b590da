"""What leaves its traces in several apps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.clock import Clock, from_microseconds
from workworld.seed_data.company.company import HEADQUARTERS
from workworld.seed_data.company.market.quarters import quarter_of
from workworld.worlds.ledgers import Fact
from workworld.zones import zone

_FRESH_US = 3 * 24 * 3600 * 1_000_000
"""What was signed so lately may not have been taken up."""
_A_MONTH = 31
_OPENED = 5
"""Days after which chat is in use."""
_FEWEST_SAID = 5
_DAY_US = 24 * 3600 * 1_000_000


def i69(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Each deal won in this quarter or the one before is told in chat and worked on in the tracker.

    What was signed in the last three days may still wait for somebody to take it up.
    """
    now = Clock(session).now_us()
    this = quarter_of(from_microseconds(now).date())
    first = quarter_of(this.first.replace(day=1) - (this.last - this.first) / 2).first
    query = (
        "SELECT name, closed_us FROM crm_opportunities"
        " WHERE is_won AND close_date >= :first AND closed_us < :fresh"
    )
    won = session.execute(text(query), {"first": first.isoformat(), "fresh": now - _FRESH_US})
    said = " ".join(session.scalars(text("SELECT text FROM chat_messages WHERE text LIKE '%*%'")))
    asked = " ".join(
        session.scalars(
            text("SELECT description_text FROM tracker_issues WHERE created_us > :since"),
            {"since": now - 250 * _DAY_US},
        )
    )
    for name, _ in won:
        if name not in said:
            yield f"{name} was won, and nobody has said so"
        if name not in asked:
            yield f"{name} was won, and nothing was set up for it"


def i70(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Each outage of the time of which chat tells has its traces in all apps that tell of one.

    They are an issue with its review, a channel where it was dealt with, and cases of customers
    that were told that it is regretted.
    """
    sorry = " ".join(
        session.scalars(
            text("SELECT body FROM crm_case_comments WHERE body LIKE 'We are sorry. From%'")
        )
    )
    query = text(
        "SELECT i.key, i.summary, i.created_us FROM tracker_issues i"
        " JOIN tracker_issue_labels l ON l.issue_id = i.id WHERE l.label = 'sev-1'"
    )
    first = session.scalar(text("SELECT min(CAST(ts AS INTEGER)) FROM chat_messages")) or 0
    causes = [each for each in ledger if each.name.startswith("arc/outage/")]
    for key, summary, created_us in session.execute(query):
        at = from_microseconds(created_us).astimezone(zone(HEADQUARTERS))
        if f"From {at:%H:%M} to" not in sorry:
            yield f"no customer was told of {key}, {summary}"
        if not any(abs((each.since - at).days) < _A_MONTH for each in causes):
            yield f"the ledger does not know of {key}, {summary}"
        said = text(
            "SELECT count(*) FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
            " WHERE c.name LIKE :name"
        )
        inside = session.scalar(said, {"name": f"inc-{at:%Y%m%d}-%"}) or 0
        if created_us > first * 1_000_000 + _OPENED * _DAY_US and inside < _FEWEST_SAID:
            yield f"{inside} messages tell of {key}, {summary}"


def i76(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Each case names an issue that there is, and that leads back to it."""
    query = text(
        "SELECT c.number, c.tracker_issue, i.key, l.id FROM crm_cases c"
        " LEFT JOIN tracker_issues i ON i.key = c.tracker_issue"
        " LEFT JOIN tracker_remote_links l ON l.issue_id = i.id AND l.global_id = 'crm:' || c.id"
        " WHERE c.tracker_issue IS NOT NULL AND NOT c.is_deleted"
    )
    for number, named, key, link in session.execute(query):
        if key is None:
            yield f"case {number} names {named}, which there is not"
        elif link is None:
            yield f"{key} does not lead back to case {number}"
