"""Functions that the calculating library lacks, or that answer otherwise there."""

from workworld.apps.sheets.engine.callables import Function
from workworld.apps.sheets.engine.functions import (
    arrays,
    cases,
    cells,
    dates,
    matrices,
    numbers,
    queries,
    randoms,
    sparklines,
    subtotals,
    texts,
)

FUNCTIONS: tuple[Function, ...] = (
    *arrays.FUNCTIONS,
    *cases.FUNCTIONS,
    *cells.FUNCTIONS,
    *dates.FUNCTIONS,
    *matrices.FUNCTIONS,
    *numbers.FUNCTIONS,
    *queries.FUNCTIONS,
    *randoms.FUNCTIONS,
    *sparklines.FUNCTIONS,
    *subtotals.FUNCTIONS,
    *texts.FUNCTIONS,
)
"""All of them."""
