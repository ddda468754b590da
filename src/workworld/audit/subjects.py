"""What changed rows are called, for those who may see them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from workworld.context import Context
from workworld.database import Base


@dataclass(frozen=True, slots=True)
class Subject:
    """What a row is called, after its noun: ``#general``, or ``in #general``."""

    name: str
    url: str
    """Its canonical address."""


Naming = Callable[[Context, Mapping[str, Any]], Subject | None]
"""A row's primary key, by column → its subject; None for whoever may not see it."""

_namings: dict[str, Naming] = {}


def subject(model: type[Base]) -> Callable[[Naming], Naming]:
    """Declare what the rows of a table are called. Without it, only their kind is told.

    Raises:
        TypeError: the table has such a function already.
    """

    def declare(naming: Naming) -> Naming:
        if model.__tablename__ in _namings:
            raise TypeError(f"two functions name the rows of {model.__tablename__}")
        _namings[model.__tablename__] = naming
        return naming

    return declare


def subject_of(ctx: Context, table: str, key: Mapping[str, Any]) -> Subject | None:
    """What a row is called, if the caller may see it, whether or not it is still there."""
    naming = _namings.get(table)
    return naming(ctx, key) if naming else None


@cache
def noun_of(table: str) -> str:
    """What the rows of a table are: ``chat_messages`` → ``message``, as their class is called."""
    models = {mapper.local_table: mapper.class_.__name__ for mapper in Base.registry.mappers}
    words = re.findall(r"[A-Z][a-z]*", models[Base.metadata.tables[table]])
    return " ".join(words).lower()
