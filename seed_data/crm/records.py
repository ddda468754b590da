"""Records and what became of them → rows."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.seed_data.facts import CompanyFacts


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them."""
