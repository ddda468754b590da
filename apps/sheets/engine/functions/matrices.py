"""Functions of matrices."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function
from workworld.apps.sheets.engine.functions.shapes import Rows, answering, failed, numbers


@answering
def matrix_product(one: Any, other: Any) -> Rows:
    """The product of two matrices."""
    left, right = numbers(one), numbers(other)
    if len(left[0]) != len(right):
        said = "The first matrix has as many columns as the second one has rows."
        raise failed(values.VALUE, said)
    if len(left) * len(right) * len(right[0]) > 10_000_000:
        raise failed(values.NUMBER, "The matrices are too large.")
    columns = list(zip(*right, strict=True))
    return [[_dot(row, column) for column in columns] for row in left]


@answering
def determinant(matrix: Any) -> float:
    """The determinant of a square matrix."""
    return _eliminated(_square(matrix), [])[1]


@answering
def inverse(matrix: Any) -> Rows:
    """The inverse of a square matrix."""
    square = _square(matrix)
    size = len(square)
    unit = [[float(row == column) for column in range(size)] for row in range(size)]
    found, product = _eliminated(square, unit)
    if not product:
        raise failed(values.NUMBER, "The matrix has no inverse.")
    return [list(row) for row in found]


def _dot(one: Any, other: Any) -> float:
    return float(sum(a * b for a, b in zip(one, other, strict=True)))


def _square(matrix: Any) -> list[list[float]]:
    square = numbers(matrix)
    if len(square) != len(square[0]):
        raise failed(values.VALUE, "The matrix has as many rows as columns.")
    if len(square) > 200:
        raise failed(values.NUMBER, "The matrix has more than 200 rows.")
    return square


def _eliminated(
    square: list[list[float]], beside: list[list[float]]
) -> tuple[list[list[float]], float]:
    """What Gauss and Jordan make of what stands beside a matrix, and its determinant."""
    size, product = len(square), 1.0
    wide = [[*row, *(beside[at] if beside else ())] for at, row in enumerate(square)]
    for place in range(size):
        heights = [abs(wide[row][place]) for row in range(place, size)]
        best = place + heights.index(max(heights))
        if abs(wide[best][place]) < 1e-12:
            return beside, 0.0
        if best != place:
            wide[place], wide[best] = wide[best], wide[place]
            product = -product
        pivot = wide[place][place]
        product *= pivot
        wide[place] = [each / pivot for each in wide[place]]
        for row in range(size):
            factor = wide[row][place]
            if row != place and factor:
                pairs = zip(wide[row], wide[place], strict=True)
                wide[row] = [each - factor * other for each, other in pairs]
    return [row[size:] for row in wide], product


FUNCTIONS = (
    Function("MMULT", matrix_product, 2, 2),
    Function("MDETERM", determinant, 1, 1),
    Function("MINVERSE", inverse, 1, 1),
)
