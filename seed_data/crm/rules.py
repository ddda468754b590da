"""What happens, or may not happen, to records by itself: rules, hours, targets, templates."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from workworld.apps.crm import milestones
from workworld.apps.crm.models import (
    ApprovalProcess,
    AssignmentEntry,
    AssignmentRule,
    BusinessHours,
    Cadence,
    Case,
    Contract,
    DuplicateRule,
    EmailTemplate,
    Entitlement,
    EscalationRule,
    Group,
    LeadScoreRule,
    Playbook,
    SlaTarget,
    Task,
    ValidationRule,
)
from workworld.apps.crm.schema.picklists import CASE_WAITING, CONTRACT_ACTIVE
from workworld.apps.crm.service import renewals
from workworld.apps.crm.service.entitlements import turns_at
from workworld.apps.crm.service.escalations import BREACH
from workworld.apps.crm.service.reminders import REMIND
from workworld.apps.crm.service.tasks import MORNING, TELL_DUE
from workworld.clock import to_microseconds
from workworld.schedule import plan
from workworld.seed_data.crm import entitlements
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.working_hours import MINUTE, Always, Hours
from workworld.zones import zone

_RULES = Path(__file__).with_name("rules.yaml")


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them; records that are made later are counted and watched by them."""
    said = yaml.safe_load(_RULES.read_text(encoding="utf-8"))
    rules = _Rules(session, Writer(session))
    rules.conditions(said)
    rules.assignments(said["assignment"])
    rules.service_levels(said, facts.zone)
    if facts.crm.at is not None:
        admin = users_by_key(session, facts.crm)[facts.crm.admin]
        writer = rules.writer
        rows = [
            writer.row(EmailTemplate, facts.crm.at, admin, **each) for each in said["templates"]
        ]
        writer.insert(EmailTemplate, rows)
        entitlements.processes(session, writer, facts.crm.at, admin)


class _Rules:
    """Writes the rules."""

    def __init__(self, session: Session, writer: Writer) -> None:
        self._session, self.writer = session, writer

    def conditions(self, said: Mapping[str, Any]) -> None:
        """What cannot be saved, what may be there already, and what waits for too long."""
        for model, prefix, kind in (
            (ValidationRule, "03d", "validation"),
            (DuplicateRule, "0Bm", "duplicates"),
            (EscalationRule, "01W", "escalation"),
            (ApprovalProcess, "04a", "approval"),
            (Playbook, "0Pb", "playbooks"),
            (Cadence, "77A", "cadences"),
            (LeadScoreRule, "0LS", "scores"),
        ):
            for position, each in enumerate(said[kind], 1):
                place = (
                    {} if model in (ValidationRule, Playbook, Cadence) else {"position": position}
                )
                self._add(model, id=self.writer.next_id(prefix), **place, **each)

    def assignments(self, said: list[dict[str, Any]]) -> None:
        """Who gets new records."""
        queues = dict(self._session.execute(select(Group.name, Group.id)).all())
        for each in said:
            rule_id = self.writer.next_id("01Q")
            self._add(AssignmentRule, id=rule_id, sobject=each["sobject"], name=each["name"])
            for position, entry in enumerate(each["entries"], 1):
                self._add(
                    AssignmentEntry,
                    id=self.writer.next_id("01R"),
                    rule_id=rule_id,
                    position=position,
                    formula=entry["formula"],
                    assignee_id=queues[entry["queue"]],
                )

    def service_levels(self, said: Mapping[str, Any], zone_name: str) -> None:
        """When clocks run, and for how long."""
        holidays = [
            {"date": each["date"].isoformat(), "name": each["name"]}
            for each in said["hours"]["holidays"]
        ]
        self._add(
            BusinessHours,
            id=self.writer.next_id("01m"),
            name=said["hours"]["name"],
            zone=zone_name,
            hours=said["hours"]["week"],
            holidays=holidays,
        )
        for tier, targets in said["targets"].items():
            for priority, (first, last) in targets.items():
                minutes = {"first_response_minutes": first, "resolution_minutes": last}
                self._add(SlaTarget, tier=tier, priority=priority, **minutes)

    def _add(self, model: Any, **values: Any) -> None:
        self._session.execute(insert(model).values(**values))


class Clocks:
    """Lets the clocks of cases run as the service does."""

    def __init__(self, session: Session) -> None:
        self.hours: Hours | Always = milestones.hours_of(session.scalar(select(BusinessHours)))
        self._targets = list(session.scalars(select(SlaTarget)))

    def keep(
        self, row: dict[str, Any], old: Mapping[str, Any] | None, tier: str | None, at_us: int
    ) -> None:
        """Bring a case's clocks into step with its other values.

        Args:
            row: the case as it is now; changed.
            old: as it was; None if it is new.
            tier: its account's.
            at_us: when that is.
        """
        case: Any = SimpleNamespace(**row)
        if old and old["is_closed"] and not case.is_closed:
            case.paused_us = old["closed_us"]
        if old is None or old["status"] != case.status:
            if case.status == CASE_WAITING:
                milestones.pause(case, at_us)
            else:
                milestones.resume(case, self.hours, at_us)
        if not case.is_closed and old is None:
            target = milestones.target_of(self._targets, tier, case.priority)
            milestones.begin(case, self.hours, target)
        case.sla_state = milestones.state(case, self.hours, at_us)
        row.update(vars(case))


def plan_ahead(session: Session, facts: CompanyFacts) -> None:
    """Put on the schedule what comes to pass by itself: looks at clocks, reminders, mornings."""
    admin = people_by_key(session)[facts.crm.admin]
    now_us, hours = to_microseconds(facts.now), Clocks(session).hours

    def later(at_us: int, operation: str, /, **arguments: Any) -> None:
        plan(session, due_us=at_us, actor_id=admin, operation=operation, arguments=arguments)

    breaches = session.scalars(select(EscalationRule).where(EscalationRule.event == BREACH)).all()
    waiting: Any = session.scalars(select(Case).where(~Case.is_closed).order_by(Case.id))
    for case in waiting:
        look_us = milestones.next_look(case, hours, now_us)
        if look_us is not None:
            later(look_us, "crm.slas.look", case_id=case.id)
        for rule in breaches if case.resolution_due_us else ():
            due_us = case.resolution_due_us or 0
            if due_us - rule.minutes * MINUTE > now_us:
                said = {"rule_id": rule.id, "case_id": case.id, "due_us": due_us}
                later(due_us - rule.minutes * MINUTE, "crm.escalations.act", **said)
    for row in session.scalars(select(Entitlement).order_by(Entitlement.id)):
        turn_us = turns_at(row, facts.now.astimezone(zone(facts.zone)).date(), facts.zone)
        if turn_us is not None:
            later(turn_us, "crm.entitlements.turn", entitlement_id=row.id)
    wanted = (Task.is_reminded, ~Task.is_closed, Task.reminder_us > now_us)
    for task in session.scalars(select(Task).where(*wanted).order_by(Task.id)):
        due_us = task.reminder_us or 0
        later(due_us, REMIND, record_id=task.id, due_us=due_us)
    active = select(Contract).where(Contract.status == CONTRACT_ACTIVE).order_by(Contract.id)
    for contract in session.scalars(active):
        end = contract.end_date or ""
        for operation, due_us in renewals.moments(end, facts.zone):
            if due_us > now_us:
                later(due_us, operation, contract_id=contract.id, end_date=end)
    today = facts.now.astimezone(zone(facts.zone)).date()
    morning = datetime.combine(today + timedelta(days=1), time(MORNING.hour), zone(facts.zone))
    later(to_microseconds(morning), TELL_DUE)
