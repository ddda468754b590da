"""The list of functions that formulas may call, to choose one from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.engine.signatures import Signature, signatures
from workworld.apps.sheets.pages.asked import Asked
from workworld.apps.sheets.pages.asking import dialog


@dialog("functions", role="reader")
def functions(_asked: Asked) -> Mapping[str, Any]:
    """The functions in their groups, of which one goes into the active cell."""
    groups: dict[str, list[Signature]] = {}
    for each in signatures():
        groups.setdefault(each.group, []).append(each)
    return {"function_groups": groups}
