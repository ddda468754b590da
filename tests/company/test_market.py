"""Generated customers: who they are, what they buy, and what is wrong with them on purpose."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from workworld.seed_data.company import hiring, staff
from workworld.seed_data.company.company import TODAY, Chance, Company
from workworld.seed_data.company.market import life, sizes
from workworld.seed_data.company.money import budgets, invoices, pipeline, quotas

PRESET, PACK = "startup", "logistics"
RESERVED = re.compile(
    r"\+1 \d{3} 555 01\d\d|\+44 20 7946 0\d{3}|\+49 30 23125 \d{3}|\+33 1 99 00 \d\d \d\d"
)


def made(seed: int) -> Company:
    """A company as far as its people and its market."""
    chance = Chance(PRESET, seed)
    company = Company(chance, PACK, staff.organize(chance, PACK))
    hiring.tell(company)
    life.live(company)
    return company


@pytest.fixture(scope="module")
def company() -> Company:
    """One that the checks below share."""
    return made(0)


def test_there_are_as_many_records_as_told(company: Company) -> None:
    wanted, kinds = sizes.of(PRESET), Counter(each.kind for each in company.history)
    assert kinds["account.opened"] == wanted.accounts
    assert kinds["contact.met"] == wanted.contacts
    assert kinds["lead.arrived"] == wanted.leads
    assert abs(kinds["deal.opened"] - wanted.deals) <= 5
    assert abs(kinds["case.opened"] - wanted.cases) <= 5
    assert abs(kinds["activity.logged"] - wanted.activities) <= 60


def test_a_fifth_of_new_deals_and_three_quarters_of_renewals_are_won(company: Company) -> None:
    ended = [each for each in company.market.deals.values() if each.ended]
    rates = {
        kind: [each.is_won for each in ended if each.kind == kind]
        for kind in ("New Business", "Renewal")
    }
    assert sum(rates["New Business"]) / len(rates["New Business"]) == pytest.approx(0.22, abs=0.05)
    assert sum(rates["Renewal"]) / len(rates["Renewal"]) == pytest.approx(0.78, abs=0.07)


def test_people_act_in_their_hours_and_while_they_are_employed(company: Company) -> None:
    events = [each for each in company.history if each.name.startswith("market/")]
    late = [each for each in events if not company.hours.works(each.by, each.at)]
    assert len(late) < len(events) * 0.02
    staff_of = company.organization.staff
    assert all(staff_of[each.by].is_here(each.at.date()) for each in events)
    assert all(each.at <= TODAY for each in events)


def test_nobody_is_real(company: Company) -> None:
    for event in company.history.of("account.opened", "contact.met", "lead.arrived"):
        phone, email = event.facts.get("phone"), event.facts.get("email")
        assert phone is None or RESERVED.fullmatch(phone), phone
        assert email is None or email.lower().endswith(".example"), email
        assert str(event.facts.get("website", ".example")).endswith(".example")


def test_texts_are_whole_and_hardly_any_two_alike(company: Company) -> None:
    texts = [
        str(event.facts[name])
        for event in company.history.of("case.opened", "case.commented", "case.closed")
        for name in ("subject", "description", "text", "resolution")
        if event.facts.get(name)
    ]
    assert not [each for each in texts if re.search(r"[{}]|  |None|\ba [aeiou]", each)]
    long = [each for each in texts if len(each) > 90]
    assert len(set(long)) > len(long) * 0.98


def test_leads_and_accounts_of_those_who_left_are_labelled(company: Company) -> None:
    owners: dict[str, str] = {}
    ended: set[str] = set()
    kinds = ("lead.arrived", "lead.changed", "lead.converted", "account.opened", "account.changed")
    for event in company.history.of(*kinds):
        thing = event.things[event.kind.partition(".")[0]]
        owners[thing] = event.facts.get("owner", owners.get(thing, ""))
        if event.facts.get("status") == "Unqualified" or event.kind == "lead.converted":
            ended.add(thing)
    gone = {key for key, each in company.organization.staff.items() if each.ended}
    stale = {key for key, owner in owners.items() if owner in gone and key not in ended}
    assert stale == {each.subject for each in company.ledger.defects("stale")}


def test_planted_defects_are_labelled_at_their_rates(company: Company) -> None:
    twins = Counter(each.subject.partition("/")[0] for each in company.ledger.defects("duplicate"))
    assert (twins["account"], twins["contact"], twins["lead"]) == (10, 51, 144)
    still = [each for each in company.market.deals.values() if each.ended is None]
    gone_by = [each.key for each in still if each.close < TODAY.date()]
    assert sorted(gone_by) == sorted(each.subject for each in company.ledger.defects("past close"))
    assert len(gone_by) == pytest.approx(len(still) * 0.08, abs=2)


def test_two_seeds_share_hardly_any_customer(company: Company) -> None:
    others = {each.name for each in made(1).market.accounts.values()}
    names = {each.name for each in company.market.accounts.values()}
    assert len(names & others) < len(names) * 0.01


def test_the_same_seed_makes_the_same_market(company: Company) -> None:
    assert [repr(each) for each in made(0).history] == [repr(each) for each in company.history]


def test_the_pipeline_of_each_monday_is_what_history_says(company: Company) -> None:
    last = pipeline.snapshots(company)[-1]
    still = {
        each.key
        for each in company.market.deals.values()
        if each.opened <= last.at and (each.ended is None or each.ended > last.at)
    }
    assert {each.deal for each in last.open} == still
    assert [last] == pipeline.at(company, last.at)


def test_quotas_of_those_who_lead_are_those_of_their_people(company: Company) -> None:
    people = company.organization.staff
    *_, latest = quotas.by_quarter(company, company.market.tools.admin)
    for boss, amount in latest.amounts.items():
        below = [each for key, each in latest.amounts.items() if people[key].post.manager == boss]
        assert not below or sum(below) == amount


def test_invoices_come_to_the_contracts(company: Company) -> None:
    found = invoices.invoices(company)
    assert [each.number for each in found] == sorted({each.number for each in found})
    contract = next(
        each
        for account in company.market.accounts.values()
        for each in account.contracts
        if each.end < TODAY.date()
    )
    billed = sum(each.amount for each in found if each.contract == contract.key)
    assert billed == pytest.approx(contract.yearly * 100 * contract.months / 12, abs=4)


def test_months_that_are_not_over_have_no_actuals(company: Company) -> None:
    lines = budgets.budgets(company, 2027)
    assert {each.month for each in lines if each.actual is not None} == {
        each.month for each in lines if each.month < TODAY.date().replace(day=1)
    }
