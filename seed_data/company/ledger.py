"""What is true in a company, what was, and what is wrong on purpose.

It lies beside the snapshot, where no app, tool or page can read it; tasks and graders draw from
it, so that they never have to read it out of text.
"""

from __future__ import annotations

from collections.abc import Iterator

from workworld.worlds.ledgers import Fact, lines_of

__all__ = ["Fact", "Ledger", "amount"]


def amount(value: float, currency: str) -> str:
    """A sum of money as facts tell it: ``1200.00 USD``."""
    return f"{value:.2f} {currency}"


class Ledger:
    """All facts of a company, in the order of their names."""

    def __init__(self) -> None:
        self._facts: dict[str, Fact] = {}

    def note(self, fact: Fact) -> None:
        """Take a fact in.

        Raises:
            ValueError: there is another one of its name.
        """
        if fact.name in self._facts:
            raise ValueError(f"two facts are called {fact.name}")
        self._facts[fact.name] = fact

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts[name] for name in sorted(self._facts))

    def __len__(self) -> int:
        return len(self._facts)

    def about(self, subject: str) -> list[Fact]:
        """The facts about a thing."""
        return [each for each in self if each.subject == subject]

    def defects(self, rule: str = "") -> list[Fact]:
        """What was planted, all of it or what is of one kind."""
        return [each for each in self if each.is_defect and rule in ("", each.rule)]

    def lines(self) -> Iterator[str]:
        """JSON, a fact a line."""
        return lines_of(self)
