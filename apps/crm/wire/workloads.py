"""The deals and cases that people look after."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Case, Opportunity, User
from workworld.directory.workloads import Work, counts

# Beside a min or max, SQLite takes other columns from the row that holds it:
# https://sqlite.org/lang_select.html


@counts("crm.deals")
def open_deals(session: Session) -> Mapping[str, Work]:
    """Deals that are neither won nor lost, by their owners, and the one that closes first."""
    query = (
        select(User.person_id, func.count(), Opportunity.name, func.min(Opportunity.close_date))
        .join(User, User.id == Opportunity.owner_id)
        .where(~Opportunity.is_closed)
        .group_by(User.person_id)
    )
    return {
        person_id: _work("open deal", count, name)
        for person_id, count, name, _ in session.execute(query)
    }


@counts("crm.cases")
def open_cases(session: Session) -> Mapping[str, Work]:
    """Cases that are not closed, by their owners, and the newest."""
    query = (
        select(User.person_id, func.count(), Case.subject, func.max(Case.created_us))
        .join(User, User.id == Case.owner_id)
        .where(~Case.is_closed)
        .group_by(User.person_id)
    )
    return {
        person_id: _work("open case", count, subject or "")
        for person_id, count, subject, _ in session.execute(query)
    }


def _work(kind: str, count: int, latest: str) -> Work:
    return Work(kind if count == 1 else f"{kind}s", count, latest)
