"""Company facts → the CRM's rows, one module for each noun."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from workworld.seed_data.crm import (
    cadences,
    customizations,
    flows,
    forecasts,
    list_views,
    organization,
    records,
    reports,
    rules,
    territories,
)
from workworld.seed_data.facts import CompanyFacts


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Insert how the company sells, then whom it knows and what it has sold."""
    if facts.crm.users:
        organization.build(session, facts)
        rules.build(session, facts)
        records.build(session, facts)
        territories.build(session, facts)
        cadences.build(session, facts)
        rules.plan_ahead(session, facts)
        forecasts.build(session, facts)
        list_views.build(session, facts)
        reports.build(session)
        customizations.build(session, facts)
        flows.build(session, facts)
    made("CRM")
