import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.ids import Ids, _permute
from workworld.worlds import Snapshot, World, Worlds


@given(size=st.integers(1, 400), key=st.text(max_size=5))
def test_permutation_hits_every_number_once(size: int, key: str) -> None:
    assert sorted(_permute(number, size, key) for number in range(size)) == list(range(size))


def test_ids_look_like_the_vendors_and_never_repeat(world: World) -> None:
    with world.writing() as session:
        made = [Ids(session).next_id("C") for _ in range(500)]
    assert len(set(made)) == 500
    assert all(re.fullmatch(r"C[A-Z0-9]{10}", each) for each in made)


def test_ids_are_the_same_in_every_copy_of_the_snapshot(worlds: Worlds, snapshot: Snapshot) -> None:
    made = []
    for _ in range(2):
        with worlds.open(snapshot).writing() as session:
            made.append([Ids(session).next_id("F") for _ in range(5)])
    assert made[0] == made[1]


@pytest.mark.parametrize("kinds", [("A", "B")])
def test_kinds_do_not_share_a_sequence(world: World, kinds: tuple[str, str]) -> None:
    with world.writing() as session:
        first, second = (Ids(session).next_id(kind)[1:] for kind in kinds)
    assert first != second


def test_many_ids_at_once_are_those_of_as_many_calls(worlds: Worlds, snapshot: Snapshot) -> None:
    with worlds.open(snapshot).writing() as session:
        one_by_one = [Ids(session).next_id("F") for _ in range(7)]
    with worlds.open(snapshot).writing() as session:
        ids = Ids(session)
        assert [*ids.next_ids("F", 3), *ids.next_ids("F", 4)] == one_by_one
