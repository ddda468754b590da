"""What of the spreadsheets the search over all apps finds, and where the palette leads."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, func, select

from workworld.apps.sheets import APP
from workworld.apps.sheets.models import Cell, Opening, Sheet, Workbook
from workworld.apps.sheets.service.access import workbook_sight
from workworld.apps.sheets.service.file_queries import holding
from workworld.context import Context
from workworld.directory import people
from workworld.paging import decode_cursor, encode_cursor
from workworld.permissions import sight_of
from workworld.search.palette import Place, leads
from workworld.search.providers import Found, Hit, searches

_LISTING = "workbooks found"
_MOST_PLACES = 50
_LONGEST_EXCERPT = 300


@searches("sheets.workbooks", title="Spreadsheets")
def find_workbooks(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find spreadsheets by their titles and by texts of their cells, changed last first."""
    asked = [word.lower() for word in words]
    conditions = [workbook_sight(), Workbook.is_trashed.is_(False), *map(holding, asked)]
    query = select(Workbook).where(*conditions)
    viewer = sight_of(ctx)
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()), viewer) or 0
    start = int(decode_cursor(_LISTING, cursor)) if cursor else 0
    ordered = query.order_by(Workbook.modified_us.desc(), Workbook.id)
    rows = ctx.session.scalars(ordered.offset(start).limit(limit), viewer).all()
    following = start + limit
    more = encode_cursor(_LISTING, str(following)) if following < total else None
    owners = people.by_ids(ctx.session, sorted({each.owner_id for each in rows}))
    hits = [
        Hit(
            title=each.title,
            url=_address(ctx, each.id),
            icon=APP.icon,
            excerpt=_excerpt(ctx, each, asked),
            when_us=each.modified_us,
            place=owners[each.owner_id].name,
        )
        for each in rows
    ]
    return Found(hits, total, more)


@leads(APP.id)
def lead(ctx: Context, _text: str) -> list[Place]:
    """The spreadsheets that the caller sees, those opened last first, and where to make one."""
    opened = and_(Opening.workbook_id == Workbook.id, Opening.person_id == ctx.actor.person_id)
    used = func.coalesce(Opening.opened_us, Workbook.modified_us)
    query = select(Workbook.id, Workbook.title).outerjoin(Opening, opened)
    query = query.where(workbook_sight(), Workbook.is_trashed.is_(False))
    rows = ctx.session.execute(
        query.order_by(used.desc(), Workbook.id).limit(_MOST_PLACES), sight_of(ctx)
    )
    found = [Place(row.title, _address(ctx, row.id), APP.icon, "Spreadsheet") for row in rows]
    home, new = (people.canonical_url(ctx.session, APP.id, path) for path in ("/", "/new"))
    return [
        *found,
        Place("Spreadsheets", home, APP.icon, APP.title),
        Place("New spreadsheet", new, "plus", APP.title),
    ]


def _address(ctx: Context, workbook_id: str) -> str:
    return people.canonical_url(ctx.session, APP.id, f"/s/{workbook_id}")


def _excerpt(ctx: Context, workbook: Workbook, words: Sequence[str]) -> str:
    """The first cell that holds one of the words, if the title does not hold it."""
    for word in words:
        if word in workbook.title.lower():
            continue
        text = func.coalesce(Cell.text, "")
        query = select(text).join(Sheet, Sheet.id == Cell.sheet_id)
        query = query.where(
            Sheet.workbook_id == workbook.id, func.instr(func.lower(text), word) > 0
        )
        order = Sheet.position, Cell.row_id, Cell.column_id
        if found := ctx.session.scalars(query.order_by(*order).limit(1)).first():
            return str(found)[:_LONGEST_EXCERPT]
    return ""
