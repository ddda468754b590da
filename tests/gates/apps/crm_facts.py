"""Arguments that lead to what is shown of the CRM, for the gates."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.agent import Facts
from tests.gates.apps.crm_setup import setup_facts
from tests.gates.apps.crm_sight import MODELS, Sight
from tests.gates.apps.crm_things import facts_of

from workworld.apps.crm.models import Campaign, Contract, Group, Quote, User
from workworld.apps.crm.models.reports import Dashboard, Report, ReportFolder
from workworld.worlds import World

_REPORTED = {
    "Opportunity": "Opportunity",
    "AccountList": "Account",
    "LeadList": "Lead",
    "CaseList": "Case",
}
"""Types of reports, and of which object their records are."""
_TEXTS = ("text", "name", "subject", "body", "title", "description", "search", "words")
"""What people fill with what they like."""


def shown(world: World, person_id: str) -> Facts:
    """A record of each object that the person sees; a deal where one is asked for."""
    facts: dict[str, Any] = {**dict.fromkeys(_TEXTS, "a word"), "values": {"Description": "a word"}}
    with world.reading() as session:
        sight = Sight(session)
        for sobject, model in MODELS.items():
            rows = session.scalars(select(model).where(~model.is_deleted).order_by(model.id))
            mine = [row for row in rows if person_id in sight.of(sobject, row)]
            # One that they may change, if there is one.
            mine.sort(key=lambda row: not sight.changes(person_id, sobject, row))
            if not mine:
                continue
            facts |= {f"{sobject.lower()}_id": mine[0].id}
            if sight.changes(person_id, sobject, mine[0]):
                facts.pop("is_read_only", None)
                facts |= facts_of(sobject, mine[0]) | {f"changing_{sobject.lower()}": mine[0].id}
            elif "record_id" not in facts:
                facts |= {**facts_of(sobject, mine[0]), "is_read_only": True}
        if "record_id" not in facts:
            return facts
        user = session.scalars(select(User).where(User.person_id != person_id)).first()
        queue = session.scalars(select(Group).where(Group.type == "Queue")).first()
        campaign = session.scalars(select(Campaign)).first()
        if not sight.reads(person_id, "Campaign"):
            campaign = None
        facts |= _of_reports(session, sight, person_id)
        facts |= _below(session, sight, person_id)
        facts |= setup_facts(session, person_id)
        facts["creates"] = sight.creates(person_id)
        found = {"owner_id": user, "queue_id": queue, "campaign_id": campaign}
        facts |= {name: row.id for name, row in found.items() if row is not None}
        return facts | {
            "q": "SELECT Id, Name FROM Account LIMIT 5",
            "field": "AccountId",
        }


def _below(session: Session, sight: Sight, person_id: str) -> dict[str, str]:
    """A quote and a contract that the person may change, since they may change what is above."""
    found: dict[str, str] = {}
    for noun, model, above, column in (
        ("quote", Quote, "Opportunity", "opportunity_id"),
        ("contract", Contract, "Account", "account_id"),
    ):
        rows: Any = session.scalars(select(model).where(~model.is_deleted).order_by(model.id))
        for row in rows:
            owner = session.get_one(MODELS[above], getattr(row, column))
            if sight.changes(person_id, above, owner):
                found[f"changing_{noun}"] = row.id
                break
    return found


def _of_reports(session: Session, sight: Sight, person_id: str) -> dict[str, str]:
    """A report about what the person reads, and a dashboard, that everybody sees."""
    types = [kind for kind, sobject in _REPORTED.items() if sight.reads(person_id, sobject)]
    shared = select(ReportFolder.id).where(ReportFolder.access != "Hidden")
    of_theirs = Report.report_type.in_(types)
    named = Report.name.not_like("% without %")  # which hangs on what else they may read
    report = select(Report.id).where(Report.folder_id.in_(shared), of_theirs, named)
    report = report.order_by(Report.id)
    dashboard = select(Dashboard.id).where(Dashboard.folder_id.in_(shared)).order_by(Dashboard.id)
    found = {
        "report_id": session.scalars(report).first(),
        "dashboard_id": session.scalars(dashboard).first(),
    }
    return {name: key for name, key in found.items() if key}
