"""The ledger beside each snapshot: what is true in the company, and what is wrong on purpose.

It is never inside the snapshot: what apps, tools and pages open is the snapshot's file alone. Only
those who prepare and grade tasks, prove invariants or describe a company read this one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

SUFFIX = ".ledger.jsonl"


class LedgerUnreadable(Exception):
    """A ledger is not there, or holds something else than was written with its snapshot."""


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


def ledger_of(snapshot: Path) -> Path:
    """Where a snapshot's ledger lies."""
    return snapshot.with_suffix(SUFFIX)


def lines_of(facts: Iterable[Fact]) -> Iterator[str]:
    """JSON, a fact a line."""
    for fact in facts:
        # ``asdict`` would copy each zone, which cannot be.
        row = {each.name: getattr(fact, each.name) for each in fields(fact)}
        yield json.dumps(row, default=datetime.isoformat, ensure_ascii=False)


def write(snapshot: Path, lines: Iterable[str]) -> None:
    """Put a ledger beside a snapshot's file, which nobody relies on yet.

    Raises:
        OSError: the disk is full, or does not work.
    """
    path = ledger_of(snapshot)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    path.chmod(0o444)


def digest_of(snapshot: Path) -> str:
    """Of a ledger's bytes; empty if there is none.

    Raises:
        OSError: it is there and cannot be read.
    """
    path = ledger_of(snapshot)
    if not path.exists():
        return ""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def read(snapshot: Path) -> list[Fact]:
    """The facts of a snapshot's company, by name; a company written by hand has none.

    Args:
        snapshot: its file.

    Raises:
        LedgerUnreadable: a line is no fact.
        OSError: the file cannot be read.
    """
    path = ledger_of(snapshot)
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8") as lines:
            return [_fact(json.loads(line)) for line in lines]
    except (ValueError, TypeError, KeyError) as error:
        raise LedgerUnreadable(f"{path} is no ledger: {error}") from error


def _fact(row: dict[str, object]) -> Fact:
    since, until, places = row.pop("since"), row.pop("until"), row.pop("places")
    return Fact(
        **row,  # type: ignore[arg-type]
        since=datetime.fromisoformat(str(since)),
        until=None if until is None else datetime.fromisoformat(str(until)),
        places=tuple(map(str, places)) if isinstance(places, list) else (),
    )
