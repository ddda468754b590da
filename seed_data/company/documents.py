"""The YAML files of the generator, each read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from workworld.seed_data.reading import read

_HERE = Path(__file__).parent


@cache
def document(name: str) -> Any:
    """What a file below this package holds; nobody may change it.

    Args:
        name: its path without ending: ``packs/logistics/company``.

    Raises:
        FileNotFoundError: there is none.
    """
    return read(_HERE / f"{name}.yaml")
