"""Ids that look like the vendor's, cannot be guessed, and are the same in every rerun.

A counter per kind runs through a keyed permutation of the id space, so ids never repeat and
the next one does not follow from the last.
"""

from __future__ import annotations

import hashlib
from math import isqrt

from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import Base, system_table

UPPER_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_KEY_ROW = "id key"
_ROUNDS = 4


class CounterRow(Base):
    """How many ids of a kind were given out, and the key of the permutation."""

    __tablename__ = "world_counters"
    __table_args__ = system_table()

    kind: Mapped[str] = mapped_column(primary_key=True)
    used: Mapped[int] = mapped_column(default=0)
    key: Mapped[str | None]


class Ids:
    """Gives out the ids of the world behind a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        # Kept, since a session holds on to its rows only as long as somebody else does.
        self._kept: dict[str, CounterRow] = {}

    def set_key(self, key: str) -> None:
        """Fix the permutation of every kind; done once, when a snapshot is built."""
        self._session.add(CounterRow(kind=_KEY_ROW, used=0, key=key))
        self._session.flush()  # next_id reads it back in this very transaction

    def next_id(self, prefix: str, length: int = 10) -> str:
        """The next id of a kind: the prefix and ``length`` letters and digits, ``C0A1B2C3D4``."""
        return prefix + _letters(
            self.next_number(prefix, len(UPPER_ALPHANUMERIC) ** length), length
        )

    def next_number(self, kind: str, size: int) -> int:
        """The next number of a kind in ``range(size)``; repeats only after ``size`` calls."""
        row = self._row(kind)
        number = _permute(row.used % size, size, f"{self._key()}:{kind}")
        row.used += 1
        return number

    def _key(self) -> str:
        return self._row(_KEY_ROW).key or ""

    def _row(self, kind: str) -> CounterRow:
        row = self._kept.get(kind) or self._session.get(CounterRow, kind)
        if row is None:
            row = CounterRow(kind=kind, used=0)
            self._session.add(row)
        self._kept[kind] = row
        return row


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
