"""Whether a host says of itself what is so."""

from pathlib import Path
from typing import Any

import httpx2
import pytest

from workworld.host import Host, readiness
from workworld.identity import Authority
from workworld.worlds import Snapshot, Worlds


def ready(host: Host) -> tuple[int, str, Any]:
    answer = httpx2.get(f"{host.control_origin}/ready")
    told = answer.json()
    return answer.status_code, told["status"], told["checks"]


def test_a_host_is_ready_and_leaves_nothing_behind(host: Host, worlds: Worlds) -> None:
    before = sorted(path.name for path in worlds.folder.iterdir())
    checks = {"snapshot": "ok", "worlds": "ok", "disk": "ok"}
    assert ready(host) == (200, "ready", checks)
    assert sorted(path.name for path in worlds.folder.iterdir()) == before


def test_a_host_without_its_snapshot_is_not_ready(
    tmp_path: Path, worlds: Worlds, snapshot: Snapshot
) -> None:
    gone = Snapshot(snapshot.preset, snapshot.seed, snapshot.fingerprint, tmp_path / "gone.sqlite")
    with Host(worlds, gone, Authority(), control_port=0) as host:
        status, said, checks = ready(host)
        assert httpx2.get(f"{host.control_origin}/health").status_code == 200
    assert (status, said, checks["snapshot"]) == (503, "not_ready", "it is gone")
    assert checks["worlds"].startswith("none can be opened: ")


def test_a_host_on_a_full_disk_is_not_ready(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LOG_LIMIT", 1 << 62)
    status, _said, checks = ready(host)
    assert status == 503
    assert checks["disk"].endswith(" MB are free")
