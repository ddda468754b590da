"""Spreadsheets: what teams keep in workbooks → the facts of which they are made."""

from __future__ import annotations

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.sheets import (
    arcs,
    budgets,
    exports,
    forecasts,
    furnishing,
    larger,
    lists,
    plans,
    planted,
    remarks,
)
from workworld.seed_data.company.tellers.sheets.books import Book
from workworld.seed_data.sheets_facts import SheetsFacts


def tell(company: Company) -> SheetsFacts:
    """All workbooks, by time; each sixth live one has a defect that the ledger knows.

    Args:
        company: with all its history, and the keys of its issues.
    """
    live: list[Book] = [
        *forecasts.tell(company),
        *budgets.tell(company),
        *plans.tell(company),
        *larger.live(company),
    ]
    planted.spoil(company, live)
    books = [*live, *lists.tell(company), *exports.tell(company), *arcs.tell(company)]
    books += larger.kept(company)
    planted.overshare(company, [each for each in books if each.at < TODAY])
    furnishing.furnish(books)
    remarks.remark(company, books)
    there = [each for each in books if each.at < TODAY]
    return SheetsFacts([each.fact(company) for each in sorted(there, key=lambda each: each.order)])
