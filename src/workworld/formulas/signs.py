"""What signs between two pieces of a formula do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from workworld.formulas.forms import same
from workworld.formulas.kinds import Facts, FormulaError, Kind, Part, Value, joint
from workworld.formulas.numbers import EXACT, power, sensible

_DAY = 86_400
_ORDERED = (Kind.NUMBER, Kind.DATE, Kind.DATETIME, Kind.TEXT)
_ALIKE = (*_ORDERED, Kind.BOOLEAN)
_MOMENTS = (Kind.DATE, Kind.DATETIME)
_LONGEST_TEXT = 4_000
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_SUMS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": EXACT.add,
    "-": EXACT.subtract,
    "*": EXACT.multiply,
    "/": EXACT.divide,
    "^": power,
}


def joined(left: Part, sign: str, right: Part, at: int) -> Part:
    """The piece that comes of two with a sign between them.

    Raises:
        FormulaError: they do not fit.
    """
    kind, work = _meaning(left, sign, right, at)
    depth = 1 + max(left.depth, right.depth)
    return Part(kind, work, left.at, depth)


def _meaning(left: Part, sign: str, right: Part, at: int) -> tuple[Kind, Callable[[Facts], Value]]:
    first, second = left.work, right.work
    if sign in ("&&", "||"):
        _require(left, sign, at, Kind.BOOLEAN)
        _require(right, sign, at, Kind.BOOLEAN)
        return Kind.BOOLEAN, _both(left, right) if sign == "&&" else _either(left, right)
    if sign in ("=", "<>"):
        _comparable(left, sign, right, at, _ALIKE)
        is_wanted = sign == "="
        return Kind.BOOLEAN, lambda facts: same(first(facts), second(facts)) is is_wanted
    if sign in _ORDERS:
        _comparable(left, sign, right, at, _ORDERED)
        return Kind.BOOLEAN, lambda facts: _ordered(sign, first(facts), second(facts))
    if sign == "&" or (sign == "+" and Kind.TEXT in (left.kind, right.kind)):
        _require(left, sign, at, Kind.TEXT)
        _require(right, sign, at, Kind.TEXT)
        return Kind.TEXT, lambda facts: _chained(first(facts), second(facts))
    return _sum(left, sign, right, at)


def _both(left: Part, right: Part) -> Callable[[Facts], Value]:
    return lambda facts: bool(left.work(facts)) and bool(right.work(facts))


def _either(left: Part, right: Part) -> Callable[[Facts], Value]:
    return lambda facts: bool(left.work(facts)) or bool(right.work(facts))


def _sum(left: Part, sign: str, right: Part, at: int) -> tuple[Kind, Callable[[Facts], Value]]:
    kind = _kind_of_sum(left.kind, sign, right.kind)
    if kind is None:
        _require(left, sign, at, Kind.NUMBER)
        _require(right, sign, at, Kind.NUMBER)
        kind = Kind.NUMBER
    first, second = left.work, right.work

    def work(facts: Facts) -> Value:
        one, other = first(facts), second(facts)
        if one is None or other is None:
            return None
        return sensible(lambda: _summed(one, sign, other))

    return kind, work


def _kind_of_sum(left: Kind, sign: str, right: Kind) -> Kind | None:
    if left in _MOMENTS and sign in "+-" and right in (Kind.NUMBER, Kind.BLANK):
        return left
    if sign == "+" and right in _MOMENTS and left in (Kind.NUMBER, Kind.BLANK):
        return right
    if sign == "-" and left in _MOMENTS and left is right:
        return Kind.NUMBER
    return None


def _summed(left: Any, sign: str, right: Any) -> Value:
    if isinstance(right, date) and not isinstance(left, date):
        left, right = right, left
    if not isinstance(left, date):
        return _SUMS[sign](left, right)  # type: ignore[no-any-return]
    if isinstance(right, date):
        between = left - right
        seconds = between.days * _DAY + between.seconds
        return EXACT.divide(Decimal(seconds), Decimal(_DAY))
    days = right if sign == "+" else -right
    if isinstance(left, datetime):
        return left + timedelta(seconds=int(days * _DAY))
    return left + timedelta(days=int(days))


def _ordered(sign: str, left: Value, right: Value) -> bool:
    return left is not None and right is not None and _ORDERS[sign](left, right)


def _chained(left: Any, right: Any) -> Value:
    made = (left or "") + (right or "")
    return made if len(made) <= _LONGEST_TEXT else None


def _comparable(left: Part, sign: str, right: Part, at: int, kinds: tuple[Kind, ...]) -> None:
    _require(left, sign, at, *kinds)
    _require(right, sign, at, *kinds)
    if joint(left.kind, right.kind) is None:
        _require(right, sign, at, left.kind)


def _require(part: Part, sign: str, at: int, *kinds: Kind) -> None:
    if part.kind in (*kinds, Kind.BLANK):
        return
    if part.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST):
        raise FormulaError(
            f"Field {part.field} is a picklist field. Picklist fields are only supported in"
            " certain functions.",
            part.at,
        )
    raise FormulaError(
        f"Incorrect parameter type for operator '{sign}'. Expected"
        f" {', '.join(kinds)}, received {part.kind}",
        at,
    )
