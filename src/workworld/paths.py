"""Where Workworld keeps what it builds."""

from __future__ import annotations

import os
from pathlib import Path


def cache_home() -> Path:
    """The folder for snapshots and worlds.

    ``WORKWORLD_HOME`` if set, else ``workworld`` below the XDG cache folder.
    """
    if home := os.environ.get("WORKWORLD_HOME"):
        return Path(home)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "workworld"
