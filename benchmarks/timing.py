"""Timing something many times over, and showing what came of it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table


@dataclass(frozen=True)
class Row:
    """One measured thing: milliseconds per run."""

    name: str
    samples: Sequence[float]

    @property
    def median(self) -> float:
        """The middle sample."""
        return statistics.median(self.samples)

    def percentile(self, share: int) -> float:
        """The sample that ``share`` per cent do not exceed."""
        return statistics.quantiles(self.samples, n=100, method="inclusive")[share - 1]


def timed(
    name: str,
    runs: int,
    function: Callable[[], Any],
    prepare: Callable[[], Any] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Row:
    """Run once to warm up, then ``runs`` times; ``prepare`` runs before each and is not timed."""
    samples = []
    for _ in range(runs + 1):
        prepare()
        start = clock()
        function()
        samples.append((clock() - start) * 1000)
    return Row(name, samples[1:])


def table_of(title: str, rows: Sequence[Row], unit: Row) -> Table:
    """The rows with their spread, and as multiples of one that was measured in the same run."""
    table = Table(title=f"{title}: milliseconds; ratio to {unit.name}", title_justify="left")
    table.add_column("what")
    for column in ("runs", "min", "median", "p95", "p99", "max", "ratio"):
        table.add_column(column, justify="right")
    for row in rows:
        figures = (
            min(row.samples),
            row.median,
            row.percentile(95),
            row.percentile(99),
            max(row.samples),
        )
        shown = [f"{figure:.2f}" for figure in figures]
        table.add_row(row.name, str(len(row.samples)), *shown, f"{row.median / unit.median:.2f}")
    return table
