"""Workbooks as files: made, copied, changed, deleted, of files of other programs."""

from base64 import b64encode
from typing import Any

from tests.conformance.parity import Facts, Sent
from tests.conformance.parity_cases.sheets.words import case

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import values, workbooks
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

_FILES = "/drive/v3/files"
_LONG = "x" * 501
_CSV = Sent("Untitled.csv", b"Yard,Docks\nCamden,14\n")
_BROKEN = Sent("Yards.xlsx", b"PK\x03\x04 no workbook at all")
_TEXT = {"name": _CSV.name, "content": _CSV.content.decode(), "convertFormulas": True}
_BROKEN_TEXT = {
    "name": _BROKEN.name,
    "content": b64encode(_BROKEN.content).decode(),
    "encoding": "base64",
}
_REPLACE = {"importLocation": "REPLACE_SPREADSHEET"}


def _own(world: World, facts: Facts) -> None:
    """The person has a workbook of their own."""
    actor = Actor(facts["aruiz"])
    facts["own"] = perform(world, actor, workbooks.create, title="Mine").id


def _edited(world: World, facts: Facts) -> None:
    """The person has a workbook into which they wrote twice."""
    _own(world, facts)
    actor, place = Actor(facts["aruiz"]), {"workbook_id": facts["own"], "range": "A1"}
    for text in ("Camden", "Lyon"):
        given = {"values": [[text]], "value_input_option": "RAW"}
        perform(world, actor, values.update, **place, **given)
    with world.reading() as session:
        revision = session.get_one(Workbook, facts["own"]).revision
    facts |= {"revision": str(revision), "before": str(revision - 1)}


def _copying(outcome: str, book: str, sheet_id: str, name: str) -> Any:
    given = {"destinationSpreadsheetId": "$launch"}
    return case(
        "copies.copy_sheet",
        name,
        outcome,
        rest=(f"POST /v4/spreadsheets/{book}/sheets/0:copyTo", given),
        mcp=("copy_sheet", {"spreadsheetId": book, "sheetId": 0, **given}),
        ui=(f"/s/{book}/dialogs/copy-sheet?gid={sheet_id}", {"book": "$launch"}),
    )


CASES = (
    case(
        "workbooks.create",
        "empty",
        rest=("POST /v4/spreadsheets", {"properties": {"title": "Yards"}}),
        mcp=("create_spreadsheet", {"title": "Yards"}),
        ui=("/new", {"title": "Yards"}),
    ),
    case(
        "workbooks.create",
        "too long",
        "invalid_arguments",
        rest=("POST /v4/spreadsheets", {"properties": {"title": _LONG}}),
        mcp=("create_spreadsheet", {"title": _LONG}),
        ui=("/new", {"title": _LONG}),
    ),
    case(
        "workbooks.remove",
        "one's own",
        rest=(f"DELETE {_FILES}/$own", {}),
        mcp=("delete_spreadsheet", {"spreadsheetId": "$own"}),
        ui=("/s/$own/remove", {}),
        before=_own,
    ),
    case(
        "workbooks.remove",
        "another's",
        "insufficient_file_permissions",
        rest=(f"DELETE {_FILES}/$launch", {}),
        mcp=("delete_spreadsheet", {"spreadsheetId": "$launch"}),
        ui=("/s/$launch/remove", {}),
    ),
    case(
        "copies.copy",
        "with a title",
        rest=(f"POST {_FILES}/$launch/copy", {"name": "Launch, mine"}),
        mcp=("copy_spreadsheet", {"spreadsheetId": "$launch", "title": "Launch, mine"}),
        ui=("/s/$launch/dialogs/copy", {"title": "Launch, mine"}),
    ),
    case(
        "copies.copy",
        "no such workbook",
        "not_found",
        rest=(f"POST {_FILES}/$no_book/copy", {"name": "Launch, mine"}),
        mcp=("copy_spreadsheet", {"spreadsheetId": "$no_book", "title": "Launch, mine"}),
        ui=("/s/$no_book/dialogs/copy", {"title": "Launch, mine"}),
    ),
    _copying("ok", "$pipeline", "0", "into another workbook"),
    _copying("not_found", "$salaries", "0", "of one that is hidden"),
    case(
        "files.update",
        "another name and a star",
        rest=(f"PATCH {_FILES}/$launch", {"name": "Launch list", "starred": True}),
        mcp=(
            "update_file",
            {"spreadsheetId": "$launch", "title": "Launch list", "starred": True},
        ),
    ),
    case(
        "files.update",
        "a reader",
        "no_edit_access",
        rest=(f"PATCH {_FILES}/$budget", {"name": "Mine now"}),
        mcp=("update_file", {"spreadsheetId": "$budget", "title": "Mine now"}),
    ),
    case(
        "imports.open_file",
        "separated values",
        rest=("PUT /upload/drive/v3/files?uploadType=media", {"": _CSV}),
        mcp=("import_file", _TEXT),
        ui=("/import", {"file": _CSV, "converts": "1", "converts-formulas": "1"}),
    ),
    case(
        "imports.open_file",
        "broken",
        "unreadable_file",
        rest=("PUT /upload/drive/v3/files?uploadType=media", {"": _BROKEN}),
        mcp=("import_file", _BROKEN_TEXT),
        ui=("/import", {"file": _BROKEN}),
    ),
    case(
        "imports.put_file",
        "in the place of all",
        rest=("PATCH /upload/drive/v3/files/$own?uploadType=media", {"": _CSV}),
        mcp=("import_file_into_spreadsheet", {"spreadsheetId": "$own", **_TEXT, **_REPLACE}),
        ui=(
            "/s/$own/import",
            {"file": _CSV, "converts": "1", "converts-formulas": "1", "way": "replace"},
        ),
        before=_own,
    ),
    case(
        "imports.put_file",
        "no such workbook",
        "not_found",
        rest=("PATCH /upload/drive/v3/files/$no_book?uploadType=media", {"": _CSV}),
        mcp=("import_file_into_spreadsheet", {"spreadsheetId": "$no_book", **_TEXT, **_REPLACE}),
        ui=(
            "/s/$no_book/import",
            {"file": _CSV, "converts": "1", "converts-formulas": "1", "way": "replace"},
        ),
    ),
    case(
        "histories.name_version",
        "the present one",
        mcp=(
            "name_version",
            {"spreadsheetId": "$own", "revisionId": "$revision", "name": "As planned"},
        ),
        ui=("/s/$own/history/name", {"revision": "$revision", "name": "As planned"}),
        before=_edited,
    ),
    case(
        "histories.name_version",
        "a reader",
        "no_edit_access",
        mcp=("name_version", {"spreadsheetId": "$budget", "revisionId": "1", "name": "Mine"}),
        ui=("/s/$budget/history/name", {"revision": "1", "name": "Mine"}),
    ),
    case(
        "histories.restore_version",
        "the one before",
        mcp=("restore_version", {"spreadsheetId": "$own", "revisionId": "$before"}),
        ui=("/s/$own/history/restore", {"revision": "$before"}),
        before=_edited,
    ),
    case(
        "histories.restore_version",
        "the present one",
        "already_current",
        mcp=("restore_version", {"spreadsheetId": "$own", "revisionId": "$revision"}),
        ui=("/s/$own/history/restore", {"revision": "$revision"}),
        before=_edited,
    ),
)
