"""What leaves its traces in several apps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.clock import Clock, from_microseconds
from workworld.seed_data.company.market.quarters import quarter_of
from workworld.worlds.ledgers import Fact

_FRESH_US = 3 * 24 * 3600 * 1_000_000
"""What was signed so lately may not have been taken up."""
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
