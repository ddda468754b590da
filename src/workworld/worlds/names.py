"""What worlds are called, and the folders that they lie in."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORLD = r"[a-z0-9][a-z0-9-]{0,62}"
FORKING = ".forking-"
"""Before the name of a world's folder: a fork is laid there until it is whole."""
_FOLDER = re.compile(rf"(?P<world>{_WORLD})-(?P<fingerprint>[0-9a-f]{{16}})")


class FolderName(NamedTuple):
    """What the name of a world's folder says."""

    world_id: str
    fingerprint: str
    """Of the snapshot that the world was made from."""


def require_name(name: str) -> None:
    """See to it that a world may be called so.

    Raises:
        ValueError: it may not.
    """
    if not re.fullmatch(_WORLD, name):
        said = f"a world's name is lower-case letters, digits and hyphens, not {name!r}"
        raise ValueError(said)


def folder_name(world_id: str, fingerprint: str) -> str:
    """The name of the folder of a world that is made from the snapshot with a fingerprint."""
    return f"{world_id}-{fingerprint}"


def parse(name: str) -> FolderName | None:
    """What the name of a folder says; None if it is no world's."""
    match = _FOLDER.fullmatch(name)
    return FolderName(match["world"], match["fingerprint"]) if match else None
