"""Time zones, from the pinned ``tzdata`` package and not from whatever the machine has.

Two machines with different system data would tell different times in the same world.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo  # noqa: TID251 - this module owns the choice of zone data


@cache
def zone_names() -> tuple[str, ...]:
    """The zones that people choose from, by name: one for each part of a country.

    Old spellings such as ``US/Eastern`` are left out: https://data.iana.org/time-zones/theory.html
    """
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text("utf-8")
    lines = (line for line in table.splitlines() if not line.startswith("#"))
    return (*sorted(line.split("\t")[2] for line in lines), "UTC")


@cache
def zone(name: str) -> ZoneInfo:
    """The time zone of an IANA name, such as ``America/New_York``.

    Raises:
        KeyError: there is no such zone.
    """
    source = files("tzdata.zoneinfo").joinpath(*name.split("/"))
    if not name or not source.is_file():
        raise KeyError(name)
    with source.open("rb") as data:
        return ZoneInfo.from_file(data, key=name)
