"""Pages of reports on sprints: burndown, burnup, sprint report, velocity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.moments import moment
from workworld.apps.tracker.pages.report_pieces import (
    UNITS,
    Figure,
    Listing,
    Picker,
    ReportView,
    all_of,
    asked,
    axis_title,
    high,
    issue_cell,
    told,
)
from workworld.apps.tracker.service import boards, projects, reports, site, sprints
from workworld.apps.tracker.service.reporting import words
from workworld.apps.tracker.service.reporting.records import Line, Record
from workworld.apps.tracker.service.reports import Course, SprintCourse, Velocity
from workworld.charts import Axis, Cell, Chart, Point, Series, plot
from workworld.context import Context
from workworld.doors.web import page

_KINDS = {
    "added": "Added to the sprint",
    "removed": "Removed from the sprint",
    "completed": "Completed",
    "reopened": "Reopened",
    "estimated": "Estimate changed",
}
_NO_SPRINT = ("No sprint has begun", "Start a sprint in the backlog: its course is shown here.")
_MOST_CHANGES = 100
_GREEN, _SLATE, _VIOLET, _AMBER = 2, 7, 0, 6


def burndown(project: str) -> ReportView:
    """How the work of a sprint burned down."""
    return _of_sprint(project, reports.burndown, _burndown)


def burnup(project: str) -> ReportView:
    """How what was done in a sprint grew towards all there was to do."""
    return _of_sprint(project, reports.burndown, _burnup)


def sprint_report(project: str) -> ReportView:
    """What became of the issues of a sprint."""
    return _of_sprint(project, reports.sprint, _record)


def velocity(project: str) -> ReportView:
    """What the last sprints achieved."""
    pickers = page(projects.info, _board_pickers, project=project)
    if not pickers[0].chosen:
        return ReportView(empty=("There is no scrum board", "Velocity is that of its sprints."))
    unit = pickers[-1].chosen
    shown = [each for each in pickers if len(each.choices) > 1]
    view: ReportView = page(
        reports.velocity,
        lambda _ctx, found: _velocity(shown, found),
        board_id=int(pickers[0].chosen),
        unit=unit,
    )
    return view


def _of_sprint(project: str, function: Any, present: Any) -> ReportView:
    pickers = page(projects.info, _sprint_pickers, project=project)
    chosen = flask.request.args.get("sprint", "")
    sprint = int(chosen) if chosen.isascii() and chosen.isdigit() else 0
    if not sprint and not pickers[0].chosen:
        return ReportView(empty=_NO_SPRINT)
    view: ReportView = page(
        function,
        lambda ctx, found: present(ctx, pickers, found),
        sprint_id=sprint or int(pickers[0].chosen),
        unit=pickers[-1].chosen,
    )
    return view


def _sprint_pickers(ctx: Context, row: Project) -> list[Picker]:
    """The project's sprints that have begun, the newest first; the active one is usual."""
    found = [
        sprint
        for board in boards.of_project(ctx, row.id)
        if board.kind == "scrum"
        for sprint in sprints.of_board(ctx, board.id)
        if sprint.state != sprints.FUTURE
    ]
    found.sort(key=lambda each: -(each.activated_us or each.start_us or 0))
    choices = [
        (str(each.id), f"{each.name} (active)" if each.state == sprints.ACTIVE else each.name)
        for each in found
    ]
    usual = choices[0][0] if choices else ""
    chosen = asked("sprint", choices, usual)
    return [Picker("sprint", "Sprint", choices, chosen), _unit_picker()]


def _board_pickers(ctx: Context, row: Project) -> list[Picker]:
    found = [each for each in boards.of_project(ctx, row.id) if each.kind == "scrum"]
    choices = [(str(each.id), each.name) for each in found]
    usual = choices[0][0] if choices else ""
    return [Picker("board", "Board", choices, asked("board", choices, usual)), _unit_picker()]


def _unit_picker() -> Picker:
    return Picker("unit", "Measured in", UNITS, asked("unit", UNITS, "points"))


def _burndown(ctx: Context, pickers: Sequence[Picker], found: SprintCourse) -> ReportView:
    course, unit = found.course, found.course.unit
    steps = [
        Point(
            words.local(ctx, step.at_us),
            high(step.remaining, unit),
            all_of(step.queries.remaining),
            f"{told(step.remaining, unit)} left, {moment(ctx, step.at_us).text}",
        )
        for step in course.steps
    ]
    whole = high(course.steps[0].remaining, unit)
    meant = [
        Point(words.local(ctx, course.starts_us), whole),
        Point(words.local(ctx, course.ends_us), 0),
    ]
    series = [
        Series("Guideline", meant, "dashed", _SLATE),
        Series("Remaining", steps, "step", _VIOLET),
    ]
    title = f"Burndown of {found.sprint.name}"
    chart = plot(title, Axis("", "date"), Axis(axis_title(unit)), series)
    return _course_view(ctx, pickers, found, chart)


def _burnup(ctx: Context, pickers: Sequence[Picker], found: SprintCourse) -> ReportView:
    course = found.course
    meant = [
        Point(words.local(ctx, course.starts_us), 0),
        Point(words.local(ctx, course.ends_us), high(course.steps[-1].scope, course.unit)),
    ]
    guideline = Series("Guideline", meant, "dashed", _SLATE)
    chart = burnup_chart(ctx, f"Burnup of {found.sprint.name}", course, guideline)
    return _course_view(ctx, pickers, found, chart)


def burnup_chart(ctx: Context, title: str, course: Course, *more: Series) -> Chart:
    """All there was to do and what of it was done, as time went by, and more lines below them."""
    unit = course.unit
    done = [
        Point(
            words.local(ctx, step.at_us),
            high(step.completed, unit),
            all_of(step.queries.completed),
            f"{told(step.completed, unit)} done, {moment(ctx, step.at_us).text}",
        )
        for step in course.steps
    ]
    scope = [
        Point(
            words.local(ctx, step.at_us),
            high(step.scope, unit),
            all_of(step.queries.scope),
            f"{told(step.scope, unit)} in all, {moment(ctx, step.at_us).text}",
        )
        for step in course.steps
    ]
    lines = (Series("Scope", scope, "step", _AMBER), Series("Completed", done, "step", _GREEN))
    return plot(title, Axis("", "date"), Axis(axis_title(unit)), [*more, *lines])


def _course_view(
    ctx: Context, pickers: Sequence[Picker], found: SprintCourse, chart: Chart
) -> ReportView:
    course, unit = found.course, found.course.unit
    first, last = course.steps[0], course.steps[-1]
    figures = [
        Figure("At the start", told(first.remaining, unit), all_of(first.queries.remaining)),
        Figure("In scope", told(last.scope, unit), all_of(last.queries.scope)),
        Figure("Completed", told(last.completed, unit), all_of(last.queries.completed)),
        Figure("Remaining", told(last.remaining, unit), all_of(last.queries.remaining)),
    ]
    rows = [
        (
            Cell(moment(ctx, each.at_us).text),
            issue_cell(each.key),
            Cell(each.summary),
            Cell(_KINDS[each.kind]),
            Cell(told(each.before, unit)),
            Cell(told(each.after, unit)),
        )
        for each in course.changes[-_MOST_CHANGES:]
    ]
    listing = Listing(
        "Changes since the start",
        ("When", "Issue", "Summary", "What happened", "Before", "After"),
        rows,
        frozenset({4, 5}),
        "Nothing has changed since the sprint began.",
    )
    return ReportView(pickers, chart, figures, [listing], note=found.sprint.goal)


def _record(ctx: Context, pickers: Sequence[Picker], found: Record) -> ReportView:
    unit = found.unit
    groups = (
        ("Completed", found.completed, "Nothing was completed."),
        ("Not completed", found.not_completed, "All was completed."),
        ("Completed outside the sprint", found.completed_outside, "None was."),
        ("Removed from the sprint", found.removed, "None was."),
    )
    listings = [_lines(ctx, title, lines, unit, nothing) for title, lines, nothing in groups]
    figures = [
        Figure("Committed", told(found.committed, unit), all_of(found.committed_jql)),
        *(
            Figure(
                title,
                told(sum(each.at_end for each in lines), unit),
                all_of(words.keys([each.key for each in lines])) if lines else "",
            )
            for title, lines, _ in groups
        ),
    ]
    return ReportView(pickers, None, figures, listings, note=found.sprint.goal)


def _lines(ctx: Context, title: str, lines: Sequence[Line], unit: str, nothing: str) -> Listing:
    statuses, types = site.statuses(ctx), site.issue_types(ctx)
    rows = [
        (
            issue_cell(each.key),
            Cell(f"{each.summary} (added later)" if each.was_added else each.summary),
            Cell(types[each.type_id].name),
            Cell(statuses[each.status_id].name),
            Cell(
                told(each.at_end, unit)
                if each.at_start == each.at_end
                else f"{told(each.at_start, unit)} → {told(each.at_end, unit)}"
            ),
        )
        for each in lines
    ]
    columns = ("Issue", "Summary", "Type", "Status", axis_title(unit))
    more = all_of(words.keys([each.key for each in lines])) if lines else ""
    return Listing(f"{title} ({len(lines)})", columns, rows, frozenset({4}), nothing, more)


def _velocity(pickers: Sequence[Picker], found: Velocity) -> ReportView:
    unit = found.unit
    if not found.sprints:
        said = "Complete a sprint: what it took on and achieved is shown here."
        return ReportView(pickers, empty=("No sprint has been completed", said))
    committed = [
        Point(each.sprint.name, high(each.committed, unit), all_of(each.committed_jql))
        for each in found.sprints
    ]
    completed = [
        Point(each.sprint.name, high(each.completed, unit), all_of(each.completed_jql))
        for each in found.sprints
    ]
    series = [
        Series("Committed", committed, "bar", _SLATE),
        Series("Completed", completed, "bar", _GREEN),
    ]
    chart = plot("Velocity", Axis("", "category"), Axis(axis_title(unit)), series)
    average = Figure("Average velocity", told(found.average, unit))
    return ReportView(pickers, chart, [average])
