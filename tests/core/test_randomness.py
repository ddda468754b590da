"""Streams of chance: what consecutive seeds have in common, and what not."""

import pytest

from workworld.randomness import Stream


def test_consecutive_seeds_take_all_items_in_turn() -> None:
    rounds = [
        [Stream("task", "x", seed).in_turn("abc") for seed in range(first, first + 3)]
        for first in range(0, 60, 3)
    ]
    assert {"".join(sorted(each)) for each in rounds} == {"abc"}
    assert len({"".join(each) for each in rounds}) > 2


def test_turn_does_not_depend_on_what_was_drawn_before() -> None:
    fresh, used = Stream("task", "x", 7), Stream("task", "x", 7)
    used.integer(0, 9)
    assert fresh.in_turn(range(10)) == used.in_turn(range(10))


def test_stream_without_a_number_has_no_turn() -> None:
    with pytest.raises(TypeError, match="'x' has no place in a turn"):
        Stream("task", "x").in_turn("abc")
