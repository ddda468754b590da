"""What a briefing holds: lines of deals and of cases, and what is calculated from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from workworld.tasks.workbooks import Value, serial

DEALS, CASES, SUMMARY = "Deals", "Cases", "Summary"
DEAL_HEADS = ("Deal", "Stage", "Close date", "Amount", "Probability", "Weighted")
CASE_HEADS = ("Case", "Subject", "Priority", "Issue", "Status", "Version")
FIGURES = (
    "Amount of all deals",
    "Weighted amount",
    "Largest amount",
    "First close date",
    "Cases of high priority",
    "Cases whose issue is done",
)
NONE, DONE, HIGH = "none", "Done", "High"
_WEIGHTED = 5


@dataclass(frozen=True, slots=True)
class Deal:
    """A line of the tab of deals."""

    name: str
    stage: str
    closes: date
    amount: float
    probability: float

    @property
    def values(self) -> tuple[str | float, ...]:
        """What cells hold of it, but for the formula."""
        return self.name, self.stage, serial(self.closes), self.amount, self.probability

    @property
    def weighted(self) -> float:
        """The amount times the probability."""
        return self.amount * self.probability / 100


@dataclass(frozen=True, slots=True)
class Case:
    """A line of the tab of cases."""

    number: str
    subject: str
    priority: str
    issue: str
    status: str
    version: str

    @property
    def values(self) -> tuple[str, ...]:
        """What cells hold of it."""
        number = self.number
        return number, self.subject, self.priority, self.issue, self.status, self.version


def shown(deals: Sequence[Deal], cases: Sequence[Case]) -> Mapping[str, Value]:
    """What the cells with formulas come to, by cell."""
    figures: list[Value] = [
        sum(each.amount for each in deals),
        sum(each.weighted for each in deals),
        max(each.amount for each in deals),
        min(serial(each.closes) for each in deals),
        sum(each.priority == HIGH for each in cases),
        sum(each.status == DONE for each in cases),
    ]
    cells: dict[str, Value] = {
        f"'{DEALS}'!F{row}": each.weighted for row, each in enumerate(deals, 2)
    }
    return cells | {f"'{SUMMARY}'!B{row}": each for row, each in enumerate(figures, 2)}


def otherwise(
    deals: Sequence[Deal], cases: Sequence[Case]
) -> tuple[dict[str, Value], Mapping[str, Value]]:
    """Inputs that are typed otherwise, by cell, and what the formulas come to then."""
    typed: dict[str, Value] = {}
    others = list(deals)
    for place, each in enumerate(deals):
        amount, row = each.amount + 1100 * (place + 1), place + 2
        probability = 35.0 + 5 * place
        others[place] = replace(each, amount=amount, probability=probability)
        typed |= {f"'{DEALS}'!D{row}": amount, f"'{DEALS}'!E{row}": probability}
    last = len(deals) - 1
    early = date(deals[0].closes.year - 1, 5, 4)
    others[last] = replace(others[last], closes=early)
    typed[f"'{DEALS}'!C{last + 2}"] = early.isoformat()
    changed = list(cases)
    for place, case in enumerate(cases[:-1]):
        status = "To Do" if case.status == DONE else DONE
        priority = case.priority if place else ("Low" if case.priority == HIGH else HIGH)
        changed[place] = replace(case, status=status, priority=priority)
        typed |= {f"'{CASES}'!E{place + 2}": status, f"'{CASES}'!C{place + 2}": priority}
    return typed, shown(others, changed)


def formulas(deals: int, cases: int) -> tuple[list[str], list[str]]:
    """What is typed beside deals, and on the summary."""
    last, end = deals + 1, cases + 1
    weighted = [f"=D{row}*E{row}/100" for row in range(2, last + 1)]
    return weighted, [
        f"=SUM(Deals!D2:D{last})",
        f"=SUM(Deals!F2:F{last})",
        f"=MAX(Deals!D2:D{last})",
        f"=MIN(Deals!C2:C{last})",
        f'=COUNTIF(Cases!C2:C{end},"High")',
        f'=COUNTIF(Cases!E2:E{end},"Done")',
    ]
