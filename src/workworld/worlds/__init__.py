"""Snapshots of the company and the worlds that are made from them."""

# What a world consists of does not depend on who has imported what: all tables of the core are
# known before the first snapshot is built.
from workworld import colleagues as _colleagues  # noqa: F401
from workworld import episodes as _episodes  # noqa: F401
from workworld import faults as _faults  # noqa: F401
from workworld import ids as _ids  # noqa: F401
from workworld import journal as _journal  # noqa: F401
from workworld.worlds.snapshots import Snapshot, SnapshotCache
from workworld.worlds.store import Worlds
from workworld.worlds.world import World

__all__ = ["Snapshot", "SnapshotCache", "World", "Worlds"]
