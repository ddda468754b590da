"""What is wrong with a query, in the vendor's words, and where."""

from __future__ import annotations

import re

from workworld.errors import Invalid

MALFORMED, FIELD, TYPE = "MALFORMED_QUERY", "INVALID_FIELD", "INVALID_TYPE"
OPERATOR = "INVALID_QUERY_FILTER_OPERATOR"
_BEFORE, _AFTER = 41, 46
"""How much of a line is shown around the place that is wrong."""
_WSDL = "Please reference your WSDL or the describe call for the appropriate names."


class QueryRefused(Invalid):
    """A query cannot be answered."""


def refusal(code: str, said: str, text: str = "", at: int = -1) -> QueryRefused:
    """A refusal with an excerpt of the query, as the vendor words it.

    Args:
        code: the vendor's error code.
        said: what is wrong.
        text: the query.
        at: where in it; without a place there is no excerpt.
    """
    if at < 0 or not text:
        return QueryRefused(code, said)
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line, column = text[start : end if end >= 0 else len(text)], at - start
    first = _word_from(line, max(0, column - _BEFORE))
    last = _word_until(line, column + _AFTER)
    row = text.count("\n", 0, at) + 1
    shown = line[first:last].rstrip()
    caret = " " * (column - first) + "^"
    place = f"ERROR at Row:{row}:Column:{column + 1}"
    return QueryRefused(code, f"\n{shown}\n{caret}\n{place}\n{said}")


def no_column(name: str, entity: str) -> str:
    """There is no such field, or none that the caller may read."""
    return (
        f"No such column '{name}' on entity '{entity}'. If you are attempting to use a custom"
        f" field, be sure to append the '__c' after the custom field name. {_WSDL}"
    )


def no_relationship(name: str, place: str = "field path") -> str:
    """Nothing leads from the object by this name."""
    return (
        f"Didn't understand relationship '{name}' in {place}. If you are attempting to use a"
        f" custom relationship, be sure to append the '__r' after the custom relationship name."
        f" {_WSDL}"
    )


def no_object(name: str) -> str:
    """There is no such object, or none that the caller may read."""
    return (
        f"sObject type '{name}' is not supported. If you are attempting to use a custom object,"
        f" be sure to append the '__c' after the entity name. {_WSDL}"
    )


def _word_from(line: str, at: int) -> int:
    """Where the first whole word begins, from a place on."""
    if at == 0:
        return 0
    found = re.compile(r"(?<=[\s,(])(?=[^\s])").search(line, at)
    return found.start() if found and found.start() - at < _BEFORE else at


def _word_until(line: str, at: int) -> int:
    """Where the last whole word ends, up to a place."""
    if at >= len(line):
        return len(line)
    found = line.rfind(" ", at - _AFTER // 2, at)
    return found if found > 0 else at
