"""Company facts → the tracker's rows, one module for each noun."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.tracker import (
    customer_cases,
    defaults,
    desks,
    fields,
    projects,
    schemes,
    work,
    workflows,
)


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert what every site has, then the company's projects and what is done in them."""
    defaults.build(session)
    workflows.build(session)
    schemes.build(session, facts)
    fields.build(session, facts)
    projects.build(session, facts)
    work.build(session, facts)
    desks.build(session, facts)
    customer_cases.build(session)
    made("Tracker")
