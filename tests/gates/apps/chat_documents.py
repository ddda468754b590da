"""Canvases and lists of chat, as the gates see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.agent import Facts
from tests.gates.facets import Keys, Live, See, Thing, To

from workworld.apps.chat.models import (
    CanvasSection,
    Channel,
    Document,
    ListColumn,
    ListRecord,
    Membership,
)
from workworld.apps.chat.service import canvases, lists, records
from workworld.apps.chat.service.list_columns import TYPES
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_CONTENT = "## What there is\n\nSome **text** in #general.\n\n- [ ] To do\n- [x] Done"
_CHOICES = {"choices": ["First", "Second"]}


def _shared_list(world: World) -> str:
    with world.reading() as session:
        return f"/list/{_first(session, 'list', '')}"


LIST_LIVE = Live(
    "a field of a list is changed",
    _shared_list,
    To("searchbox", "Filter records"),
    (
        To("link", "Estimate .h.: 6$"),
        Keys("Enter"),
        See("Cancel"),
        Keys(text="77"),
        Keys("Enter"),
        See("677"),
    ),
    "677",
)


def keep_documents(world: World, actor: Actor, channel_id: str) -> None:
    """A canvas and a list of the person's own, where everybody is."""
    there = {"channel_id": channel_id}
    perform(world, actor, canvases.create, title="My page", content=_CONTENT, **there)
    columns = [
        {"name": kind, "type": kind, "options": _CHOICES if "select" in kind else {}}
        for kind in TYPES
    ]
    made = perform(world, actor, lists.create, name="My table", columns=columns, **there)
    for name in ("One", "Two"):
        fields = {"text": name, "select": "First", "user": [actor.person_id], "date": "2026-03-17"}
        perform(world, actor, records.create, list_id=made.id, fields=fields)


def documents(world: World, person_id: str) -> Facts:
    """A canvas and a list of the person's own, or else any, and something that is in them."""
    with world.reading() as session:
        canvas, table = (_first(session, kind, person_id) for kind in ("canvas", "list"))
        sections = select(CanvasSection.id).where(CanvasSection.canvas_id == canvas)
        columns = select(ListColumn.id).where(ListColumn.list_id == table)
        rows = select(ListRecord.id).where(ListRecord.list_id == table)
        return {
            "canvas_id": canvas,
            "section": str(session.scalars(sections.order_by(CanvasSection.position)).first()),
            "list_id": table,
            "record_id": str(session.scalars(rows.order_by(ListRecord.position)).first()),
            "column_id": str(session.scalars(columns.order_by(ListColumn.position.desc())).first()),
        }


def document_things(world: World) -> Sequence[Thing]:
    """The company's canvas and list, each of which the members of its channel see."""
    with world.reading() as session:
        found = []
        query = select(Document).order_by(Document.created, Document.id)
        for kind in ("canvas", "list"):
            row = session.scalars(query.where(Document.kind == kind)).first()
            assert row is not None
            inside = select(Membership.person_id).where(Membership.channel_id == row.channel_id)
            rows = select(ListRecord.id).where(ListRecord.list_id == row.id)
            record_id = str(session.scalars(rows.order_by(ListRecord.position)).first())
            facts = {f"{kind}_id": row.id} | ({"record_id": record_id} if kind == "list" else {})
            found.append(_thing(row, facts, frozenset(session.scalars(inside))))
    return found


def _thing(row: Document, facts: Facts, seers: frozenset[str]) -> Thing:
    return Thing(
        name=f"the {row.kind} {row.title}",
        facts=facts,
        id=row.id,
        missing="F".ljust(len(row.id), "0"),
        link=("chat", f"/{row.kind}/{row.id}"),
        query=row.title,
        mark=row.id,
        seers=seers,
        searched=frozenset({Surface.UI}),
    )


def _first(session: Session, kind: str, person_id: str) -> str:
    own = Document.owner_id == person_id
    everywhere = select(Document.id).join(Channel, Channel.id == Document.channel_id)
    query = everywhere.where(Document.kind == kind)
    return str(session.scalars(query.order_by(own.desc(), Document.created, Document.id)).first())


def document_screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    """The addresses of the pages of canvases and lists."""
    kept = documents(world, person_id)
    canvas, table = f"/canvas/{kept['canvas_id']}", f"/list/{kept['list_id']}"
    record = f"{table}/r/{kept['record_id']}"
    return {
        "/canvases": ["/canvases"],
        "/canvases/new": ["/canvases/new"],
        "/canvas/<canvas_id>": [canvas],
        "/canvas/<canvas_id>/add": [f"{canvas}/add"],
        "/canvas/<canvas_id>/edit/<section>": [f"{canvas}/edit/{kept['section']}"],
        "/canvas/<canvas_id>/title": [f"{canvas}/title"],
        "/canvas/<canvas_id>/share": [f"{canvas}/share"],
        "/canvas/<canvas_id>/delete": [f"{canvas}/delete"],
        "/lists": ["/lists"],
        "/lists/new": ["/lists/new"],
        "/list/<list_id>": [table, f"{table}?q=nothing", f"{table}?sort=-{kept['column_id']}"],
        "/list/<list_id>/rename": [f"{table}/rename"],
        "/list/<list_id>/columns": [f"{table}/columns"],
        "/list/<list_id>/share": [f"{table}/share"],
        "/list/<list_id>/delete": [f"{table}/delete"],
        "/list/<list_id>/add": [f"{table}/add"],
        "/list/<list_id>/r/<record_id>": [record],
        "/list/<list_id>/r/<record_id>/<column_id>": [f"{record}/{kept['column_id']}"],
        "/list/<list_id>/r/<record_id>/delete": [f"{record}/delete"],
    }
