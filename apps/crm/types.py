"""Types of arguments that operations share, with what callers are told about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

LONGEST_ID = 18
SObjectName = Annotated[
    str,
    Field(description="An object's API name, such as Account.", min_length=1, max_length=80),
]
RecordId = Annotated[
    str, Field(description="A record's id of 15 or 18 characters.", min_length=1, max_length=80)
]
Values = Annotated[
    Mapping[str, Any],
    Field(description="The fields by API name, such as {'LastName': 'Okafor'}; null empties one."),
]
AllowDuplicates = Annotated[
    bool, Field(description="Whether to save though duplicate rules warn of records like it.")
]
Version = Annotated[
    int | None,
    Field(description="The version that the caller has read; refused if there is a newer one."),
]
