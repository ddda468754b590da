"""Comments and work of imported rows, with the author and the moment that the file gives them.

The forms are the vendor's, ``date;author;text`` and ``note;date;author;seconds``:
https://support.atlassian.com/jira-cloud-administration/docs/import-data-from-a-csv-file/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import access, comments, import_values, worklogs
from workworld.apps.tracker.service.import_values import Reading
from workworld.apps.tracker.service.place import Unfit
from workworld.apps.tracker.service.texts import Origin
from workworld.context import Context
from workworld.imports import dates

_LONGEST_DATE = 40


@dataclass(frozen=True, slots=True)
class Saying:
    """What somebody wrote, as a cell has it."""

    text: str
    when: str = ""
    """As the file has it, and so the author; both empty if the cell is no more than a text."""
    who: str = ""
    origin: Origin | None = None
    """What both mean here; None if the author is nobody here, or the moment is none."""


def comment_of(reading: Reading, cell: str) -> Saying:
    """A comment: ``date;author;text``, or no more than a text."""
    parts = [each.strip() for each in cell.split(";", 2)]
    if len(parts) < 3 or not parts[2] or not _like_a_date(parts[0]):
        return Saying(cell)
    return Saying(parts[2], parts[0], parts[1], _origin(reading, parts[0], parts[1]))


def work_of(reading: Reading, cell: str) -> tuple[Saying, int]:
    """A note and seconds of work: ``note;date;author;seconds``, or what of it there is.

    Raises:
        Unfit: there is no amount, or it is less than a minute.
    """
    *said, text = (each.strip() for each in cell.split(";"))
    amount = import_values.seconds_of(text)
    if amount < durations.MINUTE:
        raise Unfit(f"'{text}' is less than a minute.")
    if len(said) < 3 or not _like_a_date(said[-2]):
        return Saying(", ".join(each for each in said if each)), amount
    note, when, who = "; ".join(said[:-2]), said[-2], said[-1]
    return Saying(note, when, who, _origin(reading, when, who)), amount


def pattern_in(cells: Iterable[str], given: str) -> str:
    """The pattern of the moments of comments and work.

    Args:
        cells: that hold them.
        given: the pattern of the file's other days, which goes for these too if any is of it.
    """
    parts = [[each.strip() for each in cell.split(";")] for cell in cells]
    said = [each for some in parts for each in some[:1] + some[-3:-2] if _like_a_date(each)]
    if any(dates.moment_in(each, given) for each in said):
        return given
    return dates.fitting(said) or given


def comment(ctx: Context, issue: Issue, said: Saying) -> None:
    """Add a comment to an issue: as its author's, or as the importer's who tells of both.

    Only those who administer the project can let others have said something.
    """
    origin = said.origin if access.has(ctx, names.ADMINISTER_PROJECT, issue.project_id) else None
    told = f"{said.who}, {said.when}:\n\n" if said.when and origin is None else ""
    comments.put(ctx, issue, _document(told + said.text), origin=origin)


def work(ctx: Context, issue: Issue, said: Saying, seconds: int) -> None:
    """Log work on an issue: as its author's, or as the importer's who tells of both."""
    origin = said.origin if access.has(ctx, names.ADMINISTER_PROJECT, issue.project_id) else None
    told = (said.text,) if origin else (said.text, said.when, said.who)
    note = ", ".join(each for each in told if each)
    body = _document(note) if note else None
    worklogs.put(ctx, issue, seconds, body=body, origin=origin)


def _document(text: str) -> Mapping[str, Any]:
    return import_values.document_of(text)


def _like_a_date(text: str) -> bool:
    return len(text) <= _LONGEST_DATE and any(each.isdigit() for each in text)


def _origin(reading: Reading, when: str, who: str) -> Origin | None:
    try:
        at_us = import_values.moment_of(reading, when)
        author = import_values.person_named(reading.ctx, who)
    except Unfit:
        return None
    # What is to come nobody has said yet.
    return Origin(author.id, at_us) if 0 <= at_us <= reading.ctx.clock.now_us() else None
