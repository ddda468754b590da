"""What is so about deals, contracts, quotas and plans, and since when: what texts quote of them.

People name amounts and days in talk; whoever asks later which of two is right finds it here. A
value that another has followed on holds until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact, amount
from workworld.seed_data.company.market import sizes
from workworld.seed_data.company.money import quotas

RECORD = "system of record"
_VALUES = {"amount": "amount", "close_date": "date"}
"""The columns of a deal that are noted, and the kinds of facts that they are."""


def tell(company: Company) -> None:
    """Note them in the ledger."""
    for fact in (*_of_deals(company), *_of_contracts(company), *_plans(company), *_goals(company)):
        company.ledger.note(fact)


def _of_deals(company: Company) -> Iterator[Fact]:
    """What each deal came to; when it was to be signed, unless that is over for long."""
    known: dict[tuple[str, str], list[tuple[datetime, str]]] = {}
    currencies: dict[str, str] = {}
    ended: dict[str, datetime] = {}
    first = TODAY - timedelta(days=sizes.of(company.chance.preset).noted)
    for event in company.history.of("deal.opened", "deal.changed", "deal.won", "deal.lost"):
        deal = event.things["deal"]
        if event.kind in ("deal.won", "deal.lost"):
            ended[deal] = event.at
        currencies[deal] = str(event.facts.get("currency") or currencies.get(deal, ""))
        for column in _VALUES:
            value = event.facts.get(column)
            told = known.setdefault((deal, column), [])
            said = ""
            if value is not None:
                is_day = isinstance(value, str)
                said = value if is_day else amount(float(value), currencies[deal])
            if said and (not told or told[-1][1] != said):
                told.append((event.at, said))
    for (deal, column), told in known.items():
        if column == "close_date" and ended.get(deal, TODAY) < first:
            continue
        for number, (since, value) in enumerate(told):
            until = told[number + 1][0] if number + 1 < len(told) else None
            name = f"market/{deal}/{column}/{number}"
            yield Fact(name, _VALUES[column], deal, value, since, until, (f"crm:{deal}",), RECORD)


def _of_contracts(company: Company) -> Iterator[Fact]:
    """What each contract comes to in a year, in its account's currency."""
    for account in company.market.accounts.values():
        for contract in account.contracts:
            first, last = (_midnight(each) for each in (contract.start, contract.end))
            yield Fact(
                f"market/{contract.key}/yearly",
                "amount",
                contract.key,
                amount(contract.yearly, account.place.currency),
                first,
                last,
                (f"crm:{contract.key}",),
                RECORD,
            )


def _plans(company: Company) -> Iterator[Fact]:
    """What each was to sell in each quarter, in dollars."""
    for told in quotas.by_quarter(company, company.market.tools.admin):
        for person, goal in told.amounts.items():
            name = f"quota/{told.quarter.label.replace(' ', '-').lower()}/{person}"
            value = amount(goal, "USD")
            yield Fact(name, "quota", person, value, told.at, None, (f"crm:{name}",), RECORD)


def _goals(company: Company) -> Iterator[Fact]:
    """When versions came out, and what sprints were for."""
    for event in company.history.of("version.released"):
        thing = f"version/{event.things['project']}/{event.things['version']}"
        day = event.facts["release"].isoformat()
        yield Fact(f"{thing}/release", "date", thing, day, event.at, None, (), RECORD)
    for event in company.history.of("sprint.planned"):
        thing = f"sprint/{event.things['sprint']}"
        goal, end = str(event.facts["goal"]), event.facts["end"]
        yield Fact(f"{thing}/goal", "goal", thing, goal, event.at, end, (), RECORD)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), TODAY.tzinfo)
