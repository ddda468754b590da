"""Company facts → workbooks."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.facts import CompanyFacts


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert nothing yet."""
    del session, facts
    made("Sheets")
