"""Who sees and changes records that they do not own."""

from __future__ import annotations

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor

from workworld.apps.crm.models import FieldPermission, Group, Profile
from workworld.apps.crm.service import records
from workworld.errors import Refused

OTHER_REP = "aruiz"
MARKETING = "lraghunath"


def _why_unseen(floor: Floor, record_id: str, by: str, sobject: str = "Account") -> Refused:
    return floor.refused(records.get, by=by, sobject=sobject, record_id=record_id)


def _sees(floor: Floor, record_id: str, by: str, sobject: str = "Account") -> bool:
    return floor.do(records.get, by=by, sobject=sobject, record_id=record_id).id == record_id


def test_a_private_record_is_its_owners_and_of_those_above(floor: Floor) -> None:
    mine = floor.create("Account", by=REP)
    hers = floor.create("Account", by=MANAGER)

    assert _sees(floor, mine, MANAGER)
    floor.update(mine, by=MANAGER, Phone="1")
    assert _why_unseen(floor, hers, REP).code == "NOT_FOUND"


def test_what_is_hidden_and_what_never_was_are_refused_alike(floor: Floor) -> None:
    hidden = floor.create("Account", by=MANAGER)
    never = hidden[:12] + ("zzz" if hidden[12:15] != "zzz" else "yyy")

    there, nowhere = _why_unseen(floor, hidden, REP), _why_unseen(floor, never, REP)

    assert (type(there), there.code, str(there)) == (type(nowhere), nowhere.code, str(nowhere))


def test_contacts_follow_their_account(floor: Floor) -> None:
    account = floor.create("Account", by=MANAGER)
    contact = floor.create("Contact", by=MANAGER, AccountId=account)

    assert _why_unseen(floor, contact, OTHER_REP, "Contact").code == "NOT_FOUND"
    floor.create(
        "AccountTeamMember",
        by=MANAGER,
        AccountId=account,
        UserId=floor.user(OTHER_REP),
        AccountAccessLevel="Read",
    )
    assert _sees(floor, contact, OTHER_REP, "Contact")
    assert floor.not_updated(contact, by=OTHER_REP, Title="CFO").code == (
        "INSUFFICIENT_ACCESS_OR_READONLY"
    )


def test_a_team_member_who_may_edit_does_not_delete_or_give_away(floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER)
    floor.create(
        "OpportunityTeamMember",
        by=MANAGER,
        OpportunityId=deal,
        UserId=floor.user(OTHER_REP),
        OpportunityAccessLevel="Edit",
    )

    floor.update(deal, by=OTHER_REP, NextStep="Call them")

    for refusal in (
        floor.refused(records.delete, by=OTHER_REP, sobject="Opportunity", record_id=deal),
        floor.not_updated(deal, by=OTHER_REP, OwnerId=floor.user(OTHER_REP)),
    ):
        assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_whoever_owns_a_deal_sees_its_account_and_changes_it_not(floor: Floor) -> None:
    account = floor.create("Account", by=MANAGER)
    assert _why_unseen(floor, account, OTHER_REP).code == "NOT_FOUND"

    deal = floor.create("Opportunity", by=MANAGER, AccountId=account)
    floor.update(deal, by=MANAGER, OwnerId=floor.user(OTHER_REP))

    assert _sees(floor, account, OTHER_REP)
    assert floor.not_updated(account, by=OTHER_REP, Phone="1").code == (
        "INSUFFICIENT_ACCESS_OR_READONLY"
    )


def test_leads_are_read_by_all_and_changed_by_few(floor: Floor) -> None:
    lead = floor.create("Lead", by=MANAGER)

    assert _sees(floor, lead, MARKETING, "Lead")
    assert floor.not_updated(lead, by=OTHER_REP, Title="CFO").code == (
        "INSUFFICIENT_ACCESS_OR_READONLY"
    )


def test_a_queues_cases_are_its_members(floor: Floor) -> None:
    (queue,) = floor.rows(select(Group.id).where(Group.name == "Support Tier 1"))
    case = floor.create("Case", by=SUPPORT, OwnerId=queue.id)

    assert _sees(floor, case, REP, "Case"), "a member of the queue"
    assert _why_unseen(floor, case, OTHER_REP, "Case").code == "NOT_FOUND"


def test_a_hidden_field_is_like_one_that_there_is_not(floor: Floor) -> None:
    rows = floor.rows(
        select(Profile.name, FieldPermission.sobject, FieldPermission.field)
        .join(Profile, Profile.id == FieldPermission.profile_id)
        .where(~FieldPermission.can_read, Profile.name == "Sales Rep")
    )
    assert rows, "the company hides something from its salespeople"
    for row in rows:
        made = floor.create(row.sobject, by=REP)
        found = floor.do(records.get, by=REP, sobject=row.sobject, record_id=made)
        assert row.field not in found.values
        hidden = floor.not_updated(made, by=REP, **{row.field: 1})
        missing = floor.not_updated(made, by=REP, Nonsense=1)
        assert (hidden.code, str(hidden)) == (
            missing.code,
            str(missing).replace("Nonsense", row.field),
        )


def test_the_administrator_and_finance_see_all(floor: Floor) -> None:
    deal = floor.create("Opportunity", by=REP)

    assert _sees(floor, deal, ADMIN, "Opportunity")
    assert _sees(floor, deal, FINANCE, "Opportunity")


def test_lines_of_a_deal_that_is_only_read_cannot_be_added(floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER)
    floor.create(
        "OpportunityTeamMember",
        by=MANAGER,
        OpportunityId=deal,
        UserId=floor.user(OTHER_REP),
        OpportunityAccessLevel="Read",
    )

    refusal = floor.not_created(
        "OpportunityTeamMember", by=OTHER_REP, OpportunityId=deal, UserId=floor.user(OTHER_REP)
    )

    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
