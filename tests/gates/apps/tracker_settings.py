"""Addresses of releases, components, and settings of projects and the site, for the gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def screens(project: str, facts: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Addresses by route; ``project`` is the address of a project."""
    settings, releases = f"{project}/settings", f"{project}/releases"
    version, component = facts.get("version_id"), facts.get("component_id")
    components = f"{project}/components"
    return {
        "/p/<project>/releases": [releases, f"{releases}?state=archived"],
        "/p/<project>/releases/new": [f"{releases}/new"],
        "/p/<project>/releases/<version_id>": (
            [f"{releases}/{version}", f"{releases}/{version}?tab=notes"] if version else []
        ),
        "/p/<project>/releases/<version_id>/<any(edit, release, merge, delete):deed>": [
            f"{releases}/{version}/{deed}"
            for deed in ("edit", "release", "merge", "delete")
            if version
        ],
        "/p/<project>/components": [components],
        "/p/<project>/components/new": [f"{components}/new"],
        "/p/<project>/components/<component_id>/<any(edit, delete):deed>": [
            f"{components}/{component}/{deed}" for deed in ("edit", "delete") if component
        ],
        "/p/<project>/settings/details": [f"{settings}/details"],
        "/p/<project>/settings/board": [
            f"{settings}/board{asked}"
            for asked in (
                "",
                "?part=lanes",
                "?part=filters",
                "?part=cards",
                "?part=general",
                "?part=new",
            )
        ],
        "/p/<project>/settings/people": [f"{settings}/people"],
        "/p/<project>/settings/people/<person_id>": (
            [f"{settings}/people/{facts['person_id']}"] if facts.get("person_id") else []
        ),
        "/p/<project>/settings/types": [f"{settings}/types"],
        "/p/<project>/settings/types/<type_id>/edit": (
            [f"{settings}/types/{facts['type_id']}/edit"] if facts.get("type_id") else []
        ),
        "/p/<project>/settings/workflow": [f"{settings}/workflow"],
        "/p/<project>/settings/permissions": [f"{settings}/permissions"],
        "/p/<project>/settings/<any(archive, restore, delete):deed>": [
            f"{settings}/{deed}" for deed in ("archive", "delete")
        ],
    }
