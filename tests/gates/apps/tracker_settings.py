"""Addresses of releases, components, and settings of projects and the site, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def screens(project: str, facts: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Addresses by route; ``project`` is the address of a project."""
    settings = f"{project}/settings"
    return {
        "/p/<project>/settings/details": [f"{settings}/details"],
        "/p/<project>/settings/<any(archive, restore, delete):deed>": [
            f"{settings}/{deed}" for deed in ("archive", "delete")
        ],
    }
