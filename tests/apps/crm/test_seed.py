"""The tiny company's customers: what services derive is what was derived, and all fits together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.crm import milestones, record_ids
from workworld.apps.crm.models import (
    Account,
    BusinessHours,
    Campaign,
    CampaignMember,
    Case,
    Contact,
    FieldChange,
    Group,
    Lead,
    Opportunity,
    OpportunityContactRole,
    OpportunityHistory,
    OpportunityLineItem,
    Organization,
    Pricebook,
    PricebookEntry,
    Record,
    Task,
    User,
)
from workworld.apps.crm.schema import amounts, objects
from workworld.apps.crm.schema.domains import domain_of
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.names import full_name
from workworld.apps.crm.schema.picklists import (
    CLOSED_CASES,
    LEAD_CONVERTED,
    LOST,
    STAGE_OF,
    VALUES,
    WON,
)
from workworld.apps.crm.service.stages import days_between
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.schedule import planned
from workworld.worlds import Snapshot, Worlds


@pytest.fixture(scope="module")
def session(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """Reads the company as it was made."""
    with (
        Worlds(tmp_path_factory.mktemp("worlds")) as store,
        store.open(snapshot).reading() as found,
    ):
        yield found


def of(session: Session, model: type[Any]) -> list[Any]:
    return list(session.scalars(select(model).order_by(model.id)))


def records() -> list[type[Record]]:
    models: list[Any] = [each.model for each in objects.objects().values()]
    return models


def test_there_is_enough_of_everything(session: Session) -> None:
    least = {Account: 14, Contact: 35, Lead: 18, Opportunity: 24, Case: 20, Campaign: 2}
    for model, count in least.items():
        assert len(of(session, model)) >= count, model
    activities = sum(
        session.scalar(select(func.count()).select_from(objects.of_name(name).model)) or 0
        for name in ("Task", "Event", "Note", "EmailMessage")
    )
    assert activities >= 60


def test_ids_are_whole_and_begin_with_their_objects_prefix(session: Session) -> None:
    for sobject in objects.objects().values():
        for row in of(session, sobject.model):
            assert record_ids.full(row.id[:15]) == row.id
            assert row.id.startswith(sobject.prefix)
    (organization,) = of(session, Organization)
    assert organization.id.startswith("00DWW00000CaLdE")


def test_records_are_made_by_users_and_not_after_now(session: Session) -> None:
    now_us = Clock(session).now_us()
    started = {
        user.id: person.updated * 1_000_000
        for user in of(session, User)
        for person in [session.get_one(Person, user.person_id)]
    }
    for model in records():
        for row in of(session, model):
            assert row.created_us <= row.modified_us <= now_us, row.id
            if model is not User:
                assert started[row.created_by_id] <= row.created_us, row.id
                assert started[row.modified_by_id] <= row.modified_us, row.id


def test_owners_are_users_or_queues(session: Session) -> None:
    owners = {each.id for each in of(session, User)}
    owners |= {each.id for each in of(session, Group) if each.type == "Queue"}
    for sobject in objects.objects().values():
        if sobject.has_owner:
            assert {each.owner_id for each in of(session, sobject.model)} <= owners


def test_values_fit_their_fields(session: Session) -> None:
    for sobject in objects.objects().values():
        for row in of(session, sobject.model):
            for field in sobject.fields.values():
                if field.column:
                    check(session, field, getattr(row, field.column), row.id)


def check(session: Session, field: Field, value: Any, where: str) -> None:
    told = f"{field.name} of {where}: {value!r}"
    if value is None:
        assert not field.required, told
        return
    if field.picklist and field.picklist in VALUES:
        assert set(str(value).split(";")) <= set(VALUES[field.picklist]), told
    if field.kind is Kind.REFERENCE:
        target = objects.of_prefix(value[:3])
        assert target is not None, told
        assert target.name in field.references, told
        assert session.get(target.model, value) is not None, told
    if field.kind.is_text and field.length:
        assert len(value) <= field.length, told


def test_names_and_domains_follow_from_what_they_are_made_of(session: Session) -> None:
    for row in (*of(session, Contact), *of(session, Lead)):
        assert row.name == full_name(row.first_name, row.last_name)
    for account in of(session, Account):
        assert account.domain == domain_of(account.website)
        above, seen = account, {account.id}
        while above.parent_id:
            above = session.get_one(Account, above.parent_id)
            assert above.id not in seen
            seen.add(above.id)


def test_deals_follow_their_stage(session: Session) -> None:
    deals = of(session, Opportunity)
    assert {each.stage for each in deals} == set(STAGE_OF)
    for deal in deals:
        stage = STAGE_OF[deal.stage]
        assert (deal.is_closed, deal.is_won) == (stage.is_closed, stage.is_won)
        assert deal.expected_revenue == amounts.expected(deal.amount, deal.probability)
        assert (deal.closed_us is not None) == stage.is_closed
        if stage.is_closed:
            assert deal.probability == stage.probability
            assert deal.closed_us == deal.stage_changed_us
        if deal.stage == LOST:
            assert deal.loss_reason
        if deal.stage == WON:
            assert deal.amount
            assert deal.close_date
            assert session.get_one(Account, deal.account_id).type == "Customer"


def test_amount_is_the_sum_of_the_lines(session: Session) -> None:
    lines: dict[str, list[OpportunityLineItem]] = {}
    for line in of(session, OpportunityLineItem):
        lines.setdefault(line.opportunity_id, []).append(line)
        entry = session.get_one(PricebookEntry, line.entry_id)
        deal = session.get_one(Opportunity, line.opportunity_id)
        assert line.total == amounts.line_total(line.quantity, line.unit_price, line.discount)
        assert (entry.product_id, entry.unit_price) == (line.product_id, line.list_price)
        assert (entry.pricebook_id, entry.currency) == (deal.pricebook_id, deal.currency)
    assert len(lines) >= 8
    for deal_id, theirs in lines.items():
        deal = session.get_one(Opportunity, deal_id)
        assert deal.amount == sum(each.total for each in theirs)
        assert deal.quantity == sum(each.quantity for each in theirs)


def test_stage_history_begins_with_the_deal_and_ends_as_it_is(session: Session) -> None:
    for deal in of(session, Opportunity):
        query = select(OpportunityHistory).where(OpportunityHistory.opportunity_id == deal.id)
        rows = session.scalars(query.order_by(OpportunityHistory.created_us)).all()
        assert rows[0].created_us == deal.created_us
        assert (rows[0].previous_stage, rows[0].days) == (None, None)
        entered = deal.created_us
        for before, after in pairwise(rows):
            assert before.created_us < after.created_us
            moved = before.stage != after.stage
            assert after.previous_stage == (before.stage if moved else None)
            assert after.days == (days_between(entered, after.created_us) if moved else None)
            entered = after.created_us if moved else entered
        last = rows[-1]
        for column in ("stage", "amount", "close_date", "probability"):
            assert getattr(last, column) == getattr(deal, column)
        assert entered == deal.stage_changed_us


def test_field_history_is_a_chain_that_ends_with_the_record(session: Session) -> None:
    changes: dict[tuple[str, str], list[FieldChange]] = {}
    query = select(FieldChange).order_by(FieldChange.changed_us, FieldChange.id)
    for change in session.scalars(query):
        changes.setdefault((change.record_id, change.field), []).append(change)
    for (record_id, name), chain in changes.items():
        sobject = objects.of_prefix(record_id[:3])
        assert sobject is not None
        row: Any = session.get_one(sobject.model, record_id)
        if name == "created":
            assert [each.changed_us for each in chain] == [row.created_us]
            continue
        field = sobject.field(name)
        assert field is not None
        assert field.is_tracked
        for before, after in pairwise(chain):
            assert before.new_value == after.old_value
        now = getattr(row, field.column)
        told = str(now).lower() if isinstance(now, bool) else None if now is None else str(now)
        assert chain[-1].new_value == told, (record_id, name)


def test_every_tracked_record_tells_its_making(session: Session) -> None:
    query = select(FieldChange.record_id).where(FieldChange.field == "created")
    told = set(session.scalars(query))
    for sobject in objects.objects().values():
        if any(each.is_tracked for each in sobject.fields.values()):
            assert {each.id for each in of(session, sobject.model)} <= told


def test_deal_has_the_contact_that_it_was_begun_with_as_its_first_role(session: Session) -> None:
    roles = of(session, OpportunityContactRole)
    for deal in of(session, Opportunity):
        primary = [each for each in roles if each.opportunity_id == deal.id and each.is_primary]
        assert [each.contact_id for each in primary] == (
            [deal.contact_id] if deal.contact_id else []
        )


def test_converted_leads_point_at_what_became_of_them(session: Session) -> None:
    leads = of(session, Lead)
    converted = [each for each in leads if each.is_converted]
    assert len(converted) >= 2
    for lead in leads:
        assert lead.is_converted == (lead.status == LEAD_CONVERTED)
        assert (lead.converted_date is not None) == lead.is_converted
    for lead in converted:
        assert session.get(Account, lead.converted_account_id) is not None
        contact = session.get_one(Contact, lead.converted_contact_id)
        assert (contact.account_id, contact.email) == (lead.converted_account_id, lead.email)
        if lead.converted_opportunity_id:
            deal = session.get_one(Opportunity, lead.converted_opportunity_id)
            assert deal.account_id == lead.converted_account_id


def test_cases_are_numbered_and_solved_ones_say_how(session: Session) -> None:
    cases = of(session, Case)
    assert len({each.number for each in cases}) == len(cases)
    for case in cases:
        assert case.number.isdigit()
        assert len(case.number) == 8
        assert case.is_closed == (case.status in CLOSED_CASES)
        assert (case.closed_us is not None) == case.is_closed
        assert case.resolution if case.is_closed else case.csat is None
        if case.contact_id:
            assert session.get_one(Contact, case.contact_id).account_id == case.account_id
    assert {each.status for each in cases} >= {"New", "Open", "Waiting on customer", "Escalated"}


def test_clocks_of_cases_stand_as_they_are_counted(session: Session) -> None:
    hours = milestones.hours_of(session.scalar(select(BusinessHours)))
    now_us = Clock(session).now_us()
    cases = of(session, Case)
    for case in cases:
        assert case.sla_state == milestones.state(case, hours, now_us), case.number
        assert (case.paused_us is not None) == (case.status == "Waiting on customer")
    assert {"Met", "Breached", "On Track", "Paused"} <= {each.sla_state for each in cases}


def test_open_cases_are_looked_at_when_their_clocks_turn(session: Session) -> None:
    hours = milestones.hours_of(session.scalar(select(BusinessHours)))
    looks = {
        each.arguments["case_id"]: each.due_us
        for each in planned(session)
        if each.operation == "crm.slas.look"
    }
    for case in of(session, Case):
        due_us = milestones.next_look(case, hours, Clock(session).now_us())
        assert looks.get(case.id) == (None if case.is_closed else due_us), case.number


def test_issues_of_cases_exist(session: Session) -> None:
    keys = {each.tracker_issue for each in of(session, Case) if each.tracker_issue}
    assert len(keys) >= 5
    assert keys <= set(session.scalars(select(Issue.key)))
    links = {(each.issue_id, each.global_id): each for each in of(session, RemoteLink)}
    for case in of(session, Case):
        if case.tracker_issue:
            issue_id = session.scalar(select(Issue.id).where(Issue.key == case.tracker_issue))
            link = links[issue_id, f"crm:{case.id}"]
            assert (link.title, link.relationship) == (f"Case {case.number}", "customer case")
            assert link.url.endswith(f"/Case/{case.id}")


def test_tasks_lie_behind_today_and_ahead(session: Session) -> None:
    today = "2026-03-17"
    tasks = of(session, Task)
    for task in tasks:
        assert task.is_closed == (task.status == "Completed")
        assert (task.completed_us is not None) == task.is_closed
    days = [each.activity_date for each in tasks if not each.is_closed]
    assert min(days) < today < max(days)
    assert today in days


def test_every_product_of_another_book_is_in_the_standard_one(session: Session) -> None:
    (standard,) = [each for each in of(session, Pricebook) if each.is_standard]
    entries = of(session, PricebookEntry)
    listed = {(e.product_id, e.currency) for e in entries if e.pricebook_id == standard.id}
    assert {(each.product_id, each.currency) for each in entries} == listed
    assert len({(e.pricebook_id, e.product_id, e.currency) for e in entries}) == len(entries)


def test_members_who_responded_are_known(session: Session) -> None:
    for member in of(session, CampaignMember):
        assert (member.lead_id is None) != (member.contact_id is None)
        assert member.has_responded == (member.status in ("Responded", "Attended"))
