"""The record beside each snapshot: what its bytes were when it was built."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple, Self

from workworld.worlds import ledgers

UNFINISHED = "building-"
"""How names of files begin that nobody may rely on yet."""


class Mark(NamedTuple):
    """By what a file is known without being read; any change of its bytes changes this too."""

    size: int
    modified_ns: int
    changed_ns: int
    inode: int

    @classmethod
    def of(cls, stat: os.stat_result) -> Self:
        """The mark of a file."""
        return cls(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)


@dataclass(frozen=True, slots=True)
class Record:
    """What is known about a snapshot's file.

    Args:
        preset: which company.
        seed: which variant of it.
        fingerprint: of all that made it.
        digest: of its bytes, as they were built.
        mark: of the file when its digest was last seen right; None if it was seen wrong since.
        ledger: the digest of the ledger beside it; empty if the company has none.
    """

    preset: str
    seed: int
    fingerprint: str
    digest: str
    mark: Mark | None
    ledger: str = ""


def record_of(snapshot: Path) -> Path:
    """Where a snapshot's record lies."""
    return snapshot.with_suffix(".json")


def read(snapshot: Path) -> Record | None:
    """The record of a snapshot, or None if there is none that can be understood."""
    try:
        fields = json.loads(record_of(snapshot).read_text(encoding="utf-8"))
        mark = fields.pop("mark")
        return Record(**fields, mark=None if mark is None else Mark(**mark))
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return None


def write(snapshot: Path, record: Record) -> None:
    """Put down a record, whole or not at all."""
    fields = asdict(record) | {"mark": record.mark and record.mark._asdict()}
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, suffix=".json", dir=snapshot.parent)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(fields, indent=2) + "\n")
        Path(name).chmod(0o644)
        Path(name).replace(record_of(snapshot))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def is_built(snapshot: Path) -> bool:
    """Whether file, record and the ledger that it tells of are there; else a build broke off."""
    record = read(snapshot) if snapshot.exists() else None
    return record is not None and (not record.ledger or ledgers.ledger_of(snapshot).exists())


def check(snapshot: Path, *, thorough: bool) -> bool:
    """Whether a snapshot's file has the bytes that were built, and so has its ledger.

    Args:
        snapshot: the file; without a record it is never right.
        thorough: read it even if its mark says that nothing changed it.
    """
    record = read(snapshot)
    if record is None:
        return False
    if not thorough and record.mark == Mark.of(snapshot.stat()):
        return True
    digest, mark = digest_and_mark(snapshot)
    is_whole = digest == record.digest and ledgers.digest_of(snapshot) == record.ledger
    seen = mark if is_whole else None
    if seen != record.mark:
        with suppress(OSError):  # it only spares the next reader some work
            write(snapshot, replace(record, mark=seen))
    return seen is not None


def digest_and_mark(file: Path) -> tuple[str, Mark]:
    """Read a file: the digest of its bytes, and its mark from before it was read."""
    with file.open("rb") as opened:
        mark = Mark.of(os.fstat(opened.fileno()))
        digest = hashlib.file_digest(opened, lambda: hashlib.blake2b(digest_size=16))
    return digest.hexdigest(), mark
