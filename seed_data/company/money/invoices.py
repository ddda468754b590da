"""What customers were billed, and when they paid: once a year for small sums, else by quarter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.market.chances import gamma, happens, weighted
from workworld.seed_data.company.market.quarters import month_after
from workworld.seed_data.company.market.things import Contract

_BY_QUARTER = 60_000
"""From so much a year on, customers are billed by quarter."""
_TERMS = {"Small": 30, "Mid-market": 30, "Enterprise": 60}


@dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice; ``amount`` is in cents of its currency, ``paid`` is None while it is open."""

    number: str
    account: str
    contract: str
    issued: date
    due: date
    amount: int
    currency: str
    first: date
    last: date
    paid: date | None


def invoices(company: Company) -> list[Invoice]:
    """All that were written by today, in the order of their numbers."""
    found: list[Invoice] = []
    for account in company.market.accounts.values():
        for contract in account.contracts:
            found += _of(company, contract, account.segment, account.place.currency)
    found.sort(key=lambda each: (each.issued, each.contract, each.first))
    return [
        Invoice(
            f"INV-{10_000 + number}",
            each.account,
            each.contract,
            each.issued,
            each.due,
            each.amount,
            each.currency,
            each.first,
            each.last,
            each.paid,
        )
        for number, each in enumerate(found, 1)
    ]


def _of(company: Company, contract: Contract, segment: str, currency: str) -> Iterator[Invoice]:
    stream = company.chance.stream("money", "invoices", contract.key)
    months = 3 if contract.yearly >= _BY_QUARTER else 12
    first = contract.start
    while first < contract.end:
        after = month_after(first, months)
        amount = round(contract.yearly * 100 * months / 12)
        due = first + timedelta(days=_TERMS[segment])
        late = gamma(stream, 5) + (35 if happens(stream, 0.06) else 0)
        paid = due + timedelta(days=round(late) - weighted(stream, {0: 3, 4: 3, 12: 4}))
        if first <= TODAY.date():
            yield Invoice(
                "",
                contract.account,
                contract.key,
                first,
                due,
                amount,
                currency,
                first,
                after - timedelta(days=1),
                paid if paid <= TODAY.date() else None,
            )
        first = after
