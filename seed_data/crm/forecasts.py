"""What people are to sell, and what managers believe of it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import ForecastAdjustment, Quota, User
from workworld.clock import to_microseconds
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts

_CENTS = 100


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert quotas, and the figures that were put by hand."""
    people = people_by_key(session)
    ids = {row.person_id: row.id for row in session.execute(select(User.id, User.person_id))}
    users = {key: ids[person] for key, person in people.items() if person in ids}
    session.add_all(
        Quota(
            user_id=users[person],
            start_date=each.quarter,
            amount=round(amount * _CENTS),
            set_by_id=users[each.by],
            set_us=to_microseconds(each.at),
        )
        for each in facts.crm.quotas
        for person, amount in each.amounts.items()
    )
    session.add_all(
        ForecastAdjustment(
            made_by_id=users[each.by],
            user_id=users[each.user],
            start_date=each.quarter,
            figure=each.figure,
            amount=round(each.amount * _CENTS),
            note=each.note,
            made_us=to_microseconds(each.at),
        )
        for each in facts.crm.adjustments
    )
