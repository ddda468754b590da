"""What must hold of a generated company's customers, asked of the rows of its CRM.

Each function is named by the number of its invariant and says a sentence for each violation.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from workworld.apps.crm import milestones
from workworld.apps.crm.models import (
    Account,
    BusinessHours,
    Case,
    Contact,
    Contract,
    Event,
    FieldChange,
    Lead,
    Opportunity,
    OpportunityHistory,
    OpportunityLineItem,
    Quota,
    Task,
    User,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import CONTRACT_ACTIVE, LEAD_CONVERTED, LEAD_UNQUALIFIED
from workworld.apps.crm.schema.terms import of_a_year
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.seed_data.company.checks.counts import wanted
from workworld.seed_data.company.ledger import Fact
from workworld.zones import zone

Facts = Iterable[Fact]
_COUNTS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("accounts", (Account,)),
    ("contacts", (Contact,)),
    ("leads", (Lead,)),
    ("opportunities", (Opportunity,)),
    ("stage history", (OpportunityHistory,)),
    ("activities", (Task, Event)),
    ("cases", (Case,)),
)
"""Of what there is to be as much as ``counts`` tells."""
_OFF = 0.05


def _today(session: Session) -> str:
    return Clock(session).now().astimezone(zone("America/New_York")).date().isoformat()


def _gone(session: Session) -> set[str]:
    """The users whose people are no longer with the company."""
    query = select(User.id).join(Person, Person.id == User.person_id).where(Person.is_deactivated)
    return set(session.scalars(query))


def i6(session: Session, ledger: Facts) -> Iterator[str]:
    """Open records of people who have left are those that the ledger calls stale, and no others."""
    gone = _gone(session)
    over = (LEAD_CONVERTED, LEAD_UNQUALIFIED)
    queries: dict[str, Select[Any]] = {
        "deal": select(Opportunity.owner_id).where(~Opportunity.is_closed),
        "lead": select(Lead.owner_id).where(Lead.status.not_in(over)),
        "case": select(Case.owner_id).where(~Case.is_closed),
        "account": select(Account.owner_id),
    }
    stale = Counter(
        each.subject.partition("/")[0] for each in ledger if each.rule == "stale" and each.is_defect
    )
    for noun, query in queries.items():
        found = sum(owner in gone for owner in session.scalars(query))
        if found != stale[noun]:
            yield f"{found} open records ({noun}) are owned by leavers, {stale[noun]} are labelled"


def i16(session: Session, ledger: Facts) -> Iterator[str]:
    """Each change begins with the value that the one before it left; the last is the record's."""
    del ledger
    last: dict[tuple[str, str], str | None] = {}
    order = (FieldChange.changed_us, FieldChange.id)
    for change in session.scalars(
        select(FieldChange).where(FieldChange.field != "created").order_by(*order)
    ):
        key = (change.record_id, change.field)
        if key in last and last[key] != change.old_value:
            yield f"{change.field} of {change.record_id} was {last[key]}, not {change.old_value}"
        last[key] = change.new_value
    for (record_id, name), value in last.items():
        sobject = objects.of_prefix(record_id[:3])
        field = sobject.fields.get(name) if sobject is not None else None
        if sobject is None or field is None or not field.column:
            continue
        now: Any = getattr(session.get(sobject.model, record_id), field.column)
        told = (
            now
            if now is None or isinstance(now, str)
            else str(now).lower()
            if isinstance(now, bool)
            else str(now)
        )
        if told != value:
            yield f"{name} of {record_id} is {told}, and its history ends with {value}"


def i19(session: Session, ledger: Facts) -> Iterator[str]:
    """The history of a deal begins with the deal, and each row has the stage before as previous."""
    del ledger
    began = dict(session.execute(select(Opportunity.id, Opportunity.created_us)).all())
    stages: dict[str, str] = {}
    query = select(OpportunityHistory).order_by(
        OpportunityHistory.created_us, OpportunityHistory.id
    )
    for row in session.scalars(query):
        old = stages.get(row.opportunity_id)
        if old is None and row.created_us != began[row.opportunity_id]:
            yield f"the history of {row.opportunity_id} does not begin with it"
        if old is not None and row.previous_stage not in (None, old):
            yield f"{row.opportunity_id} came from {row.previous_stage}, and was in {old}"
        stages[row.opportunity_id] = row.stage


def i24(session: Session, ledger: Facts) -> Iterator[str]:
    """A deal with lines comes to what they come to."""
    del ledger
    lines = (
        select(
            OpportunityLineItem.opportunity_id, func.sum(OpportunityLineItem.total).label("total")
        )
        .group_by(OpportunityLineItem.opportunity_id)
        .subquery()
    )
    query = select(Opportunity.name, Opportunity.amount, lines.c.total).join(
        lines, lines.c.opportunity_id == Opportunity.id
    )
    for name, amount, total in session.execute(query):
        if amount != total:
            yield f"{name} is {amount}, its lines come to {total}"


def i35(session: Session, ledger: Facts) -> Iterator[str]:
    """Whoever leads others is to sell what those are together."""
    del ledger
    bosses = dict(session.execute(select(User.id, User.manager_id)).all())
    quarters: dict[str, dict[str, int]] = defaultdict(dict)
    for quota in session.scalars(select(Quota)):
        quarters[quota.start_date][quota.user_id] = quota.amount
    last = max(quarters, default="")
    for user, amount in quarters.get(last, {}).items():
        below = [each for key, each in quarters[last].items() if bosses.get(key) == user]
        if below and sum(below) != amount:
            yield f"{user} is to sell {amount} in {last}, those below them {sum(below)}"


def i36(session: Session, ledger: Facts) -> Iterator[str]:
    """What an account pays in a year is what its contracts in force come to."""
    del ledger
    today = _today(session)
    yearly: Counter[str] = Counter()
    query = select(Contract).where(
        Contract.status == CONTRACT_ACTIVE, Contract.start_date <= today, Contract.end_date >= today
    )
    for contract in session.scalars(query):
        yearly[contract.account_id] += of_a_year(contract.value or 0, contract.term or 12)
    for key, name, arr in session.execute(select(Account.id, Account.name, Account.arr)):
        if (arr or 0) != yearly[key]:
            yield f"{name} pays {arr}, its contracts come to {yearly[key]}"


def i37(session: Session, ledger: Facts) -> Iterator[str]:
    """The state of a case's clocks is what they say now."""
    del ledger
    hours, now_us = (
        milestones.hours_of(session.scalar(select(BusinessHours))),
        Clock(session).now_us(),
    )
    for case in session.scalars(select(Case)):
        state = milestones.state(case, hours, now_us)
        if case.sla_state != state:
            yield f"the clocks of case {case.number} are {case.sla_state}, and should be {state}"


def i38(session: Session, ledger: Facts) -> Iterator[str]:
    """A lost deal has a reason; a won one a date, an amount, and a customer."""
    del ledger
    customers = set(
        session.scalars(select(Account.id).where(Account.type.in_(("Customer", "Former Customer"))))
    )
    for deal in session.scalars(select(Opportunity).where(Opportunity.is_closed)):
        if not deal.is_won and not deal.loss_reason:
            yield f"{deal.name} is lost without a reason"
        if deal.is_won and not (deal.close_date and deal.amount and deal.account_id in customers):
            yield f"{deal.name} is won without a date, an amount or a customer"


def i39(session: Session, ledger: Facts) -> Iterator[str]:
    """A converted lead has become an account and a contact that are there, and a deal perhaps."""
    del ledger
    there = {
        model: set(session.scalars(select(model.id))) for model in (Account, Contact, Opportunity)
    }
    for lead in session.scalars(select(Lead).where(Lead.is_converted)):
        deal = lead.converted_opportunity_id
        has_all = (
            lead.converted_account_id in there[Account]
            and lead.converted_contact_id in there[Contact]
        )
        if not has_all or (deal is not None and deal not in there[Opportunity]):
            yield f"{lead.name} has become records that are not there"


def i44(session: Session, ledger: Facts) -> Iterator[str]:
    """A solved case says how it was solved."""
    del ledger
    query = select(Case.number).where(Case.is_closed, func.coalesce(Case.resolution, "") == "")
    for number in session.scalars(query):
        yield f"case {number} is solved without a resolution"


def i57(session: Session, ledger: Facts) -> Iterator[str]:
    """There is as much as told, give or take a twentieth."""
    del ledger
    due = wanted(session)
    for name, models in _COUNTS:
        found = sum(
            session.scalar(select(func.count()).select_from(model)) or 0 for model in models
        )
        if abs(found - due[name]) > due[name] * _OFF:
            yield f"there are {found} {name}, and should be about {due[name]}"


def i75(session: Session, ledger: Facts) -> Iterator[str]:
    """No task waits for somebody who has left."""
    del ledger
    gone = _gone(session)
    query = select(Task.subject, Task.owner_id).where(~Task.is_closed)
    for subject, owner in session.execute(query):
        if owner in gone:
            yield f"the task {subject} waits for somebody who has left"


CHECKS = (i6, i16, i19, i24, i35, i36, i37, i38, i39, i44, i57, i75)
"""What this module asks, in the order of the numbers."""
