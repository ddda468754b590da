"""Functions that the calculating library lacks, or that answer otherwise there."""

from workworld.apps.sheets.engine.calculation import Function
from workworld.apps.sheets.engine.functions import arrays, cases, numbers, texts

FUNCTIONS: tuple[Function, ...] = (
    *arrays.FUNCTIONS,
    *cases.FUNCTIONS,
    *numbers.FUNCTIONS,
    *texts.FUNCTIONS,
)
"""All of them."""
