from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.splits import Split, company_seeds, company_split, seed_split, seeds

FAMILY = "communication.post_announcement"


def test_splits_are_the_same_for_ever() -> None:
    """Who has trained on some seeds must never find them in another split."""
    assert seeds(FAMILY, Split.TRAIN, 5) == [0, 1, 2, 3, 4]
    assert seeds(FAMILY, Split.VALIDATION, 5) == [7, 8, 12, 52, 56]
    assert seeds(FAMILY, Split.TEST, 5) == [18, 22, 30, 39, 71]
    assert company_seeds(Split.TRAIN, 5) == [0, 1, 3, 5, 6]
    assert company_seeds(Split.VALIDATION, 5) == [13, 17, 49, 76, 77]
    assert company_seeds(Split.TEST, 5) == [2, 4, 16, 22, 32]


@pytest.mark.parametrize("split_of", [lambda seed: seed_split(FAMILY, seed), company_split])
def test_splits_are_four_fifths_and_two_tenths(split_of: Callable[[int], Split]) -> None:
    sizes = Counter(split_of(seed) for seed in range(10_000))
    assert sizes[Split.TRAIN] == pytest.approx(8_000, abs=150)
    assert sizes[Split.VALIDATION] == pytest.approx(1_000, abs=100)
    assert sizes[Split.TEST] == pytest.approx(1_000, abs=100)


def test_each_family_is_split_by_itself() -> None:
    assert seeds("a.b", Split.TEST, 20) != seeds("a.c", Split.TEST, 20)


@given(st.sampled_from(Split), st.integers(0, 30), st.integers(0, 10_000))
def test_seeds_are_all_of_the_split_in_order(split: Split, count: int, start: int) -> None:
    found = seeds(FAMILY, split, count, start=start)
    assert len(found) == count
    everything = range(start, found[-1] + 1 if found else start)
    assert found == [seed for seed in everything if seed_split(FAMILY, seed) is split]
    assert all(company_split(seed) is split for seed in company_seeds(split, count, start=start))


@pytest.mark.parametrize(("count", "start"), [(-1, 0), (1, -1)])
def test_seeds_below_0_are_refused(count: int, start: int) -> None:
    with pytest.raises(ValueError, match="below 0"):
        seeds(FAMILY, Split.TEST, count, start=start)
    with pytest.raises(ValueError, match="below 0"):
        company_seeds(Split.TEST, count, start=start)
