"""Pages of reports on projects, versions and epics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.blueprint import issue_url
from workworld.apps.tracker.pages.moments import moment
from workworld.apps.tracker.pages.report_pieces import (
    UNITS,
    Figure,
    Listing,
    Picker,
    ReportView,
    all_of,
    asked,
    told,
)
from workworld.apps.tracker.pages.report_sprints import burnup_chart
from workworld.apps.tracker.service import projects, reports, site, versions
from workworld.apps.tracker.service.reporting import pasts, words
from workworld.apps.tracker.service.reporting.flows import Control, Flow
from workworld.apps.tracker.service.reporting.rates import Load, Span
from workworld.apps.tracker.service.reports import Course
from workworld.charts import Axis, Cell, Chart, Point, Rule, Series, pie, plot
from workworld.charts.wording import amount
from workworld.context import Context
from workworld.doors.web import page

DAYS = (
    ("7", "7 days"),
    ("14", "2 weeks"),
    ("30", "30 days"),
    ("90", "90 days"),
    ("180", "Half a year"),
    ("365", "A year"),
)
_WHOLE = Axis("Issues", is_whole=True)
_DATES = Axis("", "date")
_MOST_EPICS = 200
_BANDS = (8, 1, 6, 2, 4, 5, 9, 3, 0, 7)
"""Colours of columns from the first to the last."""
_RED, _GREEN, _BLUE, _VIOLET, _AMBER = 3, 2, 1, 0, 6


def cumulative_flow(project: str) -> ReportView:
    """How many issues stood in each column."""
    picker = _days("30")

    def present(_ctx: Context, found: Flow) -> ReportView:
        if not any(sum(day.counts) for day in found.days):
            return ReportView([picker], empty=("There are no issues", "Create one to begin."))
        return ReportView([picker], _flow_chart(found))

    return _shown(reports.cumulative_flow, present, project=project, days=int(picker.chosen))


def control(project: str) -> ReportView:
    """How long issues took."""
    picker = _days("90")

    def present(ctx: Context, found: Control) -> ReportView:
        if not found.total:
            said = "Choose a longer time, or resolve an issue."
            return ReportView([picker], empty=("Nothing was resolved in this time", said))
        figures = [
            Figure("Resolved", amount(found.total), all_of(found.jql)),
            Figure("Average", f"{amount(round(found.mean, 1))} days"),
            Figure("Standard deviation", f"{amount(round(found.deviation, 1))} days"),
        ]
        left = found.total - len(found.issues)
        note = f"The newest {len(found.issues)} are shown." if left else ""
        return ReportView([picker], _control_chart(ctx, found), figures, note=note)

    return _shown(reports.control, present, project=project, days=int(picker.chosen))


def created_resolved(project: str) -> ReportView:
    """How many issues came and went."""

    def chart(found: Sequence[Span]) -> Chart:
        return created_resolved_chart("Created and resolved issues", found)

    def figures(found: Sequence[Span]) -> list[Figure]:
        created, resolved = (
            sum(each.created for each in found),
            sum(each.resolved for each in found),
        )
        last = found[-1]
        return [
            Figure("Created", amount(created), _all_in(project, "created", found)),
            Figure("Resolved", amount(resolved), _all_in(project, "resolved", found)),
            Figure("Unresolved today", amount(last.unresolved), all_of(last.unresolved_jql)),
        ]

    return _rates(project, chart, figures)


def average_age(project: str) -> ReportView:
    """How old unresolved issues were."""

    def chart(found: Sequence[Span]) -> Chart:
        points = [
            Point(
                name_of(each),
                round(each.age_days, 1),
                all_of(each.unresolved_jql),
                f"{name_of(each)}: {amount(round(each.age_days, 1))} days on average, "
                f"{each.unresolved} unresolved",
            )
            for each in found
        ]
        series = [Series("Average age", points, "bar", _AMBER)]
        return plot("Average age of unresolved issues", _category(), Axis("Days"), series)

    def figures(found: Sequence[Span]) -> list[Figure]:
        last = found[-1]
        return [
            Figure("Unresolved today", amount(last.unresolved), all_of(last.unresolved_jql)),
            Figure("Their average age", f"{amount(round(last.age_days, 1))} days"),
        ]

    return _rates(project, chart, figures)


def resolution_time(project: str) -> ReportView:
    """How long resolved issues took."""

    def chart(found: Sequence[Span]) -> Chart:
        points = [
            Point(
                name_of(each),
                round(each.took_days, 1),
                all_of(each.resolved_jql),
                f"{name_of(each)}: {amount(round(each.took_days, 1))} days on average, "
                f"{each.resolved} resolved",
            )
            for each in found
        ]
        series = [Series("Resolution time", points, "bar", _BLUE)]
        return plot("Average time from creation to resolution", _category(), Axis("Days"), series)

    def figures(found: Sequence[Span]) -> list[Figure]:
        count = sum(each.resolved for each in found)
        whole = sum(each.resolved * each.took_days for each in found)
        average = whole / count if count else 0
        return [
            Figure("Resolved", amount(count), _all_in(project, "resolved", found)),
            Figure("Average", f"{amount(round(average, 1))} days"),
        ]

    return _rates(project, chart, figures)


def _all_in(project: str, field: str, found: Sequence[Span]) -> str:
    """Where all issues are shown of which a field was set in the spans, from the first on."""
    whole = f"{field} >= {found[0].first} AND {field} < {found[-1].after}"
    return all_of(f'project = "{project}" AND {whole}')


def workload(project: str) -> ReportView:
    """What everybody has to do."""

    def present(ctx: Context, found: Sequence[Load]) -> ReportView:
        if not found:
            return ReportView(empty=("Nothing is left to do", "All issues are resolved."))
        people = site.people(ctx, [each.person_id for each in found])
        names = [people[each.person_id].name if each.person_id else "Unassigned" for each in found]
        parts = [
            Point(name, each.issues, all_of(each.jql))
            for name, each in zip(names, found, strict=True)
        ]
        rows = [
            (
                Cell(name),
                Cell(amount(each.issues), all_of(each.jql)),
                Cell(amount(each.points)),
                Cell(durations.show(each.remaining)),
            )
            for name, each in zip(names, found, strict=True)
        ]
        columns = ("Person", "Issues", "Story points", "Remaining work")
        listing = Listing("Everybody's work", columns, rows, frozenset({1, 2, 3}))
        chart = pie("Unresolved issues by assignee", parts, of="Person", size="wide")
        return ReportView((), chart, (), [listing])

    return _shown(reports.workload, present, project=project)


def version_report(project: str) -> ReportView:
    """How a version's work went on."""

    def pick(ctx: Context, row: Project) -> tuple[Picker, str]:
        found = versions.list(ctx, project=row.key, order="-sequence").items
        choices = [
            (each.id, f"{each.name} (released)" if each.is_released else each.name)
            for each in found
            if not each.is_archived
        ]
        open_ones = [each.id for each in found if not each.is_released and not each.is_archived]
        usual = open_ones[-1] if open_ones else choices[0][0] if choices else ""
        return Picker("version", "Version", choices, asked("version", choices, usual)), row.key

    picker, key = page(projects.info, pick, project=project)
    if not picker.chosen:
        said = "Make a version on the project's releases, and set it as an issue's fix version."
        return ReportView(empty=("There are no versions", said))
    scope = f"{words.project(key)} AND fixVersion = {picker.chosen}"
    return _of_course(picker, scope, reports.version, version_id=picker.chosen)


def epic_report(project: str) -> ReportView:
    """How the work below an epic went on."""

    def pick(ctx: Context, row: Project) -> Picker:
        found = pasts.facts(ctx, *pasts.epics_of(row.id))
        choices = [(each.key, f"{each.key} {each.summary}") for each in found[:_MOST_EPICS]]
        usual = choices[0][0] if choices else ""
        return Picker("epic", "Epic", choices, asked("epic", choices, usual))

    picker = page(projects.info, pick, project=project)
    if not picker.chosen:
        said = "Create an epic, and make it the parent of other issues."
        return ReportView(empty=("There are no epics", said))
    return _of_course(picker, f"parent = {picker.chosen}", reports.epic, issue=picker.chosen)


def _of_course(picker: Picker, scope: str, function: Any, **arguments: Any) -> ReportView:
    units = Picker("unit", "Measured in", UNITS, asked("unit", UNITS, "points"))

    def present(ctx: Context, found: Course) -> ReportView:
        if not found.steps[-1].issues:
            said = "Nothing is in it yet: its course is shown as soon as something is."
            return ReportView([picker, units], empty=("There are no issues", said))
        last, unit = found.steps[-1], found.unit
        share = round(100 * last.completed / last.scope) if last.scope else 0
        figures = [
            Figure("In scope", told(last.scope, unit), all_of(last.queries.scope)),
            Figure(
                "Completed",
                f"{told(last.completed, unit)} ({share}%)",
                all_of(f"{scope} AND statusCategory = Done"),
            ),
            Figure(
                "Remaining",
                told(last.remaining, unit),
                all_of(f"{scope} AND statusCategory != Done"),
            ),
            Figure("Issues", f"{last.issues_done} of {last.issues} done", all_of(scope)),
            Figure("Without an estimate", amount(last.unestimated)),
        ]
        name = dict(picker.choices).get(picker.chosen, picker.chosen)
        since = f"Since {moment(ctx, found.starts_us).text}."
        return ReportView([picker, units], burnup_chart(ctx, name, found), figures, note=since)

    return _shown(function, present, unit=units.chosen, **arguments)


def _rates(
    project: str,
    chart: Callable[[Sequence[Span]], Chart],
    figures: Callable[[Sequence[Span]], list[Figure]],
) -> ReportView:
    picker = _days("30")
    key = page(projects.info, lambda _ctx, row: row.key, project=project)

    def present(_ctx: Context, found: Sequence[Span]) -> ReportView:
        if not any(each.created or each.resolved or each.unresolved for each in found):
            said = "Choose a longer time, or create an issue."
            return ReportView([picker], empty=("Nothing happened in this time", said))
        return ReportView([picker], chart(found), figures(found))

    return _shown(reports.rates_of_issues, present, jql=words.project(key), days=int(picker.chosen))


def created_resolved_chart(title: str, found: Sequence[Span], **values: Any) -> Chart:
    """How many issues came and went in each span."""
    created = [Point(name_of(each), each.created, all_of(each.created_jql)) for each in found]
    resolved = [Point(name_of(each), each.resolved, all_of(each.resolved_jql)) for each in found]
    series = [
        Series("Created", created, "bar", _RED),
        Series("Resolved", resolved, "bar", _GREEN),
    ]
    return plot(title, _category(), _WHOLE, series, **values)


def name_of(span: Span) -> str:
    """``2 Mar``, or the first and the last day of a week."""
    first, after = date.fromisoformat(span.first), date.fromisoformat(span.after)
    last = after - timedelta(1)
    begins = f"{first.day} {first:%b}"
    return begins if first == last else f"{begins} – {last.day} {last:%b}"


def _flow_chart(found: Flow) -> Chart:
    series = [
        Series(
            name,
            [
                Point(
                    day.day,
                    day.counts[at],
                    all_of(day.queries[at]),
                    f"{name}, {day.day}: {day.counts[at]}",
                )
                for day in found.days
            ],
            "area",
            _BANDS[at % len(_BANDS)],
        )
        for at, name in enumerate(found.columns)
    ]
    return plot("Cumulative flow", _DATES, _WHOLE, series[::-1], stacked=True)


def _control_chart(ctx: Context, found: Control) -> Chart:
    dots = [
        Point(
            words.local(ctx, each.resolved_us),
            round(each.days, 2),
            issue_url(each.key),
            f"{each.key} {each.summary}: {amount(round(each.days, 1))} days",
        )
        for each in found.issues
    ]
    rolling = [
        Point(words.local(ctx, each.resolved_us), round(each.average, 2)) for each in found.issues
    ]
    series = [
        Series("Rolling average", rolling, "dashed", _VIOLET),
        Series("Issue", dots, "dot", _BLUE),
    ]
    rules = [Rule(round(found.mean, 2), "Average", _RED)]
    return plot("Control chart", _DATES, Axis("Days"), series, rules=rules)


def _category() -> Axis:
    return Axis("", "category")


def _days(usual: str) -> Picker:
    return Picker("days", "Time", DAYS, asked("days", DAYS, usual))


def _shown(function: Any, present: Any, **arguments: Any) -> ReportView:
    view: ReportView = page(function, present, **arguments)
    return view
