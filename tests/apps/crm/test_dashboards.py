"""Dashboards: widgets from reports, run as whoever looks or as one user."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.kit import Doors

from workworld.apps.crm.models import Dashboard, Report, Widget
from workworld.apps.crm.service import (
    dashboard_grids,
    dashboard_runs,
    dashboard_widgets,
    dashboards,
    report_folders,
    reports,
)
from workworld.apps.crm.service.dashboard_grids import Cell
from workworld.randomness import Stream


@pytest.fixture
def page(floor: Floor, doors: Doors) -> Pages:
    return Pages(floor, doors)


def board(floor: Floor, by: str = MANAGER, **said: str) -> str:
    """The id of a new dashboard that everybody sees, with a count of all open deals."""
    folder = floor.do(report_folders.create, by=by, name="Boards", kind="Dashboard")
    made = floor.do(dashboards.create, by=by, name="Mine", folder_id=folder.id, **said)
    (report,) = floor.rows(select(Report.id).where(Report.name == "Pipeline by Stage"))
    floor.do(
        dashboard_widgets.add,
        by=by,
        dashboard_id=made.row.id,
        report_id=report.id,
        kind="metric",
        aggregate="RowCount",
    )
    return str(made.row.id)


def count(floor: Floor, dashboard_id: str, by: str, value: str = "") -> int:
    """What its first widget tells somebody."""
    found = floor.do(dashboard_runs.refresh, by=by, dashboard_id=dashboard_id, value=value)
    result = found.shown[0].result
    assert result is not None
    return int(result.count)


def test_widgets_show_what_the_viewer_may_see(floor: Floor) -> None:
    dashboard_id = board(floor)
    (report,) = floor.rows(select(Report.id).where(Report.name == "Pipeline by Stage"))
    for by in (MANAGER, REP, FINANCE):
        ran = floor.do(reports.run, by=by, report_id=report.id)
        assert count(floor, dashboard_id, by) == ran.result.count
    assert count(floor, dashboard_id, MANAGER) > count(floor, dashboard_id, REP) > 0


def test_a_running_user_shows_all_viewers_the_same(floor: Floor) -> None:
    dashboard_id = board(floor, running_user="me")
    assert count(floor, dashboard_id, REP) == count(floor, dashboard_id, MANAGER)


def test_a_filter_narrows_all_widgets(floor: Floor) -> None:
    dashboard_id = board(floor, filter_field="Owner.Name")
    found = floor.do(dashboard_runs.refresh, by=MANAGER, dashboard_id=dashboard_id)
    assert {"Ana Kovač", "Denise Whitlock"} <= set(found.choices)
    hers = count(floor, dashboard_id, MANAGER, "Ana Kovač")
    assert hers == count(floor, dashboard_id, REP, "Ana Kovač")
    assert 0 < hers < count(floor, dashboard_id, MANAGER)


def test_a_widget_of_what_one_may_not_see_says_so(floor: Floor) -> None:
    dashboard_id = board(floor)
    found = floor.do(dashboard_runs.refresh, by="eboadi", dashboard_id=dashboard_id)
    assert found.shown[0].result is None
    assert "There is no report type" in found.shown[0].problem


def test_others_look_and_do_not_change(floor: Floor) -> None:
    dashboard_id = board(floor)
    for operation in (dashboards.delete, dashboards.update):
        refusal = floor.refused(operation, dashboard_id=dashboard_id)
        assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"
    private = floor.do(dashboards.create, by=MANAGER, name="Hers").row.id
    assert floor.refused(dashboards.info, dashboard_id=private).code == "NOT_FOUND"


def test_a_report_that_is_shown_is_not_deleted(floor: Floor) -> None:
    board(floor)
    (report,) = floor.rows(select(Report.id).where(Report.name == "Pipeline by Stage"))
    refusal = floor.refused(reports.delete, by="wtallis", report_id=report.id)
    assert refusal.code == "DELETE_FAILED"


def test_the_standard_dashboards_are_drawn(page: Pages) -> None:
    sales = page.read(page.dashboard("Sales Overview"))
    assert sales.count('<section class="widget c-') == 7
    assert "As of Mar 17, 2026, 9:30 AM" in sales
    assert 'role="img" aria-label="USD' in sales
    assert "No records fit" not in shown(sales)
    assert sales.count("<figure") == 2
    narrowed = page.read(f"{page.dashboard('Sales Overview')}?value=Ana+Kovač")
    assert narrowed != sales
    assert "Cases by month" in page.read(page.dashboard("Service Overview"))


def test_a_dashboard_is_made_and_arranged(page: Pages, floor: Floor) -> None:
    edit = page.send("/dashboards", name="Board of mine")
    here = edit.partition("?")[0]
    report = page.report("Lost Deals by Reason").rpartition("/")[2]
    for kind in ("donut", "table", "gauge"):
        page.send(f"{here}/widgets", report=report, kind=kind, title=kind, goal="5")
    query = (
        select(Widget.id, Widget.title, Widget.grid_column, Widget.grid_row, Widget.width)
        .join(Dashboard)
        .where(Dashboard.name == "Board of mine")
        .order_by(Widget.grid_row, Widget.grid_column)
    )
    first, _second, last = floor.rows(query)
    page.send(f"{here}/widgets/{last.id}", do="place:0:0:4:4")
    page.send(f"{here}/widgets/{first.id}", do="place:0:4:12:6")
    page.send(f"{here}/widgets/{first.id}", title="Why", kind="bar")
    told = [tuple(row)[1:] for row in floor.rows(query)]
    assert told == [("gauge", 0, 0, 4), ("Why", 0, 4, 12), ("table", 6, 10, 6)]
    page.send(f"{here}/widgets/{last.id}", do="remove")
    page.send(f"{here}/settings", name="Renamed", running_user="me", filter_field="Owner.Name")
    text = page.read(here)
    assert re.findall(r'<h2 id="widget-[^>]*>(\w+)<', text) == ["Why", "table"]
    assert "Viewing as Denise Whitlock" in shown(text)
    page.send(f"{here}/delete")
    assert "Renamed" not in page.read("/dashboards")


def test_numbers_of_a_narrowed_dashboard_lead_to_its_rows(page: Pages) -> None:
    text = page.read(f"{page.dashboard('Sales Overview')}?value=Ana+Kovač")
    links = re.findall(r'<a href="[^"]*?(/reports/\w+\?narrow=[^"]*g=0[^"]*)">([^<]+)</a>', text)
    assert links
    for path, number in links:
        assert number in shown(page.read(path))


@pytest.mark.parametrize("seed", range(20))
def test_widgets_never_overlap_and_leave_no_empty_rows(seed: int) -> None:
    chance = Stream("widgets", seed)
    cells: dict[str, Cell] = {}
    for name in "abcdefg":
        width, height = chance.integer(2, 12), chance.integer(2, 12)
        cells[name] = dashboard_grids.free(list(cells.values()), width, height)
    for _ in range(15):
        name = chance.choice("abcdefg")
        wanted = Cell(*(chance.integer(0, most) for most in (11, 30, 12, 12)))
        others = [each for key, each in cells.items() if key != name]
        place = dashboard_grids.passing(dashboard_grids.fitted(wanted), cells[name], others)
        cells = dashboard_grids.arranged(cells | {name: place}, name)
        found = sorted(cells.values(), key=lambda cell: cell.row)
        for number, one in enumerate(found):
            assert 0 <= one.column <= 12 - one.width
            assert not any(one.overlaps(other) for other in found[number + 1 :])
        ends = 0
        for one in found:
            assert one.row <= ends
            ends = max(ends, one.row + one.height)


def test_steps_move_past_what_stands_there() -> None:
    cells = {"a": Cell(0, 0, 6, 3), "b": Cell(0, 3, 6, 4), "c": Cell(6, 0, 6, 3)}
    for step, expected in (("down", (0, 4)), ("right", (1, 0)), ("wider", (0, 0))):
        others = [cells["b"], cells["c"]]
        wanted = dashboard_grids.steps(cells["a"], others)[step]
        placed = dashboard_grids.passing(wanted, cells["a"], others)
        found = dashboard_grids.arranged(cells | {"a": placed}, "a")
        assert (found["a"].column, found["a"].row) == expected
    assert "up" not in dashboard_grids.steps(cells["a"], [cells["b"], cells["c"]])
    back = dashboard_grids.steps(cells["b"], [cells["a"], cells["c"]])["up"]
    assert dashboard_grids.arranged(cells | {"b": back}, "b")["b"].row == 0
