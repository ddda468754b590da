"""A report's numbers are those that the queries find to which its points lead."""

import re
from collections.abc import Sequence
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select
from tests.apps.tracker.board_kit import VIEWER, Yard, yard
from tests.apps.tracker.desk import said
from tests.apps.tracker.page_kit import Pages
from tests.gates.apps.tracker_reports import REPORTS
from tests.kit import Doors, Office

from workworld.apps.tracker.models import Issue, SecurityAccess, SecurityLevel, Version
from workworld.apps.tracker.service import (
    issues,
    reports,
    search,
    sprint_moves,
    sprint_runs,
    sprints,
    transitions,
)
from workworld.apps.tracker.service.reporting.courses import Step
from workworld.apps.tracker.service.reports import Course
from workworld.errors import Conflict, Invalid, NotFound
from workworld.worlds import World

_POINTS = re.compile(r'data-href="([^"]+)" data-tooltip="([^"]+)"')


@pytest.fixture
def team(world: World, office: Office) -> Yard:
    return yard(world, office)


def counted(team: Yard, jql: str, who: str = "aruiz") -> int:
    found: int = team.does(search.count, who, jql=jql)
    return found


def ways_on(found: Sequence[transitions.Available]) -> dict[str, str]:
    return {each.to.name: str(each.transition.number) for each in found}


def move_on(team: Yard, key: str, to: str) -> None:
    """Bring an issue to a status by the transitions of its workflow."""
    for _ in range(4):
        ways = team.sees(transitions.list, ways_on, issue=key)
        if to in ways:
            team.does(
                transitions.perform, issue=key, transition=ways[to], comment=said("So be it.")
            )
            return
        nearer = next(name for name in ("In Review", "In Progress") if name in ways)
        team.does(transitions.perform, issue=key, transition=ways[nearer], comment=said("On it."))


def sprint_of(team: Yard) -> int:
    """A sprint under way, with an issue more and one less than it was begun with."""
    keys = [team.add(story_points=points) for points in (3, 5, 8)]
    sprint: int = team.sees(sprints.create, lambda row: row.id, board_id=team.board_id)
    team.does(sprint_moves.to_sprint, sprint_id=sprint, issues=keys)
    team.does(sprint_runs.start, sprint_id=sprint)
    late = team.add(story_points=2)
    team.does(sprint_moves.to_sprint, sprint_id=sprint, issues=[late])
    team.does(issues.edit, issue=keys[1], fields={"customfield_10016": 6})
    team.does(sprint_moves.to_backlog, issues=[keys[2]])
    move_on(team, keys[0], "Done")
    return sprint


def held(team: Yard, course: Course) -> list[Step]:
    for step in course.steps:
        assert counted(team, step.queries.scope) == step.issues
        assert counted(team, step.queries.completed) == step.issues_done
        assert counted(team, step.queries.remaining) == step.issues - step.issues_done
    return [*course.steps]


def test_burndown_counts_what_comes_later(team: Yard) -> None:
    sprint = sprint_of(team)
    course = team.sees(reports.burndown, lambda found: found.course, sprint_id=sprint)
    assert [step.remaining for step in held(team, course)] == [16, 18, 19, 11, 8, 8]
    assert [(each.kind, each.before, each.after) for each in course.changes] == [
        ("added", 0, 2),
        ("estimated", 5, 6),
        ("removed", 8, 0),
        ("completed", 3, 0),
    ]


def test_burndown_goes_by_issues_too(team: Yard) -> None:
    sprint = sprint_of(team)
    course = team.sees(reports.burndown, lambda found: found.course, sprint_id=sprint, unit="count")
    assert [step.remaining for step in held(team, course)] == [3, 4, 3, 2, 2]


def test_sprint_report_tells_what_became_of_each(team: Yard) -> None:
    sprint = sprint_of(team)
    before = team.add(story_points=1)
    move_on(team, before, "Done")
    team.does(sprint_moves.to_sprint, sprint_id=sprint, issues=[before])
    team.does(sprint_runs.complete, sprint_id=sprint, destination="new")

    def groups(found: reports.records.Record) -> dict[str, list[str]]:
        names = ("completed", "not_completed", "completed_outside", "removed")
        return {name: [line.key for line in getattr(found, name)] for name in names}

    record = team.sees(reports.sprint, groups, sprint_id=sprint)
    assert record == {
        "completed": ["ZED-1"],
        "not_completed": ["ZED-2", "ZED-4"],
        "completed_outside": ["ZED-5"],
        "removed": ["ZED-3"],
    }


def test_velocity_compares_what_was_taken_on_with_what_was_done(team: Yard) -> None:
    sprint = sprint_of(team)
    team.does(sprint_runs.complete, sprint_id=sprint)
    (found,) = team.sees(
        reports.velocity,
        lambda found: [
            (each.committed, each.completed, each.committed_jql, each.completed_jql)
            for each in found.sprints
        ],
        board_id=team.board_id,
        unit="count",
    )
    assert found[:2] == (3, 1)
    assert [counted(team, jql) for jql in found[2:]] == [3, 1]


def test_planned_sprint_has_no_report(team: Yard) -> None:
    sprint = team.sees(sprints.create, lambda row: row.id, board_id=team.board_id)
    with pytest.raises(Conflict, match="has not been started"):
        team.does(reports.burndown, sprint_id=sprint)


@pytest.mark.parametrize("project", ["CAL", "OPS", "SUP"])
def test_flow_counts_what_queries_find(team: Yard, project: str) -> None:
    flow = team.sees(reports.cumulative_flow, lambda found: found, project=project, days=90)
    assert sum(flow.days[-1].counts) > 0
    for day in flow.days[::4] + flow.days[-1:]:
        assert [counted(team, jql) for jql in day.queries] == list(day.counts), day.day


@pytest.mark.parametrize("jql", ["project = CAL", "project = SUP ORDER BY rank", ""])
def test_rates_count_what_queries_find(team: Yard, jql: str) -> None:
    spans = team.sees(reports.rates_of_issues, list, jql=jql, days=90)
    assert sum(span.created for span in spans) > 0
    for span in spans:
        assert counted(team, span.created_jql) == span.created
        assert counted(team, span.resolved_jql) == span.resolved
        assert counted(team, span.unresolved_jql) == span.unresolved


def test_control_and_workload_count_what_queries_find(team: Yard) -> None:
    control = team.sees(reports.control, lambda found: found, project="CAL", days=90)
    assert counted(team, control.jql) == control.total == len(control.issues) > 0
    loads = team.sees(reports.workload, list, project="CAL")
    assert [counted(team, each.jql) for each in loads] == [each.issues for each in loads]
    assert sum(each.issues for each in loads) == counted(
        team, "project = CAL AND resolution IS EMPTY"
    )


def test_version_and_epic_count_what_queries_find(team: Yard) -> None:
    with team.world.reading() as session:
        version = session.query(Version.id).where(Version.name == "4.18.4").scalar()
    for name, arguments in (
        (reports.version, {"version_id": version}),
        (reports.epic, {"issue": "CAL-189"}),
    ):
        steps = held(team, team.sees(name, lambda found: found, **arguments))
        assert steps[-1].issues > 0


def test_epic_report_is_of_epics(team: Yard) -> None:
    with pytest.raises(Invalid, match="no epic"):
        team.does(reports.epic, issue=team.add())


def test_hidden_issues_count_nowhere(team: Yard) -> None:
    """An issue with a level of security counts for its members alone, at every time."""
    sprint = sprint_of(team)

    def totals(who: str) -> list[int]:
        return team.sees(
            reports.burndown,
            lambda found: [step.issues for step in found.course.steps],
            who,
            sprint_id=sprint,
        )

    before = totals(VIEWER)
    with team.world.writing() as session:
        row = session.query(Issue).where(Issue.key == "ZED-2").one()
        mine = select(SecurityAccess.level_id).where(
            SecurityAccess.person_id == team.people[VIEWER]
        )
        others = select(SecurityLevel.id).where(SecurityLevel.id.not_in(mine))
        row.security_level_id = session.scalars(others).first()
        assert row.security_level_id
    assert max(totals(VIEWER)) == max(before) - 1


def test_report_of_a_hidden_project_is_not_found(team: Yard) -> None:
    for function in (reports.cumulative_flow, reports.control, reports.workload):
        with pytest.raises(NotFound):
            team.does(function, "akovac", project="PPL")


@pytest.mark.parametrize("report", REPORTS)
def test_page_leads_to_what_it_counts(doors: Doors, team: Yard, report: str) -> None:
    pages = Pages(doors)
    answer = pages.client.get(f"/p/CAL/reports/{report}?unit=count&days=90").text
    points = [(unescape(url), unescape(tip)) for url, tip in _POINTS.findall(answer)]
    assert report == "sprint" or points
    checked = 0
    for url, tip in points[:: max(1, len(points) // 8)]:
        (jql,) = parse_qs(urlsplit(url).query).get("jql", [""])
        number = re.search(r"(?:^|: )([\d,]+)(?: left| done| in all|\)| \(|$)", tip)
        if jql and number and report not in ("average-age", "resolution-time"):
            assert counted(team, jql) == int(number[1].replace(",", "")), tip
            checked += 1
    assert checked or report in ("sprint", "control", "average-age", "resolution-time")


@pytest.mark.parametrize("query", ["sprint=abc", "days=9999999", "unit=%00", "version=1", "epic=x"])
@pytest.mark.parametrize("report", ["burndown", "control", "version", "epic"])
def test_nonsense_in_an_address_is_passed_over(doors: Doors, report: str, query: str) -> None:
    assert Pages(doors).client.get(f"/p/CAL/reports/{report}?{query}").status_code == 200


def test_there_is_no_other_report(doors: Doors) -> None:
    Pages(doors).read("/p/CAL/reports/horoscope", 404)
    Pages(doors).read("/p/CAL/reports/burndown?sprint=1", 404)
