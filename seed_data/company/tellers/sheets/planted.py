"""What is wrong with live workbooks on purpose: one in six, each in one way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.tellers.sheets.books import Book, Table

_EVERY = 6


def spoil(company: Company, books: Sequence[Book]) -> None:
    """Plant a defect in each sixth of these workbooks and note it."""
    stream = company.chance.stream("sheets", "defects")
    fit = [each for each in books if each.tables[0].summed and each.tables[0].rows]
    chosen = stream.sample(fit, min(len(fit), len(books) // _EVERY))
    for number, book in enumerate(chosen):
        kinds = [*_DEFECTS]
        kind = kinds[number % len(kinds)]
        right = _DEFECTS[kind](book, book.tables[0])
        company.ledger.note(
            Fact(
                f"{book.name}/defect",
                "defect",
                book.name,
                right,
                book.at,
                places=(f"sheets:{book.name}",),
                rule=kind,
                is_defect=True,
            )
        )


def _last(table: Table) -> int:
    return table.summed[-1]


def _hard_coded(_book: Book, table: Table) -> str:
    """A total that was typed, from when a line was still missing."""
    column = table.summed[0]
    numbers = [row[column] for row in table.rows[:-1] if isinstance(row[column], int | float)]
    table.totals[column] = f"{sum(numbers):.2f}"
    return table.sum_of(column)


def _text_number(_book: Book, table: Table) -> str:
    """A number that is a text, which sums leave out."""
    column = table.summed[0]
    row = table.rows[len(table.rows) // 2]
    right = str(row[column])
    row[column] = f"'{row[column]:,}" if isinstance(row[column], int | float) else "'0"
    return right


def _broken(_book: Book, table: Table) -> str:
    """A total of cells that were deleted."""
    table.totals[_last(table)] = "=SUM(#REF!)"
    return table.sum_of(_last(table))


def _short(_book: Book, table: Table) -> str:
    """A total that ends a row early."""
    table.totals[_last(table)] = table.sum_of(_last(table), missing=1)
    return table.sum_of(_last(table))


def _hidden(book: Book, table: Table) -> str:
    """A row that is hidden, though it counts."""
    place = max(1, len(table.rows) // 2)
    book.requests.append(
        {
            "updateDimensionProperties": {
                "range": {
                    "sheetId": 0,
                    "dimension": "ROWS",
                    "startIndex": place,
                    "endIndex": place + 1,
                },
                "properties": {"hiddenByUser": True},
                "fields": "hiddenByUser",
            }
        }
    )
    return f"row {place + 1} is shown"


_DEFECTS: Mapping[str, Callable[[Book, Table], str]] = {
    "hard-coded total": _hard_coded,
    "text number": _text_number,
    "broken reference": _broken,
    "hidden row": _hidden,
    "wrong range end": _short,
}
