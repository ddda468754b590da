"""The same seed gives the same rows on every Python: the digest is committed, and CI has two."""

import hashlib
import json
import os
import sqlite3
from pathlib import Path

from workworld.worlds import Snapshot

COMMITTED = Path(__file__).parent / "snapshot_rows.json"


def digest_of(path: Path) -> str:
    connection = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
    try:
        query = (
            "SELECT name FROM pragma_table_list"  # indexes of words are held to their tables
            " WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        names = [name for (name,) in connection.execute(query)]
        rows = {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names
        }
    finally:
        connection.close()
    return hashlib.blake2b(json.dumps(rows, default=bytes.hex).encode(), digest_size=16).hexdigest()


def test_rows_are_those_of_the_committed_digest(snapshot: Snapshot) -> None:
    found = {f"{snapshot.preset}, seed {snapshot.seed}": digest_of(snapshot.path)}
    if os.environ.get("WORKWORLD_UPDATE_SNAPSHOTS"):
        COMMITTED.write_text(json.dumps(found, indent=2) + "\n")
    assert json.loads(COMMITTED.read_text()) == found, (
        "changed data: if meant, run `make snapshots`"
    )
