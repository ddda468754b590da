"""Snapshots: the frozen company, built once per fingerprint and then only read."""

from __future__ import annotations

import fcntl
import logging
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workworld.worlds import ledgers, records
from workworld.worlds.builds import Advance, build
from workworld.worlds.fingerprints import fingerprint
from workworld.worlds.names import folder_name
from workworld.worlds.pruning import Reason, Verdict, remove, worlds_by_fingerprint
from workworld.worlds.records import Mark, Record, record_of
from workworld.worlds.scales import source_of
from workworld.worlds.uses import is_used

PRESETS = ("tiny", "startup", "mid")
"""The companies that are made for use; besides, there are those of load data."""
USUAL = "startup"
"""The one that is meant where none is named."""
SMALLEST = "tiny"
"""The one that is built soonest, to try a machine with."""
PRESET_VARIABLE = "WORKWORLD_PRESET"
"""Names the one that is meant on a machine where none is named."""

_log = logging.getLogger(__name__)
_NAME = re.compile(r"(?P<preset>[a-z0-9_]+)-(?P<seed>-?\d+)-(?P<fingerprint>[0-9a-f]{16})")


class SnapshotUnavailable(Exception):
    """A snapshot cannot be read, or is not there and cannot be built."""


class SnapshotDamaged(Exception):
    """A snapshot's bytes are not those that were built, nor can those be built again."""


class CacheBusy(Exception):
    """Another process is building a snapshot."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A frozen company: one SQLite file that no world ever writes to."""

    preset: str
    seed: int
    fingerprint: str
    path: Path


def usual_preset() -> str:
    """The company that is meant where none is named: ``WORKWORLD_PRESET``, or else ``USUAL``.

    It is not looked at whether there is such a company: ``SnapshotCache.get`` does.
    """
    return os.environ.get(PRESET_VARIABLE) or USUAL


def is_known(preset: str) -> bool:
    """Whether there is such a company, also with injected texts, or load data of such a scale."""
    source = source_of(preset)
    return preset in PRESETS or source.is_generated or source.scale is not None


class SnapshotCache:
    """The snapshots on this machine, one file each with its record, named by fingerprint."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, preset: str, seed: int = 0, advance: Advance | None = None) -> Snapshot:
        """The snapshot of a preset and seed, built now if it is not there yet.

        A damaged one is built again, to the same bytes.

        Args:
            preset: one of ``PRESETS``, a generated one with texts that try to lead models astray,
                ``startup_injected_12``, or one of load data, ``bench_100000``.
            seed: decides the ids, and in generated presets everything else.
            advance: told of the build's progress.

        Raises:
            ValueError: there is no such preset.
            SnapshotUnavailable: it cannot be read, or is not there and cannot be built.
            SnapshotDamaged: it is damaged, and what could be built is not the same.
        """
        if not is_known(preset):
            raise ValueError(f"unknown preset {preset!r}: choose one of {', '.join(PRESETS)}")
        mark = fingerprint(preset, seed)
        snapshot = Snapshot(preset, seed, mark, self._folder / f"{preset}-{seed}-{mark}.sqlite")
        try:
            if not records.is_built(snapshot.path) or not self.check(snapshot):
                self._folder.mkdir(parents=True, exist_ok=True)
                with self._locked():
                    self._make(snapshot, advance or (lambda _label, _done, _total: None))
        except OSError as error:
            raise SnapshotUnavailable(_unavailable(snapshot, error)) from error
        return snapshot

    def all(self) -> list[Snapshot]:
        """The snapshots that are there, whole or damaged, current or stale, by name."""
        return [each for each in self._named() if records.is_built(each.path)]

    def find(self, fingerprint: str) -> Snapshot | None:
        """The snapshot with a fingerprint, if it is there."""
        return next((each for each in self.all() if each.fingerprint == fingerprint), None)

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether the code that is installed would make this very snapshot."""
        preset, seed = snapshot.preset, snapshot.seed
        return is_known(preset) and fingerprint(preset, seed) == snapshot.fingerprint

    def check(self, snapshot: Snapshot, *, thorough: bool = False) -> bool:
        """Whether a snapshot has the bytes that were built.

        Args:
            snapshot: one that this cache holds.
            thorough: read it even if size, times and inode say that nothing changed it.

        Raises:
            OSError: the file cannot be read.
        """
        return records.check(snapshot.path, thorough=thorough)

    def prune(
        self,
        worlds: Path,
        *,
        damaged: bool = False,
        everything: bool = False,
        dry_run: bool = False,
    ) -> list[Verdict]:
        """Remove stale snapshots and what interrupted builds left.

        What a world was made from stays: the world's log is nothing without it. So does what a
        running process works on.

        Args:
            worlds: the folder of the worlds that outlive a process.
            damaged: remove damaged ones as well; every snapshot is read to find them.
            everything: remove all that no world was made from.
            dry_run: only say what would be removed.

        Raises:
            CacheBusy: another process is building.
            OSError: a folder cannot be read or changed.
        """
        if not self._folder.exists():
            return []
        with self._locked(wait=False):
            made = worlds_by_fingerprint(worlds)
            found = [Verdict.on(Reason.UNFINISHED, [path]) for path in self._leftovers()]
            for snapshot in self._named():
                if reason := self._reason(snapshot, damaged=damaged, everything=everything):
                    # The record first: a file without one counts for nothing.
                    ledger = ledgers.ledger_of(snapshot.path)
                    paths = [record_of(snapshot.path), ledger, snapshot.path]
                    there = [path for path in paths if path.exists()]
                    keepers = made.get(snapshot.fingerprint, ())
                    in_use = is_used(snapshot.path)
                    found.append(Verdict.on(reason, there, keepers, is_in_use=in_use))
            for path in [path for verdict in found if verdict.goes for path in verdict.paths]:
                if not dry_run:
                    remove(path)
        return found

    def _reason(self, snapshot: Snapshot, *, damaged: bool, everything: bool) -> Reason | None:
        """Why a snapshot may go; None if it is to stay."""
        if not records.is_built(snapshot.path):
            return Reason.UNFINISHED
        if damaged and not self.check(snapshot, thorough=True):
            return Reason.DAMAGED
        if not self.is_current(snapshot):
            return Reason.STALE
        return Reason.UNUSED if everything else None

    def _named(self) -> list[Snapshot]:
        """A snapshot for each name in the folder, even if only its file or record is there."""
        paths = self._folder.iterdir() if self._folder.exists() else ()
        kinds = (".sqlite", ".json", ledgers.SUFFIX)
        stems = {path.name.partition(".")[0] for path in paths if path.name.endswith(kinds)}
        found = [match for match in map(_NAME.fullmatch, sorted(stems)) if match]
        return [
            Snapshot(m["preset"], int(m["seed"]), m["fingerprint"], self._folder / f"{m[0]}.sqlite")
            for m in found
        ]

    def _leftovers(self) -> list[Path]:
        """What interrupted builds left. Only who holds the lock knows that nobody needs it."""
        return sorted(self._folder.glob(f"{records.UNFINISHED}*"))

    def _make(self, snapshot: Snapshot, advance: Advance) -> None:
        """Build under another name, then rename, so that a half-built file never counts.

        A damaged file is not written to either: open worlds go on reading it.
        """
        expected = None
        if records.is_built(snapshot.path):
            if self.check(snapshot):
                return  # made by another process while this one waited
            expected = records.read(snapshot.path)
            _log.error("the snapshot %s is damaged and is built again", snapshot.path)
        self._clear()
        try:
            with tempfile.TemporaryDirectory(prefix=records.UNFINISHED, dir=self._folder) as made:
                unfinished = Path(made) / snapshot.path.name
                build(unfinished, snapshot.preset, snapshot.seed, advance)
                digest, _ = records.digest_and_mark(unfinished)
                if expected and digest != expected.digest:
                    raise SnapshotDamaged(_damaged(snapshot))
                told = ledgers.digest_of(unfinished)
                if told:
                    ledgers.ledger_of(unfinished).replace(ledgers.ledger_of(snapshot.path))
                unfinished.replace(snapshot.path)
        finally:
            self._clear()  # an interrupt may come before the folder that was made is known of
        mark = Mark.of(snapshot.path.stat())  # only now: renaming changes it
        names = snapshot.preset, snapshot.seed, snapshot.fingerprint
        records.write(snapshot.path, Record(*names, digest, mark, told))

    def _clear(self) -> None:
        for path in self._leftovers():
            remove(path)

    @contextmanager
    def _locked(self, *, wait: bool = True) -> Iterator[None]:
        """Hold the folder alone among those who change it; the lock ends with the process."""
        with (self._folder / "lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not wait:
                    raise CacheBusy(
                        f"another process builds a snapshot in {self._folder}"
                    ) from None
                _log.warning("waiting for another process that builds in %s", self._folder)
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _unavailable(snapshot: Snapshot, error: OSError) -> str:
    return (
        f"the snapshot {snapshot.path.name} cannot be had from {snapshot.path.parent}: "
        f"{error.strerror or error}. Build it as somebody who may write there, with `workworld "
        f"snapshot build --preset {snapshot.preset} --seed {snapshot.seed}`, or set "
        "WORKWORLD_HOME to another folder"
    )


def _damaged(snapshot: Snapshot) -> str:
    return (
        f"the snapshot {snapshot.path} is damaged, and building it again gives other bytes. "
        "Worlds made from it cannot be gone on with: remove their folders, named "
        f"{folder_name('<world>', snapshot.fingerprint)}, then run `workworld snapshot prune "
        "--damaged`"
    )
