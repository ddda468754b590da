"""What texts of issues are filled with: some of it stays for an issue, some is drawn each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from workworld.randomness import Stream

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_HOSTS = ("gw", "worker", "db", "edge", "cache", "queue", "search", "mail")
_REGIONS = ("fra", "iad", "dub", "syd")
_HEX = "0123456789abcdef"


@dataclass(slots=True)
class Slots(Mapping[str, str]):
    """The slots of one issue.

    Args:
        stream: the issue's.
        fixed: what stays: ``thing``, ``component``, ``version`` …
        others: what ``other`` is drawn from.
        people: first names that may be dropped.
        customers: names of companies that may be.
    """

    stream: Stream
    fixed: dict[str, str]
    others: Sequence[str]
    people: Sequence[str]
    customers: Sequence[str]
    _drawn: Mapping[str, Callable[[], str]] = field(init=False)

    def __post_init__(self) -> None:
        number, choice = self.stream.integer, self.stream.choice
        self._drawn = {
            "n": lambda: str(number(2, 9) if number(0, 2) else number(11, 48)),
            "ms": lambda: str(number(180, 9800)),
            "id": lambda: "".join(choice(_HEX) for _ in range(8)),
            "day": lambda: choice(_DAYS) if number(0, 1) else f"the {number(4, 20)}th",
            "host": lambda: f"{choice(_HOSTS)}-{number(1, 12):02}.{choice(_REGIONS)}",
            "stamp": lambda: (
                f"{number(6, 19):02}:{number(0, 59):02}:{number(0, 59):02}.{number(0, 999):03}"
            ),
            "other": lambda: choice(self.others),
            "person": lambda: choice(self.people),
            "customer": lambda: choice(self.customers),
        }

    def __getitem__(self, name: str) -> str:
        return self.fixed[name] if name in self.fixed else self._drawn[name]()

    def __contains__(self, name: object) -> bool:
        return name in self.fixed or name in self._drawn

    def __iter__(self) -> Iterator[str]:
        return iter((*self.fixed, *self._drawn))

    def __len__(self) -> int:
        return len(self.fixed) + len(self._drawn)
