"""What is refused, in the vendor's words.

https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors
"""

from __future__ import annotations

from workworld.errors import Conflict, Forbidden, Invalid, NotFound

MOST_CELLS = 10_000_000
MOST_CHARACTERS = 50_000


def not_found() -> NotFound:
    """There is no such workbook; one that is hidden does not exist."""
    return NotFound("not_found", "Requested entity was not found.")


def no_access() -> Forbidden:
    """Whoever asks sees the workbook and may not do this with it."""
    return Forbidden("no_edit_access", "The caller does not have permission")


def unparsable(range_text: str) -> Invalid:
    """A range that cannot be read, or that names no sheet of the workbook."""
    return Invalid("unparsable_range", f"Unable to parse range: {range_text}")


def beyond_the_grid(range_text: str, rows: int, columns: int) -> Invalid:
    """A range outside the grid."""
    said = f"Range ({range_text}) exceeds grid limits. Max rows: {rows}, max columns: {columns}"
    return Invalid("exceeds_grid_limits", said)


def no_sheet(sheet_id: int) -> Invalid:
    """A request names a sheet that is not there."""
    return Invalid("no_such_sheet", f"No grid with id: {sheet_id}")


def too_large() -> Invalid:
    """More cells than a workbook may have."""
    said = f"This action would increase the number of cells above the limit of {MOST_CELLS} cells."
    return Invalid("too_large", said)


def too_long() -> Invalid:
    """More characters than a cell may hold."""
    said = f"Your input contains more than the maximum of {MOST_CHARACTERS} characters in a cell."
    return Invalid("too_large", said)


def stale(revision: int) -> Conflict:
    """The workbook went on since whoever asks last looked."""
    return Conflict("stale_revision", f"The workbook has changed: its revision is {revision} now.")
