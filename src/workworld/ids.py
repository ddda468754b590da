"""Ids that look like the vendor's, cannot be guessed, and are the same in every rerun.

A counter per kind runs through a keyed permutation of the id space, so ids never repeat and
the next one does not follow from the last.
"""

from __future__ import annotations

import hashlib
from math import isqrt

from sqlalchemy.orm import Session

from workworld.counters import CounterRow, HousekeepingCounterRow
from workworld.database import driver

UPPER_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_KEY_ROW = "id key"
_ROUNDS = 4


class Ids:
    """Gives out the ids of the world behind a session.

    Args:
        session: a session on the world.
        housekeeping: whether to count apart, for what is outside the state.
    """

    def __init__(self, session: Session, *, housekeeping: bool = False) -> None:
        self._session = session
        self._counters = (HousekeepingCounterRow if housekeeping else CounterRow).__tablename__
        self._kept_key: str | None = None

    def set_key(self, key: str) -> None:
        """Fix the permutation of every kind; done once, when a snapshot is built."""
        statement = "INSERT INTO world_counters (kind, used, key) VALUES (?, 0, ?)"
        driver(self._session).execute(statement, (_KEY_ROW, key))

    def next_id(self, prefix: str, length: int = 10) -> str:
        """The next id of a kind: the prefix and ``length`` letters and digits, ``C0A1B2C3D4``."""
        return self.next_ids(prefix, 1, length)[0]

    def next_ids(self, prefix: str, count: int, length: int = 10) -> list[str]:
        """The ids that so many calls of ``next_id`` would give, at the cost of one."""
        numbers = self.next_numbers(prefix, len(UPPER_ALPHANUMERIC) ** length, count)
        return [prefix + _letters(number, length) for number in numbers]

    def next_number(self, kind: str, size: int) -> int:
        """The next number of a kind in ``range(size)``; repeats only after ``size`` calls."""
        return self.next_numbers(kind, size, 1)[0]

    def next_numbers(self, kind: str, size: int, count: int) -> list[int]:
        """The numbers that so many calls of ``next_number`` would give, at the cost of one.

        Args:
            kind: of what.
            size: they are in ``range(size)``.
            count: how many, at least one.
        """
        statement = (
            f"INSERT INTO {self._counters} (kind, used) VALUES (?, ?)"  # noqa: S608 - our own names
            " ON CONFLICT (kind) DO UPDATE SET used = used + excluded.used RETURNING used"
        )
        used = int(driver(self._session).execute(statement, (kind, count)).get)
        key = f"{self._key()}:{kind}"
        return [_permute(each % size, size, key) for each in range(used - count, used)]

    def _key(self) -> str:
        if self._kept_key is None:
            statement = "SELECT key FROM world_counters WHERE kind = ?"
            self._kept_key = str(driver(self._session).execute(statement, (_KEY_ROW,)).get)
        return self._kept_key


def _letters(number: int, length: int) -> str:
    base = len(UPPER_ALPHANUMERIC)
    letters = []
    for _ in range(length):
        number, digit = divmod(number, base)
        letters.append(UPPER_ALPHANUMERIC[digit])
    return "".join(reversed(letters))


def _permute(number: int, size: int, key: str) -> int:
    """A keyed permutation of ``range(size)``: a Feistel network with cycle walking.

    Generalised Feistel ciphers over small domains are due to Black and Rogaway (2002). It
    only has to scatter, not to withstand cryptanalysis: agents never see the key.
    """
    side = isqrt(size - 1) + 1 if size > 1 else 1
    while True:
        left, right = divmod(number, side)
        for round_number in range(_ROUNDS):
            text = f"{key}:{round_number}:{right}".encode()
            noise = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())
            left, right = right, (left + noise) % side
        number = left * side + right
        if number < size:
            return number
