"""The types of arguments that operations of spreadsheets share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

WorkbookId = Annotated[str, Field(description="A spreadsheet's id.", max_length=100)]
RangeText = Annotated[
    str,
    Field(
        description="In A1 notation, such as Sheet1!A1:C10; a sheet's title or a named range.",
        max_length=500,
    ),
]
Revision = Annotated[
    int | None,
    Field(
        description="The revision whose rows and columns are meant. If they were moved since, "
        "the edit is refused."
    ),
]
MajorDimension = Annotated[
    Literal["ROWS", "COLUMNS"], Field(description="Whether inner lists are rows or columns.")
]
RenderOption = Annotated[
    Literal["FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"],
    Field(description="Whether values come as they are shown, as they are, or as formulas."),
]
DateOption = Annotated[
    Literal["SERIAL_NUMBER", "FORMATTED_STRING"],
    Field(description="How dates come when values come as they are."),
]
InputOption = Annotated[
    Literal["RAW", "USER_ENTERED"],
    Field(description="Whether values are kept as given, or read as if somebody typed them."),
]
IncludeValues = Annotated[
    bool, Field(description="Whether to tell what stands in the cells afterwards.")
]
