"""Company facts → workbooks, made by what people make them with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from workworld.apps.sheets import APP
from workworld.apps.sheets.models import Edit, Share, Star, Workbook
from workworld.apps.sheets.service import batches, comments, notification_rules, values, workbooks
from workworld.apps.sheets.service.grids import grids_of
from workworld.clock import Clock, to_microseconds
from workworld.context import Actor, Context, Request, Surface
from workworld.directory.models import Person
from workworld.ids import Ids
from workworld.notifications.models import Notification
from workworld.seed_data.facts import CompanyFacts
from workworld.seed_data.sheets import filling
from workworld.seed_data.sheets_facts import WorkbookFact


def units(_facts: CompanyFacts) -> int:
    """How often ``build`` reports."""
    return 1


def build(session: Session, facts: CompanyFacts, made: Callable[[str], None]) -> None:
    """Make workbooks as their owners do, each at its time.

    Who looks later cannot undo that, and was told of what was said when it was said.
    """
    people: dict[str, str] = dict(session.execute(select(Person.handle, Person.id)).all())
    clock = Clock(session)
    now = clock.now_us()
    for fact in facts.sheets.workbooks:
        clock.set_us(to_microseconds(fact.at))
        _make(session, fact, people)
    clock.set_us(now)
    for edit in session.scalars(select(Edit)):
        edit.state = "past"
    session.execute(delete(Notification).where(Notification.app_id == APP.id))
    made("Sheets")


def _make(session: Session, fact: WorkbookFact, people: Mapping[str, str]) -> None:
    ctx = _asking(session, people[fact.owner])
    workbook = filling.create(ctx, fact) if fact.is_filled else _typed(ctx, fact)
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
    for person in fact.stars:
        session.add(Star(person_id=people[person], workbook_id=workbook.id))
    session.flush()  # who comments must see it
    for person, frequency in fact.notified.items():
        notification_rules.set_rule(
            _asking(session, people[person]), workbook_id=workbook.id, frequency=frequency
        )
    sheets = dict(zip((each.title for each in fact.tabs), ids, strict=True))
    for said in fact.comments:
        _comment(session, workbook.id, sheets[said["tab"]], said, people)


def _typed(ctx: Context, fact: WorkbookFact) -> Workbook:
    """A workbook with what its owner typed into it."""
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
    return workbook


def _comment(
    session: Session,
    workbook_id: str,
    sheet_id: int,
    said: Mapping[str, Any],
    people: Mapping[str, str],
) -> None:
    """A conversation about a range: who said what, one after the other."""
    place: dict[str, Any] = {"workbook_id": workbook_id}
    _set_clock(session, said)
    thread = comments.start(
        _asking(session, people[said["by"]]),
        **place,
        sheet_id=sheet_id,
        range_text=said["range"],
        text=said["text"],
    )
    for each in said.get("replies", ()):
        _set_clock(session, each)
        ctx = _asking(session, people[each["by"]])
        ends = bool(each.get("resolves"))
        comments.reply(ctx, **place, thread_id=thread.id, text=each["text"], resolves=ends)


def _set_clock(session: Session, said: Mapping[str, Any]) -> None:
    """Let it be when something is said."""
    if "at" in said:
        Clock(session).set_us(to_microseconds(said["at"]))


def _asking(session: Session, person_id: str) -> Context:
    request = Request(Surface.SEED, "seed")
    return Context(session, Actor(person_id), request, Clock(session), Ids(session))


def _with_sheet(given: Any, ids: list[int]) -> Any:
    """A request with the ids of sheets for their numbers."""
    if isinstance(given, Mapping):
        return {
            name: ids[each] if name == "sheetId" else _with_sheet(each, ids)
            for name, each in given.items()
        }
    return [_with_sheet(each, ids) for each in given] if isinstance(given, list) else given
