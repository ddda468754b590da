"""Facts about a company's spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class TabFact:
    """A sheet: its title and what was typed into it, row by row."""

    title: str
    rows: Sequence[Sequence[Any]]
    formats: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """The vendor's ``NumberFormat`` of columns below the first row; of what is filled in."""
    widths: Mapping[int, int] = field(default_factory=dict)
    """How wide columns are, in pixels; of what is filled in."""


@dataclass(frozen=True, slots=True)
class WorkbookFact:
    """A workbook; people by key."""

    title: str
    owner: str
    at: datetime
    """When it was made."""
    tabs: Sequence[TabFact]
    is_filled: bool = False
    """Whether its cells are written at once, as an import does, rather than typed one by one: its
    first rows are headings, stay in view and are bold."""
    link_role: str = ""
    shares: Mapping[str, str] = field(default_factory=dict)
    """Roles by person."""
    requests: Sequence[Mapping[str, Any]] = ()
    """How it looks and what lies on it, as the vendor's requests; sheets by their number."""
    comments: Sequence[Mapping[str, Any]] = ()
    """Conversations: ``by`` whom, ``tab``, ``range``, ``text``, and ``replies`` by whom; where it
    is not when the workbook was made, ``at`` which moment. A reply that ``resolves`` is the end."""
    stars: Sequence[str] = ()
    """Who keeps it at hand."""
    notified: Mapping[str, Literal["right_away", "daily"]] = field(default_factory=dict)
    """Who is told of others' changes, and how often: ``right_away`` or ``daily``."""


@dataclass(frozen=True, slots=True)
class SheetsFacts:
    """All spreadsheets."""

    workbooks: Sequence[WorkbookFact] = ()
