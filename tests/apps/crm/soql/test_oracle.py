"""Random conditions find what a plain reading of them finds, row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.crm.soql.quay import Quay

Row = Mapping[str, Any]
_FIELDS = ("Id", "Type", "Industry", "BillingCity", "NumberOfEmployees", "Parent.Type")
_TEXTS = ("Customer", "retail", "BOSTON", "Austin", "Partner", "Technology", "nothing")
_NUMBERS = (-1, 0, 40, 41, 120)


class Asked(NamedTuple):
    """A condition, and what it means."""

    text: str
    holds: Callable[[Row], bool]


def _folded(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _written(value: Any) -> str:
    if value is None:
        return "null"
    return f"'{value}'" if isinstance(value, str) else str(value)


@st.composite
def comparisons(draw: st.DrawFn) -> Asked:
    """One field compared with one value or several."""
    name = draw(st.sampled_from(_FIELDS[1:]))
    values = st.sampled_from(_NUMBERS if name == "NumberOfEmployees" else _TEXTS)
    sign = draw(st.sampled_from(("=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", "LIKE")))
    if sign in ("IN", "NOT IN"):
        listed = draw(st.lists(st.none() | values, min_size=1, max_size=3))
        among = [_folded(each) for each in listed]
        text = f"{name} {sign} ({', '.join(map(_written, listed))})"
        return Asked(text, lambda row: (_folded(row[name]) in among) == (sign == "IN"))
    if sign == "LIKE" and name != "NumberOfEmployees":
        start = str(draw(values))[:3]
        begins = _folded(start)
        return Asked(
            f"{name} LIKE '{start}%'", lambda row: (_folded(row[name]) or "").startswith(begins)
        )
    value = draw(st.none() | values) if sign in ("=", "!=", "LIKE") else draw(values)
    sign = "=" if sign == "LIKE" else sign
    wanted = _folded(value)

    def holds(row: Row) -> bool:
        found = _folded(row[name])
        if sign in ("=", "!="):
            return bool((found == wanted) == (sign == "="))
        if found is None:
            return False
        return bool({"<": found < wanted, "<=": found <= wanted, ">": found > wanted}.get(
            sign, found >= wanted
        ))  # fmt: skip

    return Asked(f"{name} {sign} {_written(value)}", holds)


def _negated(part: Asked) -> Asked:
    return Asked(f"(NOT ({part.text}))", lambda row: not part.holds(row))


def _joined(parts: list[Asked], word: str) -> Asked:
    fits = all if word == "AND" else any
    text = f"({f' {word} '.join(f'({each.text})' for each in parts)})"
    return Asked(text, lambda row: fits(each.holds(row) for each in parts))


CONDITIONS = st.recursive(
    comparisons(),
    lambda inner: (
        inner.map(_negated)
        | st.builds(
            _joined, st.lists(inner, min_size=2, max_size=3), st.sampled_from(("AND", "OR"))
        )
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(CONDITIONS)
def test_a_condition_finds_the_rows_for_which_it_holds(harbour: Quay, asked: Asked) -> None:
    listed = harbour.rows(f"SELECT {', '.join(_FIELDS[:-1])}, Parent.Type FROM Account")
    rows: list[Row] = [dict(zip(_FIELDS, each, strict=True)) for each in listed]
    found = harbour.rows(f"SELECT Id FROM Account WHERE {asked.text}")
    assert found == [row["Id"] for row in rows if asked.holds(row)]
