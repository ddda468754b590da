"""Arguments that lead to what is shown of spreadsheets, for the gates."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from tests.gates.agent import Facts
from tests.gates.apps.sheets_things import facts_of, seers_of, workbooks, writers_of

from workworld.apps.sheets.service import comments, histories
from workworld.apps.sheets.service import workbooks as service
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import World

_TEXTS = ("text", "title", "message", "description", "search")
"""What people fill with what they like."""
TITLE = "Yard capacity by week"
_CORNER = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
_TABLE = {
    "sheetId": 0,
    "startRowIndex": 0,
    "endRowIndex": 5,
    "startColumnIndex": 0,
    "endColumnIndex": 3,
}
_ROWS = (
    ("Week", "Yard", "Docks"),
    ("12", "Camden", "14"),
    ("12", "Lyon", "9"),
    ("13", "Camden", "16"),
    ("Total", "", "=SUM(C2:C4)"),
)


def shown(world: World, person_id: str) -> Facts:
    """A workbook that the person sees, rather one that they may edit; and what may be typed."""
    facts: dict[str, Any] = {
        **dict.fromkeys(_TEXTS, "a word"),
        "values": [["a word", "=1+1"]],
        "requests": [_noted("a word")],
        "data": [{"range": "A1", "values": [["a word"]]}],
        "query": "name contains 'word'",
        "role": "reader",
        "template": "",
    }
    with world.reading() as session:
        others = select(Person.email).where(Person.id != person_id).order_by(Person.handle)
        facts["address"] = session.scalars(others).first()
        there = [each for each in workbooks(session) if not each.is_trashed]
        mine = [each for each in there if person_id in seers_of(session, each)]
        # What is theirs first, then what they may edit.
        mine.sort(
            key=lambda each: (
                each.owner_id != person_id,
                person_id not in writers_of(session, each),
            )
        )
        if not mine:
            return facts
        facts |= facts_of(session, mine[0])
        reading = [each for each in mine if person_id not in writers_of(session, each)]
        facts |= {"read_workbook_id": reading[0].id} if reading else {}
        if person_id in writers_of(session, mine[0]):
            facts["written_workbook_id"] = mine[0].id
        if person_id == mine[0].owner_id:
            facts["own_workbook_id"] = mine[0].id
    return facts


def _noted(text: str) -> dict[str, Any]:
    cells = [{"values": [{"note": text}]}]
    return {"updateCells": {"rows": cells, "fields": "note", "start": _CORNER}}


def prepare(world: World, person_id: str) -> None:
    """The person has a workbook with one of each kind of thing on it, and one in the trash."""
    actor = Actor(person_id)
    made = perform(world, actor, service.create, title=TITLE, requests=_requests())
    place = {"workbook_id": made.id}
    talk = {"sheet_id": 0, "range_text": "C3", "text": "Is that with the new gate?"}
    perform(world, actor, comments.start, **place, **talk)
    with world.reading() as session:
        revision = next(each for each in workbooks(session) if each.id == made.id).revision
    perform(world, actor, histories.name_version, **place, revision=revision, name="As planned")
    perform(world, actor, service.star, **place, is_starred=True)
    old = perform(world, actor, service.create, title="Yard capacity, old")
    perform(world, actor, service.trash, workbook_id=old.id)


_KEPT = {
    "metadataKey": "source",
    "metadataValue": "Yard register, export of March",
    "visibility": "DOCUMENT",
    "location": {"sheetId": 0},
}


def _requests() -> list[dict[str, Any]]:
    """A table with everything that lies on ranges."""
    rows = [{"values": list(row)} for row in _ROWS]
    rule = {"condition": {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "15"}]}}
    lists = {
        "condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "Camden"}]},
        "inputMessage": "Name one of our yards",
    }
    bold = {"startIndex": 2, "format": {"bold": True, "link": {"uri": "https://a.example/b"}}}
    weeks = {**_TABLE, "startColumnIndex": 8, "endColumnIndex": 10}
    hidden = {"columnIndex": 1, "filterCriteria": {"hiddenValues": ["Not counted yet"]}}
    column = {**_TABLE, "startColumnIndex": 1, "endColumnIndex": 2, "endRowIndex": 4}
    look = {"textFormat": {"bold": True}}
    return [
        {"enterText": {"start": _CORNER, "rows": rows}},
        _noted("Counted at the gate"),
        {"addNamedRange": {"namedRange": {"name": "Docks", "range": _TABLE}}},
        {"addProtectedRange": {"protectedRange": {"range": column, "description": "The yards"}}},
        {"setDataValidation": {"range": column, "rule": lists}},
        {
            "addConditionalFormatRule": {
                "index": 0,
                "rule": {"ranges": [_TABLE], "booleanRule": {**rule, "format": look}},
            }
        },
        {"addFilterView": {"filter": {"title": "Camden alone", "range": _TABLE}}},
        {"addChart": {"chart": _chart()}},
        {"addPivotTable": _pivot()},
        {
            "updateCells": {
                "rows": [{"values": [{"textFormatRuns": [bold]}]}],
                "fields": "textFormatRuns",
                "start": {**_CORNER, "rowIndex": 4},
            }
        },
        {"setBasicFilter": {"filter": {"range": _TABLE, "filterSpecs": [hidden]}}},
        {"addTable": {"table": {"name": "Weeks", "range": weeks}}},
        {"createDeveloperMetadata": {"developerMetadata": _KEPT}},
    ]


def _chart() -> dict[str, Any]:
    def at(left: int) -> dict[str, Any]:
        columns = {"startColumnIndex": left, "endColumnIndex": left + 1}
        return {"sourceRange": {"sources": [{**_TABLE, **columns}]}}

    return {
        "position": {"overlayPosition": {"anchorCell": {**_CORNER, "columnIndex": 5}}},
        "spec": {
            "title": "Docks by yard",
            "basicChart": {
                "chartType": "COLUMN",
                "headerCount": 1,
                "domains": [{"domain": at(1)}],
                "series": [{"series": at(2)}],
            },
        },
    }


def _pivot() -> dict[str, Any]:
    return {
        "anchor": {**_CORNER, "rowIndex": 10},
        "pivotTable": {
            "source": {**_TABLE, "endRowIndex": 4},
            "rows": [{"sourceColumnOffset": 1, "sortOrder": "ASCENDING", "showTotals": True}],
            "values": [{"sourceColumnOffset": 2, "summarizeFunction": "SUM", "name": "All docks"}],
        },
    }
