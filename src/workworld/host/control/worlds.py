"""Worlds: listed, opened, let go of, put back, copied, exported."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import apsw

from workworld.episodes import episode
from workworld.errors import WorldNotFound
from workworld.host.control.desk import Asked, Desk, told_closed
from workworld.host.control.refusals import FULL, Refusal, bad_request, explained
from workworld.host.logs import tell
from workworld.worlds import World

log = logging.getLogger(__name__)


def listed(desk: Desk, _asked: Asked) -> dict[str, Any]:
    """The open worlds, and those that lie closed in the folder."""
    worlds = desk.worlds.all()
    open_now = {world.folder for world in worlds}
    closed = [kept for kept in desk.worlds.kept() if kept.folder not in open_now]
    return {
        "worlds": [desk.told(world) for world in worlds],
        "closed": [told_closed(kept) for kept in closed],
    }


def create(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Open a world; ``fresh: false`` goes on with what an earlier process left under its name."""
    fields = asked.fields
    name, fresh = fields.text("name"), fields.flag("fresh", default=True)
    # Unless somebody says so, a new world is as the host's are and an old one what it was.
    shared = fields.flag("shared", default=desk.shares) if fresh or fields.has("shared") else None
    snapshot = desk.companies.chosen(fields)
    terms = desk.terms(fields)
    with explained():
        return desk.opened(desk.worlds.open(snapshot, name, fresh=fresh, shared=shared), terms)


def let_go(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Close a world; ``remove`` also removes what was changed, and works on a closed one."""
    remove = asked.fields.flag("remove", default=False)
    name, mark = asked.world_id, asked.fields.text("snapshot")
    try:
        if mark is not None and desk.worlds.get(name).snapshot.fingerprint != mark:
            raise WorldNotFound(name)
        desk.worlds.let_go(name, remove=remove)
        desk.stage.closed(name)
        if desk.idleness is not None:
            desk.idleness.forget(name)
    except WorldNotFound:
        _remove_closed(desk, name, mark, remove=remove)
    done = "removed" if remove else "closed"
    tell(log, f"world_{done}", f"world %(world)s is {done}", world=name)
    return {"name": name, "removed": remove}


def _remove_closed(desk: Desk, name: str, mark: str | None, *, remove: bool) -> None:
    found = [
        kept for kept in desk.worlds.kept() if kept.id == name and mark in (None, kept.fingerprint)
    ]
    if not found:
        raise WorldNotFound(name)
    if not remove:
        raise Refusal(409, "world_closed", f"world {name!r} is closed already")
    if len(found) > 1:
        marks = ", ".join(kept.fingerprint for kept in found)
        said = f"there are several worlds {name!r}, so name a snapshot: {marks}"
        raise Refusal(409, "several_worlds", said)
    desk.worlds.remove(found[0])


def reset(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Put a world back to the snapshot."""
    world = desk.world(asked)
    desk.stage.forget(world)
    world.reset()
    return desk.told(world)


def rewind(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Put a world back to the state after a step."""
    world = desk.world(asked)
    step = asked.fields.whole("step")
    if step is None:
        raise bad_request("step is a whole number")
    with explained():
        world.rewind(step)
    if not _has_episode(world):
        desk.stage.forget(world)
    return desk.told(world)


def fork(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Open a copy of a world as it was after a step, or as it is now."""
    world = desk.world(asked)
    step, name = asked.fields.whole("step"), asked.fields.text("name")
    terms = desk.terms(asked.fields, world)
    with explained():
        copy = desk.worlds.fork(world, step, name)
    told, running = desk.opened(copy, terms), desk.stage.running(world.id)
    if running is not None and _has_episode(copy):
        desk.stage.begun(copy, running)  # the facts of the task are those of the copy as well
    return told


def _has_episode(world: World) -> bool:
    """Whether an episode has begun; before that, nothing is asked of anybody."""
    with world.reading() as session:
        return episode(session) is not None


def export(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Write a world to an ordinary SQLite file on this machine."""
    world = desk.world(asked)
    given = asked.fields.text("path")
    if not given:
        raise bad_request("path is a text")
    path = Path(given)
    if not path.is_absolute():
        raise bad_request(
            f"path is absolute, since the host has a folder of its own, not {given!r}"
        )
    with explained():
        try:
            world.export(path)
            size = path.stat().st_size
        except FileExistsError:
            raise bad_request(f"there is something at {given!r} already") from None
        except (FileNotFoundError, NotADirectoryError):
            raise bad_request(f"there is no folder {str(path.parent)!r}") from None
        except apsw.Error as error:  # somebody else is at that file
            raise bad_request(f"nothing can be written at {given!r}: {error}") from None
        except OSError as error:
            if error.errno in FULL:
                raise
            raise bad_request(f"nothing can be written at {given!r}: {error.strerror}") from None
    return {"path": given, "bytes": size}
