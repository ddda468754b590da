"""What there is among the spreadsheets, and who sees it, for the gates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.facets import Hidden, Thing

from workworld.apps.sheets.models import (
    Cell,
    Chart,
    Comment,
    FilterView,
    Metadata,
    Name,
    Protection,
    Share,
    Sheet,
    Table,
    Thread,
    Version,
    Workbook,
)
from workworld.context import Surface
from workworld.directory.models import GUESTS, Person
from workworld.worlds import World

_LONG = 24
"""Texts of cells that are as long stand in no other place."""


def seers_of(session: Session, workbook: Workbook) -> frozenset[str]:
    """Who sees a workbook, from the rows and not by the product's rules."""
    if workbook.is_trashed:
        return frozenset({workbook.owner_id})
    shared = select(Share.person_id).where(Share.workbook_id == workbook.id)
    found = {workbook.owner_id, *session.scalars(shared)}
    if workbook.link_role:
        found |= set(session.scalars(select(Person.id).where(Person.role.not_in(GUESTS))))
    return frozenset(found)


def writers_of(session: Session, workbook: Workbook) -> frozenset[str]:
    """Who may edit a workbook."""
    writing = select(Share.person_id).where(
        Share.workbook_id == workbook.id, Share.role == "writer"
    )
    found = {workbook.owner_id, *session.scalars(writing)}
    if workbook.link_role == "writer":
        found |= set(session.scalars(select(Person.id).where(Person.role.not_in(GUESTS))))
    return frozenset(found)


def hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Workbooks that the person does not see, and conversations of theirs asked for elsewhere."""
    found = []
    with world.reading() as session:
        seen = None
        for workbook in workbooks(session):
            if person_id in seers_of(session, workbook):
                seen = seen or workbook
        for workbook in workbooks(session):
            if person_id in seers_of(session, workbook):
                continue
            facts = facts_of(session, workbook)
            found.append(Hidden(facts, workbook.id, nobodys(workbook), _words(session, workbook)))
            thread_id = facts.get("thread_id")
            if seen is not None and thread_id is not None:
                elsewhere = {**facts_of(session, seen), **_conversation(thread_id)}
                found.append(Hidden(elsewhere, thread_id, "9" * len(thread_id), []))
    return found


def things(world: World) -> Sequence[Thing]:
    """All workbooks."""
    with world.reading() as session:
        return [_thing(session, each) for each in workbooks(session)]


def workbooks(session: Session) -> Sequence[Workbook]:
    """All of them, in an order that stays."""
    return session.scalars(select(Workbook).order_by(Workbook.created_us, Workbook.id)).all()


def nobodys(workbook: Workbook) -> str:
    """An id as long as another one, of no workbook that there is."""
    return f"{workbook.id[:9]}{'z' * (len(workbook.id) - 9)}"


def facts_of(session: Session, workbook: Workbook) -> dict[str, Any]:
    """A workbook by all names that operations and routes have for it, and places in it."""
    first = select(Sheet.sheet_id).where(Sheet.workbook_id == workbook.id)
    sheet_id = session.scalars(first.order_by(Sheet.position)).first()
    thread = select(Thread.id).join(Sheet, Sheet.id == Thread.sheet_id)
    thread_id = session.scalars(
        thread.where(Sheet.workbook_id == workbook.id).order_by(Thread.id)
    ).first()
    kept = select(Metadata.id).join(Sheet, Sheet.id == Metadata.sheet_id)
    kept_id = session.scalars(kept.where(Sheet.workbook_id == workbook.id)).first()
    return {
        "workbook_id": workbook.id,
        "metadataId": kept_id or 1,
        "revisionId": "head",
        "workbook": workbook.id,
        "destination_id": workbook.id,
        "person_id": workbook.owner_id,
        "permissionId": workbook.owner_id,
        "sheet_id": sheet_id,
        "range": "A1:B2",
        "range_text": "A1:B2",
        "ranges": ["A1:B2"],
        "kind": "csv",
        "formula": "=ROW()",
        "name": "rename",
        **(_conversation(str(thread_id)) if thread_id is not None else {}),
    }


def _conversation(thread_id: str) -> Mapping[str, str]:
    return {"thread_id": thread_id, "commentId": thread_id}


def _words(session: Session, workbook: Workbook) -> list[str]:
    """What a workbook says that stands nowhere else."""
    of_it = Sheet.workbook_id == workbook.id
    found: list[Any] = [workbook.title]
    for column in (
        Chart.spec,
        FilterView.title,
        Protection.description,
        Table.name,
        Thread.quoted,
        Metadata.value,
        Cell.note,
    ):
        on_it = select(column).join(Sheet, Sheet.id == column.class_.sheet_id)
        found += session.scalars(on_it.where(of_it)).all()
    said = select(Comment.text).join(Thread, Thread.id == Comment.thread_id)
    found += session.scalars(said.join(Sheet, Sheet.id == Thread.sheet_id).where(of_it)).all()
    for named in (Name, Version):
        found += session.scalars(select(named.name).where(named.workbook_id == workbook.id)).all()
    texts = select(Cell.text).join(Sheet, Sheet.id == Cell.sheet_id)
    long = session.scalars(texts.where(of_it, Cell.kind == "text")).all()
    found += [each for each in long if each and len(each) > _LONG]
    told = [each.get("title") if isinstance(each, Mapping) else each for each in found]
    return [each for each in told if each]


def _thing(session: Session, workbook: Workbook) -> Thing:
    words = re.findall(r"\w{4,}", workbook.title)
    return Thing(
        name=f"workbook {workbook.title}",
        facts=facts_of(session, workbook),
        id=workbook.id,
        missing=nobodys(workbook),
        link=("sheets", f"/s/{workbook.id}"),
        query=" ".join(words),
        mark=workbook.id,
        seers=seers_of(session, workbook),
        searched=frozenset({Surface.UI}) - ({Surface.UI} if workbook.is_trashed else set()),
        app_id="sheets",
    )
