"""The argument types of the tracker's operations: what they mean and what is well-formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

NumberedId = Annotated[str, Field(min_length=1, max_length=64)]
IssueRef = Annotated[
    str,
    Field(description="An issue's key, such as CAL-214, or its id.", min_length=1, max_length=64),
]
ProjectRef = Annotated[
    str,
    Field(description="A project's key, such as CAL, or its id.", min_length=1, max_length=64),
]
GroupRef = Annotated[str, Field(description="A group's id or name.", min_length=1, max_length=255)]
ProjectKind = Annotated[
    Literal["scrum", "kanban", "service_desk", "business"],
    Field(description="How a project works, which decides what it has at first."),
]
IssueKeys = Annotated[
    Sequence[IssueRef], Field(description="The keys or ids of issues.", max_length=1000)
]
PersonId = Annotated[
    str,
    Field(description="A person's account id, such as U0A1B2C3D4.", min_length=1, max_length=128),
]
FieldValues = Annotated[
    Mapping[str, Any],
    Field(description="Values by field id, such as summary or customfield_10016."),
]
RichText = Annotated[
    Mapping[str, Any], Field(description="A document of rich text, in the form that is kept.")
]
Jql = Annotated[
    str,
    Field(
        description="A query in JQL: project = CAL AND status != Done ORDER BY rank.",
        max_length=20_000,
    ),
]
IsoDate = Annotated[
    str, Field(description="A day, such as 2026-03-17.", pattern=r"^\d{4}-\d{2}-\d{2}$")
]
Microseconds = Annotated[
    int, Field(description="Microseconds since the Unix epoch.", ge=0, le=253_402_300_799_000_000)
]
LARGEST_PAGE = 1000
PageSize = Annotated[
    int, Field(description="How many rows a page may hold.", ge=1, le=LARGEST_PAGE)
]
Start = Annotated[
    int, Field(description="How many rows come before the page.", ge=0, le=10_000_000)
]
Cursor = Annotated[str, Field(description="Where the previous page ended.", max_length=512)]
Name = Annotated[str, Field(description="What it is called.", max_length=255)]
ShortText = Annotated[str, Field(description="Plain text.", max_length=4000)]
BoardId = Annotated[int, Field(description="A board's number.", ge=1, le=2**53)]
SprintId = Annotated[int, Field(description="A sprint's number.", ge=1, le=2**53)]
