"""The pages of boards, backlogs and sprints, as a browser without scripts has them."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from tests.apps.tracker.board_kit import DEVELOPER, STRANGER, VIEWER, Yard, change, yard
from tests.kit import Doors, Office
from werkzeug.test import TestResponse

from workworld.apps.tracker.models import BoardColumn
from workworld.apps.tracker.service import sprint_moves, sprint_runs, sprints
from workworld.identity import Authority
from workworld.worlds import World


class Visitor:
    """Somebody at the tracker's pages."""

    def __init__(self, doors: Doors) -> None:
        self.doors = doors
        self.browser: FlaskClient = doors.pages_of("tracker")

    def get(self, path: str, status: int = 200) -> str:
        """What a page shows."""
        return _read(self.browser.get(path), status)

    def post(self, path: str, status: int = 303, **fields: Any) -> TestResponse:
        """Send a form."""
        answer = self.browser.post(path, data={"csrf": self.doors.csrf, **fields})
        assert answer.status_code == status, answer.get_data(as_text=True)[:2000]
        return answer


def _read(answer: TestResponse, status: int) -> str:
    assert answer.status_code == status
    return unescape(answer.get_data(as_text=True))


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A scrum project."""
    return yard(world, office)


@pytest.fixture
def ana(doors: Doors) -> Visitor:
    """Whoever administers the project."""
    return Visitor(doors)


def _as(place: Yard, authority: Authority, who: str) -> Visitor:
    return Visitor(Doors(place.world, authority, place.people[who]))


def _sprint(place: Yard, *keys: str, starts: bool = True) -> int:
    number: int = place.sees(sprints.create, lambda row: row.id, board_id=place.board_id)
    if keys:
        place.does(sprint_moves.to_sprint, sprint_id=number, issues=keys)
    if starts:
        place.does(sprint_runs.start, sprint_id=number)
    return number


def _cards(page: str) -> list[str]:
    return re.findall(r'<li class="card[^>]*data-key="([^"]+)"', page)


def _rows(page: str) -> list[str]:
    return re.findall(r'<li class="row[^>]*data-key="([^"]+)"', page)


def test_a_board_without_a_sprint_says_what_to_do(place: Yard, ana: Visitor) -> None:
    page = ana.get("/p/ZED/board")
    assert "No sprint is under way" in page
    assert "/p/ZED/backlog" in page


def test_cards_stand_in_columns(place: Yard, ana: Visitor) -> None:
    keys = [place.add("Rounding of fees", story_points=3.0), place.add(status="In Review")]
    _sprint(place, *keys)
    page = ana.get("/p/ZED/board")
    assert _cards(page) == keys
    assert "Rounding of fees" in page
    assert "Complete sprint" in page


def test_an_empty_column_says_what_to_do(place: Yard, ana: Visitor) -> None:
    _sprint(place, place.add(status="In Progress"))
    page = ana.get("/p/ZED/board")
    assert "Plan issues from the backlog." in page
    assert "Drag issues here" in page


def test_a_narrowed_board_has_its_own_address(place: Yard, ana: Visitor) -> None:
    mine, _other = place.add("Blue", assignee=DEVELOPER), place.add("Red")
    _sprint(place, mine, _other)
    assert _cards(ana.get(f"/p/ZED/board?assignee={place.people[DEVELOPER]}")) == [mine]
    assert _cards(ana.get("/p/ZED/board?q=blue")) == [mine]
    assert "No issues fit" in ana.get("/p/ZED/board?q=green")


def test_lanes_fold_by_their_address(place: Yard, ana: Visitor) -> None:
    mine, other = place.add(assignee=DEVELOPER), place.add()
    _sprint(place, mine, other)
    page = ana.get("/p/ZED/board?group=assignee")
    assert _cards(page) == [mine, other]
    assert "Unassigned" in page
    folded = f"/p/ZED/board?group=assignee&closed={place.people[DEVELOPER]}"
    assert _cards(ana.get(folded)) == [other]


def test_a_column_over_its_limit_is_marked(place: Yard, ana: Visitor) -> None:
    _sprint(place, place.add(), place.add())
    with place.world.writing() as session:
        session.get_one(BoardColumn, (place.board_id, 0)).most = 1
    assert "Over the limit" in ana.get("/p/ZED/board")


def test_many_cards_are_shown_some_at_a_time(world: World, office: Office, ana: Visitor) -> None:
    kanban = yard(world, office, kind="kanban", key="ZAK")
    for _ in range(70):
        kanban.add(type="Task")
    page = ana.get("/p/ZAK/board")
    assert len(_cards(page)) == 20
    seen = _walked_on(ana, page, "more")
    assert [len(each) for each in seen] == [30, 30, 10]
    assert [key for each in seen for key in each] == kanban.order()
    assert _cards(ana.get("/p/ZAK/board?more=:30")) == kanban.order()[:20]


def test_hundreds_of_cards_fit_on_a_page(place: Yard, ana: Visitor) -> None:
    people = list(place.people)
    words = "As much as people say of a thing that is to be done"
    keys = [
        place.add(words, status=STATES[number % 4], assignee=people[number % 9])
        for number in range(200)
    ]
    _sprint(place, *keys)
    for path in ("/p/ZED/board", "/p/ZED/backlog", "/p/ZED/board?group=assignee"):
        first = ana.browser.get(path).get_data()
        following = _link(unescape(first.decode()), "more")
        assert following
        second = ana.browser.get(following).get_data()
        assert max(len(first), len(second)) < 110_000, path


STATES = ("To Do", "In Progress", "In Review", "Done")


def _walked_on(ana: Visitor, page: str, to: str) -> list[list[str]]:
    """The cards of all pages to which a page leads on."""
    found = []
    while link := _link(page, to):
        page = ana.get(link)
        found.append(_cards(page))
    return found


def _link(page: str, to: str) -> str | None:
    """The first address behind which there are more, or earlier, cards."""
    found = re.search(rf'href="([^"]*)" data-more>Show {to} ', page)
    return found and re.sub(r"^.*?(?=/p/)", "", found[1])


def test_a_form_moves_a_card(place: Yard, ana: Visitor) -> None:
    key, above = place.add(), place.add(status="In Progress")
    _sprint(place, key, above)
    ana.post(f"/p/ZED/boards/{place.board_id}/move/{key}", column="1", before=above)
    page = ana.get("/p/ZED/board")
    assert _cards(page) == [key, above]
    assert place.order() == [key, above]


def test_a_refused_move_says_why(place: Yard, ana: Visitor) -> None:
    key = place.add()
    _sprint(place, key)
    answer = ana.post(f"/p/ZED/boards/{place.board_id}/move/{key}", status=409, column="2")
    assert "to no status of In Review" in answer.get_data(as_text=True)


def test_a_script_is_told_of_a_screen_to_be_filled_in(place: Yard, ana: Visitor) -> None:
    key = place.add(status="In Review")
    _sprint(place, key)
    answer = ana.browser.post(
        f"/p/ZED/boards/{place.board_id}/move/{key}",
        data={"csrf": ana.doors.csrf, "column": "3"},
        headers={"HX-Request": "true"},
    )
    assert re.fullmatch(rf".*/browse/{key}/transition/\d+", answer.headers["X-Screen"])
    assert _cards(ana.get("/p/ZED/board")) == [key]


def test_whoever_drags_is_told_of_legal_columns(place: Yard, ana: Visitor) -> None:
    key = place.add()
    answer = ana.browser.get(f"/p/ZED/boards/{place.board_id}/moves/{key}").get_json()
    assert [each["legal"] for each in answer] == [True, True, False, True]
    assert "no status of In Review" in answer[2]["reason"]


def test_a_cards_menu_names_columns_and_reasons(place: Yard, ana: Visitor) -> None:
    page = ana.get(f"/p/ZED/boards/{place.board_id}/menu/{place.add()}")
    assert "In Progress" in page
    assert 'aria-description="It is here"' in page
    assert 'aria-disabled="true"' in page


def test_to_strangers_boards_and_backlogs_are_not_there(place: Yard, authority: Authority) -> None:
    stranger = _as(place, authority, STRANGER)
    for path in ("/p/ZED/board", "/p/ZED/backlog", "/p/NOPE/board"):
        assert "There is nothing at this address" in stranger.get(path, 404)


def test_viewers_are_not_offered_what_they_may_not(place: Yard, authority: Authority) -> None:
    _sprint(place, place.add())
    page = _as(place, authority, VIEWER).get("/p/ZED/backlog")
    assert "Complete sprint" not in page
    assert "Create sprint" not in page


def test_the_backlog_has_sprints_and_totals(place: Yard, ana: Visitor) -> None:
    inside = place.add(story_points=3.0)
    _sprint(place, inside)
    outside = place.add(story_points=5.0)
    page = ana.get("/p/ZED/backlog")
    assert _rows(page) == [inside, outside]
    assert "ZED board Sprint 1" in page
    assert re.search(r'total-new"[^>]*>3<', page)


def test_a_form_plans_issues(place: Yard, ana: Visitor) -> None:
    keys = [place.add(), place.add()]
    sprint_id = _sprint(place, starts=False)
    url = f"/p/ZED/boards/{place.board_id}/plan"
    ana.post(url, issue=keys, sprint=str(sprint_id), end="bottom")
    assert [place.issue(key).sprint_id for key in keys] == [sprint_id, sprint_id]
    ana.post(url, issue=keys[1], sprint="", end="top")
    assert place.issue(keys[1]).sprint_id is None
    ana.post(url, issue=keys[1], sprint=str(sprint_id), before=keys[0])
    assert place.order() == [keys[1], keys[0]]


def test_an_issue_is_created_at_the_bottom_of_a_sprint(place: Yard, ana: Visitor) -> None:
    sprint_id = _sprint(place, place.add(), starts=False)
    page = ana.get("/p/ZED/backlog")
    (story,) = re.findall(r'value="(\d+)" aria-label="Story"', page)[:1]
    ana.post(
        f"/p/ZED/boards/{place.board_id}/issues",
        type=story,
        summary="Typed in the backlog",
        sprint=str(sprint_id),
    )
    page = ana.get("/p/ZED/backlog")
    assert page.index("Typed in the backlog") < page.index('id="section-backlog"')


@pytest.mark.parametrize(("typed", "points"), [("5", 5.0), ("0,5", 0.5), ("", None)])
def test_an_estimate_is_typed(place: Yard, ana: Visitor, typed: str, points: float | None) -> None:
    key = place.add(story_points=3.0)
    ana.post(f"/p/ZED/boards/{place.board_id}/estimate/{key}", estimate=typed)
    assert place.issue(key).story_points == points


def test_time_is_typed_where_boards_estimate_in_it(place: Yard, ana: Visitor) -> None:
    change(place.world, place.board_id, estimation="original_estimate")
    key = place.add()
    ana.post(f"/p/ZED/boards/{place.board_id}/estimate/{key}", estimate="1d 4h")
    assert place.issue(key).original_estimate == 12 * 3600
    assert "1d 4h" in ana.get("/p/ZED/backlog")


@pytest.mark.parametrize("unit", ["story_points", "original_estimate"])
def test_a_bad_estimate_is_refused(place: Yard, ana: Visitor, unit: str) -> None:
    change(place.world, place.board_id, estimation=unit)
    ana.post(f"/p/ZED/boards/{place.board_id}/estimate/{place.add()}", status=422, estimate="much")


def test_a_sprint_is_planned_edited_started_and_completed(place: Yard, ana: Visitor) -> None:
    key = place.add()
    ana.post(f"/p/ZED/boards/{place.board_id}/sprints")
    page = ana.get("/p/ZED/backlog")
    (number,) = set(re.findall(r"/p/ZED/sprints/(\d+)/edit", page))
    place.does(sprint_moves.to_sprint, sprint_id=int(number), issues=[key])
    dialog = ana.get(f"/p/ZED/sprints/{number}/edit")
    assert "Edit ZED board Sprint 1" in dialog
    ana.post(f"/p/ZED/sprints/{number}/edit", name="First", goal="All of it", start="", end="")
    ana.post(
        f"/p/ZED/sprints/{number}/start", name="First", goal="All of it", start="", end="30 mar"
    )
    assert "All of it" in ana.get("/p/ZED/board")
    assert "1 open issue" in ana.get(f"/p/ZED/sprints/{number}/complete")
    ana.post(f"/p/ZED/sprints/{number}/complete", to="backlog")
    assert place.sprint(int(number)).state == "closed"
    assert place.issue(key).sprint_id is None


def test_a_refused_sprint_keeps_what_was_typed(place: Yard, ana: Visitor) -> None:
    number = _sprint(place, starts=False)
    answer = ana.post(
        f"/p/ZED/sprints/{number}/start",
        status=422,
        name="A name",
        goal="A goal",
        start="today",
        end="yesterday",
    )
    page = unescape(answer.get_data(as_text=True))
    assert "must be after the start date" in page
    assert "A goal" in page


def test_a_day_that_is_none_is_told_at_its_field(place: Yard, ana: Visitor) -> None:
    number = _sprint(place, starts=False)
    fields = {"name": "A name", "goal": "", "start": "31 february", "end": ""}
    answer = ana.post(f"/p/ZED/sprints/{number}/edit", status=422, **fields)
    assert 'id="sprint-start-problem"' in answer.get_data(as_text=True)


def test_planned_sprints_change_places_and_are_deleted(place: Yard, ana: Visitor) -> None:
    first, second = _sprint(place, starts=False), _sprint(place, starts=False)
    other: dict[str, Any] = {"with": str(first)}
    ana.post(f"/p/ZED/sprints/{second}/swap", **other)
    page = ana.get("/p/ZED/backlog")
    assert page.index("Sprint 2") < page.index("Sprint 1")
    assert "There are no issues in it" in ana.get(f"/p/ZED/sprints/{first}/delete")
    ana.post(f"/p/ZED/sprints/{first}/delete")
    assert "Sprint 1" not in ana.get("/p/ZED/backlog")


def test_epics_stand_beside_the_backlog(place: Yard, ana: Visitor) -> None:
    epic = place.add("The epic", type="Epic")
    below, _other = place.add(parent=epic), place.add()
    page = ana.get("/p/ZED/backlog?side=epics")
    assert "0 of 1 done" in page
    assert _rows(ana.get(f"/p/ZED/backlog?epic={place.issue(epic).id}")) == [below]


@pytest.mark.parametrize(
    "path",
    [
        "/p/ZED/board?board=99",
        "/p/ZED/board?board=x",
        "/p/ZED/board?quick=77",
        "/p/ZED/sprints/99/start",
        "/p/ZED/boards/99/menu/ZED-1",
        "/p/ZED/boards/99/plan/menu?issue=ZED-1",
    ],
)
def test_what_is_not_there_is_not_found(place: Yard, ana: Visitor, path: str) -> None:
    place.add()
    ana.get(path, 404)


@pytest.mark.parametrize(
    "path", ["/p/ZED/board?group=moon&show=x&closed=%00&q=%25", "/p/ZED/backlog?side=moon&show=-1"]
)
def test_odd_addresses_are_read_as_far_as_they_make_sense(
    place: Yard, ana: Visitor, path: str
) -> None:
    _sprint(place, place.add())
    ana.get(path)


def test_what_was_done_long_ago_is_shown_when_asked_for(ana: Visitor, place: Yard) -> None:
    key = place.add("Scrum boards hide nothing")
    page = ana.get("/p/OPS/board")
    assert "What was done over 14 days ago is hidden." in page
    hidden = set(_cards(ana.get("/p/OPS/board?old=1"))) - set(_cards(page))
    assert hidden
    assert "All that was ever done is shown." in ana.get("/p/OPS/board?old=1")
    assert "days ago is hidden" not in ana.get(f"/p/{key.partition('-')[0]}/board")


def test_card_says_more_to_whoever_lingers(ana: Visitor) -> None:
    said = ana.get("/p/OPS/boards/1/details/OPS-43")
    assert "Release 4.19.0" in said
    assert "<dt>Assignee</dt><dd>Mingzhu Chen</dd>" in said
    ana.get("/p/OPS/boards/1/details/OPS-9999", 404)
