from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.rollouts.intervals import wilson

COUNTS = st.integers(1, 10_000).flatmap(
    lambda attempts: st.tuples(st.integers(0, attempts), st.just(attempts))
)


# Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3,
# and the first two from Wilson's formula by hand.
@pytest.mark.parametrize(
    ("passed", "attempts", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_interval_is_the_published_one(passed: int, attempts: int, low: float, high: float) -> None:
    assert wilson(passed, attempts) == pytest.approx((low, high), abs=5e-5)


@given(COUNTS)
def test_interval_holds_the_rate_and_lies_between_0_and_1(counts: tuple[int, int]) -> None:
    passed, attempts = counts
    low, high = wilson(passed, attempts)
    assert 0 <= low <= passed / attempts <= high <= 1
    assert (low == 0) == (passed == 0)
    assert (high == 1) == (passed == attempts)


@given(COUNTS)
def test_failures_give_the_mirrored_interval(counts: tuple[int, int]) -> None:
    passed, attempts = counts
    low, high = wilson(passed, attempts)
    assert wilson(attempts - passed, attempts) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(COUNTS, st.floats(0.01, 0.98))
def test_more_confidence_or_fewer_attempts_make_it_wider(
    counts: tuple[int, int], confidence: float
) -> None:
    passed, attempts = counts
    low, high = wilson(passed, attempts, confidence)
    surer = wilson(passed, attempts, confidence + 0.01)
    assert surer.high - surer.low > high - low
    more = wilson(passed * 10, attempts * 10, confidence)
    assert more.high - more.low < high - low


@pytest.mark.parametrize(
    ("passed", "attempts", "confidence"),
    [(0, 0, 0.95), (-1, 5, 0.95), (6, 5, 0.95), (1, 5, 0.0), (1, 5, 1.0), (1, 5, nan)],
)
def test_senseless_numbers_are_refused(passed: int, attempts: int, confidence: float) -> None:
    with pytest.raises(ValueError, match=r"cannot have passed|between 0 and 1"):
        wilson(passed, attempts, confidence)
