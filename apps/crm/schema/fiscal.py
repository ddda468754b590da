"""Parts of days as expressions: as calendars count them, and as the company does."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Integer, and_, case, cast, func, literal

Start = int | ColumnElement[Any]
"""The month in which fiscal years begin."""


def number(day: ColumnElement[Any], start: int, length: int) -> ColumnElement[Any]:
    """Some of the digits of an ISO day or moment."""
    return cast(func.substr(day, start, length), Integer)


def year(day: ColumnElement[Any], _: Start = 1) -> ColumnElement[Any]:
    """The year."""
    return number(day, 1, 4)


def month(day: ColumnElement[Any], _: Start = 1) -> ColumnElement[Any]:
    """The month, from 1."""
    return number(day, 6, 2)


def fiscal_month(day: ColumnElement[Any], start: Start) -> ColumnElement[Any]:
    """The month of the fiscal year, from 1."""
    return (month(day) + 12 - start) % 12 + 1


def fiscal_quarter(day: ColumnElement[Any], start: Start) -> ColumnElement[Any]:
    """The quarter of the fiscal year, from 1."""
    return third(fiscal_month(day, start))


def fiscal_year(day: ColumnElement[Any], start: Start) -> ColumnElement[Any]:
    """The fiscal year, which is named after the one that it ends in."""
    first = literal(start) if isinstance(start, int) else start
    return year(day) + case((and_(month(day) >= first, first != 1), 1), else_=0)


def third(months: ColumnElement[Any]) -> ColumnElement[Any]:
    """The quarter of a month."""
    return (months + 2) // 3
