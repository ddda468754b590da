"""Canvases and lists → rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import (
    CanvasSection,
    Channel,
    Document,
    ListColumn,
    ListField,
    ListRecord,
)
from workworld.apps.chat.models.documents import CANVAS, LIST
from workworld.apps.chat.service import canvas_markdown, list_columns, list_values
from workworld.apps.chat.service.list_columns import Column
from workworld.clock import to_microseconds
from workworld.ids import Ids
from workworld.richtext.json_form import to_json
from workworld.richtext.names import Names
from workworld.richtext.plain import to_plain
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CanvasFact, CompanyFacts, ListFact, RecordFact

_REFERENCE = re.compile(r"!\[\]\(([@#])([a-z0-9._-]+)\)")


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert canvases and lists, each in its channel."""
    named = dict(session.execute(select(Channel.name, Channel.id)).all())
    channels = {channel.key: named[channel.name] for channel in facts.channels}
    writer = _Writer(session, people_by_key(session), channels)
    for canvas in facts.canvases:
        writer.add_canvas(canvas)
    for each in facts.lists:
        writer.add_list(each)
    session.flush()  # others may look at them


class _Writer:
    """Writes documents down."""

    def __init__(
        self, session: Session, people: Mapping[str, str], channels: Mapping[str, str]
    ) -> None:
        self._session = session
        self._ids = Ids(session)
        self._people = people
        self._channels = channels

    def add_canvas(self, fact: CanvasFact) -> None:
        """Insert a canvas, whose last change was to its last section."""
        document = self._document(CANVAS, fact, fact.edited_by, fact.edited, is_main=fact.is_main)
        content = _REFERENCE.sub(self._reference, fact.content)
        sections = canvas_markdown.read(content, "canvas_creation_failed")
        for position, section in enumerate(sections):
            is_last = position == len(sections) - 1
            row = CanvasSection(
                id=self._ids.next_id("Sec"),
                canvas_id=document.id,
                position=position,
                content=to_json(section),
                text=to_plain(section, Names({}, {}, str)),
                edited=_seconds(fact.edited if is_last else fact.created),
                edited_by=self._people[fact.edited_by if is_last else fact.owner],
                version=2 if is_last else 1,
            )
            self._session.add(row)

    def add_list(self, fact: ListFact) -> None:
        """Insert a list with its records."""
        last = max(fact.records, key=lambda record: record.at)
        document = self._document(LIST, fact, last.by, last.at, description=fact.description)
        columns = [
            self._column(document, position, row) for position, row in enumerate(fact.columns)
        ]
        self._session.flush()  # records refer to the columns
        for position, record in enumerate(fact.records):
            self._add_record(document, columns, position, record)

    def _document(
        self,
        kind: str,
        fact: CanvasFact | ListFact,
        last_by: str,
        last: datetime,
        **more: Any,
    ) -> Document:
        document = Document(
            id=self._ids.next_id("F"),
            kind=kind,
            title=fact.title,
            owner_id=self._people[fact.owner],
            channel_id=self._channels[fact.channel],
            created=_seconds(fact.created),
            updated=_seconds(last),
            updated_by=self._people[last_by],
            version=2,
            **more,
        )
        self._session.add(document)
        self._session.flush()  # what stands in it refers to it
        return document

    def _column(self, document: Document, position: int, row: Mapping[str, Any]) -> ListColumn:
        options = {"choices": row["choices"]} if "choices" in row else {}
        wanted = Column(name=row["name"], type=row["type"], options=options)
        column = ListColumn(
            id=self._ids.next_id("Col"),
            list_id=document.id,
            position=position,
            key=row["key"],
            name=wanted.name,
            type=wanted.type,
            options=list_columns.good_options(wanted),
        )
        self._session.add(column)
        return column

    def _add_record(
        self,
        document: Document,
        columns: Sequence[ListColumn],
        position: int,
        fact: RecordFact,
    ) -> None:
        who, when = self._people[fact.by], _seconds(fact.at)
        record = ListRecord(
            id=self._ids.next_id("Rec"),
            list_id=document.id,
            position=position,
            created=when,
            created_by=who,
            updated=when,
            updated_by=who,
        )
        self._session.add(record)
        self._session.flush()  # its fields refer to it
        for column in columns:
            if column.key in fact.fields:
                value = self._value(column, fact.fields[column.key])
                words = list_values.words_of(column, value)
                row = ListField(record_id=record.id, column_id=column.id, value=value, text=words)
                self._session.add(row)

    def _value(self, column: ListColumn, given: Any) -> Any:
        values = {label: value for value, label in list_columns.choices_of(column).items()}
        match column.type:
            case "select":
                return values[given]
            case "multi_select":
                return [values[each] for each in given]
            case "user":
                return [self._people[key] for key in given]
            case "channel":
                return [self._channels[key] for key in given]
        return given.isoformat() if isinstance(given, date) else given

    def _reference(self, match: re.Match[str]) -> str:
        kind, key = match.groups()
        known = self._people if kind == "@" else self._channels
        return f"![]({kind}{known[key]})"


def _seconds(moment: datetime) -> int:
    return to_microseconds(moment) // 1_000_000
