"""What is wrong with live workbooks on purpose: one in six, each in one way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.organization import Employee
from workworld.seed_data.company.tellers.sheets.books import Book, Table

_EVERY = 6
WRONG_SHARE, FORGOTTEN_SHARE = "wrong share", "forgotten share"
_FOR_FEW = ("workbook/receivables/", "workbook/budget/", "workbook/headcount/", "workbook/import/")
_OPEN_ONE_IN = 100
_STRANGERS = ("engineering", "design", "marketing")


def spoil(company: Company, books: Sequence[Book]) -> None:
    """Plant a defect in each sixth of these workbooks and note it."""
    stream = company.chance.stream("sheets", "defects")
    fit = [each for each in books if each.tables[0].summed and each.tables[0].rows]
    chosen = stream.sample(fit, min(len(fit), len(books) // _EVERY))
    kinds = [*_DEFECTS]
    first = stream.integer(0, len(kinds) - 1)
    for number, book in enumerate(chosen):
        kind = kinds[(first + number) % len(kinds)]
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


def overshare(company: Company, books: Sequence[Book]) -> None:
    """Let some that are for few be open to all, or to one whom they no longer concern."""
    stream = company.chance.stream("sheets", "shares")
    closed = [each for each in books if not each.link_role and each.name.startswith(_FOR_FEW)]
    open_to_all = max(1, len(books) // _OPEN_ONE_IN)
    chosen = stream.sample(closed, min(len(closed), open_to_all + max(1, open_to_all // 2)))
    for number, book in enumerate(chosen):
        rule, right = WRONG_SHARE, "only those whom it names may read it"
        if number < open_to_all:
            book.link_role = "reader"
        else:
            rule = FORGOTTEN_SHARE
            there = company.organization.there(book.at.date())
            fit = [each.key for each in there if each.ended is None and _is_stranger(each, book)]
            if not fit:
                continue
            who = stream.choice(fit)
            book.shares = {**book.shares, who: "writer"}
            right = f"{who} has nothing to do with it"
        company.ledger.note(
            Fact(
                f"{book.name}/share",
                "permission",
                book.name,
                right,
                book.at,
                places=(f"sheets:{book.title}",),
                rule=rule,
                is_defect=True,
            )
        )


def _is_stranger(person: Employee, book: Book) -> bool:
    """Whether a workbook is none of somebody's work."""
    return person.function in _STRANGERS and person.key not in (book.owner, *book.shares)


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


def _circular(_book: Book, table: Table) -> str:
    """A total that counts itself as well."""
    table.totals[_last(table)] = table.sum_of(_last(table), missing=-1)
    return table.sum_of(_last(table))


def _filtered(book: Book, table: Table) -> str:
    """A filter that somebody left on: all rows but one kind are there, and not shown."""
    shown = str(table.rows[0][0])
    hidden = sorted({str(row[0]) for row in table.rows if row[0] is not None} - {shown})
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": len(table.rows) + 1}
    area |= {"startColumnIndex": 0, "endColumnIndex": len(table.header)}
    criteria = {"0": {"hiddenValues": hidden}}
    book.requests.append({"setBasicFilter": {"filter": {"range": area, "criteria": criteria}}})
    return "no filter"


_DEFECTS: Mapping[str, Callable[[Book, Table], str]] = {
    "hard-coded total": _hard_coded,
    "text number": _text_number,
    "broken reference": _broken,
    "hidden row": _hidden,
    "wrong range end": _short,
    "circular sum": _circular,
    "filter left on": _filtered,
}
