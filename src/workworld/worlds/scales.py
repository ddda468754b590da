"""What presets mean: companies that a seed makes, and load data as large as somebody asks for."""

from __future__ import annotations

import re
from typing import NamedTuple

SMALLEST, LARGEST = 1_000, 5_000_000
MOST_INJECTED = 40
"""So many texts that try to lead models astray a generated company may have."""
_PACKAGE = "bench"
_GENERATED = {"startup": "company", "mid": "company"}
"""Companies that a seed makes, by their size, and from which package."""
_INJECTED = re.compile(r"([a-z]+)_injected_([1-9]\d?)")
"""A generated company with so many texts that try to lead models astray."""
_PRESET = re.compile(r"bench_([1-9]\d{0,9})")
_SCALE = re.compile(r"([1-9]\d{0,9})([km]?)", re.IGNORECASE)
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000}


class Source(NamedTuple):
    """From what a preset is built."""

    package: str
    """Below ``workworld.seed_data``."""
    scale: int | None
    """How many messages load data comes to; None for a company that is no load data."""
    is_generated: bool = False
    """Whether a seed decides all of it, and not its ids alone."""
    size: str = ""
    """How large a generated company is: the preset of the one without injected texts."""
    injected: int = 0
    """How many texts it has that try to lead models astray."""


def preset_of(scale: int) -> str:
    """The preset of load data with so many messages, ``bench_100000``."""
    return f"{_PACKAGE}_{scale}"


def source_of(preset: str) -> Source:
    """From what a preset is built; one neither generated nor load data is its own package."""
    if preset in _GENERATED:
        return Source(_GENERATED[preset], None, is_generated=True, size=preset)
    match = _INJECTED.fullmatch(preset)
    if match and match[1] in _GENERATED and int(match[2]) <= MOST_INJECTED:
        package, injected = _GENERATED[match[1]], int(match[2])
        return Source(package, None, is_generated=True, size=match[1], injected=injected)
    match = _PRESET.fullmatch(preset)
    if match is None or not SMALLEST <= int(match[1]) <= LARGEST:
        return Source(preset, None)
    return Source(_PACKAGE, int(match[1]))


def scale_in(text: str) -> int:
    """A number of messages as people write it: ``100k``, ``450000``, ``1m``.

    Raises:
        ValueError: it is none, or beyond what can be made.
    """
    match = _SCALE.fullmatch(text.strip().replace(",", "").replace("_", ""))
    scale = int(match[1]) * _TIMES[match[2].lower()] if match else 0
    if not SMALLEST <= scale <= LARGEST:
        raise ValueError(
            f"{text!r} is no scale: give a number of messages from {SMALLEST:,} to {LARGEST:,}, "
            "such as 100k, 450k or 1m"
        )
    return scale
