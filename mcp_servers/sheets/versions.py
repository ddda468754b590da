"""States that a spreadsheet had: listed, read, named, brought back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.service import access, histories, past_values
from workworld.apps.sheets.service.editing import Outcome
from workworld.apps.sheets.service.histories import Stretch
from workworld.apps.sheets.service.value_ranges import ValueRange
from workworld.apps.sheets.wire import value_ranges
from workworld.apps.sheets.wire.revisions import revisions
from workworld.context import Context
from workworld.errors import NotFound
from workworld.mcp_servers.sheets.own import done, own
from workworld.mcp_servers.sheets.schemas import SPREADSHEET, STRING, Arguments, described

_SET = "versions"
_THEIRS = {
    "spreadsheetId": SPREADSHEET,
    "revisionId": described(
        STRING, "The version's id, as list_versions tells it; head is the present."
    ),
}


def _listed(ctx: Context, found: Sequence[Stretch]) -> dict[str, Any]:
    told = [
        {
            **revision,
            "edits": list(each.labels),
            **({"name": each.version.name} if each.version else {}),
        }
        for revision, each in zip(revisions(ctx, found), found, strict=True)
    ]
    return {"versions": told}


def _which(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    wanted = str(arguments["revisionId"])
    if wanted == "head":
        present = access.known(ctx, arguments["spreadsheetId"], "writer")
        return {"workbook_id": present.id, "revision": present.revision}
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 12:
        raise NotFound("version_not_found", f"There is no version {wanted[:100]!r}.")
    return {"workbook_id": arguments["spreadsheetId"], "revision": int(wanted)}


def _accept_read(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_which(ctx, arguments), "range": arguments.get("range", "")}


def _accept_name(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_which(ctx, arguments), "name": arguments["name"]}


def _accept_restore(ctx: Context, arguments: Arguments) -> Arguments:
    return _which(ctx, arguments)


def _values(_ctx: Context, found: ValueRange) -> dict[str, Any]:
    return value_ranges.value_range(found)


def _restored(ctx: Context, made: Outcome) -> dict[str, Any]:
    return {
        "spreadsheetId": ctx.request.arguments["spreadsheetId"],
        "revisionId": str(made.revision),
    }


TOOLS = (
    own(
        "list_versions", histories.list_edits, "List versions",
        "Lists what was done to a spreadsheet and by whom, the latest first: each version is the"
        " state after some edits of one person, and may have a name. Whoever may not edit the"
        " spreadsheet does not see them.",
        {"spreadsheetId": SPREADSHEET}, _listed, toolset=_SET, workbook_id="spreadsheetId",
    ),
    own(
        "get_version_values", past_values.get, "Get values of a version",
        "Reads what cells showed in a version, also of sheets that are gone by now.",
        {
            **_THEIRS,
            "range": described(
                STRING,
                "The range in A1 notation with the title that the sheet had, such as"
                " Sheet1!A1:C10, or that title alone; by default all of the first sheet.",
            ),
        },
        _values, ("spreadsheetId", "revisionId"), toolset=_SET, accept=_accept_read,
        revision="revisionId",
    ),
    own(
        "name_version", histories.name_version, "Name a version",
        "Gives a version a name, another one, or none.",
        {**_THEIRS, "name": described(STRING, "The name; an empty one takes it away.")},
        done, ("spreadsheetId", "revisionId", "name"), toolset=_SET, accept=_accept_name,
        destroys=True, idempotent=True, revision="revisionId",
    ),
    own(
        "restore_version", histories.restore_version, "Restore a version",
        "Brings a spreadsheet back to what it was in a version. That is an edit of its own, so"
        " that what was there until then is a version, too.",
        _THEIRS, _restored, ("spreadsheetId", "revisionId"), toolset=_SET, accept=_accept_restore,
        destroys=True, revision="revisionId",
    ),
)  # fmt: skip
