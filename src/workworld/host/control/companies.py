"""The snapshots that worlds are made from, as the control API's callers name them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import apsw

from workworld.database import Base
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import Refusal, bad_request, explained
from workworld.worlds import Snapshot, SnapshotCache
from workworld.worlds.snapshots import PRESETS, USUAL


class Companies:
    """The snapshots of one folder.

    Args:
        folder: where they lie.
        usual: what a world is made from if its maker names nothing else.
    """

    def __init__(self, folder: Path, usual: Snapshot | None = None) -> None:
        self._cache = SnapshotCache(folder)
        self.usual = usual

    def chosen(self, fields: Fields) -> Snapshot:
        """The snapshot that a request names by ``snapshot``, or by ``preset`` and ``seed``.

        One of a preset and seed is built if it is not there yet.

        Raises:
            Refusal: there is none, or it is of no use to this version.
        """
        preset, seed = fields.one_of("preset", PRESETS), fields.whole("seed")
        mark = fields.text("snapshot")
        if mark is not None:
            if (preset, seed) != (None, None):
                raise bad_request("give a snapshot, or a preset and a seed, not both")
            return self.of(mark)
        usual = self.usual
        if usual is not None and preset in (None, usual.preset) and seed in (None, usual.seed):
            return usual
        preset = preset or (usual.preset if usual else USUAL)
        with explained():
            return self._cache.get(preset, seed or 0)

    def of(self, fingerprint: str) -> Snapshot:
        """The snapshot with a fingerprint.

        Raises:
            Refusal: it is not there any more, or another version of Workworld built it.
        """
        if self.usual is not None and self.usual.fingerprint == fingerprint:
            return self.usual
        found = self._cache.find(fingerprint)
        if found is None:
            said = f"the snapshot {fingerprint!r} is gone, and nothing made from it can be opened"
            raise Refusal(404, "snapshot_not_found", said)
        if not _has_our_tables(found.path):
            said = f"another version of Workworld built the snapshot {fingerprint!r}: tables differ"
            raise Refusal(409, "snapshot_of_other_version", said)
        return found


def _has_our_tables(path: Path) -> bool:
    """Whether every table of this version is there, with the columns it should have."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags=flags)) as raw:
        query = "SELECT name FROM pragma_table_info(?)"
        return all(
            [name for (name,) in raw.execute(query, (table.name,))] == list(table.columns.keys())
            for table in Base.metadata.tables.values()
        )
