"""Imports: by tools, and by the first and the last step of the pages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts, Sent
from tests.conformance.parity_cases.tracker.words import case

from workworld.apps.tracker.service import imports
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.worlds import World

_TEXT = b"Summary,Owner\nFirst,mchen\nSecond,Nemo\n"


def _upload(world: World, facts: Facts) -> None:
    """The persona has uploaded a file."""
    file = {"name": "issues.csv", "content": _TEXT}
    facts["import_file"] = call(
        world,
        Actor(facts["aruiz"]),
        imports.upload,
        Request(Surface.SYSTEM, "a file"),
        accept=lambda _ctx, _none: file,
        present=lambda _ctx, made: made.id,
    )


def _cases() -> Iterator[Case]:
    for name, outcome, text in (
        ("a file", "ok", _TEXT.decode()),
        ("nothing in it", "invalid_arguments", ""),
    ):
        yield case(
            "imports.upload",
            name,
            outcome,
            mcp=("uploadJiraImportFile", {"filename": "issues.csv", "content": text}),
            ui=("/import", {"file": Sent("issues.csv", text.encode())}),
        )
    for name, outcome, target in (
        ("half good", "ok", "summary"),
        ("no field", "invalid_columns", "flavour"),
    ):
        columns = {"1": target, "2": "assignee"}
        said = {"columns": columns, "projectIdOrKey": "CAL", "issueType": "Task"}
        entered = {"column-1": target, "column-2": "assignee", "project": "CAL", "type": "Task"}
        yield case(
            "imports.run",
            name,
            outcome,
            mcp=("importJiraIssues", {"fileId": "$import_file", **said}),
            ui=("/import/$import_file", entered),
            before=_upload,
        )


CASES = tuple(_cases())
