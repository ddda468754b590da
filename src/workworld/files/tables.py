"""Tables that people open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "@", "\t", "\r")


def harmless(text: str) -> str:
    """A text that no spreadsheet reckons with: before what looks like a formula stands a ``'``."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def as_csv(columns: Sequence[str], rows: Iterable[Iterable[str]]) -> bytes:
    """A table as a file that every spreadsheet opens: in UTF-8 that says so, as in RFC 4180.

    Args:
        columns: what they are called.
        rows: their cells; what would be taken for a formula is made harmless.
    """
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return made.getvalue().encode("utf-8-sig")


def as_plain_csv(
    columns: Sequence[str],
    rows: Iterable[Iterable[str]],
    *,
    delimiter: str = ",",
    line_ending: str = "\n",
) -> str:
    """A table as programs hand it to one another: every cell quoted, and as it is.

    Args:
        columns: what they are called.
        rows: their cells.
        delimiter: what stands between cells.
        line_ending: what stands behind each row.
    """
    made = io.StringIO()
    writer = csv.writer(
        made, delimiter=delimiter, lineterminator=line_ending, quoting=csv.QUOTE_ALL
    )
    writer.writerow(columns)
    writer.writerows(rows)
    return made.getvalue()
