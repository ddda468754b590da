"""The worlds that somebody means on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from workworld.host.control_client import ControlClient, ControlFailed


def find(client: ControlClient, wanted: str) -> dict[str, Any]:
    """The world that somebody means by ``name``, or by ``name@`` and how its snapshot begins.

    Raises:
        ControlFailed: there is none, or several.
    """
    name, _, mark = wanted.partition("@")
    listed = client.worlds()
    for kind in ("worlds", "closed"):  # an open one is meant before a closed one
        found: list[dict[str, Any]] = [
            world
            for world in listed[kind]
            if world["name"] == name and world["snapshot"].startswith(mark)
        ]
        if len(found) > 1:
            choice = ", ".join(f"{name}@{world['snapshot']}" for world in found)
            raise ControlFailed("several_worlds", f"choose one of {choice}")
        if found:
            return found[0]
    names = sorted({world["name"] for kind in listed.values() for world in kind})
    there_are = f"there are {', '.join(names)}" if names else "there are none"
    raise ControlFailed("world_not_found", f"no world {wanted!r}: {there_are}")


def require_free(client: ControlClient, name: str | None) -> None:
    """See to it that no world has a name yet, since a new one would replace it.

    Raises:
        ControlFailed: one has.
    """
    listed = client.worlds()
    if any(world["name"] == name for kind in listed.values() for world in kind):
        raise ControlFailed("world_taken", f"there is a world {name!r} already")


@contextmanager
def at_hand(client: ControlClient, wanted: str) -> Iterator[str]:
    """Have a world open, if need be only as long as the block lasts; its name.

    Raises:
        ControlFailed: there is no such world, or it cannot be opened.
    """
    world = find(client, wanted)
    name: str = world["name"]
    is_closed = world["state"] == "closed"
    if is_closed:
        client.create(name=name, fresh=False, snapshot=world["snapshot"], shared=world["shared"])
    try:
        yield name
    finally:
        if is_closed:
            client.let_go(name)
