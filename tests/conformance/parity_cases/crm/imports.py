"""Imports: by tools, and by the first and the last step of the pages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts, Sent
from tests.conformance.parity_cases.crm.words import case, floor_of, then

from workworld.apps.crm.service import imports
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.worlds import World

_BY = "akovac"
_TEXT = b"Last,Company\nZwingli,Zwingli AG\n,Nobody Ltd\n"
_COLUMNS = {"1": "LastName", "2": "Company"}


def _upload(world: World, facts: Facts) -> None:
    """The rep has uploaded a file of leads."""
    file = {"name": "leads.csv", "content": _TEXT}
    facts["file"] = call(
        world,
        Actor(floor_of(world).people[_BY]),
        imports.upload,
        Request(Surface.SYSTEM, "a file"),
        accept=lambda _ctx, _none: file,
        present=lambda _ctx, made: made.id,
    )


def _run(world: World, facts: Facts) -> None:
    """It is imported."""
    said = {"file_id": facts["file"], "sobject": "Lead", "columns": _COLUMNS}
    facts["import"] = floor_of(world).do(imports.run, by=_BY, **said).row.id


def _cases() -> Iterator[Case]:
    for name, outcome, text in (("a file", "ok", _TEXT), ("empty", "invalid_arguments", b"")):
        yield case(
            "imports.upload",
            name,
            outcome,
            mcp=("uploadImportFile", {"name": "leads.csv", "content": text.decode()}),
            ui=("/import", {"file": Sent("leads.csv", text), "object": "Lead"}),
            handle=_BY,
        )
    for name, outcome, target in (
        ("half good", "ok", "LastName"),
        ("no field", "INVALID_MAPPING", "Flavour__c"),
    ):
        columns = _COLUMNS | {"1": target}
        yield case(
            "imports.run",
            name,
            outcome,
            mcp=(
                "importRecords",
                {"file-id": "$file", "sobject-name": "Lead", "columns": columns, "assign": False},
            ),
            ui=("/import/$file", {"object": "Lead", "column-1": target, "column-2": "Company"}),
            before=_upload,
            handle=_BY,
        )
    for name, outcome, id in (("own", "ok", "$import"), ("missing", "NOT_FOUND", "$no_import")):
        yield case(
            "imports.revert",
            name,
            outcome,
            mcp=("revertImport", {"import-id": id}),
            ui=(f"/import/{id}/revert", {}),
            before=then(_upload, _run),
            handle=_BY,
        )


CASES = tuple(_cases())
