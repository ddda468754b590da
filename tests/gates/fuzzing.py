"""What fuzz tests throw at doors, and what must hold afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.gates.agent import Facts
from tests.gates.sampling import FULL
from tests.states import Rows

from workworld.database import TableRole, driver, table_names
from workworld.journal import entries
from workworld.operations import Operation
from workworld.worlds import World

FEW = settings(
    max_examples=2_000 if FULL else 30,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)

_ODD_TEXTS = [
    "",
    " ",
    "\x00",
    "\ud800",
    "a\udfffb",
    "null",
    "true",
    "-1",
    "0",
    "1e999",
    "NaN",
    "9" * 400,
    "٣",
    "%00",
    "%",
    "_",
    "'",
    '"',
    "' OR 1=1 --",
    "../../etc/passwd",
    "x" * 70_000,
    "\u202e\ufeff\u200b",
    "[]",
    "{}",
    "1700000000.000001",
    "2026-02-30T25:61:00Z",
    "*",
    "AND",
    'from:"',
    "((((",
]
TEXTS = st.one_of(st.sampled_from(_ODD_TEXTS), st.text(st.characters(), max_size=12))
NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.sampled_from([2**31, 2**63, -(2**63) - 1, 10**40, 0.5, 1e308, -0.0]),
)
JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(TEXTS.map(lambda t: t[:20]), inner, max_size=3)
    ),
    max_leaves=6,
)


def arguments_of(
    declared: Operation, names: Mapping[str, str], facts: Facts, junk: st.SearchStrategy[Any] = JUNK
) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments under a door's names: right ones, wrong ones, too few and too many."""
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for field in declared.arguments.model_fields:
        right = [st.just(facts[field])] * 3 if field in facts else []
        fields[names.get(field, field)] = st.one_of(*right, junk)
    return st.fixed_dictionaries({}, optional={**fields, "limit": junk, "unheard_of": junk})


def kept_rows(world: World) -> Rows:
    """The rows that a refusal must leave alone, as they lie: twice for each thing that is tried."""
    names = sorted(table_names(TableRole.STATE, TableRole.DERIVED))
    with world.reading() as session:
        read = driver(session).execute
        return {name: list(read(f'SELECT * FROM "{name}"')) for name in names}


@contextmanager
def nothing_written_when_refused(world: World) -> Iterator[None]:
    """Only steps that the journal calls done may change anything, and none of them crashes."""
    with world.reading() as session:
        steps = len(entries(session))
    before = kept_rows(world)
    yield
    with world.reading() as session:
        outcomes = [entry.outcome for entry in entries(session, since=steps)]
    assert "crashed" not in outcomes
    assert "ok" in outcomes or kept_rows(world) == before, outcomes
