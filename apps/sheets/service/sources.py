"""Functions whose values come from other apps: ``CRM(…)``, ``ISSUES(…)``, ``PERSON(…)``.

They are asked with the rights of whoever edits the workbook, when a formula first asks and when
somebody refreshes. What they answered is kept with the workbook, so that everybody who sees it sees
the same, and so that it stays the same until somebody asks again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import delete, select

from workworld.apps.sheets.engine.calculation import Source
from workworld.apps.sheets.engine.values import MISSING, VALUE, Error
from workworld.apps.sheets.models import Fetch, Workbook
from workworld.context import Context
from workworld.database import driver
from workworld.errors import Refused

Answer = Sequence[Sequence[Any]]
Ask = Callable[..., Answer]
_MOST_ROWS = 2_000
_MENTIONS = (
    "SELECT 1 FROM sheets_cells JOIN sheets_sheets ON sheets_sheets.id = sheets_cells.sheet_id"
    " WHERE sheets_sheets.workbook_id = ? AND kind = 'formula' AND ({}) LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class _Kind:
    ask: Ask
    least: int
    most: int


_kinds: dict[str, _Kind] = {}


def source(name: str, *, least: int, most: int) -> Callable[[Ask], Ask]:
    """Declare what a function of the suite answers: rows of values.

    It is handed the context of whoever edits and the formula's arguments; what it is refused, the
    cell tells.

    Args:
        name: as formulas call it.
        least: how many arguments it needs.
        most: how many it takes.
    """

    def declare(ask: Ask) -> Ask:
        if name in _kinds:
            raise TypeError(f"two functions answer {name}")
        _kinds[name] = _Kind(ask, least, most)
        return ask

    return declare


def names() -> Sequence[str]:
    """The functions that ask other apps."""
    return sorted(_kinds)


def are_asked(ctx: Context, workbook: Workbook) -> bool:
    """Whether any formula of a workbook asks other apps."""
    if not _kinds:
        return False
    named = [f"%{name}(%" for name in _kinds]
    query = _MENTIONS.format(" OR ".join(["text LIKE ?"] * len(named)))  # all cells once, not each
    return driver(ctx.session).execute(query, (workbook.id, *named)).get is not None


def known(ctx: Context, workbook: Workbook) -> list[Source]:
    """The functions as calculations take them: they answer what is kept, and nothing else."""
    kept = _kept(ctx, workbook)

    def answer(name: str, *arguments: Any) -> Any:
        found = kept.get((name, _written(arguments)))
        if found is None:
            return Error(MISSING, "It has not been asked for yet. Refresh the workbook's data.")
        return _value(found)

    return _sources(answer)


def asking(ctx: Context, workbook: Workbook) -> list[Source]:
    """The functions as they are during an edit: what is not kept is asked for, and then kept."""
    kept = _kept(ctx, workbook)

    def answer(name: str, *arguments: Any) -> Any:
        written = _written(arguments)
        if (name, written) not in kept:
            kept[name, written] = _asked(ctx, name, arguments)
            row = Fetch(
                workbook_id=workbook.id,
                function=name,
                arguments=written,
                answer=kept[name, written],
                fetched_us=ctx.clock.now_us(),
                fetched_by=ctx.actor.person_id,
            )
            ctx.session.add(row)
        return _value(kept[name, written])

    return _sources(answer)


def forget(ctx: Context, workbook: Workbook) -> None:
    """Drop what other apps have answered a workbook, so that they are asked again."""
    ctx.session.execute(delete(Fetch).where(Fetch.workbook_id == workbook.id))


def refreshed_us(ctx: Context, workbook: Workbook) -> int | None:
    """When other apps were last asked, in microseconds since the Unix epoch; None if never."""
    query = select(Fetch.fetched_us).where(Fetch.workbook_id == workbook.id)
    return ctx.session.scalar(query.order_by(Fetch.fetched_us.desc()).limit(1))


def _sources(answer: Callable[..., Any]) -> list[Source]:
    return [
        Source(name, partial(answer, name), each.least, each.most)
        for name, each in sorted(_kinds.items())
    ]


def _kept(ctx: Context, workbook: Workbook) -> dict[tuple[str, str], Any]:
    query = select(Fetch).where(Fetch.workbook_id == workbook.id)
    return {(row.function, row.arguments): row.answer for row in ctx.session.scalars(query)}


def _asked(ctx: Context, name: str, arguments: Sequence[Any]) -> Any:
    if any(isinstance(each, list) for each in arguments):
        return {"error": VALUE, "message": f"{name} takes single values, no ranges."}
    said = ["" if each is None else _text(each) for each in arguments]
    try:
        rows = _kinds[name].ask(ctx, *said)
    except Refused as refused:
        return {"error": MISSING, "message": refused.message}
    if len(rows) > _MOST_ROWS:
        return {"error": VALUE, "message": f"That is more than {_MOST_ROWS} rows."}
    return [list(row) for row in rows]


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _value(found: Any) -> Any:
    if isinstance(found, Mapping):
        return Error(found["error"], found["message"])
    if len(found) == 1 and len(found[0]) == 1:
        return found[0][0]
    return found


def _written(arguments: Sequence[Any]) -> str:
    return json.dumps([str(each) if isinstance(each, Error) else each for each in arguments])
