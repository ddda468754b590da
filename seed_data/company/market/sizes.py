"""How large the market of a preset is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many records there are of each kind; those that arcs make come on top.

    Args:
        accounts, contacts, leads, deals, moves, activities, cases: of each so many; ``moves`` are
            the rows of the history of all deals.
        customers: who had a contract when the history begins.
        stories: how many customers are told of in detail.
        gaps: of how many deals another date is told than stands in the CRM.
        namesakes: how many names are known that more than one has.
        noted: the ledger knows when deals were to be signed that are open, or ended in the last so
            many days.
    """

    accounts: int
    contacts: int
    leads: int
    deals: int
    moves: int
    activities: int
    cases: int
    customers: int
    stories: int
    gaps: int
    namesakes: int
    noted: int


_OF = {
    "startup": Sizes(650, 1_700, 2_400, 412, 1_870, 9_000, 1_090, 54, 25, 6, 5, 540),
    "mid": Sizes(6_500, 19_000, 34_000, 5_150, 23_700, 130_000, 15_900, 640, 60, 118, 40, 30),
}


def of(preset: str) -> Sizes:
    """The sizes of a preset."""
    return _OF.get(preset, _OF["startup"])
