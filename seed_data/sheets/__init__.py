"""Company facts → workbooks, made by what people make them with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.models import Edit, Share, Workbook
from workworld.apps.sheets.service import batches, values, workbooks
from workworld.apps.sheets.service.grids import grids_of
from workworld.clock import Clock, to_microseconds
from workworld.context import Actor, Context, Request, Surface
from workworld.directory.models import Person
from workworld.ids import Ids
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.sheets_facts import WorkbookFact


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Make workbooks as their owners do, each at its time; who looks later cannot undo that."""
    people: dict[str, str] = dict(session.execute(select(Person.handle, Person.id)).all())
    clock = Clock(session)
    now = clock.now_us()
    for fact in facts.sheets.workbooks:
        clock.set_us(to_microseconds(fact.at))
        _make(session, fact, people)
    clock.set_us(now)
    for edit in session.scalars(select(Edit)):
        edit.state = "past"
    made("Sheets")


def _make(session: Session, fact: WorkbookFact, people: Mapping[str, str]) -> None:
    request = Request(Surface.SEED, "seed")
    ctx = Context(session, Actor(people[fact.owner]), request, Clock(session), Ids(session))
    tabs = [{"title": each.title} for each in fact.tabs]
    workbook: Workbook = workbooks.create(ctx, title=fact.title, sheets=tabs)
    for tab in fact.tabs:
        values.update(
            ctx,
            workbook_id=workbook.id,
            range=f"'{tab.title}'!A1",
            values=tab.rows,
            value_input_option="USER_ENTERED",
        )
    ids = [grid.sheet.sheet_id for grid in grids_of(session, workbook.id)]
    if fact.requests:
        asked = [_with_sheet(each, ids) for each in fact.requests]
        batches.update(ctx, workbook_id=workbook.id, requests=asked)
    workbook.link_role = fact.link_role
    for person, role in fact.shares.items():
        share_id = ctx.ids.next_id("SHR")
        session.add(
            Share(id=share_id, workbook_id=workbook.id, person_id=people[person], role=role)
        )


def _with_sheet(given: Any, ids: list[int]) -> Any:
    """A request with the ids of sheets for their numbers."""
    if isinstance(given, Mapping):
        return {
            name: ids[each] if name == "sheetId" else _with_sheet(each, ids)
            for name, each in given.items()
        }
    return [_with_sheet(each, ids) for each in given] if isinstance(given, list) else given
