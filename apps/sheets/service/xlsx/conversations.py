"""Conversations about cells: written as notes, and read of what other programs keep beside notes.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import Comment, Thread
from workworld.apps.sheets.service import current_values, lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid, Place
from workworld.context import Context
from workworld.directory.people import by_ids, me

_THREADED = "{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PACKAGE = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_PLACEHOLDER = "[Threaded comment]"
_MOST, _LONGEST = 5_000, 4_096


@dataclass(slots=True)
class Said:
    """A conversation of a file."""

    cell: str
    is_resolved: bool
    remarks: list[tuple[str, str]] = field(default_factory=list)
    """Who said what."""


def is_placeholder(note: str) -> bool:
    """Whether a note only stands for a conversation, for programs that know none."""
    return note.startswith(_PLACEHOLDER)


def as_notes(ctx: Context, grid: Grid) -> dict[Place, str]:
    """The conversations of a sheet as texts, by the cell at which they begin."""
    query = select(Thread).where(Thread.sheet_id == grid.sheet.id).order_by(Thread.id)
    things = list(ctx.session.scalars(query))
    comments = select(Comment).where(Comment.thread_id.in_([each.id for each in things]))
    listed = list(ctx.session.scalars(comments.order_by(Comment.created_us, Comment.id)))
    people = by_ids(ctx.session, {each.author_id for each in listed})
    found: dict[Place, str] = {}
    for thing in things:
        reference = parse(thing.ranges[0]) if thing.ranges else None
        said = [f"{people[each.author_id].name}: {each.text}" for each in listed
                if each.thread_id == thing.id and each.text]  # fmt: skip
        if reference is not None and said:
            at = (reference.first.row or 0, reference.first.column or 0)
            said += ["(resolved)"] if thing.is_resolved else []
            found[at] = "\n".join([*([found[at], ""] if at in found else []), *said])
    return found


def of_file(content: bytes) -> dict[str, list[Said]]:
    """The conversations of a file that was looked at, by the titles of its sheets."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = set(archive.namelist())
        if not any(name.startswith("xl/threadedComments/") for name in names):
            return {}
        try:
            return _found(archive, names)
        except (ElementTree.ParseError, KeyError, StopIteration):
            return {}


def _found(archive: zipfile.ZipFile, names: set[str]) -> dict[str, list[Said]]:
    people = {
        each.get("id", ""): each.get("displayName", "")
        for name in sorted(names)
        if name.startswith("xl/persons/") and name.endswith(".xml")
        for each in _part(archive, name).iter(f"{_THREADED}person")
    }
    sheets = dict(_related(archive, "xl/workbook.xml", names))
    found: dict[str, list[Said]] = {}
    for sheet in _part(archive, "xl/workbook.xml").iter(f"{_MAIN}sheet"):
        path = sheets.get(sheet.get(f"{_OFFICE}id", ""), "")
        for _, target in _related(archive, path, names):
            if target.startswith("xl/threadedComments/"):
                found[sheet.get("name", "")] = list(_said(_part(archive, target), people))
    return found


def _said(part: ElementTree.Element, people: Mapping[str, str]) -> Iterator[Said]:
    begun: dict[str, Said] = {}
    for each in part.iter(f"{_THREADED}threadedComment"):
        remark = people.get(each.get("personId", ""), ""), each.findtext(f"{_THREADED}text") or ""
        parent = begun.get(each.get("parentId", ""))
        if parent is None:
            parent = Said(each.get("ref", ""), each.get("done") == "1")
            begun[each.get("id", "")] = parent
        parent.remarks.append(remark)
    yield from begun.values()


def _related(archive: zipfile.ZipFile, path: str, names: set[str]) -> Iterator[tuple[str, str]]:
    """The parts that a part refers to, by the ids that it has for them."""
    folder, name = posixpath.split(path)
    listing = f"{folder}/_rels/{name}.rels"
    if listing in names:
        for each in _part(archive, listing).iter(f"{_PACKAGE}Relationship"):
            target = posixpath.normpath(posixpath.join("/" + folder, each.get("Target", "")))
            yield each.get("Id", ""), target.lstrip("/")


def _part(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(name))  # noqa: S314 - it has no document type


def read(editing: Editing, grid: Grid, listed: Sequence[Said]) -> None:
    """Begin the conversations of a file on a sheet.

    Whoever imports it says all that was said, with the names that the file has: it proves nothing.
    """
    ctx = editing.ctx
    mine, now = me(ctx).name, ctx.clock.now_us()
    for each in listed[:_MOST]:
        reference = parse(each.cell)
        area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
        remarks = [(name, text) for name, text in each.remarks if text.strip()]
        if area is None or not grid.area.holds(area) or not remarks:
            continue
        shown = current_values.texts(editing, grid, area).get((area.top, area.left), "")
        thread = Thread(
            id=lying.new_id(ctx),
            sheet_id=grid.sheet.id,
            position=0,
            ranges=[lying.text_of(grid, area)],
            is_resolved=each.is_resolved,
            quoted=shown[:500],
        )
        ctx.session.add(thread)
        ctx.session.flush()  # comments refer to it
        for turn, (name, text) in enumerate(remarks):
            told = text if name in ("", mine) else f"{name}: {text}"
            comment = Comment(
                id=ctx.ids.next_id("AAAA", 12),
                thread_id=thread.id,
                author_id=ctx.actor.person_id,
                text=told[:_LONGEST],
                created_us=now + turn,
            )
            ctx.session.add(comment)
