"""Who is followed up by which cadence."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Cadence, CadenceTracker, Lead, Task
from workworld.apps.crm.models.cadences import RUNNING, STOPPED
from workworld.clock import to_microseconds
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert their places; the tasks of the steps that are next are among the company's tasks."""
    if not facts.crm.cadences:
        return
    writer, users = Writer(session), users_by_key(session, facts.crm)
    known = {each.name: each for each in session.scalars(select(Cadence))}
    rows = []
    for each in facts.crm.cadences:
        lead_id = session.scalars(select(Lead.id).where(Lead.email == each.lead)).one()
        due = select(Task.id).where(Task.who_id == lead_id, Task.subject == each.task)
        cadence = known[each.cadence]
        rows.append(
            {
                "id": writer.next_id("77B"),
                "cadence_id": cadence.id,
                "target_id": lead_id,
                "owner_id": users[each.owner],
                "steps": cadence.steps,
                "state": STOPPED if each.reason else RUNNING,
                "reason": each.reason,
                "step": each.step,
                "task_id": session.scalars(due).one() if each.task else None,
                "started_us": to_microseconds(each.at),
                "ended_us": to_microseconds(each.ended) if each.ended else None,
            }
        )
    writer.insert(CadenceTracker, rows)
