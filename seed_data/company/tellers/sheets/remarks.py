"""What colleagues say about numbers in workbooks, and who keeps which at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.sheets.books import MONEY, Book
from workworld.seed_data.company.work.wording import read

_SETTLED = timedelta(days=14)
"""What was answered longer ago than this is resolved."""
_STARRED = 40
"""Days in which people keep at hand what is new to them."""


def remark(company: Company, books: Sequence[Book]) -> None:
    """Let those who see a workbook ask about its largest number, and star it.

    Args:
        company: with the hours of its people.
        books: with all their rows; the kind is the second part of the name.
    """
    said = read("packs/logistics/remarks.yaml")
    turns = dict.fromkeys(said, 0)
    for book in books:
        stream = company.chance.stream("sheets", "remarks", book.name)
        _star(company, book, stream)
        kind = book.name.split("/")[1]
        if kind not in said:
            continue
        lines = said[kind]["said"]
        words = lines[turns[kind] % len(lines)]
        if _ask(company, book, said[kind]["column"], words, stream):
            turns[kind] += 1


def _star(company: Company, book: Book, stream: Stream) -> None:
    """Owners keep what is new at hand, and some of those with whom it is shared."""
    if TODAY - book.at > timedelta(days=_STARRED):
        return
    staff = company.organization.staff
    seeing = [each for each in (book.owner, *book.shares) if staff[each].ended is None]
    book.stars += [each for each in dict.fromkeys(seeing) if stream.integer(0, 2) == 0]


def _ask(company: Company, book: Book, column: int, words: Sequence[str], stream: Stream) -> bool:
    """Let somebody ask about a cell and its owner answer; say whether there was time for it."""
    asker, hours = _asker(company, book, stream), company.hours
    staff = company.organization.staff
    if not asker or staff[book.owner].ended is not None:
        return False
    # Of themselves and each other people do not speak as of somebody else.
    row = _largest(book, column, (staff[asker].name, staff[book.owner].name))
    if row is None:
        return False
    after = book.at + timedelta(minutes=stream.integer(90, 2600))
    asked = hours.moment_for(asker, after, stream)
    lag = stream.integer(12, 260)
    answered = hours.moment_for(book.owner, asked, stream, lag) if asked else None
    if asked is None or answered is None or answered >= TODAY:
        return False
    thing, value = book.tables[0].rows[row][0], _shown(book, row, column)
    question, answer = (each.format(thing=thing, value=value) for each in words)
    reply = {"by": book.owner, "at": answered, "text": answer, "resolves": _is_over(answered)}
    book.comments.append(
        {
            "by": asker,
            "at": asked,
            "tab": book.tables[0].title,
            "range": f"{column_name(column)}{row + 2}",
            "text": question,
            "replies": [reply],
        }
    )
    return True


def _is_over(answered: datetime) -> bool:
    return TODAY - answered > _SETTLED


def _asker(company: Company, book: Book, stream: Stream) -> str:
    """Somebody else who may comment and is still there; nobody if there is none."""
    there = company.organization.there(book.at.date())
    colleagues = {each.key: each for each in there if each.ended is None}
    if book.link_role == "commenter":
        team = company.organization.staff[book.owner].post_on(book.at.date()).team
        may = [each for each in there if each.post_on(book.at.date()).team == team]
        keys = [each.key for each in may]
    else:
        keys = [each for each, role in book.shares.items() if role != "reader"]
    fit = [each for each in keys if each in colleagues and each != book.owner]
    return stream.choice(fit) if fit else ""


def _largest(book: Book, column: int, but: Sequence[str]) -> int | None:
    """The row that has most in a column, or in those that it adds up, but for some things' rows."""
    rows: Sequence[Sequence[Any]] = book.tables[0].rows
    numbers = {at: sum(_numbers(row, column)) for at, row in enumerate(rows) if row[0] not in but}
    return max(numbers, key=numbers.__getitem__, default=None)


def _numbers(row: Sequence[Any], column: int) -> list[float]:
    """What a cell comes to: its number, or the numbers that its formula adds up."""
    cells = row[1:column] if isinstance(row[column], str) else [row[column]]
    return [each for each in cells if isinstance(each, int | float)]


def _shown(book: Book, row: int, column: int) -> str:
    """As the cell shows it."""
    table = book.tables[0]
    number = sum(_numbers(table.rows[row], column))
    look: Mapping[str, str] = table.formats.get(column, {})
    return f"${number:,.2f}" if look == MONEY else f"{number:,.0f}"
