"""What is true in a company, what was, and what is wrong on purpose.

It lies beside the snapshot, where no app, tool or page can read it; tasks and graders draw from
it, so that they never have to read it out of text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is so, or that is said somewhere though it is not.

    Args:
        name: tells it from all others: ``arc/launch/1/date/old``.
        kind: what it says: ``date``, ``amount``, ``owner``, ``cause``, ``decision``, ``defect`` …
        subject: the thing that it is about, by its stable name.
        value: what is so; of a defect, what would be right.
        since: from when on.
        until: until when; None if it still is.
        places: where it can be read: an app and a thing in it, ``chat:deal-acme``.
        rule: why this and not another is right: ``newest decision``, ``system of record``; of a
            defect, what kind it is (``duplicate``, ``stale``, ``contradiction`` …).
        is_defect: it was planted, and something in ``places`` is wrong.
    """

    name: str
    kind: str
    subject: str
    value: str
    since: datetime
    until: datetime | None = None
    places: tuple[str, ...] = ()
    rule: str = ""
    is_defect: bool = False


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
        for fact in self:
            yield json.dumps(asdict(fact), default=datetime.isoformat, ensure_ascii=False)
