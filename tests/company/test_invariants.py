"""Every invariant holds in every generated company."""

from collections.abc import Sequence

import pytest
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks import all_checks
from workworld.worlds import Snapshot
from workworld.worlds.ledgers import Fact


@pytest.mark.parametrize("name", sorted(all_checks()))
def test_an_invariant_holds(
    name: str, each_company: Snapshot, rows: Session, ledger: Sequence[Fact]
) -> None:
    assert list(all_checks()[name](rows, ledger)) == []
