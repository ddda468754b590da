"""Shapes that requests share: ranges, values, formats and conditions, in the vendor's words.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic.alias_generators import to_camel

from workworld.apps.sheets.engine.addresses import Area
from workworld.shapes import CLOSED

Index = Annotated[int, Field(ge=0, lt=2**31)]
"""A place counted from zero."""
Dimension = Literal["ROWS", "COLUMNS"]
Hue = Annotated[float, Field(ge=0, le=1)]
"""A part of a colour, from 0 to 1."""


class Shape(BaseModel):
    """Something of a request: the vendor's field names, none that it does not know."""

    model_config = {
        **CLOSED,
        "alias_generator": to_camel,
        "validate_by_name": True,
        "validate_by_alias": True,
    }

    def json_form(self) -> dict[str, Any]:
        """What was given, in the vendor's JSON; nothing that was left out."""
        return self.model_dump(by_alias=True, exclude_unset=True, mode="json")


class GridRange(Shape):
    """Cells of a sheet: zero-based, the ends not within; what is left out is unbounded."""

    sheet_id: int = 0
    start_row_index: Index | None = None
    end_row_index: Index | None = None
    start_column_index: Index | None = None
    end_column_index: Index | None = None

    def area(self, rows: int, columns: int) -> Area:
        """The rectangle within a grid of so many rows and columns; it may be empty."""
        return Area(
            self.start_row_index or 0,
            self.start_column_index or 0,
            rows if self.end_row_index is None else self.end_row_index,
            columns if self.end_column_index is None else self.end_column_index,
        )

    @classmethod
    def of(cls, sheet_id: int, area: Area) -> GridRange:
        """The range of a rectangle."""
        return cls(
            sheet_id=sheet_id,
            start_row_index=area.top,
            end_row_index=area.bottom,
            start_column_index=area.left,
            end_column_index=area.right,
        )


class GridCoordinate(Shape):
    """One cell of a sheet."""

    sheet_id: int = 0
    row_index: Index = 0
    column_index: Index = 0


class DimensionRange(Shape):
    """Rows or columns of a sheet, from the first to before the last."""

    sheet_id: int = 0
    dimension: Dimension
    start_index: Index | None = None
    end_index: Index | None = None


class ErrorValue(Shape):
    """An error that a cell holds."""

    type: str = "ERROR"
    message: str = ""


class ExtendedValue(Shape):
    """What a cell holds: one of these, or none for a blank one."""

    number_value: float | None = None
    string_value: str | None = None
    bool_value: bool | None = None
    formula_value: str | None = None
    error_value: ErrorValue | None = None


class Color(Shape):
    """A colour by its parts."""

    red: Hue = 0
    green: Hue = 0
    blue: Hue = 0
    alpha: Hue | None = None

    @property
    def code(self) -> str:
        """As style sheets write it: ``#rrggbb``."""
        parts = (self.red, self.green, self.blue)
        return "#" + "".join(f"{int(each * 255 + 0.5):02x}" for each in parts)


ThemeColor = Literal[
    "TEXT", "BACKGROUND", "ACCENT1", "ACCENT2", "ACCENT3", "ACCENT4", "ACCENT5", "ACCENT6", "LINK"
]


class ColorStyle(Shape):
    """A colour, or one of the workbook's theme."""

    rgb_color: Color | None = None
    theme_color: ThemeColor | None = None


class NumberFormat(Shape):
    """How a number is shown."""

    type: Literal[
        "NUMBER_FORMAT_TYPE_UNSPECIFIED",
        "TEXT",
        "NUMBER",
        "PERCENT",
        "CURRENCY",
        "DATE",
        "TIME",
        "DATE_TIME",
        "SCIENTIFIC",
    ] = "NUMBER_FORMAT_TYPE_UNSPECIFIED"
    pattern: str = ""


class Border(Shape):
    """One side of a cell."""

    style: Literal[
        "STYLE_UNSPECIFIED",
        "DOTTED",
        "DASHED",
        "SOLID",
        "SOLID_MEDIUM",
        "SOLID_THICK",
        "NONE",
        "DOUBLE",
    ] = "STYLE_UNSPECIFIED"
    width: Index | None = None
    color: Color | None = None
    color_style: ColorStyle | None = None


class Borders(Shape):
    """The sides of a cell."""

    top: Border | None = None
    bottom: Border | None = None
    left: Border | None = None
    right: Border | None = None


class Padding(Shape):
    """The room within a cell, in pixels."""

    top: Index = 0
    right: Index = 0
    bottom: Index = 0
    left: Index = 0


class Link(Shape):
    """Where a text leads."""

    uri: str = ""


class TextFormat(Shape):
    """How a text looks."""

    foreground_color: Color | None = None
    foreground_color_style: ColorStyle | None = None
    font_family: str | None = None
    font_size: Annotated[int, Field(ge=1, le=400)] | None = None
    bold: bool | None = None
    italic: bool | None = None
    strikethrough: bool | None = None
    underline: bool | None = None
    link: Link | None = None


class TextFormatRun(Shape):
    """How a part of a cell's text looks, from a character on."""

    start_index: Index = 0
    format: TextFormat = Field(default_factory=TextFormat)


class TextRotation(Shape):
    """How a text is turned: by degrees, or its letters below one another."""

    angle: Annotated[int, Field(ge=-90, le=90)] | None = None
    vertical: bool | None = None


class CellFormat(Shape):
    """How a cell looks."""

    number_format: NumberFormat | None = None
    background_color: Color | None = None
    background_color_style: ColorStyle | None = None
    borders: Borders | None = None
    padding: Padding | None = None
    horizontal_alignment: (
        Literal["HORIZONTAL_ALIGN_UNSPECIFIED", "LEFT", "CENTER", "RIGHT"] | None
    ) = None
    vertical_alignment: Literal["VERTICAL_ALIGN_UNSPECIFIED", "TOP", "MIDDLE", "BOTTOM"] | None = (
        None
    )
    wrap_strategy: (
        Literal["WRAP_STRATEGY_UNSPECIFIED", "OVERFLOW_CELL", "LEGACY_WRAP", "CLIP", "WRAP"] | None
    ) = None
    text_direction: (
        Literal["TEXT_DIRECTION_UNSPECIFIED", "LEFT_TO_RIGHT", "RIGHT_TO_LEFT"] | None
    ) = None
    text_format: TextFormat | None = None
    hyperlink_display_type: (
        Literal["HYPERLINK_DISPLAY_TYPE_UNSPECIFIED", "LINKED", "PLAIN_TEXT"] | None
    ) = None
    text_rotation: TextRotation | None = None


class ConditionValue(Shape):
    """What a condition compares with: a day told from today, or a typed value or formula."""

    relative_date: (
        Literal["PAST_YEAR", "PAST_MONTH", "PAST_WEEK", "YESTERDAY", "TODAY", "TOMORROW"] | None
    ) = None
    user_entered_value: str | None = None


class BooleanCondition(Shape):
    """A condition on a cell's value."""

    type: str
    values: list[ConditionValue] = Field(default_factory=list)


class DataValidationRule(Shape):
    """What may be put into a cell."""

    condition: BooleanCondition
    input_message: str | None = None
    strict: bool | None = None
    show_custom_ui: bool | None = None
