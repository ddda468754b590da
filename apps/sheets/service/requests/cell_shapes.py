"""Shapes of cells: what they hold, how they look, and the smart chips in their texts.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from workworld.apps.sheets.service.requests.shapes import (
    CellFormat,
    DataValidationRule,
    ExtendedValue,
    Index,
    Shape,
    TextFormatRun,
)


class PersonProperties(Shape):
    """A person whom a chip stands for."""

    email: str
    display_format: Literal[
        "DISPLAY_FORMAT_UNSPECIFIED", "DEFAULT", "LAST_NAME_COMMA_FIRST_NAME", "EMAIL"
    ] = "DEFAULT"


class RichLinkProperties(Shape):
    """What a chip leads to; the vendor tells the type and lets nobody write it."""

    uri: str
    mime_type: str | None = None


class Chip(Shape):
    """A smart chip: a person or a link, or nothing for text that is no chip."""

    person_properties: PersonProperties | None = None
    rich_link_properties: RichLinkProperties | None = None


class ChipRun(Shape):
    """A chip from a character of a cell's text on, which is an ``@`` in its place."""

    start_index: Index = 0
    chip: Chip | None = None


class CellData(Shape):
    """A cell, in part; what is told of it alone (``effectiveValue`` …) is not written."""

    user_entered_value: ExtendedValue | None = None
    effective_value: ExtendedValue | None = None
    formatted_value: str | None = None
    user_entered_format: CellFormat | None = None
    effective_format: CellFormat | None = None
    hyperlink: str | None = None
    note: str | None = None
    text_format_runs: list[TextFormatRun] | None = None
    chip_runs: list[ChipRun] | None = None
    data_validation: DataValidationRule | None = None
    pivot_table: dict[str, Any] | None = None


class RowData(Shape):
    """The cells of a row, from some column on."""

    values: list[CellData] = Field(default_factory=list)
