"""The same seed gives the same rows on every Python: the digest is committed, and CI has two."""

import json
import os
from pathlib import Path

from tests.states import digest_of

from workworld.worlds import Snapshot

COMMITTED = Path(__file__).parent / "snapshot_rows.json"


def test_rows_are_those_of_the_committed_digest(snapshot: Snapshot) -> None:
    found = {f"{snapshot.preset}, seed {snapshot.seed}": digest_of(snapshot.path)}
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        COMMITTED.write_text(json.dumps(found, indent=2) + "\n")
    assert json.loads(COMMITTED.read_text()) == found, (
        "changed data: if meant, run `make snapshots`"
    )
