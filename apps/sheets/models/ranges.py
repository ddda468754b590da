"""What lies on ranges of a sheet: merges, rules, protection, filters, groups; and named ranges."""

from __future__ import annotations

from typing import Any, TypedDict

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from workworld.database import Base


class Ranged:
    """Something that lies on ranges of a sheet: structural edits take it along.

    What can be restricted to columns, as filters, names them by ids that stay.
    """

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Alone in the world; also what the vendor's API calls it."""
    position: Mapped[int] = mapped_column(default=0)
    """In which order those of a kind count on their sheet."""
    ranges: Mapped[list[str]] = mapped_column(JSON)
    """In A1 notation without the sheet: ``B2:D9``, ``C:C``, ``3:7``."""

    @declared_attr
    @classmethod
    def sheet_id(cls) -> Mapped[int]:
        """The ``Sheet.id`` of the sheet that it lies on."""
        return mapped_column(ForeignKey("sheets_sheets.id", ondelete="CASCADE"), index=True)


class Source(TypedDict):
    """A range of whatever sheet of a workbook."""

    sheet: int
    """A ``Sheet.id``."""
    range: str


class Sourced(Ranged):
    """Something that also shows what stands elsewhere."""

    sources: Mapped[list[Source]] = mapped_column(JSON, default=list)
    """Ranges of whatever sheets, which it follows; one that was deleted has the range ``#REF!``."""


class Merge(Ranged, Base):
    """Cells that are shown as one; its value is the upper left cell's."""

    __tablename__ = "sheets_merges"


class Protection(Ranged, Base):
    """A range, or a sheet but for some ranges, that only some may edit."""

    __tablename__ = "sheets_protections"

    description: Mapped[str] = mapped_column(default="")
    name_id: Mapped[str | None]
    """Of the named range that it protects, if it does."""
    is_sheet: Mapped[bool] = mapped_column(default=False)
    """Whether it protects the whole sheet, but for its ranges."""
    warns_only: Mapped[bool] = mapped_column(default=False)
    creator_id: Mapped[str] = mapped_column(ForeignKey("directory_people.id"))
    editor_ids: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Who may edit besides the workbook's owner and whoever made it."""
    is_for_company: Mapped[bool] = mapped_column(default=False)
    """Whether everybody of the company who may edit the workbook may edit it."""


class Validation(Ranged, Base):
    """What may be put into cells: the vendor's ``DataValidationRule``."""

    __tablename__ = "sheets_validations"

    rule: Mapped[dict[str, Any]] = mapped_column(JSON)


class ConditionalRule(Ranged, Base):
    """How cells look that meet a condition: ``booleanRule`` or ``gradientRule``."""

    __tablename__ = "sheets_conditional_rules"

    rule: Mapped[dict[str, Any]] = mapped_column(JSON)


class BasicFilter(Ranged, Base):
    """The filter of a sheet, which hides rows for everybody; a sheet has one at most."""

    __tablename__ = "sheets_filters"

    criteria: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """The vendor's ``FilterCriteria`` by the id of a column."""
    sort_specs: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """The vendor's ``SortSpec``, ``column`` by id."""
    hidden_rows: Mapped[list[int]] = mapped_column(JSON, default=list)
    """The ids of the rows that it let not through when it was last set."""


class FilterView(Ranged, Base):
    """A filter with a name that hides rows for those who look through it."""

    __tablename__ = "sheets_filter_views"

    title: Mapped[str]
    criteria: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    sort_specs: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    hidden_rows: Mapped[list[int]] = mapped_column(JSON, default=list)
    """As those of a filter."""


class Banding(Ranged, Base):
    """Alternating colours: the vendor's ``rowProperties`` and ``columnProperties``."""

    __tablename__ = "sheets_bandings"

    settings: Mapped[dict[str, Any]] = mapped_column(JSON)


class Table(Ranged, Base):
    """A range whose first row names its columns, and which grows with what is appended to it."""

    __tablename__ = "sheets_tables"

    name: Mapped[str]
    columns: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """The vendor's ``columnProperties``, in the order of the columns."""
    settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """The vendor's ``rowsProperties``."""

    @property
    def has_totals(self) -> bool:
        """Whether its last row is a footer, and none of its data."""
        return "footerColorStyle" in self.settings


class Group(Ranged, Base):
    """Rows (``3:7``) or columns (``B:D``) that can be closed together."""

    __tablename__ = "sheets_groups"

    is_collapsed: Mapped[bool] = mapped_column(default=False)


class PrintSetup(Ranged, Base):
    """How a sheet is printed: its range is what of it is, without one all that stands there."""

    __tablename__ = "sheets_print_setups"

    settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What of a ``PrintLayout`` is not as usual, its range aside."""


class Metadata(Ranged, Base):
    """What a program keeps with a row (``3:3``), a column, a sheet (no range) or a workbook."""

    __tablename__ = "sheets_metadata"

    sheet_id: Mapped[int | None] = mapped_column(  # type: ignore[assignment]
        ForeignKey("sheets_sheets.id", ondelete="CASCADE"), index=True
    )
    """None for what is kept with a workbook."""
    workbook_id: Mapped[str | None] = mapped_column(
        ForeignKey("sheets_workbooks.id", ondelete="CASCADE"), index=True
    )
    """Of what is kept with a workbook as a whole; otherwise the sheet's."""
    key: Mapped[str]
    value: Mapped[str | None]
    visibility: Mapped[str] = mapped_column(default="DOCUMENT")
    """``DOCUMENT`` or ``PROJECT``."""


class Name(Base):
    """A named range of a workbook."""

    __tablename__ = "sheets_names"
    __table_args__ = (Index(None, "workbook_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    workbook_id: Mapped[str] = mapped_column(ForeignKey("sheets_workbooks.id", ondelete="CASCADE"))
    name: Mapped[str]
    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets_sheets.id", ondelete="CASCADE"))
    """A ``Sheet.id``."""
    range: Mapped[str]
    """In A1 notation without the sheet; ``#REF!`` when its cells were deleted."""
