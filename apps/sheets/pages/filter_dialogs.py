"""Filters: which rows a column lets through, and filter views, of which everybody has their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.models import BasicFilter, FilterView
from workworld.apps.sheets.pages import condition_fields as conditions
from workworld.apps.sheets.pages.asked import Asked, Request, Sent
from workworld.apps.sheets.pages.asking import deed, dialog
from workworld.apps.sheets.pages.format_dialogs import colour, whole
from workworld.apps.sheets.pages.range_dialogs import active, area_of
from workworld.apps.sheets.pages.toolbars import NAMES
from workworld.apps.sheets.service import access, filtering, lenses, resources, sorting
from workworld.apps.sheets.service.grids import BLANK
from workworld.apps.sheets.service.lenses import Lens
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.apps.sheets.service.styles import Styles
from workworld.apps.sheets.service.tables import around
from workworld.errors import Invalid

_MOST_VALUES = 200
_GROUNDS = {"fill": "background", "ink": "foreground"}
Replies = Sequence[Mapping[str, Any]]


@dialog("filter", role="reader")
def filter_column(asked: Asked) -> Mapping[str, Any]:
    """Which rows a filter lets through, by the column of the active cell."""
    lens = _lens(asked)
    _, column = active(asked)
    found: dict[str, Any] = {
        "column": column_name(column),
        "kinds": conditions.choices(conditions.FILTERS),
        "may_sort": False,
        "has_filter": lens is not None,
    }
    if lens is None:
        return found
    if not lens.area.left <= column < lens.area.right:
        column = lens.area.left
    criteria = lens.criteria.get(column, {})
    hidden = set(criteria.get("hiddenValues", ()))
    condition = criteria.get("condition", {})
    heading = ShownTexts(asked.ctx, asked.workbook).at(asked.grid, lens.area.top, column)
    return found | {
        "column": heading or column_name(column),
        "active": f"{column_name(column)}{lens.area.top + 1}",
        "may_sort": True,
        "sorts_by": any(_column_of(each) == column for each in lens.sorts),
        "is_own": lens.kind == "temporary" or not _may_edit(asked),
        "is_view": lens.kind == "view" and _may_edit(asked),
        "values": [(text, text not in hidden) for text in _values(asked, lens, column)],
        "kind": condition.get("type", ""),
        "condition": [each.get("userEnteredValue", "") for each in condition.get("values", ())],
        "cell_colours": _colours(asked, lens, column),
        "fill": filtering.code_of(None, criteria.get("visibleBackgroundColorStyle")) or "",
        "ink": filtering.code_of(None, criteria.get("visibleForegroundColorStyle")) or "",
    }


@filter_column.taken
def _filter_column(asked: Asked) -> Sent:
    form, lens = asked.form, _lens(asked)
    if lens is None:
        if not _may_edit(asked):
            return _looking(_temporary(asked))
        made = {"range": _around(asked)}
        return Sent([{"setBasicFilter": {"filter": made}}], stays=True)
    _, column = active(asked)
    if not lens.area.left <= column < lens.area.right:
        raise Invalid("invalid_argument", "The filter does not cover this column.")
    order = form.get("do", "").removeprefix("sort:")
    if order in ("ASCENDING", "DESCENDING", "NONE"):
        return _sorted(asked, lens, column, order)
    criteria = {**lens.criteria}
    criteria.pop(column, None)
    if form.get("do") != "clear" and (wanted := _wanted(asked, lens, column)):
        criteria[column] = wanted
    return _changed(asked, lens, criteria)


def _sorted(asked: Asked, lens: Lens, column: int, order: str) -> Sent:
    """Put rows in the order of a column: those of the sheet, or only what a view shows."""
    sorts = [{"dimensionIndex": column, "sortOrder": order}] if order != "NONE" else []
    if lens.kind == "filter" and _may_edit(asked):
        return Sent([_own(asked, lens.criteria, sorts)])
    if sorting.has_merges(asked.grid, filtering.body_of(asked.grid, lens.area)):
        raise Invalid("merge_conflict", sorting.MERGED)
    if lens.kind == "view" and _may_edit(asked):
        change = {"filterViewId": lens.view_id, "sortSpecs": sorts}
        request = {"updateFilterView": {"filter": change, "fields": "sortSpecs"}}
        return Sent([request], lens=lambda _replies: lens.text)
    return _looking(lenses.temporary(str(lens.area), lens.criteria, sorts))


def _column_of(spec: Mapping[str, Any]) -> int:
    return int(spec.get("dimensionIndex") or 0)


def _wanted(asked: Asked, lens: Lens, column: int) -> dict[str, Any]:
    """The vendor's ``FilterCriteria`` of the form."""
    form, found = asked.form, dict[str, Any]()
    if form.get("kind"):
        found["condition"] = conditions.condition_of(form)
    kept = set(form.getlist("keep"))
    if hidden := [text for text in _values(asked, lens, column) if text not in kept]:
        found["hiddenValues"] = hidden
    for name, ground in _GROUNDS.items():
        if form.get(name):
            found[f"visible{ground.capitalize()}ColorStyle"] = colour(form[name])
    return found


def _changed(asked: Asked, lens: Lens, criteria: filtering.Criteria) -> Sent:
    """Let the rows be otherwise that a filter lets through: one's own where one may not edit."""
    by_index = {str(at): each for at, each in criteria.items()}
    if lens.kind == "view" and _may_edit(asked):
        change = {"filterViewId": lens.view_id, "criteria": by_index}
        request = {"updateFilterView": {"filter": change, "fields": "criteria"}}
        return Sent([request], lens=lambda _replies: lens.text)
    if lens.kind == "filter" and _may_edit(asked):
        return Sent([_own(asked, criteria)])
    return _looking(lenses.temporary(str(lens.area), criteria, lens.sorts))


def _own(
    asked: Asked, criteria: filtering.Criteria, sorts: list[dict[str, Any]] | None = None
) -> Request:
    """The request that sets the sheet's own filter."""
    query = select(BasicFilter).where(BasicFilter.sheet_id == asked.grid.sheet.id)
    own = asked.ctx.session.scalars(query).one()
    there = resources.basic_filter(asked.grid, own)
    made = {"range": there["range"], "criteria": {str(at): criteria[at] for at in criteria}}
    if sorts:
        made["sortSpecs"] = sorts
    return {"setBasicFilter": {"filter": made}}


@deed("reapply-filter")
def reapply(asked: Asked) -> Sent:
    """Let the sheet's filter go by what its cells come to now."""
    lens = lenses.lens_of(asked.grid, "")
    if lens is None:
        raise Invalid("invalid_argument", "This sheet has no filter.")
    return Sent([_own(asked, lens.criteria)])


@deed("new-filter-view")
def new_view(asked: Asked) -> Sent:
    """Add a filter view of what is looked through, or over the table at the selection."""
    lens = _lens(asked)
    made: dict[str, Any] = {"range": _around(asked)}
    if lens is not None:
        made["range"] = resources.range_of(asked.grid.sheet, lens.area)
        made["criteria"] = {str(at): each for at, each in lens.criteria.items()}
        made["sortSpecs"] = list(lens.sorts)
    return Sent([{"addFilterView": {"filter": made}}], lens=_added)


@deed("temporary-filter-view", role="reader")
def temporary_view(asked: Asked) -> Sent:
    """Look through a filter that is kept nowhere."""
    return _looking(_temporary(asked))


@deed("close-filter-view", role="reader")
def close_view(asked: Asked) -> Sent:
    """Look at the sheet as everybody sees it."""
    del asked
    return _looking("")


@deed("duplicate-filter-view")
def duplicate_view(asked: Asked) -> Sent:
    """Add a filter view like another one, and look through it."""
    view = _view(asked)
    request = {"duplicateFilterView": {"filterId": view.id}}
    return Sent([request], lens=_added)


@deed("delete-filter-view")
def delete_view(asked: Asked) -> Sent:
    """Take a filter view away."""
    request = {"deleteFilterView": {"filterId": _view(asked).id}}
    return Sent([request], lens=lambda _replies: "")


@dialog("filter-views", role="reader")
def filter_views(asked: Asked) -> Mapping[str, Any]:
    """The filter views of the workbook, to look through one."""
    titles = {each.sheet.id: each.sheet for each in asked.grids}
    query = select(FilterView).where(FilterView.sheet_id.in_(titles))
    found = [
        {
            "id": each.id,
            "title": each.title,
            "gid": titles[each.sheet_id].sheet_id,
            "where": f"{titles[each.sheet_id].title}, {each.ranges[0]}",
            "is_open": str(each.id) == asked.place.lens,
        }
        for each in asked.ctx.session.scalars(query.order_by(FilterView.position, FilterView.id))
    ]
    return {"views": found}


@dialog("filter-view")
def filter_view(asked: Asked) -> Mapping[str, Any]:
    """The name and the range of a filter view."""
    view = _view(asked)
    return {"view_id": view.id, "title": view.title, "range": view.ranges[0]}


@filter_view.taken
def _filter_view(asked: Asked) -> Sent:
    view = _view(asked)
    change = {
        "filterViewId": view.id,
        "title": asked.form.get("title", "").strip() or view.title,
        "range": asked.range("range"),
    }
    request = {"updateFilterView": {"filter": change, "fields": "title,range"}}
    return Sent([request], lens=lambda _replies: str(view.id))


def _added(replies: Replies) -> str:
    (reply,) = replies[0].values()
    return str(reply["filter"]["filterViewId"])


def _looking(lens: str) -> Sent:
    return Sent([], lens=lambda _replies: lens)


def _temporary(asked: Asked) -> str:
    lens = lenses.lens_of(asked.grid, "")
    if lens is not None:
        return lenses.temporary(str(lens.area), lens.criteria)
    return lenses.temporary(str(around(asked.grid, area_of(asked))), {})


def _around(asked: Asked) -> dict[str, Any]:
    return resources.range_of(asked.grid.sheet, around(asked.grid, area_of(asked)))


def _view(asked: Asked) -> FilterView:
    named, lens = asked.form.get("view", ""), lenses.lens_of(asked.grid, asked.place.lens)
    view_id = whole(named) if named else lens.view_id if lens else None
    found = asked.ctx.session.get(FilterView, view_id or 0)
    if found is None or found.sheet_id not in {each.sheet.id for each in asked.grids}:
        said = "This filter view is gone." if view_id else "Open a filter view first."
        raise Invalid("invalid_argument", said)
    return found


def _lens(asked: Asked) -> Lens | None:
    return lenses.lens_of(asked.grid, asked.place.lens) or lenses.lens_of(asked.grid, "")


def _may_edit(asked: Asked) -> bool:
    return access.may(asked.ctx, asked.workbook, "writer")


def _below(asked: Asked, lens: Lens, column: int) -> Area | None:
    body = filtering.body_of(asked.grid, lens.area)
    return Area(body.top, column, body.bottom, column + 1) if body.height > 0 else None


def _values(asked: Asked, lens: Lens, column: int) -> list[str]:
    """What the cells of a filter's column show, each once, below its first row."""
    area = _below(asked, lens, column)
    if area is None:
        return []
    lines = ShownTexts(asked.ctx, asked.workbook).within(asked.grid, area)
    shown = dict.fromkeys(line[0] for line in lines)
    return sorted(shown, key=lambda text: (text == "", text.casefold()))[:_MOST_VALUES]


def _colours(asked: Asked, lens: Lens, column: int) -> dict[str, list[tuple[str, str]]]:
    """The colours that cells of a filter's column have, if they have more than one."""
    area = _below(asked, lens, column)
    if area is None:
        return {}
    cells, styles = asked.grid.cells(area), Styles(asked.ctx, asked.workbook.id)
    rows = range(area.top, area.bottom)
    looks = {cells.get((row, column), BLANK).style_id for row in rows}
    found = {
        name: sorted({filtering.colour_of(styles.shown(each), ground) for each in looks})
        for name, ground in _GROUNDS.items()
    }
    return {
        name: [(each, NAMES.get(each, each)) for each in colours if each.startswith("#")]
        for name, colours in found.items()
        if len(colours) > 1
    }
