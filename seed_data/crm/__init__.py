"""Company facts → the CRM's rows, one module for each noun."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.facts import CompanyFacts


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(_session: Session, _facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert what every organisation has, then the company's customers and deals."""
    made("CRM")
