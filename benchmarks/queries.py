"""What queries in JQL and the tracker's pages cost where there are many issues, in process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import func, select

from benchmarks.load import FOR_SEARCH, browser_of, fetched, load_snapshot
from benchmarks.timing import Row, timed
from workworld.apps.tracker.models import Issue, Project, Status
from workworld.apps.tracker.service import boards, filters, search
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import World, Worlds

QUERIES = (
    "key = {key}",
    "assignee = currentUser() AND resolution = Unresolved ORDER BY updated DESC",
    "project = {project} AND statusCategory != Done ORDER BY rank",
    "project = {project} AND sprint in openSprints() ORDER BY rank",
    "created >= -30d ORDER BY created DESC",
    "statusCategory != Done ORDER BY priority DESC, due",
    "ORDER BY key",
    "ORDER BY assignee, summary",
    "NOT (type = Bug OR labels is EMPTY) AND due < 14d",
    'text ~ "customer release"',
    'text ~ "re?ease*"',
    'summary ~ "budget*" AND assignee is not EMPTY',
    'status WAS "In Progress"',
    'status WAS "In Progress" BY currentUser() DURING (-90d, -30d)',
    'status WAS NOT "In Review" BEFORE -60d',
    'status CHANGED FROM "In Progress" TO Done AFTER -30d',
    "assignee WAS currentUser() AND assignee != currentUser()",
    "sprint WAS IN closedSprints()",
    "fixVersion WAS EMPTY AND project = {project}",
    "sprint WAS EMPTY AFTER -30d AND project = {project}",
    'issue in linkedIssuesOf("project = {project} AND statusCategory != Done", blocks)',
    "parent is not EMPTY AND storyPoints > 3 AND assignee in membersOf(engineering)",
    'issueLinkType = "is blocked by" AND statusCategory != Done',
    "watcher = currentUser() ORDER BY lastViewed DESC",
    "issue in updatedBy(aruiz, -14d)",
)


CARDS = 300
PAGES = {
    "board of the largest project": "/p/{project}/board",
    "backlog of the largest project": "/p/{project}/backlog",
    "page of an issue": "/browse/{project}-1",
    "page of all issues": "/issues?jql=ORDER+BY+key",
    **{
        f"report: {name}": f"/p/{{project}}/reports/{name}"
        for name in (
            *("burndown", "burnup", "control", "created-resolved", "cumulative-flow"),
            *("sprint", "velocity", "version", "workload"),
        )
    },
}


def query_rows(runs: int, folder: Path) -> Iterator[Row]:
    """A first page of fifty with its total, for somebody who sees nearly everything."""
    with ExitStack() as stack:
        world, me, project = _office(stack, folder)
        for query in QUERIES:
            jql = query.replace("{project}", project).replace("{key}", f"{project}-1")

            def ask(jql: str = jql) -> None:
                perform(world, Actor(me), search.search, jql=jql)

            yield timed(query, runs, ask)


def tracker_page_rows(runs: int, folder: Path) -> Iterator[Row]:
    """The pages that people open most, as the server sees them."""
    with ExitStack() as stack:
        world, me, project = _office(stack, folder)
        lead, board = _board_of(world, project)
        theirs = browser_of(world, lead, "tracker")
        yield timed(f"board of {CARDS} cards", runs, fetched(theirs, [board]))
        browser = browser_of(world, me, "tracker")
        for name, address in PAGES.items():
            yield timed(name, runs, fetched(browser, [address.replace("{project}", project)]))


def _board_of(world: World, project: str) -> tuple[str, str]:
    """Who leads a project, and the address of their kanban board of so many open issues of it."""
    with world.reading() as session:
        lead = session.scalars(select(Project.lead_id).where(Project.key == project)).one()
        assert lead is not None, f"nobody leads {project}"
        open_ones = select(Issue.number).join(Project).join(Status, Issue.status_id == Status.id)
        open_ones = open_ones.where(Project.key == project, Status.category != "done")
        last = session.scalars(open_ones.order_by(Issue.number).offset(CARDS - 1).limit(1)).one()
    actor = Actor(lead)
    jql = f"project = {project} AND statusCategory != Done AND key <= {project}-{last}"
    kept = perform(world, actor, filters.create, name=f"{CARDS} cards", jql=jql)
    given = {"name": f"{CARDS} cards", "kind": "kanban", "filter_id": kept.id}
    made = perform(world, actor, boards.create, project=project, **given)
    return lead, f"/p/{project}/board?board={made.id}"


def _office(stack: ExitStack, folder: Path) -> tuple[World, str, str]:
    """A world, somebody in it, and the key of the project with the most issues."""
    worlds = stack.enter_context(Worlds(folder / "worlds-queries"))
    world = worlds.open(load_snapshot(FOR_SEARCH))
    with world.reading() as session:
        me = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
        busiest = select(Issue.project_id).group_by(Issue.project_id)
        busiest = busiest.order_by(func.count().desc()).limit(1)
        project = session.scalars(select(Project.key).where(Project.id.in_(busiest))).one()
    return world, me, project
