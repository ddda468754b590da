"""What people bring into the tracker and change many at a time, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.tracker.models import BulkResult
from workworld.apps.tracker.service import bulk_results, imports
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.files.models import File
from workworld.worlds import World

_NAME = "moved-over.csv"
_TEXT = b"Id,Title,Owner,Kind,Labels\n1,A word,Nemo,Bug,one\n2,Another,,Task,two\n3,,,Gadget,\n"
_ROW = [1, 2, "A word", "create", "", "Nobody here is called 'Nemo'.", ""]
_RESULTS: Mapping[str, Mapping[str, Any]] = {
    "change": {"title": "Watch", "done": [], "refused": [["CAL-99999", "It is gone.", ""]]},
    "import": {"rows": [_ROW], "left": "Title,Reason\r\nA word,Nobody\r\n"},
}


def prepare(world: World, person_id: str) -> None:
    """The person has uploaded a file to import, and looks back upon a change and an import."""
    actor, file = Actor(person_id), {"name": _NAME, "content": _TEXT}
    request = Request(Surface.SYSTEM, "a file")
    call(world, actor, imports.upload, request, accept=lambda _ctx, _none: file)
    for kind, content in _RESULTS.items():
        perform(world, actor, bulk_results.note, kind=kind, content=content)


def screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    """The steps of the person's import, and what came of what they did."""
    with world.reading() as session:
        mine = select(File.id).where(File.uploader_id == person_id, File.name == _NAME)
        file_id = session.scalars(mine.order_by(File.id)).first()
        results = {
            kind: session.scalars(
                select(BulkResult.id)
                .where(BulkResult.person_id == person_id, BulkResult.kind == kind)
                .order_by(BulkResult.id)
            ).first()
            for kind in _RESULTS
        }
    step = f"/import/{file_id}?project=CAL&column-1=rowid&column-2=summary&column-3=assignee&step"
    steps = [f"/import/{file_id}", *(f"{step}={name}" for name in ("columns", "values", "check"))]
    change, brought = results["change"], results["import"]
    return {
        "/import": ["/import"],
        "/import/<file_id>": steps if file_id else [],
        "/import/<file_id>/refused.csv": [],  # bytes, no page
        "/import/fields": [],  # a part of a page
        "/import/results/<result_id>": [f"/import/results/{brought}"] if brought else [],
        "/import/results/<result_id>/refused.csv": [],  # bytes, no page
        "/bulk/results/<result_id>": [f"/bulk/results/{change}"] if change else [],
    }
