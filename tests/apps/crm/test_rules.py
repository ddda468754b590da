"""Rules: what records may not be like, which are there already, and whose new ones become."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, select, update
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm.models import (
    AssignmentEntry,
    AssignmentRule,
    DuplicateRule,
    Group,
    Opportunity,
    User,
    ValidationRule,
)
from workworld.apps.crm.service import cases, duplicate_rules, records, validation_rules
from workworld.apps.crm.service.refusals import RecordRefused


@pytest.fixture(autouse=True)
def blank(floor: Floor) -> None:
    """No rules but those of the test."""
    for model in (ValidationRule, DuplicateRule, AssignmentEntry, AssignmentRule):
        floor.change(delete(model))


def rule(floor: Floor, sobject: str, formula: str, message: str = "No.", field: str = "") -> None:
    """A validation rule."""
    add(
        floor,
        ValidationRule(
            id=f"rule {formula}",
            sobject=sobject,
            name=message,
            formula=formula,
            message=message,
            field=field,
        ),
    )


def add(floor: Floor, *rows: Any) -> None:
    """Rows past all rules."""
    with floor.world.writing() as session:
        for row in rows:
            session.add(row)
            session.flush()


def duplicates(
    floor: Floor, sobject: str, against: str, *matchers: str, action: str = "Alert"
) -> None:
    """A duplicate rule."""
    row = DuplicateRule(
        id=f"{sobject} {against} {matchers}",
        sobject=sobject,
        name=f"{sobject} like {against}",
        position=1,
        against=against,
        matchers=list(matchers),
        action=action,
    )
    add(floor, row)


def insist(floor: Floor, sobject: str, values: dict[str, Any], **more: Any) -> Any:
    """Create a record as it is, without what the floor gives each."""
    return floor.do(records.create, sobject=sobject, values=values, **more)


def matched(floor: Floor, sobject: str, *, by: str = REP, **values: Any) -> RecordRefused:
    """The refusal of a record that is there already."""
    refusal = floor.refused(records.create, by=by, sobject=sobject, values=values)
    assert isinstance(refusal, RecordRefused)
    assert refusal.code == "DUPLICATES_DETECTED"
    return refusal


def test_all_rules_that_are_broken_are_told_at_once(floor: Floor) -> None:
    rule(floor, "Opportunity", "Amount < 100", "Too little.", "Amount")
    rule(floor, "Opportunity", "CloseDate < TODAY()", "It is over.", "CloseDate")
    rule(floor, "Opportunity", "ISBLANK(Name)", "Has a name.")
    refusal = floor.not_created("Opportunity", Amount=99.99, CloseDate="2026-03-16")
    assert fields_of(refusal) == {
        "Amount": "FIELD_CUSTOM_VALIDATION_EXCEPTION",
        "CloseDate": "FIELD_CUSTOM_VALIDATION_EXCEPTION",
    }
    assert floor.create("Opportunity", Amount=100, CloseDate="2026-03-17")


def test_a_rule_that_is_off_forbids_nothing(floor: Floor) -> None:
    rule(floor, "Account", "TRUE")
    floor.change(update(ValidationRule).values(is_active=False))
    assert floor.create("Account")


def test_rules_know_what_was_before(floor: Floor) -> None:
    rule(floor, "Opportunity", "AND(ISCHANGED(Amount), Amount < PRIORVALUE(Amount) * 0.9)")
    deal = floor.create("Opportunity", Amount=1000)
    floor.update(deal, Amount=900)
    refusal = floor.not_updated(deal, Amount=809)
    assert refusal.code == "FIELD_CUSTOM_VALIDATION_EXCEPTION"
    floor.update(deal, NextStep="Call")


def test_rules_look_at_parents_and_at_who_saves(floor: Floor) -> None:
    rule(
        floor,
        "Contact",
        'AND(ISPICKVAL(Account.Type, "Former Customer"), $Profile.Name <> "CRM Admin",'
        ' CONTAINS(Account.Owner.Email, "akovac"))',
    )
    account = floor.create("Account", Type="Former Customer")
    assert floor.not_created("Contact", AccountId=account).code
    assert floor.create("Contact", by=ADMIN, AccountId=account)
    assert floor.create("Contact")


def test_rules_see_fields_that_the_caller_does_not(floor: Floor) -> None:
    rule(floor, "Opportunity", "Margin__c < 0.1", "Ask finance first.")
    deal = floor.create("Opportunity", by=ADMIN, Margin__c=12, OwnerId=floor.user(REP))
    floor.change(update(Opportunity).where(Opportunity.id == deal).values(margin=5))
    assert floor.not_updated(deal, NextStep="Call").message == "Ask finance first."


def test_a_formula_is_checked_and_told_where_it_is_wrong(floor: Floor) -> None:
    asked = {"by": ADMIN, "sobject": "case"}
    fine = floor.do(validation_rules.check, formula="ISBLANK(account.name)", **asked)
    assert (fine.is_valid, fine.position) == (True, 0)
    wrong = floor.do(validation_rules.check, formula="ISBLANK(Acount.Name)", **asked)
    assert (wrong.is_valid, wrong.message, wrong.position) == (
        False,
        "Field Acount.Name does not exist. Check spelling.",
        9,
    )


def test_rules_are_for_those_who_set_the_crm_up(floor: Floor) -> None:
    rule(floor, "Account", "FALSE", "Never.")
    assert [each.message for each in floor.do(validation_rules.list, by=ADMIN)] == ["Never."]
    refusal = floor.refused(validation_rules.list)
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


@pytest.mark.parametrize(
    ("there", "new"),
    [
        ({"Email": "Ada@Larkspur.example"}, {"Email": "ada@larkspur.EXAMPLE"}),
        ({"Second_Email__c": "ada@larkspur.example"}, {"Email": "ada@larkspur.example"}),
        ({"Email": "ada@larkspur.example"}, {"Second_Email__c": "ada@larkspur.example"}),
    ],
)
def test_an_address_is_found_regardless_of_case(
    floor: Floor, there: dict[str, str], new: dict[str, str]
) -> None:
    duplicates(floor, "Contact", "Contact", "email")
    known = floor.create("Contact", LastName="Okonjo", **there)
    refusal = matched(floor, "Contact", LastName="Somebody", **new)
    assert ([each.id for each in refusal.matches], refusal.may_save) == ([known], True)
    assert insist(floor, "Contact", {"LastName": "Somebody", **new}, allow_duplicates=True)


def test_a_rule_that_blocks_lets_nobody_insist(floor: Floor) -> None:
    duplicates(floor, "Contact", "Contact", "email", action="Block")
    floor.create("Contact", Email="ada@larkspur.example")
    values = {"LastName": "Two", "Email": "ada@larkspur.example"}
    refusal = floor.refused(records.create, sobject="Contact", values=values, allow_duplicates=True)
    assert isinstance(refusal, RecordRefused)
    assert not refusal.may_save


@pytest.mark.parametrize(
    ("first", "last", "company", "is_there"),
    [
        ("Zoe", "Kovac", "Larkspur Trading Inc.", True),
        ("Kovač", "Zoë", "larkspur trading", True),
        ("Zoe", "Kovaac", "Larkspur Trading", True),
        ("Zoe", "Kovac", "Larkspur Shipping", False),
        ("Zora", "Kovac", "Larkspur Trading", False),
    ],
)
def test_names_are_compared_without_accents_and_slips(
    floor: Floor, first: str, last: str, company: str, is_there: bool
) -> None:
    duplicates(floor, "Lead", "Contact", "name and company")
    account = floor.create("Account", Name="Larkspur Trading")
    floor.create("Contact", FirstName="Zoë", LastName="Kovač", AccountId=account)
    values = {"FirstName": first, "LastName": last, "Company": company}
    if is_there:
        assert matched(floor, "Lead", **values).matches[0].sobject == "Contact"
    else:
        assert insist(floor, "Lead", values)


@pytest.mark.parametrize(
    "values",
    [
        {"Name": "Larkspur Trading, Ltd."},
        {"Name": "LARKSPUR  trading"},
        {"Name": "Larkspur Tradnig"},
        {"Name": "Something else", "Website": "http://larkspur.example/about"},
    ],
)
def test_accounts_are_found_by_name_and_by_domain(floor: Floor, values: dict[str, str]) -> None:
    duplicates(floor, "Account", "Account", "company", "domain")
    known = floor.create("Account", Name="Larkspur Trading", Website="www.larkspur.example")
    assert [each.id for each in matched(floor, "Account", **values).matches] == [known]
    assert insist(floor, "Account", {"Name": "Larkspur Shipping"})


def test_hidden_records_count_and_are_not_told(floor: Floor) -> None:
    duplicates(floor, "Account", "Account", "company")
    floor.create("Account", by=ADMIN, Name="Larkspur Trading")
    refusal = matched(floor, "Account", Name="Larkspur Trading")
    assert refusal.matches == ()
    assert "Larkspur" not in refusal.message


def test_a_record_is_no_duplicate_of_itself_nor_of_a_deleted_one(floor: Floor) -> None:
    duplicates(floor, "Contact", "Contact", "email")
    contact = floor.create("Contact", Email="ada@larkspur.example")
    floor.update(contact, Email="ADA@larkspur.example")
    floor.delete(contact)
    assert insist(floor, "Contact", {"LastName": "Two", "Email": "ada@larkspur.example"})


def test_a_change_of_something_else_asks_no_duplicate_rule(floor: Floor) -> None:
    contact = floor.create("Contact", Email="ada@larkspur.example")
    floor.create("Contact", Email="ada@larkspur.example")
    duplicates(floor, "Contact", "Contact", "email", action="Block")
    floor.update(contact, Title="Head of Yards")
    assert floor.not_updated(contact, LastName="Else").code == "DUPLICATES_DETECTED"


def test_duplicates_are_found_before_anything_is_saved(floor: Floor) -> None:
    duplicates(floor, "Contact", "Contact", "email")
    known = floor.create("Contact", Email="ada@larkspur.example")
    values = {"email": "ADA@larkspur.example"}
    found = floor.do(duplicate_rules.find, sobject="contact", values=values)
    assert [(each.id, each.name) for each in found] == [(known, "Okonjo")]
    assert not floor.do(duplicate_rules.find, sobject="Case", values=values)
    assert not floor.do(duplicate_rules.find, sobject="nothing", values=values)


@pytest.mark.parametrize("text", ['"', "\x00", "a\x00b@c.d", "' OR *", "@", "NEAR(a b)", 'é"*'])
def test_nothing_that_is_looked_for_is_a_crash(floor: Floor, text: str) -> None:
    duplicates(floor, "Lead", "Lead", "email", "name and company")
    duplicates(floor, "Account", "Account", "company", "domain")
    person = {"Email": text, "LastName": text, "Company": text, "FirstName": 5}
    floor.do(duplicate_rules.find, sobject="Lead", values=person)
    floor.do(duplicate_rules.find, sobject="Account", values={"Name": text, "Website": text})


def assign(floor: Floor, sobject: str, *entries: tuple[str, str, bool]) -> None:
    """An assignment rule with its entries: formula, assignee, whether members take turns."""
    add(
        floor,
        AssignmentRule(id="rule", sobject=sobject, name="Who"),
        *(
            AssignmentEntry(
                id=f"entry {place}",
                rule_id="rule",
                position=place,
                formula=formula,
                assignee_id=assignee,
                takes_turns=takes_turns,
            )
            for place, (formula, assignee, takes_turns) in enumerate(entries)
        ),
    )


def queue(floor: Floor, name: str) -> str:
    """A queue's id."""
    (found,) = floor.rows(select(Group.id).where(Group.name == name))
    return str(found.id)


def test_the_first_entry_that_fits_says_whose_a_case_is(floor: Floor) -> None:
    billing, tier1 = queue(floor, "Billing"), queue(floor, "Support Tier 1")
    assign(
        floor,
        "Case",
        ('ISPICKVAL(Type, "Question")', billing, False),
        ('ISPICKVAL(Priority, "Critical")', floor.user(SUPPORT), False),
        ("TRUE", tier1, False),
    )
    wanted = [
        ({"Type": "Question", "Priority": "Critical"}, billing),
        ({"Priority": "Critical"}, floor.user(SUPPORT)),
        ({}, tier1),
    ]
    for values, owner in wanted:
        assert floor.row(floor.create("Case", by=ADMIN, **values)).owner_id == owner


def test_whoever_says_whose_it_is_is_heard(floor: Floor) -> None:
    assign(floor, "Case", ("TRUE", queue(floor, "Billing"), False))
    mine = floor.create("Case", OwnerId=floor.user(REP))
    assert floor.row(mine).owner_id == floor.user(REP)
    made = insist(floor, "Case", {"Subject": "Mine"}, assign=False)
    assert floor.row(made.id).owner_id == floor.user(REP)


def test_members_take_turns(floor: Floor) -> None:
    inbound = queue(floor, "Inbound Leads")
    assign(floor, "Lead", ("TRUE", inbound, True))
    made = [floor.create("Lead", by=ADMIN, LastName=f"No. {number}") for number in range(6)]
    owners = [floor.row(each).owner_id for each in made]
    assert owners[:3] == owners[3:]
    assert set(owners) == {floor.user(each) for each in (REP, MANAGER, "lraghunath")}


def test_an_entry_for_somebody_inactive_is_passed_over(floor: Floor) -> None:
    tier1 = queue(floor, "Support Tier 1")
    assign(floor, "Case", ("TRUE", floor.user(FINANCE), False), ("TRUE", tier1, False))
    away = floor.user(FINANCE)
    floor.change(update(User).where(User.id == away).values(is_active=False))
    case = floor.create("Case", by=ADMIN)
    assert floor.row(case).owner_id == tier1
    floor.do(cases.accept, case_id=case, by=SUPPORT)
