"""Boards: who sees and configures them, what they show, and moving cards on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.apps.tracker.board_kit import ADMIN, DEVELOPER, STRANGER, VIEWER, Yard, change, yard
from tests.kit import Office

from workworld.apps.tracker.models import Status
from workworld.apps.tracker.service import (
    board_columns,
    board_settings,
    board_views,
    boards,
    card_moves,
    quick_filters,
    sprint_moves,
    sprint_runs,
    sprints,
)
from workworld.apps.tracker.service.board_filters import Narrowing
from workworld.apps.tracker.service.board_views import BoardView
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.worlds import World

_DAY = 24 * 3600 * 1_000_000


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A kanban project."""
    return yard(world, office, kind="kanban", key="ZAK")


@pytest.fixture
def scrum(world: World, office: Office) -> Yard:
    """A scrum project."""
    return yard(world, office)


def _shown(place: Yard, narrowing: Narrowing | None = None, _who: str = ADMIN) -> dict[str, Any]:
    """The summaries in each column, by its name."""

    def told(view: BoardView) -> dict[str, Any]:
        found: dict[str, list[str]] = {each.column.name: [] for each in view.columns}
        for lane in view.lanes:
            for names, cell in zip(found.values(), lane.cells, strict=True):
                names.extend(card.row.summary for card in cell)
        return {name: cards for name, cards in found.items() if cards}

    wanted = (narrowing or Narrowing()).model_dump(mode="json")
    shown: dict[str, Any] = place.sees(
        board_views.show, told, _who, board_id=place.board_id, narrowing=wanted
    )
    return shown


def _lanes(place: Yard) -> Mapping[str, Sequence[str]]:
    """The summaries in each lane, by its title."""

    def told(view: BoardView) -> Mapping[str, Sequence[str]]:
        return {
            lane.title: [card.row.summary for cell in lane.cells for card in cell]
            for lane in view.lanes
        }

    shown: Mapping[str, Sequence[str]] = place.sees(board_views.show, told, board_id=place.board_id)
    return shown


def _columns(place: Yard) -> Sequence[str]:
    def told(columns: Any) -> Sequence[str]:
        return [column.name for column in columns]

    named: Sequence[str] = place.sees(board_columns.list, told, board_id=place.board_id)
    return named


def _view(place: Yard, part: str) -> Any:
    return place.sees(
        board_views.show,
        lambda view: [getattr(each, part) for each in view.columns],
        board_id=place.board_id,
    )


def test_columns_come_from_the_workflows(scrum: Yard) -> None:
    assert _columns(scrum) == ["To Do", "In Progress", "In Review", "Done"]


def test_many_statuses_under_way_share_a_column(place: Yard) -> None:
    assert _columns(place) == ["To Do", "In Progress", "Done"]


def test_whoever_sees_its_project_sees_a_board(place: Yard) -> None:
    named = place.sees(boards.info, lambda board: board.name, VIEWER, board_id=place.board_id)
    assert named == "ZAK board"


def test_to_strangers_a_board_is_not_there(place: Yard) -> None:
    with pytest.raises(NotFound):
        place.does(boards.info, STRANGER, board_id=place.board_id)


def test_boards_are_found_by_project_kind_and_name(place: Yard, scrum: Yard) -> None:
    def names(**wanted: Any) -> Sequence[str]:
        found: Sequence[str] = place.sees(
            boards.list, lambda page: [row.name for row in page.items], **wanted
        )
        return found

    assert names(project="ZAK") == ["ZAK board"]
    assert names(name="zed b") == ["ZED board"]
    assert scrum.project not in str(names(kind="kanban"))


def test_those_who_administer_a_project_make_boards(place: Yard) -> None:
    made = place.sees(
        boards.create, lambda board: board.kind, name="Second", kind="kanban", project="ZAK"
    )
    assert made == "kanban"
    with pytest.raises(Forbidden):
        place.does(boards.create, DEVELOPER, name="Third", kind="kanban", project="ZAK")


def test_a_board_without_sprints_is_deleted(place: Yard) -> None:
    place.does(boards.delete, board_id=place.board_id)
    with pytest.raises(NotFound):
        place.does(boards.info, board_id=place.board_id)


def test_a_board_with_sprints_is_kept(scrum: Yard) -> None:
    scrum.does(sprints.create, board_id=scrum.board_id)
    with pytest.raises(Conflict):
        scrum.does(boards.delete, board_id=scrum.board_id)


def test_columns_are_set_as_a_whole(place: Yard) -> None:
    wanted = [{"name": "Open", "statuses": ["10000"], "most": 3}, {"name": "Rest"}]
    place.does(board_columns.edit, board_id=place.board_id, columns=wanted)
    assert _columns(place) == ["Open", "Rest"]


@pytest.mark.parametrize(
    "columns",
    [
        [],
        [{"name": " "}],
        [{"name": "A"}, {"name": "a"}],
        [{"name": "A", "statuses": ["1"]}],
        [{"name": "A", "statuses": ["10000"]}, {"name": "B", "statuses": ["10000"]}],
        [{"name": "A", "least": 5, "most": 2}],
    ],
)
def test_bad_columns_are_refused(place: Yard, columns: list[dict[str, Any]]) -> None:
    with pytest.raises(Invalid):
        place.does(board_columns.edit, board_id=place.board_id, columns=columns)


def test_others_do_not_configure_a_board(place: Yard) -> None:
    with pytest.raises(Forbidden):
        place.does(board_settings.edit, DEVELOPER, board_id=place.board_id, swimlanes="epic")


def test_a_boards_own_admins_configure_it(place: Yard) -> None:
    change(place.world, place.board_id, admin_ids=[place.people[DEVELOPER]])
    place.does(board_settings.edit, DEVELOPER, board_id=place.board_id, swimlanes="epic")


def test_cards_stand_in_the_column_of_their_status_by_rank(place: Yard) -> None:
    place.add("b", status="In Progress")
    place.add("a", status="In Progress")
    place.add("c")
    assert _shown(place) == {"To Do": ["c"], "In Progress": ["b", "a"]}


def test_epics_and_sub_tasks_are_no_cards(place: Yard) -> None:
    place.add("part", type="Sub-task", parent=place.add("whole"))
    place.add("epic", type="Epic")
    assert _shown(place) == {"To Do": ["whole"]}


def test_a_card_counts_its_sub_tasks(place: Yard) -> None:
    whole = place.add("whole")
    place.add(type="Sub-task", parent=whole)
    place.add(type="Sub-task", parent=whole, status="Done")
    counts = place.sees(
        board_views.show,
        lambda view: [(card.parts_done, card.parts) for card in view.found.cards],
        board_id=place.board_id,
    )
    assert counts == [(1, 2)]


def test_what_was_done_long_ago_is_hidden_on_kanban(place: Yard) -> None:
    place.add("new", status="Done")
    place.add("old", status="Done", status_changed_us=0)
    assert _shown(place) == {"Done": ["new"]}


def test_a_scrum_board_shows_the_active_sprint_alone(scrum: Yard) -> None:
    inside, _outside = scrum.add("inside"), scrum.add("outside")
    sprint_id = scrum.sees(sprints.create, lambda row: row.id, board_id=scrum.board_id)
    scrum.does(sprint_moves.to_sprint, sprint_id=sprint_id, issues=[inside])
    assert _shown(scrum) == {}
    scrum.does(sprint_runs.start, sprint_id=sprint_id)
    assert _shown(scrum) == {"To Do": ["inside"]}


def test_a_column_over_its_limit_says_so(place: Yard) -> None:
    place.add()
    place.add()
    setting = [
        {"name": "Open", "statuses": ["10000"], "least": 1, "most": 1},
        {"name": "Rest", "least": 1},
    ]
    place.does(board_columns.edit, board_id=place.board_id, columns=setting)
    assert _view(place, "is_over") == [True, False]
    assert _view(place, "is_under") == [False, True]


def test_looking_for_people_words_and_epics_narrows(place: Yard) -> None:
    epic = place.add("The epic", type="Epic")
    place.add("Blue door", assignee=DEVELOPER, parent=epic)
    place.add("Red door")
    of = place.people[DEVELOPER]
    assert _shown(place, Narrowing(assignees=(of,))) == {"To Do": ["Blue door"]}
    assert _shown(place, Narrowing(assignees=("unassigned",))) == {"To Do": ["Red door"]}
    assert _shown(place, Narrowing(text="door red")) == {"To Do": ["Red door"]}
    assert _shown(place, Narrowing(text="zak-2")) == {"To Do": ["Blue door"]}
    assert _shown(place, Narrowing(epics=(place.issue(epic).id,))) == {"To Do": ["Blue door"]}
    assert _shown(place, Narrowing(epics=("none",))) == {"To Do": ["Red door"]}


def test_a_quick_filter_narrows(place: Yard) -> None:
    place.add("urgent", priority_id="1")
    place.add("usual")
    quick = place.sees(
        quick_filters.add,
        lambda row: row.id,
        board_id=place.board_id,
        name="Urgent",
        jql="priority = Highest",
    )
    assert _shown(place, Narrowing(quick=(quick,))) == {"To Do": ["urgent"]}
    place.does(quick_filters.delete, board_id=place.board_id, quick_filter_id=quick)
    with pytest.raises(NotFound):
        _shown(place, Narrowing(quick=(quick,)))


def test_a_quick_filter_needs_a_query_that_works(place: Yard) -> None:
    with pytest.raises(Invalid):
        place.does(quick_filters.add, board_id=place.board_id, name="Bad", jql="status ==== 1")
    with pytest.raises(Invalid):
        place.does(quick_filters.add, board_id=place.board_id, name="Bad", jql=" ")


def test_lanes_by_assignee(place: Yard) -> None:
    place.add("a", assignee=DEVELOPER)
    place.add("b")
    change(place.world, place.board_id, swimlanes="assignee")
    assert list(_lanes(place).values()) == [["a"], ["b"]]
    assert list(_lanes(place))[-1] == "Unassigned"


def test_lanes_by_epic(place: Yard) -> None:
    epic = place.add("The epic", type="Epic")
    place.add("a")
    place.add("b", parent=epic)
    change(place.world, place.board_id, swimlanes="epic")
    assert _lanes(place) == {"The epic": ["b"], "Issues without epic": ["a"]}


def test_lanes_by_sub_tasks_show_them_as_cards(place: Yard) -> None:
    place.add("part", type="Sub-task", parent=place.add("whole"))
    change(place.world, place.board_id, swimlanes="subtasks")
    assert _lanes(place) == {"whole": ["part"], "Everything else": ["whole"]}


def test_lanes_by_query_take_what_no_lane_above_has(place: Yard) -> None:
    place.add("a", priority_id="1")
    place.add("b", priority_id="2")
    place.add("c")
    queries = [
        {"name": "Now", "jql": "priority = Highest"},
        {"name": "Soon", "jql": "priority in (Highest, High)"},
    ]
    place.does(board_settings.edit_lanes, board_id=place.board_id, queries=queries)
    change(place.world, place.board_id, swimlanes="query")
    assert _lanes(place) == {"Now": ["a"], "Soon": ["b"], "Everything else": ["c"]}


def test_cards_show_up_to_three_more_fields(place: Yard) -> None:
    place.add(due_date="2026-04-01")
    place.does(board_settings.edit, board_id=place.board_id, card_fields=["duedate", "labels"])
    said = place.sees(
        board_views.show,
        lambda view: [list(card.fields) for card in view.found.cards],
        board_id=place.board_id,
    )
    assert said == [["Due 2026-04-01"]]
    with pytest.raises(Invalid, match="at most 3"):
        place.does(
            board_settings.edit,
            board_id=place.board_id,
            card_fields=["duedate", "labels", "components", "reporter"],
        )
    with pytest.raises(Invalid, match="cannot show"):
        place.does(board_settings.edit, board_id=place.board_id, card_fields=["rank"])


def _move(place: Yard, key: str, column: int, _who: str = ADMIN, **more: Any) -> None:
    place.does(card_moves.move, _who, board_id=place.board_id, issue=key, column=column, **more)


def _status(place: Yard, key: str) -> str:
    status_id = place.issue(key).status_id
    with place.world.reading() as session:
        return session.get_one(Status, status_id).name


def test_a_card_goes_through_the_workflow(scrum: Yard) -> None:
    key = scrum.add()
    _move(scrum, key, 1)
    assert _status(scrum, key) == "In Progress"


def test_a_card_takes_its_place_between_two_others(scrum: Yard) -> None:
    key, _first, second = (
        scrum.add(),
        scrum.add(status="In Progress"),
        scrum.add(status="In Progress"),
    )
    _move(scrum, key, 1, before=second)
    assert scrum.order() == ["ZED-2", "ZED-1", "ZED-3"]


def test_within_its_column_a_card_is_ranked_and_nothing_else(scrum: Yard) -> None:
    first, second = scrum.add(), scrum.add()
    _move(scrum, first, 0, after=second)
    assert scrum.order() == [second, first]
    assert _status(scrum, first) == "To Do"


def test_a_column_out_of_reach_is_refused_and_nothing_moves(scrum: Yard) -> None:
    first, second = scrum.add(), scrum.add()
    with pytest.raises(Conflict) as refused:
        _move(scrum, second, 2, before=first)
    assert refused.value.code == "transition_not_allowed"
    assert scrum.order() == [first, second]


def test_a_transition_with_a_screen_says_so(scrum: Yard) -> None:
    key = scrum.add(status="In Review")
    with pytest.raises(Conflict) as refused:
        _move(scrum, key, 3)
    assert refused.value.code == "transition_needs_screen"


def test_moving_asks_for_the_right_to_transition(scrum: Yard) -> None:
    key = scrum.add()
    with pytest.raises(Conflict):
        _move(scrum, key, 1, VIEWER)


def test_legal_columns_say_where_a_card_may_go(scrum: Yard) -> None:
    key = scrum.add(status="In Progress")
    legal = scrum.sees(
        card_moves.legal_columns,
        lambda moves: [each.is_legal for each in moves],
        board_id=scrum.board_id,
        issue=key,
    )
    assert legal == [True, True, True, True]


def test_a_column_out_of_reach_has_a_reason(scrum: Yard) -> None:
    key = scrum.add(status="To Do")
    reasons = scrum.sees(
        card_moves.legal_columns,
        lambda moves: [each.reason for each in moves],
        board_id=scrum.board_id,
        issue=key,
    )
    assert reasons[2].startswith(f"The workflow leads {key}")
