"""What cases of chat speak of: ids of channels by their names, of people, and of messages."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from tests.conformance.parity import Facts
from tests.kit import PERSONA

from workworld.apps.chat.models import (
    CanvasSection,
    Channel,
    Document,
    ListColumn,
    ListRecord,
    Message,
)
from workworld.apps.chat.service import canvas_sections
from workworld.directory.models import Person
from workworld.worlds import World


def facts(world: World) -> Facts:
    """Ids of people by handle and of channels by name with underscores, and these messages.

    ``ts`` is the newest message of general outside threads, ``reply`` the newest of deploys in
    one, ``theirs`` the newest of deploys by somebody else, ``mine`` the persona's newest there,
    ``no_ts`` and ``missing`` nothing.
    ``canvas`` is the canvas with its second ``section``, ``list`` the list with its first
    ``record`` and its columns as ``column_…``.
    """
    with world.reading() as session:
        channels = dict(session.execute(select(Channel.name, Channel.id)).all())
        people = dict(session.execute(select(Person.handle, Person.id)).all())

        def newest(channel: str, *which: ColumnElement[bool]) -> str:
            there = select(Message.ts).where(Message.channel_id == channels[channel], *which)
            return str(session.scalars(there.order_by(Message.ts.desc())).first())

        said = {
            "ts": newest("general", Message.thread_ts.is_(None)),
            "reply": newest("deploys", Message.thread_ts.is_not(None)),
            "theirs": newest("deploys", Message.author_id != people[PERSONA]),
            "mine": newest("deploys", Message.author_id == people[PERSONA]),
        }
        parties = dict(session.execute(select(Channel.party, Channel.id)).all())
        direct = {
            "with_mchen": parties[",".join(sorted([people[PERSONA], people["mchen"]]))],
        }
        (canvas,) = session.scalars(select(Document).where(Document.kind == "canvas"))
        second = (CanvasSection.canvas_id == canvas.id, CanvasSection.position == 1)
        section = session.scalars(select(CanvasSection).where(*second)).one()
        (table,) = session.scalars(select(Document).where(Document.kind == "list"))
        columns = select(ListColumn.key, ListColumn.id).where(ListColumn.list_id == table.id)
        said |= {f"column_{key}": found for key, found in session.execute(columns)}
        said |= {"canvas": canvas.id, "list": table.id, "no_file": "F0000000000"}
        said["section"] = canvas_sections.id_of(canvas, section)
        record = select(ListRecord.id).where(ListRecord.list_id == table.id)
        said["record"] = str(session.scalars(record.order_by(ListRecord.position)).first())
    found = {name.replace("-", "_"): channel_id for name, channel_id in channels.items()}
    return found | people | said | direct | {"missing": "C0000000000", "no_ts": "1700000000.000001"}
