"""Files of separated values: rows and columns, however the program that wrote them spells it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workworld.errors import Invalid
from workworld.files import workbooks
from workworld.imports.encodings import decode

DELIMITERS = (",", ";", "\t", "|")
"""Those that are tried where none is said."""
WORKBOOK = "xlsx"
"""What stands for the encoding of a table that was read of a workbook."""
MOST_COLUMNS = 300
_SAMPLE = 50
_LONGEST_CELL = 131_072


@dataclass(frozen=True, slots=True)
class Row:
    """A row below the head."""

    number: int
    """From 1."""
    line: int
    """Where it begins in the file, from 1."""
    cells: Sequence[str]
    """As many as there are columns."""
    problem: str = ""
    """Why it cannot be taken as it is."""
    extra: Sequence[str] = ()
    """Cells beyond the last column."""


@dataclass(frozen=True, slots=True)
class Table:
    """A file that was read."""

    columns: Sequence[str]
    """What they are called; a name may stand there more than once."""
    rows: Sequence[Row]
    encoding: str
    delimiter: str

    def column(self, at: int) -> Sequence[str]:
        """What stands in a column, without what is empty.

        Args:
            at: its place, from 0.
        """
        return [row.cells[at] for row in self.rows if row.cells[at]]


def read(content: bytes, *, encoding: str = "", delimiter: str = "", most_rows: int) -> Table:
    """Read a file of separated values, or the first sheet of a workbook (XLSX).

    Its first row says what the columns are called.

    Empty rows are left out, a short row is filled up, and one with more cells than there are
    columns is kept with a problem.

    Args:
        content: the file's bytes.
        encoding: as ``encodings.decode`` has it.
        delimiter: what stands between cells; empty to be told by the file.
        most_rows: how many rows it may have.

    Raises:
        Invalid: ``unreadable_file``: no text, no table, or a quotation that never ends;
            ``too_many_rows``; of a workbook also what ``workbooks.lines`` says.
    """
    if delimiter and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise Invalid("unreadable_file", "A delimiter is one character, and no quotation mark.")
    if workbooks.is_workbook(content):
        encoding, delimiter, lines = WORKBOOK, "", workbooks.lines(content)
    else:
        text, encoding = decode(content, encoding)
        delimiter = delimiter or sniffed(text)
        lines = list(_lines(text, delimiter))
    if not lines:
        raise Invalid("unreadable_file", "The file is empty: its first row names the columns.")
    head = lines[0][1]
    if len(head) > MOST_COLUMNS:
        raise Invalid("unreadable_file", f"A file may have {MOST_COLUMNS} columns.")
    if len(lines) - 1 > most_rows:
        said = f"A file may have {most_rows:,} rows; this one has {len(lines) - 1:,}."
        raise Invalid("too_many_rows", said)
    columns = [name.strip() or f"Column {place}" for place, name in enumerate(head, start=1)]
    rows = [_row(number, *line, len(columns)) for number, line in enumerate(lines[1:], start=1)]
    return Table(columns, rows, encoding, delimiter)


def sniffed(text: str) -> str:
    """The delimiter that makes the most regular table of a text; a comma if none does."""
    best, most = ",", (0, 0)
    for each in DELIMITERS:
        try:
            widths = Counter(len(cells) for _line, cells in _first(_lines(text, each)))
        except Invalid:
            continue
        width, count = widths.most_common(1)[0] if widths else (1, 0)
        if width > 1 and (count, width) > most:
            best, most = each, (count, width)
    return best


def _first(lines: Iterator[tuple[int, list[str]]]) -> Iterable[tuple[int, list[str]]]:
    for _turn, line in zip(range(_SAMPLE), lines, strict=False):
        yield line


def _row(number: int, line: int, cells: Sequence[str], width: int) -> Row:
    extra = [cell for cell in cells[width:] if cell]
    problem = ""
    if extra:
        problem = f"The row has {len(cells)} cells, and there are {width} columns."
    filled = [*cells[:width], *[""] * (width - len(cells))]
    return Row(number, line, filled, problem, extra)


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that hold something, and the lines on which they begin."""
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    begin = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if max(map(len, cells)) > _LONGEST_CELL:
                    raise _too_long(begin)
                yield begin, [cell.replace("\r\n", "\n") for cell in cells]
            begin = reader.line_num + 1
    except csv.Error as error:
        if "field larger" in str(error):
            raise _too_long(begin) from None
        what = "has a quotation that does not end as it should"
        raise Invalid("unreadable_file", f"Line {begin} {what}.") from None


def _too_long(line: int) -> Invalid:
    return Invalid("unreadable_file", f"A cell on line {line} is longer than a cell may be.")
