"""What the market is described with: the pack's files, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PACKS = Path(__file__).parent.parent / "packs"


@cache
def read(pack: str, name: str) -> dict[str, Any]:
    """A file of a pack.

    Args:
        pack: the industry, a folder below ``packs``.
        name: the file's, without its ending.
    """
    found: dict[str, Any] = yaml.safe_load((_PACKS / pack / f"{name}.yaml").read_text("utf-8"))
    return found
