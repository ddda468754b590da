"""Lists of an object's records, as list views find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import flask

from workworld.apps.crm.pages import (
    filter_panels,
    kanban_views,
    list_charts,
    portions,
    split_views,
)
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.list_frames import frame_of
from workworld.apps.crm.pages.list_states import PAGE_SIZE, State
from workworld.apps.crm.pages.list_tables import Cell, Line, Table, portion_of, sizes_of, table_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    list_rows,
)
from workworld.apps.crm.service.list_queries import MOST
from workworld.apps.crm.service.list_rows import AT_ONCE, Found
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page


@dataclass(frozen=True, slots=True)
class Told:
    """What became of a change, told above the list.

    Args:
        text: one sentence.
        tone: ``success`` or ``warning``.
        undo: the address that takes it back.
        undone: what that is sent, by name.
        refused: names of records, and why they were refused.
        refused_as: what was not done with them.
        edits: what was entered and not taken, by the record's id and the control's name.
        problems: why, by the record's id and the field's name.
    """

    text: str = ""
    tone: str = "success"
    undo: str = ""
    undone: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[tuple[str, str]] = ()
    refused_as: str = "not saved"
    edits: Mapping[str, Mapping[str, Sequence[str]]] | None = None
    problems: Mapping[str, Mapping[str, str]] | None = None


@BLUEPRINT.get("/<sobject>/list")
def show_list(sobject: str) -> Any:
    """The records of an object that one of its list views finds."""
    known = objects.find(sobject)
    if known is not None and known.name != sobject:
        return flask.redirect(State.now(known.name).url())
    return answer(State.now(sobject))


def answer(state: State, told: Told | None = None, dialog: str = "", **values: Any) -> str:
    """The page of a list.

    Args:
        state: what its address asks for.
        told: what became of a change.
        dialog: a template of a dialog that stands above it.
        values: what that shows.
    """
    frame = frame_of(state)
    now = replace(state, given={**state.given, "view": frame.view.id})
    made: dict[str, Any] = {"table": None, "board": None, "split": None, "chart": None}
    if now.display == "kanban" and frame.has_board:
        made["board"] = kanban_views.board_of(now, frame.status_field)
    else:
        table = _table(now, told)
        if now.display == "split":
            made["split"] = split_views.split_of(now, table)
            table = split_views.lines_of(now, table)
        elif not (told and told.edits):
            sizes = sizes_of(table, is_picked=bool(frame.deeds))
            room = portions.room(len(table.columns), has_panel=bool(now.panel))
            table = portion_of(table, now, sizes, room)
        made["table"] = table
    if now.panel == "chart" and frame.has_chart:
        made["chart"] = list_charts.chart_of(now)
    elif now.panel == "filters":
        made["filters"] = filter_panels.panel_of(now)
    return framed(
        "list.html",
        tab=now.sobject,
        frame=frame,
        state=now,
        told=told,
        dialog=dialog,
        at_once=AT_ONCE,
        page_url=lambda number: now.url(page=number),
        is_fragment=is_fragment(),
        **{"filters": None, **made, **values},
    )


def _table(state: State, told: Told | None) -> Table:
    def present(ctx: Context, found: Found) -> Table:
        made = table_of(ctx, found, state)
        return _with_edits(made, told) if told and told.edits else made

    found: Table = page(
        list_rows.list,
        present,
        view_id=state.view_id,
        search=state.search,
        narrow=state.narrow,
        sort_field=state.sort,
        is_descending=state.is_descending,
        start=min(state.start, MOST),
        limit=PAGE_SIZE,
    )
    return found


def _with_edits(table: Table, told: Told) -> Table:
    """A table in which what was entered and not taken still stands, with the reason."""
    edits, problems = told.edits or {}, told.problems or {}
    lines: list[Line] = []
    for line in table.lines:
        wrong = problems.get(line.id, {})
        entered = edits.get(line.id, {})
        cells = [
            replace(each, problem=wrong.get(each.column.name, ""), entered=_said(entered, each))
            for each in line.cells
        ]
        lines.append(replace(line, cells=cells, problem=wrong.get("", "")))
    return replace(table, lines=lines)


def _said(entered: Mapping[str, Sequence[str]], cell: Cell) -> str:
    """What was entered into a cell, as it is read."""
    name = cell.column.name
    shown = entered.get(f"{name}-shown") or entered.get(name) or ()
    return "; ".join(each for each in shown if each)
