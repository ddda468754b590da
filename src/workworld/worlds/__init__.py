"""Snapshots of the company and the worlds that are made from them."""

from workworld.worlds.snapshots import Snapshot, SnapshotCache
from workworld.worlds.store import Worlds
from workworld.worlds.world import World

__all__ = ["Snapshot", "SnapshotCache", "World", "Worlds"]
