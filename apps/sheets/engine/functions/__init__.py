"""Functions that the calculating library lacks, or that answer otherwise there."""

from workworld.apps.sheets.engine.calculation import Function
from workworld.apps.sheets.engine.functions import numbers

FUNCTIONS: tuple[Function, ...] = (*numbers.FUNCTIONS,)
"""All of them."""
