"""What people put on the workbooks that they keep up: charts, lists of values, colours, guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.seed_data.company.tellers.sheets import asking
from workworld.seed_data.company.tellers.sheets.books import Book, Table
from workworld.seed_data.company.tellers.sheets.forecasts import OPEN

Asked = Iterator[dict[str, Any]]


def furnish(books: Sequence[Book]) -> None:
    """Add to each workbook what its kind has, and a guard of the headings.

    Args:
        books: with all their rows; the kind is the second part of the name.
    """
    for book in books:
        kind = book.name.split("/")[1]
        if kind not in _KINDS:
            continue
        heading = asking.area(0, 0, 1, first=0, end=len(book.tables[0].header))
        book.requests.append(asking.guarded("Headings", heading))
        book.requests.extend(_KINDS[kind](book))


def _rows(table: Table) -> int:
    """How many rows a table has, its heading, total and what stands below included."""
    return 1 + len(table.rows) + bool(table.summed) + len(table.below)


def _forecast(book: Book) -> Asked:
    deals, owners, stages = book.tables
    quarter, last = book.title.removeprefix("Pipeline and forecast "), len(deals.rows) + 1
    if not deals.rows:
        return
    yield asking.one_of(OPEN, asking.area(0, 1, last))
    names = f"='By owner'!$A$2:$A${len(owners.rows) + 1}"
    yield asking.one_of_range(names, asking.area(0, 2, last))
    yield asking.dates(asking.area(0, 3, last))
    late = f"=$D2<INT($B${_rows(deals)})"
    yield asking.filled(late, "red", asking.area(0, 3, last))
    for tab, table, noun in ((1, owners, "owner"), (2, stages, "stage")):
        yield asking.chart(
            f"{quarter}: pipeline by {noun}",
            (noun.capitalize(), "US dollars"),
            tab,
            len(table.rows),
            (2, 3),
            below=_rows(table),
        )


def _budget(book: Book) -> Asked:
    table, total = book.tables[0], len(book.tables[0].rows) + 1
    if book.name.endswith("/consolidated"):
        yield asking.chart(
            "Budget FY27 by department",
            ("US dollars", "Department"),
            0,
            len(table.rows),
            (13,),
            below=_rows(table),
            kind="BAR",
        )
        figures = asking.area(0, 1, total + 1, end=14)
        yield asking.guarded("Taken from the departments' workbooks", figures, warns_only=False)
        yield asking.filled("=$B2>0.25", "red", asking.area(1, 0, total, end=2))
        return
    title = f"{book.title} by line"
    axes, below = ("Line", "US dollars"), _rows(table)
    yield asking.chart(title, axes, 0, len(table.rows), (13,), below=below)
    yield asking.guarded("Sums", asking.area(0, 13, total + 1))
    # A month in which a line comes to more than an eighth of its year is looked at.
    yield asking.filled("=AND($N2>0,B2>$N2/8)", "red", asking.area(0, 1, total, end=13))


def _headcount(book: Book) -> Asked:
    table = book.tables[0]
    yield asking.chart(
        f"Headcount by team, {table.header[1]} and {table.header[-1]}",
        ("Team", "People"),
        0,
        len(table.rows),
        (1, len(table.header) - 1),
        below=_rows(table),
    )
    last, end = len(table.rows) + 1, len(table.header)
    yield asking.between(0, 500, asking.area(0, 1, last, end=end))
    # Months in which a team grows.
    yield asking.filled("=C2>B2", "green", asking.area(0, 2, last, end=end))


def _capacity(book: Book) -> Asked:
    table, last = book.tables[0], len(book.tables[0].rows) + 1
    yield asking.chart(
        "Days for the sprint", ("Person", "Days"), 0, last - 1, (4,), below=_rows(table)
    )
    yield asking.between(0, 10, asking.area(0, 2, last))
    yield asking.between(0, 1, asking.area(0, 3, last))
    yield asking.filled("=C2>=5", "red", asking.area(0, 2, last))


def _goals(book: Book) -> Asked:
    results, objectives = book.tables
    last = len(results.rows) + 1
    yield asking.chart(
        f"{book.title}: progress",
        ("Progress", "Objective"),
        1,
        len(objectives.rows),
        (1,),
        below=_rows(objectives),
        kind="BAR",
    )
    yield asking.filled("=F2<0.3", "red", asking.area(0, 5, last))
    yield asking.filled("=F2>=1", "green", asking.area(0, 5, last))
    yield asking.guarded("Starts and targets", asking.area(0, 2, last, end=4))


def _vendors(book: Book) -> Asked:
    table = book.tables[0]
    columns = range(2, len(table.header))
    last = len(table.rows) + 1
    yield asking.chart(
        f"{book.title.partition(':')[0]}: points by criterion",
        ("Criterion", "Points"),
        0,
        last - 1,
        columns,
        below=_rows(table),
    )
    yield asking.between(1, 5, asking.area(0, 1, last, end=len(table.header)))
    score = asking.area(0, 2, last + 2, first=last + 1, end=len(table.header))
    most = f"$C${last + 2}:${column_name(len(table.header) - 1)}${last + 2}"
    yield asking.filled(f"=C{last + 2}=MAX({most})", "green", score)


def _event(book: Book) -> Asked:
    table, last = book.tables[0], len(book.tables[0].rows) + 1
    yield asking.chart(
        f"{book.title.partition(':')[0]}: planned and booked",
        ("Item", "US dollars"),
        0,
        last - 1,
        (1, 2),
        below=_rows(table),
    )
    yield asking.filled("=$C2>$B2", "red", asking.area(0, 0, last, end=4))
    yield asking.guarded("Planned amounts were approved", asking.area(0, 1, last))


def _survey(book: Book) -> Asked:
    answers, results = book.tables
    scores = asking.area(0, 2, len(answers.rows) + 1, end=len(answers.header) - 1)
    yield asking.between(1, 5, scores)
    axes, below = ("Question", "Average, 1 to 5"), _rows(results)
    yield asking.chart(book.title, axes, 1, len(results.rows), (1,), below=below)


def _audit(book: Book) -> Asked:
    table, last = book.tables[0], len(book.tables[0].rows) + 1
    yield asking.one_of(("received", "missing"), asking.area(0, 6, last))
    yield asking.dates(asking.area(0, 4, last, end=6))
    where = asking.area(0, 0, last, end=len(table.header))
    yield asking.filled('=$G2="missing"', "red", where)


_KINDS: Mapping[str, Callable[[Book], Asked]] = {
    "forecast": _forecast,
    "budget": _budget,
    "headcount": _headcount,
    "capacity": _capacity,
    "goals": _goals,
    "vendors": _vendors,
    "event": _event,
    "survey": _survey,
    "audit": _audit,
}
