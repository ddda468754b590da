"""How work grows with what is given: told by ratios within one run, never in seconds."""

import time
from collections.abc import Callable

_NOTICEABLE = 0.02
"""Seconds of processor time below which a machine's noise is most of what is measured."""


def grows_with_the_text(work: Callable[[str], object], mark: str) -> bool:
    """Whether four times as many of a mark take far less than sixteen times as long.

    Args:
        work: what is done with a text.
        mark: what the text repeats.
    """

    def spent(letters: int) -> float:
        text = mark * (letters // len(mark))
        start = time.process_time()
        work(text)
        return time.process_time() - start

    spent(1_000)
    shorter = max(spent(10_000), _NOTICEABLE)
    return min(spent(40_000) for _ in range(2)) < 12 * shorter
