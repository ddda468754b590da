from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.apps.tracker.jql.quay import ANA, JO, MING, TOM, Quay, quay
from tests.kit import Office

from workworld.apps.tracker.service import filter_shares, filter_subscriptions, filters
from workworld.apps.tracker.service.filter_subscriptions import next_time
from workworld.calls import perform
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Actor
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.notifications import inbox
from workworld.passing_time import let_time_pass
from workworld.worlds import World


@pytest.fixture
def harbour(world: World, office: Office, nothing_planned: None) -> Quay:
    return quay(world, office)


def do(harbour: Quay, function: Callable[..., Any], who: str = MING, **arguments: Any) -> Any:
    return perform(harbour.world, Actor(harbour.people[who]), function, **arguments)


def names(harbour: Quay, who: str = MING, **arguments: Any) -> list[str]:
    found = do(harbour, filters.list, who, limit=100, **arguments).items
    return [view.row.name for view in found]


def test_a_query_is_saved_and_found_under_its_name(harbour: Quay) -> None:
    made = do(
        harbour,
        filters.create,
        name=" My bugs ",
        jql="type = Bug AND project = QUA",
        is_starred=True,
    )
    view = do(harbour, filters.info, filter_id=made.id)
    assert (view.row.name, view.owner.id) == ("My bugs", harbour.people[MING])
    assert (view.star_count, view.is_starred, view.may_edit) == (1, True, True)
    assert harbour.find('filter = "my bugs"') == harbour.find("type = Bug AND project = QUA")
    assert names(harbour, text="BUGS") == ["My bugs", "Open bugs"]
    assert "My bugs" in names(harbour, is_starred=True)
    assert "Open bugs" not in names(harbour, is_starred=True)


def test_names_are_given_once_by_each_owner(harbour: Quay) -> None:
    for name in ("open BUGS", "  "):
        with pytest.raises(Invalid) as caught:
            do(harbour, filters.create, name=name, jql="")
        assert [problem.field for problem in caught.value.problems] == ["name"]
    assert do(harbour, filters.create, ANA, name="Open bugs").name == "Open bugs"


def test_a_query_that_makes_no_sense_is_not_saved(harbour: Quay) -> None:
    for query in ("type = ", "type = Nothing"):
        with pytest.raises(Invalid) as caught:
            do(harbour, filters.create, name="Odd", jql=query)
        assert [problem.field for problem in caught.value.problems] == ["jql"]


def test_filters_are_seen_by_those_with_whom_they_are_shared(harbour: Quay) -> None:
    assert "Open bugs" not in names(harbour, JO)
    for kind, thing in (("person", harbour.people[JO]), ("project", "QUA"), ("all", "")):
        shares = do(harbour, filter_shares.add, filter_id="9601", kind=kind, thing=thing)
        assert "Open bugs" in names(harbour, JO)
        do(harbour, filter_shares.remove, filter_id="9601", share_id=shares[0].id)
        assert "Open bugs" not in names(harbour, JO)
    do(harbour, filter_shares.add, filter_id="9601", kind="group", thing="engineering")
    assert "Open bugs" in names(harbour, TOM)
    with pytest.raises(NotFound, match="does not exist"):
        do(harbour, filters.info, "akovac", filter_id="9601")


def test_a_project_that_is_hidden_shares_nothing(harbour: Quay) -> None:
    do(harbour, filter_shares.add, ANA, filter_id="9604", kind="project", thing="VLT")
    assert "Ana's own" not in names(harbour)


def test_changing_a_filter_takes_the_right_to(harbour: Quay) -> None:
    with pytest.raises(Forbidden):
        do(harbour, filters.update, filter_id="9605", name="Mine now")
    mine = harbour.people[MING]
    share = {"filter_id": "9605", "kind": "person", "thing": mine}
    do(harbour, filter_shares.add, ANA, **share, may_edit=True)
    changed = do(
        harbour,
        filters.update,
        filter_id="9605",
        name="Ours",
        jql="type = Bug",
        columns=["summary"],
    )
    assert (changed.name, changed.jql, changed.columns) == ("Ours", "type = Bug", ["summary"])
    do(harbour, filter_shares.add, ANA, **share, may_edit=False)
    with pytest.raises(Forbidden):
        do(harbour, filters.update, filter_id="9605", name="Mine now")


def test_only_its_owner_or_an_admin_deletes_a_filter(harbour: Quay) -> None:
    with pytest.raises(Forbidden):
        do(harbour, filters.delete, filter_id="9605")
    do(harbour, filters.star, filter_id="9601")
    do(harbour, filter_subscriptions.add, filter_id="9601", days=[0])
    do(harbour, filters.delete, filter_id="9601")
    with pytest.raises(NotFound):
        do(harbour, filters.info, filter_id="9601")


def test_a_filter_that_a_board_shows_stays(harbour: Quay) -> None:
    with pytest.raises(Conflict, match="board 'Quay' uses it"):
        do(harbour, filters.delete, ANA, filter_id="9600")


def test_a_filter_is_given_to_somebody_else(harbour: Quay) -> None:
    with pytest.raises(NotFound):
        do(harbour, filters.give, filter_id="9601", owner_id="U0000000000")
    do(harbour, filters.give, filter_id="9601", owner_id=harbour.people[TOM])
    assert "Open bugs" in names(harbour, TOM)
    assert "Open bugs" not in names(harbour)


def test_stars_are_each_persons_own(harbour: Quay) -> None:
    for _ in range(2):
        do(harbour, filters.star, filter_id="9605")
    do(harbour, filters.star, JO, filter_id="9605")
    view = do(harbour, filters.info, filter_id="9605")
    assert (view.star_count, view.is_starred) == (2, True)
    do(harbour, filters.unstar, filter_id="9605")
    view = do(harbour, filters.info, filter_id="9605")
    assert (view.star_count, view.is_starred) == (1, False)


def test_who_subscribes_is_told_again_and_again(harbour: Quay) -> None:
    days = [0, 1, 2, 3, 4, 5, 6]
    row = do(harbour, filter_subscriptions.add, filter_id="9601", days=days, hour=9)
    told = []
    for _ in range(2):
        let_time_pass(harbour.world, 86_400)
        items = do(harbour, inbox.list).items
        told.append([item for item in items if item.kind == "filter"])
    assert [len(each) for each in told] == [1, 1]
    count = harbour.found("filter = 9601").total
    assert told[0][0].text == f"subscribed to Open bugs: {count} issues"
    assert told[0][0].id != told[1][0].id
    do(harbour, filter_subscriptions.remove, subscription_id=row.id)
    assert do(harbour, filter_subscriptions.list, filter_id="9601") == []


def test_nothing_found_tells_nothing_unless_asked_for(harbour: Quay) -> None:
    made = do(harbour, filters.create, name="None", jql="labels = nowhere")
    days = [0, 1, 2, 3, 4, 5, 6]
    do(harbour, filter_subscriptions.add, filter_id=made.id, days=days)
    let_time_pass(harbour.world, 86_400)
    assert [item for item in do(harbour, inbox.list).items if item.kind == "filter"] == []
    do(harbour, filter_subscriptions.add, filter_id=made.id, days=days, hour=8, if_empty=True)
    let_time_pass(harbour.world, 86_400)
    told = [item.text for item in do(harbour, inbox.list).items if item.kind == "filter"]
    assert told == ["subscribed to None: 0 issues"]


def test_others_subscriptions_are_not_there(harbour: Quay) -> None:
    row = do(harbour, filter_subscriptions.add, ANA, filter_id="9605", days=[3])
    assert do(harbour, filter_subscriptions.list, filter_id="9605") == []
    with pytest.raises(NotFound):
        do(harbour, filter_subscriptions.remove, subscription_id=row.id)


@pytest.mark.parametrize(
    ("days", "hour", "expected"),
    [
        ([2], 9, datetime(2026, 3, 11, 13, tzinfo=UTC)),  # a Wednesday, after clocks went on
        ([5], 9, datetime(2026, 3, 7, 14, tzinfo=UTC)),
        ([4], 9, datetime(2026, 3, 13, 13, tzinfo=UTC)),
        ([4], 11, datetime(2026, 3, 6, 16, tzinfo=UTC)),
    ],
)
def test_hours_are_those_of_the_subscribers_zone(
    days: list[int], hour: int, expected: datetime
) -> None:
    friday = to_microseconds(datetime(2026, 3, 6, 15, tzinfo=UTC))
    found = next_time(friday, "America/New_York", days, hour)
    assert from_microseconds(found) == expected
