"""The report on SLAs: what was in time, and what was not."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.models import Sla
from workworld.apps.tracker.pages.blueprint import navigator_url
from workworld.apps.tracker.pages.desk_words import amount
from workworld.apps.tracker.pages.report_flows import DAYS
from workworld.apps.tracker.pages.report_pieces import Figure, Listing, Picker, ReportView, asked
from workworld.apps.tracker.service import desk_parts, slas
from workworld.apps.tracker.service.slas import Report
from workworld.charts import Axis, Cell, Chart, Point, Series, plot
from workworld.context import Context
from workworld.doors.web import page

_GREEN, _RED = 2, 3


def sla_report(project: str) -> ReportView:
    """How the SLAs of a service desk were kept."""
    days = Picker("days", "Until today", DAYS, asked("days", DAYS, "30"))

    def named(ctx: Context, rows: Sequence[Sla]) -> tuple[str, list[tuple[str, str]]]:
        return desk_parts.desk(ctx, project).key, [(row.id, row.name) for row in rows]

    key, choices = page(slas.list, named, project=project)
    if not choices:
        nothing = ("There are no SLAs", "Those who administer the project set them up.")
        return ReportView([days], empty=nothing)
    chosen = asked("sla", choices, choices[0][0])
    pickers = [Picker("sla", "SLA", choices, chosen), days]

    def present(_ctx: Context, found: Sequence[Report]) -> ReportView:
        here = next(each for each in found if each.sla.id == chosen)
        rows = [_row(key, each) for each in found]
        columns = ("SLA", "In time", "Too late", "Kept", "Half took less than", "Running", "Late")
        whole = Listing("All SLAs", columns, rows, frozenset({1, 2, 3, 5, 6}))
        return ReportView(pickers, _chart(here), _figures(key, here), [whole])

    view: ReportView = page(slas.report, present, project=project, days=int(days.chosen))
    return view


def _chart(found: Report) -> Chart:
    days = found.days
    met = Series("In time", [Point(day.date, day.met) for day in days], "bar", _GREEN)
    late = Series("Too late", [Point(day.date, day.breached) for day in days], "bar", _RED)
    title = f"{found.sla.name}: clocks that ended"
    return plot(title, Axis("", "date"), Axis("Issues", is_whole=True), [met, late], stacked=True)


def _figures(key: str, found: Report) -> list[Figure]:
    return [
        Figure("Kept", _share(found)),
        Figure("In time", str(found.met)),
        Figure("Too late", str(found.breached)),
        Figure("Half took less than", _median(found)),
        Figure("Running late now", str(found.running_late), _late_url(key, found)),
    ]


def _row(key: str, found: Report) -> list[Cell]:
    return [
        Cell(found.sla.name),
        Cell(str(found.met)),
        Cell(str(found.breached)),
        Cell(_share(found)),
        Cell(_median(found)),
        Cell(str(found.running)),
        Cell(str(found.running_late), _late_url(key, found)),
    ]


def _late_url(key: str, found: Report) -> str:
    name = quoted(found.sla.name)
    return navigator_url(f'project = {key} AND {name} < remaining("0m") AND resolution IS EMPTY')


def _share(found: Report) -> str:
    return "–" if found.share is None else f"{round(100 * found.share)} %"


def _median(found: Report) -> str:
    return "–" if found.median_us is None else amount(found.median_us)
