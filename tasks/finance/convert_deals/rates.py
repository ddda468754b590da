"""Deals in several currencies, rates by their days, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from workworld.randomness import Stream
from workworld.tasks.workbooks import Planted, Value

DEALS, RATES, TOTALS = "Deals", "Rates", "Totals"
HOME, ALL = "USD", "All"
FOREIGN = ("EUR", "GBP")
_COUNTS = {"EUR": 5, "GBP": 4, HOME: 3}
_SPANS, _DAYS = 6, 14
_RANGES = {"EUR": (10_400, 11_900), "GBP": (12_300, 13_900)}
_UNIT = 10_000

Rates = Sequence[tuple[date, Mapping[str, float]]]
"""Days from which on rates hold, the earliest first."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that was won."""

    name: str
    closed: date
    currency: str
    amount: int

    @property
    def line(self) -> tuple[str, str, int]:
        """What of it stands beside its name."""
        return self.closed.isoformat(), self.currency, self.amount


@dataclass(frozen=True, slots=True)
class Correction:
    """A rate that is not what the bank says.

    Args:
        place: of the day from which on it holds.
        currency: whose rate it is.
        right: what it is.
        once: what it was first said to be.
        other: what somebody thinks the other currency's was.
    """

    place: int
    currency: str
    right: float
    once: float
    other: float


def rates_until(rng: Stream, today: date) -> Rates:
    """Rates of two weeks each, the last of which hold today."""
    first = today - timedelta(days=_SPANS * _DAYS + rng.integer(0, 9))
    drawn = {code: rng.sample(range(*span, 7), _SPANS) for code, span in _RANGES.items()}
    return [
        (
            first + timedelta(days=number * _DAYS + rng.integer(0, 4)),
            {code: drawn[code][number] / _UNIT for code in FOREIGN},
        )
        for number in range(_SPANS)
    ]


def corrected(rng: Stream) -> Correction:
    """Draw a rate that is wrong, and is neither the first nor the last of its currency."""
    place, currency = rng.integer(1, _SPANS - 2), rng.choice(FOREIGN)
    (other,) = (each for each in FOREIGN if each != currency)
    spans = {code: range(low + 3, high, 7) for code, (low, high) in _RANGES.items()}
    right, once = rng.sample(spans[currency], 2)
    thought = rng.choice(spans[other])
    return Correction(place, currency, right / _UNIT, once / _UNIT, thought / _UNIT)


def with_rate(rates: Rates, place: int, currency: str, rate: float) -> Rates:
    """The same rates but for one."""
    return [
        (day, {**each, currency: rate} if number == place else each)
        for number, (day, each) in enumerate(rates)
    ]


def won_deals(rng: Stream, names: Sequence[str], rates: Rates, wrong: Correction) -> list[Deal]:
    """Deals of all currencies; some on the first and the last days of the rate that is wrong.

    Args:
        rng: decides on days and amounts.
        names: as many as there are to be deals.
        rates: the first deal is won after the first of them.
        wrong: the rate that is wrong.
    """
    codes = [code for code, count in _COUNTS.items() for _ in range(count)]
    first, last = rates[0][0], rates[-1][0] + timedelta(days=_DAYS - 7)
    begins, ends = rates[wrong.place][0], rates[wrong.place + 1][0]
    special = {wrong.currency: [begins, ends - timedelta(days=1), ends]}
    found = []
    for name, code in zip(names, codes, strict=True):
        fixed = special.get(code) or []
        day = first + timedelta(days=rng.integer(0, (last - first).days))
        closed = fixed.pop() if fixed else day
        found.append(Deal(name, closed, code, rng.integer(40, 900) * 50))
    return rng.sample(found, len(found))


def number_of_deals() -> int:
    """How many there are to be."""
    return sum(_COUNTS.values())


def in_dollars(deal: Deal, rates: Rates, *, of_its_day: bool = True) -> float:
    """What a deal comes to in dollars; by mistake at the latest rate."""
    if deal.currency == HOME:
        return float(deal.amount)
    held = [each for day, each in rates if day <= deal.closed or not of_its_day]
    return deal.amount * held[-1][deal.currency]


def shown(deals: Sequence[Deal], rates: Rates) -> Mapping[str, Value]:
    """What the cells with formulas come to, by cell."""
    dollars = [in_dollars(each, rates) for each in deals]
    cells: dict[str, Value] = {f"'{DEALS}'!E{row}": amount for row, amount in enumerate(dollars, 2)}
    for row, code in enumerate((*FOREIGN, HOME, ALL), 2):
        mine = [
            amount
            for each, amount in zip(deals, dollars, strict=True)
            if code in (each.currency, ALL)
        ]
        cells[f"'{TOTALS}'!B{row}"] = len(mine)
        cells[f"'{TOTALS}'!C{row}"] = sum(mine)
    return cells


@dataclass(frozen=True, slots=True)
class Books:
    """The tabs of the workbook."""

    deals: Planted
    rates: Planted
    totals: Planted


def otherwise(
    deals: Sequence[Deal], rates: Rates, wrong: Correction
) -> tuple[dict[str, Value], Mapping[str, Value]]:
    """Inputs that are typed otherwise, by cell, and what the formulas come to then."""
    typed: dict[str, Value] = {}
    changed = list(deals)

    def change(row: int, column: str, value: Value, deal: Deal) -> None:
        changed[row] = deal
        typed[f"'{DEALS}'!{column}{row + 2}"] = value

    for row, each in enumerate(deals):
        if row % 3 == 0:
            change(
                row, "D", each.amount + 1300 + row, replace(each, amount=each.amount + 1300 + row)
            )
        elif row % 3 == 1:
            day = rates[(wrong.place + row) % _SPANS][0]
            change(row, "B", day.isoformat(), replace(each, closed=day))
        else:
            code = "GBP" if each.currency == "EUR" else "EUR"
            change(row, "C", code, replace(each, currency=code))
    now = rates
    for place, code in ((wrong.place, wrong.currency), (0, "GBP"), (_SPANS - 1, "EUR")):
        rate = 1.5 + place / 16
        now = with_rate(now, place, code, rate)
        typed[f"'{RATES}'!{'BC'[FOREIGN.index(code)]}{place + 2}"] = rate
    return typed, shown(changed, now)
