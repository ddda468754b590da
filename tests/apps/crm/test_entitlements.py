"""Entitlements decide by when cases are seen to, and milestones tell how that went."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select
from tests.apps.crm.floor import ADMIN, SUPPORT, Floor, fields_of

from workworld.apps.crm.models import (
    BusinessHours,
    CaseMilestone,
    SlaProcess,
    SlaTarget,
)
from workworld.apps.crm.service import queries
from workworld.passing_time import let_time_pass
from workworld.working_hours import MINUTE

HOUR = 3600


@pytest.fixture(autouse=True)
def clocks(floor: Floor) -> None:
    """Clocks run day and night: four hours for gold customers, eight for all others."""
    floor.change(delete(BusinessHours))
    floor.change(delete(SlaTarget))
    with floor.world.writing() as session:
        for tier, minutes in (("", 480), ("Gold", 240)):
            session.add(
                SlaTarget(
                    tier=tier,
                    priority="Medium",
                    first_response_minutes=60,
                    resolution_minutes=minutes,
                )
            )


def process(floor: Floor, tier: str = "Gold") -> str:
    """The process with a tier's targets."""
    (found,) = floor.rows(select(SlaProcess.id).where(SlaProcess.tier == tier))
    return str(found.id)


def entitlement(floor: Floor, account: str, **values: str) -> str:
    """A customer is entitled to gold support."""
    given = {"Name": "Gold", "AccountId": account, "SlaProcessId": process(floor), **values}
    return floor.create("Entitlement", by=ADMIN, **given)


def minutes(floor: Floor, case: str) -> int:
    """Within how long a case is to be solved."""
    row = floor.row(case)
    return int((row.resolution_due_us - row.created_us) // MINUTE)


def test_a_case_takes_the_entitlement_of_its_account(floor: Floor) -> None:
    account = floor.create("Account", by=ADMIN, Tier__c="Bronze")
    plain = floor.create("Case", by=ADMIN, AccountId=account)
    made = entitlement(floor, account)
    case = floor.create("Case", by=ADMIN, AccountId=account)
    assert floor.row(case).entitlement_id == made
    assert (minutes(floor, plain), minutes(floor, case)) == (480, 240)
    floor.update(plain, by=ADMIN, EntitlementId=made)
    assert minutes(floor, plain) == 240


def test_an_entitlement_begins_and_ends_by_itself(floor: Floor) -> None:
    account = floor.create("Account", by=ADMIN)
    made = entitlement(floor, account, StartDate="2026-03-18", EndDate="2026-03-18")
    assert floor.row(made).status == "Inactive"
    let_time_pass(floor.world, 24 * HOUR)
    assert floor.row(made).status == "Active"
    let_time_pass(floor.world, 24 * HOUR)
    assert floor.row(made).status == "Expired"
    case = floor.create("Case", by=ADMIN, AccountId=account, EntitlementId=made)
    assert minutes(floor, case) == 480


def test_an_entitlement_is_of_the_cases_account_and_ends_after_it_begins(floor: Floor) -> None:
    mine, other = floor.create("Account", by=ADMIN), floor.create("Account", by=ADMIN, Name="B")
    made = entitlement(floor, other)
    refused = floor.not_created("Case", by=ADMIN, AccountId=mine, EntitlementId=made)
    assert fields_of(refused) == {"EntitlementId": "FIELD_INTEGRITY_EXCEPTION"}
    days = {"StartDate": "2026-04-01", "EndDate": "2026-03-01"}
    assert floor.not_updated(made, by=ADMIN, **days).code == "FIELD_CUSTOM_VALIDATION_EXCEPTION"


def milestones_of(floor: Floor, case: str) -> dict[str, tuple[bool, bool]]:
    """Whether each milestone of a case is met, and violated."""
    q = (
        "SELECT MilestoneType.Name, IsCompleted, IsViolated FROM CaseMilestone"
        f" WHERE CaseId = '{case}'"
    )
    found = floor.do(queries.query, q=q, by=ADMIN).records
    return {
        each["MilestoneType"]["Name"]: (each["IsCompleted"], each["IsViolated"]) for each in found
    }


def test_milestones_follow_their_case(floor: Floor) -> None:
    case = floor.create("Case", by=ADMIN, Subject="Gate", OwnerId=floor.user(SUPPORT))
    assert milestones_of(floor, case) == {
        "First Response": (False, False),
        "Resolution": (False, False),
    }
    floor.create("CaseComment", by=SUPPORT, ParentId=case, CommentBody="Hi", IsPublished=True)
    assert milestones_of(floor, case)["First Response"] == (True, False)
    let_time_pass(floor.world, 9 * HOUR)
    assert milestones_of(floor, case)["Resolution"] == (False, True)
    floor.update(case, by=SUPPORT, Status="Closed", Resolution__c="Oiled.")
    assert milestones_of(floor, case)["Resolution"] == (True, True)


def test_milestones_are_nobodys_to_change(floor: Floor) -> None:
    case = floor.create("Case", by=ADMIN, Subject="Gate")
    (row,) = floor.rows(select(CaseMilestone.id).where(CaseMilestone.case_id == case).limit(1))
    refused = floor.not_updated(row.id, by=ADMIN, IsCompleted=True)
    assert refused.code in ("INVALID_FIELD_FOR_INSERT_UPDATE", "INSUFFICIENT_ACCESS_OR_READONLY")
