"""The steps of an import as addresses tell them: of what, from which columns, in which way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.schema.objects import find, of_name
from workworld.apps.crm.service import import_fields, imports, records, sight
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound

OBJECTS = (
    "Lead",
    "Account",
    "Contact",
    "Opportunity",
    "Case",
    "Product2",
    "Campaign",
    "CampaignMember",
    "Contract",
    "Asset",
)
MODES = (
    ("create", "Add new records"),
    ("update", "Update existing records"),
    ("upsert", "Add new and update existing records"),
)
STEPS = (("columns", "Map fields"), ("check", "Review"))


@dataclass(frozen=True, slots=True)
class Looked:
    """A file as its steps show it."""

    name: str
    rows: int
    columns: Sequence[imports.ColumnInfo]
    labels: Mapping[str, str]
    """What the fields are called that columns may be."""
    matches: Sequence[tuple[str, str]]


def settings(asked: MultiDict[str, str]) -> dict[str, Any]:
    """The arguments of the operations that try and do it, but for the file."""
    columns = {
        name.partition("-")[2]: field
        for name, field in asked.items()
        if name.startswith("column-") and field
    }
    constants = {
        field: asked.get(f"value-{name.partition('-')[2]}", "")
        for name, field in asked.items()
        if name.startswith("constant-") and field
    }
    mode = asked.get("mode", "create")
    return {
        "sobject": object_of(asked),
        "columns": columns,
        "constants": constants,
        "mode": mode if mode in dict(MODES) else "create",
        "match_by": asked.get("match", "") if mode != "create" else "",
        "allow_duplicates": asked.get("duplicates") == "allow",
        "assign": asked.get("assign") == "1",
        "date_format": asked.get("dates", "").strip()[:40],
    }


def object_of(asked: MultiDict[str, str]) -> str:
    """What the rows are, as an address says.

    Raises:
        NotFound: nothing that can be imported.
    """
    name = asked.get("object", "")
    if name not in OBJECTS:
        raise NotFound("NOT_FOUND", "Nothing of that kind is imported.")
    return name


def looked(file_id: str, sobject: str) -> Looked:
    """A file as its steps show it, if its rows are records of an object."""

    def present(ctx: Context, found: imports.Preview) -> Looked:
        kind = records.sobject_of(ctx, sobject)
        known = import_fields.targets(ctx, kind)
        labels = {name: import_fields.label(field) for name, field in known.items()}
        matches = import_fields.matches(ctx, kind)
        return Looked(found.name, found.rows, found.columns, labels, matches)

    found: Looked = page(imports.preview, present, file_id=file_id, sobject=sobject)
    return found


def labels(sobject: str) -> Mapping[str, str]:
    """What the fields are called, by name, that columns may be; none if nobody may know."""

    def present(ctx: Context, _found: Any) -> Mapping[str, str]:
        kind = find(sobject)
        if kind is None or not sight.may(ctx, kind, "read"):
            return {}
        known = import_fields.targets(ctx, kind)
        return {name: import_fields.label(field) for name, field in known.items()}

    found: Mapping[str, str] = page(imports.list, present)
    return found


def steps(file_id: str, asked: MultiDict[str, str], here: str) -> list[tuple[str, str, bool]]:
    """Title and address of each step, and whether it is shown."""
    found = [("Choose data", at("/import"), False)]
    carried: dict[str, Any] = {name: value for name, value in asked.items() if name != "csrf"}
    for name, title in STEPS:
        address = at(f"/import/{file_id}", {**carried, "step": name})
        found.append((title, address if name != here and name == "columns" else "", name == here))
    return found


def offered(ctx: Context, _found: Any) -> list[str]:
    """The objects whose records the caller may create or change."""
    return [
        name
        for name in OBJECTS
        if sight.may(ctx, of_name(name), "create") or sight.may(ctx, of_name(name), "edit")
    ]
