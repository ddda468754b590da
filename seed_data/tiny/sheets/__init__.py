"""The tiny company's spreadsheets, from the YAML files beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.seed_data.reading import read
from workworld.seed_data.sheets_facts import SheetsFacts, TabFact, WorkbookFact

_HERE = Path(__file__).parent
_FILES = ("pipeline", "budget", "launch", "salaries")


def load(zone: ZoneInfo) -> SheetsFacts:
    """Read them.

    Args:
        zone: headquarters', whose wall clock the times in the files are.
    """
    return SheetsFacts([_workbook(read(_HERE / f"{name}.yaml"), zone) for name in _FILES])


def _workbook(row: dict[str, Any], zone: ZoneInfo) -> WorkbookFact:
    tabs = [TabFact(each["title"], each["rows"]) for each in row["tabs"]]
    return WorkbookFact(**{**row, "at": row["at"].replace(tzinfo=zone), "tabs": tabs})
