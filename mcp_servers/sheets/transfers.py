"""Files of other programs, in and out, and formulas that are only tried."""

from __future__ import annotations

from typing import Any

from pydantic.alias_generators import to_camel

from workworld.apps.sheets import masks
from workworld.apps.sheets.service import exports, imports, trials
from workworld.apps.sheets.service.exports import Exported
from workworld.apps.sheets.service.imports import Imported
from workworld.apps.sheets.service.print_layouts import PrintLayout
from workworld.apps.sheets.service.trials import Trial
from workworld.apps.sheets.wire.spreadsheets import Asked, spreadsheet
from workworld.context import Context
from workworld.errors import Invalid
from workworld.files.encoded import ENCODINGS, bytes_of, encoded
from workworld.mcp_servers.sheets.own import own
from workworld.mcp_servers.sheets.schemas import (
    SPREADSHEET,
    STRING,
    TRUTH,
    WHOLE,
    Arguments,
    described,
    taking,
)

_SET = "transfers"
_TOLD = masks.parsed("spreadsheetId,properties.title,sheets.properties")
_WAYS = {
    "INSERT_NEW_SHEETS": "sheets",
    "REPLACE_SPREADSHEET": "replace",
    "REPLACE_SHEET": "replace_sheet",
    "APPEND_TO_SHEET": "append",
    "REPLACE_DATA_AT_CELL": "cell",
}
"""Where a file may be put, in the words of the vendor's dialog, as our operation calls it."""
_OPTIONS = {
    "converts": "convertText",
    "converts_formulas": "convertFormulas",
    "delimiter": "delimiter",
}
_FILE = {
    "name": described(STRING, "What the file is called, such as budget.csv."),
    "content": described(STRING, "What it holds: separated values as text, XLSX in base64."),
    "encoding": {
        "type": "string",
        "enum": [*ENCODINGS],
        "default": "text",
        "description": "What content is: the text itself, or bytes in base64.",
    },
    "convertText": described(
        {**TRUTH, "default": True}, "Whether texts become numbers and days, as if typed."
    ),
    "convertFormulas": described(
        {**TRUTH, "default": False}, "Whether texts that look like formulas become formulas."
    ),
    "delimiter": described(STRING, "What stands between values; by default the file itself tells."),
}


_LAYOUT = {to_camel(name): name for name in PrintLayout.model_fields}


def _layout_schema() -> dict[str, Any]:
    """What may be said of pages on paper, in the vendor's manner of naming."""
    told = PrintLayout.model_json_schema()["properties"]
    return {
        "type": "object",
        "properties": {
            to_camel(name): {key: each for key, each in schema.items() if key != "title"}
            for name, schema in told.items()
        },
        "additionalProperties": False,
        "description": "Of pdf: how pages are laid out; by default as each sheet is set up.",
    }


def _accept_export(ctx: Context, arguments: Arguments) -> Arguments:
    found = taking(workbook_id="spreadsheetId", kind="format", sheet_id="sheetId")(ctx, arguments)
    if "printLayout" not in arguments:
        return found
    told = {_LAYOUT[name]: each for name, each in arguments["printLayout"].items()}
    return {**found, "layout": told}


def _file(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    try:
        content = bytes_of(arguments["content"], arguments.get("encoding", "text"))
    except ValueError:
        raise Invalid("invalid_argument", "content is no valid base64.") from None
    return {"name": arguments["name"], "content": content, **taking(**_OPTIONS)(ctx, arguments)}


def _accept_open(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_file(ctx, arguments), **taking(title="title")(ctx, arguments)}


def _accept_put(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_file(ctx, arguments),
        "workbook_id": arguments["spreadsheetId"],
        "way": _WAYS[arguments.get("importLocation", "INSERT_NEW_SHEETS")],
        **taking(sheet_id="sheetId", cell="cell")(ctx, arguments),
    }


def _imported(ctx: Context, made: Imported) -> dict[str, Any]:
    told = masks.picked(spreadsheet(ctx, made.workbook, Asked(_TOLD, False)), _TOLD)
    return {**told, "notes": list(made.notes)}


def _exported(_ctx: Context, made: Exported) -> dict[str, Any]:
    text = made.content.decode() if made.type.startswith("text/") else None
    return {
        "name": made.name,
        "mimeType": made.type,
        "size": len(made.content),
        **encoded(made.content, text),
        "notes": list(made.notes),
    }


def _tried(_ctx: Context, found: Trial) -> dict[str, Any]:
    return {"cell": found.cell, "values": found.values}


TOOLS = (
    own(
        "import_file", imports.open_file, "Import file",
        "Makes a spreadsheet of yours of a file: XLSX, or separated values. Notes tell what of the"
        " file was not taken.",
        {
            **_FILE,
            "title": described(STRING, "What it is called; by default as the file."),
        },
        _imported, ("name", "content"), toolset=_SET, accept=_accept_open,
        converts="convertText", converts_formulas="convertFormulas",
    ),
    own(
        "import_file_into_spreadsheet", imports.put_file, "Import file into a spreadsheet",
        "Puts a file into a spreadsheet: XLSX as new sheets or in the place of all, separated"
        " values also into one sheet. Notes tell what of the file was not taken.",
        {
            "spreadsheetId": SPREADSHEET,
            **_FILE,
            "importLocation": {
                "type": "string",
                "enum": [*_WAYS],
                "default": "INSERT_NEW_SHEETS",
                "description": "Where it is put.",
            },
            "sheetId": described(
                {**WHOLE, "minimum": 0}, "Which sheet, where one is meant; by default 0."
            ),
            "cell": described(STRING, "With REPLACE_DATA_AT_CELL, where it begins, such as B7."),
        },
        _imported, ("spreadsheetId", "name", "content"), toolset=_SET, accept=_accept_put,
        destroys=True, way="importLocation", sheet_id="sheetId",
        converts="convertText", converts_formulas="convertFormulas",
    ),
    own(
        "export_spreadsheet", exports.export, "Export spreadsheet",
        "Writes a spreadsheet as a file and tells what it holds: csv and tsv, of one sheet, as"
        " text; xlsx, pdf and zip (web pages) in base64. Notes tell what no such file can hold.",
        {
            "spreadsheetId": SPREADSHEET,
            "format": {
                "type": "string",
                "enum": [*exports.TYPES],
                "default": "xlsx",
                "description": "What kind of file.",
            },
            "sheetId": described(
                WHOLE, "Of csv, tsv and pdf the one sheet; by default the first, of pdf all."
            ),
            "printLayout": _layout_schema(),
        },
        _exported, toolset=_SET, accept=_accept_export, workbook_id="spreadsheetId", kind="format",
        sheet_id="sheetId", layout="printLayout",
    ),
    own(
        "calculate_formula", trials.calculate, "Calculate formula",
        "Tells what a formula would come to in a cell, without writing it; an array comes as"
        " several rows. CRM, ISSUES, PERSON and IMPORTRANGE tell only what the spreadsheet has"
        " from them already.",
        {
            "spreadsheetId": SPREADSHEET,
            "formula": described(STRING, "The formula, such as =SUM(B2:B9)."),
            "cell": described(
                STRING, "Where it would stand, such as Sheet1!D2: what names no sheet is of this"
                " one. By default the first cell of the first sheet.",
            ),
        },
        _tried, ("spreadsheetId", "formula"), toolset=_SET, workbook_id="spreadsheetId",
        formula="formula", cell="cell",
    ),
)  # fmt: skip
