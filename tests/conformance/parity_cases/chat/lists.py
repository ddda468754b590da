"""Making and changing lists and their records."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Case, Words
from tests.conformance.parity_cases.chat.canvases import share, unshare
from tests.kit import PERSONA

from workworld.context import Surface

_OUTSIDER = "nbarve"
"""Somebody who is not in the channel of the list."""


def _create(name: str, outcome: str, title: str) -> Case:
    doors = {
        Surface.REST: Words("/api/slackLists.create", {"name": title}),
        Surface.MCP: Words("slack_create_list", {"name": title}),
        Surface.UI: Words("/lists/new", {"name": title}),
    }
    return Case("chat.lists.create", name, outcome, doors)


def _rename(name: str, outcome: str, title: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words("/api/slackLists.update", {"id": "$list", "name": title}),
        Surface.MCP: Words("slack_rename_list", {"list_id": "$list", "name": title}),
        Surface.UI: Words("/list/$list/rename", {"name": title}),
    }
    return Case("chat.lists.rename", name, outcome, doors, handle=handle)


def _add(name: str, outcome: str, day: str, handle: str = PERSONA) -> Case:
    """The vendor's client gives a date in a list of one, which says the same."""
    columns = {"$column_reported": day}
    fields = [{"column_id": "$column_reported", "date": day}]
    doors = {
        Surface.REST: Words(
            "/api/slackLists.items.create", {"list_id": "$list", "initial_fields": fields}
        ),
        Surface.MCP: Words("slack_add_list_record", {"list_id": "$list", "columns": columns}),
        Surface.UI: Words("/list/$list/records", {"$column_reported": day}),
    }
    return Case("chat.records.create", name, outcome, doors, handle=handle)


def _update(name: str, outcome: str, status: str, record: str = "$record") -> Case:
    columns = {"$column_status": status}
    cell: dict[str, Any] = {
        "row_id": record,
        "column_id": "$column_status",
        "select": status,
    }
    said = {"list_id": "$list", "record_id": record, "columns": columns}
    doors = {
        Surface.REST: Words("/api/slackLists.items.update", {"list_id": "$list", "cells": [cell]}),
        Surface.MCP: Words("slack_update_list_record", said),
        Surface.UI: Words(f"/list/$list/r/{record}", {"$column_status": status}),
    }
    return Case("chat.records.update", name, outcome, doors)


def _delete(name: str, outcome: str, record: str) -> Case:
    doors = {
        Surface.REST: Words("/api/slackLists.items.delete", {"list_id": "$list", "id": record}),
        Surface.MCP: Words("slack_delete_list_record", {"list_id": "$list", "record_id": record}),
        Surface.UI: Words(f"/list/$list/r/{record}/delete", {}),
    }
    return Case("chat.records.delete", name, outcome, doors)


def _add_column(name: str, outcome: str, title: str, kind: str) -> Case:
    column = {"name": title, "type": kind}
    doors = {
        Surface.MCP: Words("slack_add_list_column", {"list_id": "$list", **column}),
        Surface.UI: Words("/list/$list/columns", column),
    }
    return Case("chat.lists.add_column", name, outcome, doors)


def _drop(name: str, outcome: str, handle: str) -> Case:
    doors = {
        Surface.MCP: Words("slack_delete_list", {"list_id": "$list"}),
        Surface.UI: Words("/list/$list/delete", {}),
    }
    return Case("chat.lists.delete", name, outcome, doors, handle=handle)


CASES = (
    _create("named", "ok", "Hiring"),
    _create("nameless", "invalid_arguments", "  "),
    _rename("another name", "ok", "Defects"),
    _rename("from outside", "list_not_found", "Defects", _OUTSIDER),
    _add("a day", "ok", "2026-03-18"),
    _add("no day", "data_not_matching_schema", "soon"),
    _add("from outside", "list_not_found", "2026-03-18", _OUTSIDER),
    _update("a choice", "ok", "planned"),
    _update("no choice", "data_not_matching_schema", "somewhere"),
    _update("no such record", "record_not_found", "new", "Rec0000000000"),
    _delete("one", "ok", "$record"),
    _delete("no such one", "record_not_found", "Rec0000000000"),
    _add_column("a text", "ok", "Remark", "text"),
    _add_column("without choices", "invalid_arguments", "Team", "select"),
    _drop("by its owner", "ok", "lraghunath"),
    _drop("by a member", "no_permission_to_edit_list", "jwikstrand"),
    share("list", "to write", "ok", "write", "$nbarve"),
    share("list", "with nobody", "invalid_parameters", "write"),
    unshare("list", "one", "ok", "$nbarve"),
    unshare("list", "from outside", "list_not_found", "$nbarve", _OUTSIDER),
)
