"""Second names of objects' tables, each made once: making one costs more than asking it."""

from __future__ import annotations

from functools import cache

from sqlalchemy import FromClause

from workworld.apps.crm.schema import objects


@cache
def alias(sobject: str, name: str) -> FromClause:
    """An object's table by another name; in one statement no two may have the same.

    Args:
        sobject: the object's name.
        name: what the table is called.
    """
    table: FromClause = objects.of_name(sobject).model.__table__.alias(name)
    return table


def beyond(sobject: str, table: FromClause, column: str) -> FromClause:
    """The table of the records that a column of another table leads to.

    Args:
        sobject: their object.
        table: the other table, or an alias of it, whose name becomes a part of this one's.
        column: which.
    """
    return alias(sobject, f"{getattr(table, 'name', '')}_{column}_{sobject}")
