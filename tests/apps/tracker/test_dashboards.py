"""Dashboards: who sees them, what stands on them and where, and what their gadgets show."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.kit import Doors

from workworld.apps.tracker.models import Dashboard, Gadget
from workworld.apps.tracker.service import dashboard_stars, dashboards, gadgets, links, search
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.worlds import World

OWNER, OTHER = "lraghunath", "mchen"


class Hall:
    """People at dashboards."""

    def __init__(self, desk: Desk) -> None:
        self.world: World = desk.world
        self.people = desk.people

    def does(self, function: Callable[..., Any], who: str = OWNER, **arguments: Any) -> Any:
        return perform(self.world, Actor(self.people[who]), function, **arguments)

    def sees(
        self,
        function: Callable[..., Any],
        present: Callable[[Any], Any],
        who: str = OWNER,
        **arguments: Any,
    ) -> Any:
        request = Request(Surface.SYSTEM, "test", arguments)
        actor = Actor(self.people[who])
        return call(
            self.world, actor, function, request, present=lambda _ctx, found: present(found)
        )

    def made(self, **arguments: Any) -> str:
        return str(self.sees(dashboards.create, lambda row: row.id, name="Yard", **arguments))

    def added(self, dashboard: str, kind: str = "text", **arguments: Any) -> str:
        return str(
            self.sees(
                gadgets.add, lambda row: row.id, dashboard_id=dashboard, kind=kind, **arguments
            )
        )

    def order(self, dashboard: str) -> list[tuple[int, int, str]]:
        return list(
            self.sees(
                gadgets.list,
                lambda rows: [(row.column, row.position, row.title) for row in rows],
                dashboard_id=dashboard,
            )
        )


@pytest.fixture
def hall(desk: Desk) -> Hall:
    return Hall(desk)


def test_dashboard_is_its_owners_until_it_is_shared(hall: Hall) -> None:
    made = hall.made()
    with pytest.raises(NotFound):
        hall.does(dashboards.info, OTHER, dashboard_id=made)
    hall.does(dashboards.update, dashboard_id=made, shares=[{"kind": "all"}])
    hall.does(dashboards.info, OTHER, dashboard_id=made)
    with pytest.raises(Forbidden):
        hall.does(gadgets.add, OTHER, dashboard_id=made, kind="text")
    shares = [{"kind": "person", "thing": hall.people[OTHER], "edit": True}]
    hall.does(dashboards.update, dashboard_id=made, shares=shares)
    hall.does(gadgets.add, OTHER, dashboard_id=made, kind="text")
    with pytest.raises(Forbidden):
        hall.does(dashboards.delete, OTHER, dashboard_id=made)


def test_gadgets_keep_their_places(hall: Hall) -> None:
    made = hall.made()
    first, *_ = [hall.added(made, title=title) for title in ("A", "B", "C")]
    hall.does(gadgets.edit, gadget_id=first, position=1)
    assert hall.order(made) == [(0, 0, "B"), (0, 1, "A"), (0, 2, "C")]
    hall.does(gadgets.edit, gadget_id=first, column=1)
    assert hall.order(made) == [(0, 0, "B"), (0, 1, "C"), (1, 0, "A")]
    hall.does(dashboards.update, dashboard_id=made, columns=1)
    assert hall.order(made) == [(0, 0, "B"), (0, 1, "C"), (0, 2, "A")]
    hall.does(gadgets.remove, gadget_id=first)
    assert hall.order(made) == [(0, 0, "B"), (0, 1, "C")]


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "horoscope"},
        {"kind": "text", "settings": {"size": "1"}},
        {"kind": "pie-chart", "settings": {"by": "mood"}},
        {"kind": "pie-chart", "settings": {"jql": "project ="}},
    ],
)
def test_gadget_that_makes_no_sense_is_refused(hall: Hall, wrong: dict[str, Any]) -> None:
    made = hall.made()
    with pytest.raises(Invalid):
        hall.does(gadgets.add, dashboard_id=made, **wrong)
    assert hall.order(made) == []


def test_copy_has_all_and_is_the_copiers_own(hall: Hall) -> None:
    made = hall.made(shares=[{"kind": "all"}])
    hall.added(made, title="Said", settings={"text": "Hello"})
    copy = hall.sees(dashboards.copy, lambda row: row.id, OTHER, dashboard_id=made)
    with pytest.raises(NotFound):
        hall.does(dashboards.info, dashboard_id=copy)
    rows = hall.sees(
        gadgets.list, lambda found: [each.settings for each in found], OTHER, dashboard_id=copy
    )
    assert rows == [{"text": "Hello"}]


def test_deleted_dashboard_leaves_nothing(hall: Hall) -> None:
    made = hall.made()
    hall.added(made)
    hall.does(dashboard_stars.star, dashboard_id=made)
    hall.does(dashboards.delete, dashboard_id=made)
    with hall.world.reading() as session:
        assert session.scalars(select(Gadget).where(Gadget.dashboard_id == made)).all() == []
    with pytest.raises(NotFound):
        hall.does(dashboards.info, dashboard_id=made)


@pytest.mark.parametrize(
    "by", ["status", "assignee", "priority", "labels", "component", "fixVersion"]
)
def test_parts_count_what_their_queries_find(hall: Hall, by: str) -> None:
    made = hall.made()
    jql = "project = CAL AND resolution IS EMPTY"
    gadget = hall.added(made, "pie-chart", settings={"jql": jql, "by": by})
    parts = hall.sees(gadgets.content, lambda found: list(found.parts), gadget_id=gadget)
    assert parts
    for part in parts:
        assert hall.does(search.count, jql=f"{jql} AND {part.clause}") == part.count, part


def test_cells_count_what_their_queries_find(hall: Hall) -> None:
    made = hall.made()
    settings = {"jql": "project IN (CAL, OPS)", "by": "issuetype", "across": "status"}
    gadget = hall.added(made, "two-dimensional", settings=settings)
    cross = hall.sees(gadgets.content, lambda found: found.cross, gadget_id=gadget)
    for row, counts in zip(cross.rows, cross.counts, strict=True):
        assert sum(counts) == row.count
        for column, count in zip(cross.columns, counts, strict=True):
            jql = f"project IN (CAL, OPS) AND {row.clause} AND {column.clause}"
            assert hall.does(search.count, jql=jql) == count


def test_gadget_shows_each_reader_what_they_may_see(hall: Hall) -> None:
    """What names a hidden project shows nothing, and says no more than of one that there is not."""
    owner = "gostrander"
    shares = [{"kind": "all"}]
    made = hall.sees(dashboards.create, lambda row: row.id, owner, name="Mine", shares=shares)
    gadget = hall.sees(
        gadgets.add,
        lambda row: row.id,
        owner,
        dashboard_id=made,
        kind="filter-results",
        settings={"jql": "project = PPL"},
    )
    told = [
        hall.sees(
            gadgets.content, lambda found: (found.total, found.problem), who, gadget_id=gadget
        )
        for who in (owner, "akovac")
    ]
    assert told == [(3, ""), (0, "The value 'PPL' does not exist for the field 'project'.")]


def test_stream_says_in_words_what_happened(desk: Desk, doors: Doors, hall: Hall) -> None:
    first, second = desk.create(summary="Doors stick"), desk.create("OPS")
    desk.edit(first, duedate="2026-04-01")
    desk.edit(first, duedate=None)
    desk.do(links.add, type_id="Blocks", source=second, target=first)
    made = hall.made()
    hall.added(made, "activity-stream", settings={"jql": f"key = {first}", "count": "10"})
    shown = re.sub(r"<[^>]*>|\s+", " ", Pages.of(doors, OWNER).read(f"/dashboards/{made}"))
    told = " ".join(shown.split())
    for words in (
        f"linked {first} Doors stick , which is blocked by {second}",
        f"cleared the due date of {first} Doors stick",
        f"changed the due date of {first} Doors stick to 2026-04-01",
    ):
        assert words in told


def test_pages_make_fill_and_arrange_a_dashboard(doors: Doors) -> None:
    pages = Pages.of(doors, OWNER)
    csrf = {"csrf": pages.doors.authority.csrf(pages.doors.cookie)}

    def send(path: str, **fields: str) -> str:
        answer = pages.client.post(path, data={**csrf, **fields}, follow_redirects=True)
        assert answer.status_code == 200, answer.text[:400]
        return answer.text

    send("/dashboards/new", name="Yard watch", description="", columns="2")
    with doors.world.reading() as session:
        made = session.scalars(select(Dashboard.id).where(Dashboard.name == "Yard watch")).one()
    send(f"/dashboards/{made}/gadgets/new", kind="text", title="Rules", text="Be **kind**.")
    send(f"/dashboards/{made}/gadgets/new", kind="pie-chart", title="Pie", jql="project = CAL")
    shown = pages.read(f"/dashboards/{made}")
    assert "<strong>kind</strong>" in shown
    assert 'role="img"' in shown
    refused = pages.client.post(
        f"/dashboards/{made}/gadgets/new", data={**csrf, "kind": "pie-chart", "jql": "project ="}
    )
    assert refused.status_code in (400, 422)
    assert "project =" in refused.text
    assert "Yard watch" in pages.read("/dashboards?q=yard")
