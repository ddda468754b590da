"""What an import left over: its rows as they came, each with the reason."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from workworld.imports.tables import Table

REASON = "Reason"


def as_csv(table: Table, reasons: Mapping[int, str]) -> bytes:
    """The rows that were refused as a file, to be mended and imported again.

    Cells stand there as they came, so that nothing is lost; a column of reasons is the last one.

    Args:
        table: all that was to be imported.
        reasons: of each refused row, by its number.
    """
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    wide = max((len(row.extra) for row in table.rows if row.number in reasons), default=0)
    writer.writerow([*table.columns, *[""] * wide, REASON])
    for row in table.rows:
        if row.number in reasons:
            padding = [""] * (wide - len(row.extra))
            writer.writerow([*row.cells, *row.extra, *padding, reasons[row.number]])
    return made.getvalue().encode("utf-8-sig")
