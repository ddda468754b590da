"""Facts about a company's spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class TabFact:
    """A sheet: its title and what was typed into it, row by row."""

    title: str
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class WorkbookFact:
    """A workbook; people by key."""

    title: str
    owner: str
    at: datetime
    """When it was made."""
    tabs: Sequence[TabFact]
    link_role: str = ""
    shares: Mapping[str, str] = field(default_factory=dict)
    """Roles by person."""
    requests: Sequence[Mapping[str, Any]] = ()
    """How it looks and what lies on it, as the vendor's requests; sheets by their number."""
    comments: Sequence[Mapping[str, Any]] = ()
    """Conversations: ``by`` whom, ``tab``, ``range``, ``text``, and ``replies`` by whom."""


@dataclass(frozen=True, slots=True)
class SheetsFacts:
    """All spreadsheets."""

    workbooks: Sequence[WorkbookFact] = ()
