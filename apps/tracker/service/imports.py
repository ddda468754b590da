"""Importing issues from a file: looking at it, trying it, and doing it row by row.

What its own importer does is the vendor's only on its pages:
https://support.atlassian.com/jira-cloud-administration/docs/import-data-from-a-csv-file/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.service import import_deeds, import_fields, import_sayings, several
from workworld.apps.tracker.service.import_deeds import RowOutcome
from workworld.apps.tracker.service.import_rows import Settings, drafts
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.files import files, uploads
from workworld.files.models import File
from workworld.files.types import Bytes, FileId, FileName
from workworld.imports import dates, tables
from workworld.imports.tables import Table
from workworld.operations import Effect, operation

_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API has no import of files."""
MOST_ROWS = 1000
_SAMPLES = 5
Encoding = Annotated[
    str,
    Field(
        description="utf-8, utf-16, windows-1252 or iso-8859-1; empty to be told by the file.",
        max_length=20,
    ),
]
Delimiter = Annotated[
    str, Field(description="What stands between cells; empty to be told by it.", max_length=1)
]
DateFormat = Annotated[
    str,
    Field(
        description="Of days and times, such as dd/MM/yyyy HH:mm; empty to be told by the file.",
        max_length=dates.LONGEST_PATTERN,
    ),
]
Columns = Annotated[
    Mapping[str, str],
    Field(
        description="The number of a column, from 1, → the field that it is: a field's id, or"
        " project, issuetype, status, issuekey (updates that issue), externalid (updates what was"
        " imported with it), rowid, parentrow, comment (a text, or date;author;text), worklog (an"
        " amount, or note;date;author;seconds), watcher, timeoriginalestimate,"
        " timeestimate, or link: and a link type's name. Others are left out.",
        max_length=tables.MOST_COLUMNS,
    ),
]
Values = Annotated[
    Mapping[str, Mapping[str, str]],
    Field(
        description="For a field, a text of the file → the name or id that is meant; empty for"
        " nothing.",
        max_length=100,
    ),
]
DefaultProject = Annotated[
    str, Field(description="Key of the project of rows that name none.", max_length=255)
]
DefaultType = Annotated[
    str, Field(description="Type of issues of rows that name none.", max_length=255)
]


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column of a file."""

    number: int
    """From 1."""
    name: str
    samples: Sequence[str]
    suggested: str
    """The field that it seems to be; empty if none."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file holds."""

    name: str
    encoding: str
    delimiter: str
    date_format: str
    rows: int
    unfit_rows: int
    """How many have more cells than there are columns."""
    columns: Sequence[ColumnInfo]


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def upload(ctx: Context, *, name: FileName, content: Bytes) -> File:
    """Upload a file of separated values, from which issues are to be imported."""
    return uploads.add(ctx, name=name, content=content)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def preview(
    ctx: Context, *, file_id: FileId, encoding: Encoding = "", delimiter: Delimiter = ""
) -> Preview:
    """Tell what an uploaded file holds, and which fields its columns seem to be."""
    file = files.known(ctx, file_id)
    table = table_of(ctx, file_id, encoding, delimiter)
    seem = import_fields.suggested(ctx, table.columns)
    columns = [
        ColumnInfo(
            place,
            name,
            list(dict.fromkeys(text[:200] for text in table.column(place - 1)))[:_SAMPLES],
            seem.get(place, ""),
        )
        for place, name in enumerate(table.columns, start=1)
    ]
    unfit = sum(bool(row.problem) for row in table.rows)
    return Preview(
        file.name,
        table.encoding,
        table.delimiter,
        dates.sniffed(table.column(at) for at in range(len(table.columns))),
        len(table.rows),
        unfit,
        columns,
    )


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def check(
    ctx: Context,
    *,
    file_id: FileId,
    columns: Columns,
    encoding: Encoding = "",
    delimiter: Delimiter = "",
    date_format: DateFormat = "",
    project: DefaultProject = "",
    issue_type: DefaultType = "Task",
    values: Values = {},  # noqa: B006 - it is only read
) -> Sequence[RowOutcome]:
    """Tell of each row what importing it would do, or why it cannot be; nothing is changed."""
    table = table_of(ctx, file_id, encoding, delimiter)
    settings = _settings(ctx, table, columns, date_format, project, issue_type, values)
    return import_deeds.tried(ctx, drafts(ctx, table, settings))


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def run(
    ctx: Context,
    *,
    file_id: FileId,
    columns: Columns,
    encoding: Encoding = "",
    delimiter: Delimiter = "",
    date_format: DateFormat = "",
    project: DefaultProject = "",
    issue_type: DefaultType = "Task",
    values: Values = {},  # noqa: B006 - it is only read
) -> Sequence[RowOutcome]:
    """Import issues from an uploaded file: rows that are fit are done, and of the others it is
    told why not.

    A row is created as its importer, who needs the same permissions as for creating by hand.
    """
    table = table_of(ctx, file_id, encoding, delimiter)
    settings = _settings(ctx, table, columns, date_format, project, issue_type, values)
    reading = replace(ctx, memory={})  # as long as rows are read, nothing changes
    return import_deeds.done(several.steadily(ctx), drafts(reading, table, settings))


def table_of(ctx: Context, file_id: str, encoding: str, delimiter: str) -> Table:
    """The table that a file of the caller's holds.

    Raises:
        NotFound: ``file_not_found``.
        Invalid: ``unreadable_file``, ``too_many_rows``.
    """
    content = files.content_of(ctx.session, files.known(ctx, file_id))
    return tables.read(content, encoding=encoding, delimiter=delimiter, most_rows=MOST_ROWS)


def _settings(
    ctx: Context,
    table: Table,
    columns: Mapping[str, str],
    date_format: str,
    project: str,
    issue_type: str,
    values: Mapping[str, Mapping[str, str]],
) -> Settings:
    """The settings of an import.

    Raises:
        Invalid: ``invalid_columns``, ``invalid_date_format``.
    """
    known = import_fields.targets(ctx)
    days = {id for id, each in known.items() if each.kind in ("date", "datetime")}
    places: dict[int, str] = {}
    for number, target in columns.items():
        if not (number.isdecimal() and 0 < int(number[:6]) <= len(table.columns)):
            said = f"There is no column {number}: the file has {len(table.columns)}."
            raise Invalid("invalid_columns", said)
        if target and target not in known:
            raise Invalid("invalid_columns", f"There is no field '{target}' to import into.")
        if target:
            places[int(number)] = target
    if not places:
        raise Invalid("invalid_columns", "Say of at least one column which field it is.")
    texts = [
        text for place, each in places.items() if each in days for text in table.column(place - 1)
    ]
    pattern = date_format or dates.sniffed(texts)
    dates.moment_in("", pattern)  # refuses what is no pattern
    sayings = [
        text
        for place, each in places.items()
        if each in (import_fields.COMMENT, import_fields.WORKLOG)
        for text in table.column(place - 1)
    ]
    return Settings(
        pattern, import_sayings.pattern_in(sayings, pattern), project, issue_type, places, values
    )
