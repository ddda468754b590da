"""How sure one may be of a rate that a few attempts gave."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """Where a rate lies, both ends included."""

    low: float
    high: float


def wilson(passed: int, attempts: int, confidence: float = 0.95) -> Interval:
    """The score interval of a rate, which holds for few attempts and for rates near 0 and 1 too.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of
    the American Statistical Association 22 (1927), pages 209 to 212.

    Args:
        passed: how many attempts passed. None gives a low end of exactly 0, all a high end of
            exactly 1.
        attempts: how many there were, at least one.
        confidence: how often such an interval is to hold the true rate, between 0 and 1.

    Raises:
        ValueError: the numbers make no sense.
    """
    if attempts < 1 or not 0 <= passed <= attempts:
        raise ValueError(f"{passed} of {attempts} attempts cannot have passed")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, and {confidence} does not")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, spread = passed / attempts, z * z / attempts
    centre = (rate + spread / 2) / (1 + spread)
    half = sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    low = 0.0 if passed == 0 else max(0.0, centre - half)
    high = 1.0 if passed == attempts else min(1.0, centre + half)
    return Interval(low, high)
