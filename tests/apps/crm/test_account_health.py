"""How well it goes with customers, and who looks after them."""

from __future__ import annotations

from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Profile, User
from workworld.apps.crm.service import account_health, activities
from workworld.identity import Authority


def reasons(floor: Floor, account: str) -> dict[str, int]:
    """What takes points away from an account."""
    found = floor.do(account_health.explain, account_id=account)
    assert found.score == max(0, min(100, 100 + sum(each.points for each in found.reasons)))
    return {each.name: each.points for each in found.reasons}


def test_the_score_follows_from_cases_renewal_and_contact(
    floor: Floor, authority: Authority
) -> None:
    account = floor.create("Account", Type="Customer", Renewal_Date__c="2026-04-01")
    assert reasons(floor, account) == {
        "Renewal is near": -10,
        "Nothing was done for 60 days": -15,
    }
    floor.do(activities.log_call, record_id=account)
    floor.create("Case", Subject="Gate", AccountId=account, Priority="High")
    floor.update(account, Renewal_Date__c="2026-03-01")
    assert reasons(floor, account) == {
        "Renewal is overdue": -25,
        "Open cases": -5,
        "Urgent cases": -10,
    }
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    assert "Health score 60" in pages.words(f"/Account/{account}")


def test_who_becomes_a_customer_gets_somebody_who_looks_after_them(floor: Floor) -> None:
    account = floor.create("Account", Type="Prospect")
    member = {"AccountId": account, "UserId": floor.user(SUPPORT)}
    floor.create("AccountTeamMember", **member, TeamMemberRole="Customer Success")
    assert floor.row(account).csm_id is None
    floor.update(account, Type="Customer")
    assert floor.row(account).csm_id == floor.user(SUPPORT)
    below = floor.create("Account", Type="Customer", Name="Below", ParentId=account)
    assert floor.row(below).csm_id == floor.user(SUPPORT)
    named = floor.create("Account", Type="Customer", Name="Named", CSM__c=floor.user(REP))
    assert floor.row(named).csm_id == floor.user(REP)
    (profile,) = floor.rows(select(Profile.id).where(Profile.name == "CSM"))
    floor.change(update(User).where(User.id == floor.user(ADMIN)).values(profile_id=profile.id))
    alone = floor.create("Account", Type="Customer", Name="Alone")
    assert floor.row(alone).csm_id == floor.user(ADMIN)
