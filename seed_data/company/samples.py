"""Things of a company at random, as text, to be read aloud and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.randomness import Stream

_USER = "(SELECT handle FROM directory_people p WHERE p.id = u.person_id)"
_LINES = 14
"""So many rows of a workbook are shown."""
_NAMED = "(SELECT handle FROM directory_people p WHERE p.id = {})"


def read(session: Session, kind: str, count: int, seed: int) -> Iterator[str]:
    """So many things of a kind, each as a few lines.

    Args:
        session: on the company's rows.
        kind: one of ``KINDS``.
        count: how many at most.
        seed: decides which.

    Raises:
        KeyError: there is no such kind.
    """
    query, shown = KINDS[kind]
    ids = list(session.scalars(text(query)))
    stream = Stream("samples", kind, seed)
    for each in stream.sample(ids, min(count, len(ids))):
        yield shown(session, each)


def _thread(session: Session, key: str) -> str:
    channel, _, ts = key.partition(" ")
    said = text(
        f"SELECT {_NAMED.format('author_id')} AS who, text FROM chat_messages"  # noqa: S608
        " WHERE channel_id = :channel AND (ts = :ts OR thread_ts = :ts) ORDER BY ts"
    )
    rows = session.execute(said, {"channel": channel, "ts": ts})
    name = session.scalar(text("SELECT name FROM chat_channels WHERE id = :id"), {"id": channel})
    return "\n".join([f"#{name}", *(f"  {row.who}: {row.text}" for row in rows)])


def _issue(session: Session, key: str) -> str:
    query = text("SELECT key, summary, description_text FROM tracker_issues WHERE id = :id")
    row = session.execute(query, {"id": key}).one()
    said = text(
        f"SELECT {_NAMED.format('author_id')} AS who, body_text AS said"  # noqa: S608
        " FROM tracker_comments WHERE issue_id = :id ORDER BY created_us"
    )
    comments = [f"  {each.who}: {each.said}" for each in session.execute(said, {"id": key})]
    return "\n".join([f"{row.key} {row.summary}", row.description_text, *comments])


def _deal(session: Session, key: str) -> str:
    query = text(
        "SELECT name, stage, amount, currency, close_date, next_step, loss_reason"
        " FROM crm_opportunities WHERE id = :id"
    )
    row = session.execute(query, {"id": key}).one()
    past = text(
        "SELECT stage FROM crm_opportunity_history WHERE opportunity_id = :id ORDER BY created_us"
    )
    stages = " > ".join(dict.fromkeys(session.scalars(past, {"id": key})))
    amount = "no amount" if row.amount is None else f"{row.amount / 100:,.2f} {row.currency}"
    told = [f"{row.name}: {row.stage}, {amount} by {row.close_date} ({stages})"]
    told += [f"  {each}" for each in (row.next_step, row.loss_reason) if each]
    activities = text(
        f"SELECT {_USER} AS who, t.subject, t.description FROM crm_tasks t"  # noqa: S608
        " JOIN crm_users u ON u.id = t.owner_id WHERE t.what_id = :id ORDER BY t.created_us"
    )
    for each in session.execute(activities, {"id": key}):
        told.append(f"  {each.who}: {each.subject}. {each.description or ''}")
    return "\n".join(told)


def _case(session: Session, key: str) -> str:
    query = text(
        "SELECT number, subject, description, resolution, status FROM crm_cases WHERE id = :id"
    )
    row = session.execute(query, {"id": key}).one()
    said = text(
        f"SELECT {_USER} AS who, c.body FROM crm_case_comments c"  # noqa: S608
        " JOIN crm_users u ON u.id = c.created_by_id WHERE c.case_id = :id ORDER BY c.created_us"
    )
    told = [f"{row.number} {row.subject} ({row.status})", row.description or ""]
    told += [f"  {each.who}: {each.body}" for each in session.execute(said, {"id": key})]
    return "\n".join([*told, f"  Solved: {row.resolution or 'not yet'}"])


def _workbook(session: Session, key: str) -> str:
    title = text("SELECT title FROM sheets_workbooks WHERE id = :id")
    cells = text(
        "SELECT s.title AS sheet, c.row_id AS line, c.text, c.number FROM sheets_cells c"
        " JOIN sheets_sheets s ON s.id = c.sheet_id WHERE s.workbook_id = :id"
        " ORDER BY s.position, c.row_id, c.column_id LIMIT 200"
    )
    told: dict[tuple[str, int], list[str]] = {}
    for each in session.execute(cells, {"id": key}):
        shown = f"{each.number:g}" if each.text is None and each.number is not None else each.text
        told.setdefault((each.sheet, each.line), []).append(shown or "")
    lines = [f"  {sheet}: {' | '.join(row)}" for (sheet, _), row in told.items()]
    return "\n".join([str(session.scalar(title, {"id": key})), *lines[:_LINES]])


KINDS: Mapping[str, tuple[str, Callable[[Session, str], str]]] = {
    "threads": (
        "SELECT DISTINCT channel_id || ' ' || thread_ts FROM chat_messages"
        " WHERE thread_ts IS NOT NULL ORDER BY 1",
        _thread,
    ),
    "issues": ("SELECT id FROM tracker_issues ORDER BY id", _issue),
    "deals": ("SELECT id FROM crm_opportunities ORDER BY id", _deal),
    "cases": ("SELECT id FROM crm_cases ORDER BY id", _case),
    "workbooks": ("SELECT id FROM sheets_workbooks ORDER BY id", _workbook),
}
"""How things of a kind are found, and how one is told."""
