"""What the handlers of the control API work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workworld import loading
from workworld.doors.addresses import Addresses
from workworld.errors import WorldNotFound
from workworld.host.control.companies import Companies
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import Refusal
from workworld.identity import Authority
from workworld.worlds import World, Worlds
from workworld.worlds.private import PrivateWorld
from workworld.worlds.shared import SharedWorld
from workworld.worlds.store import Kept, bytes_in


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to the control API."""

    world_id: str
    """The world in its path; empty if there is none."""
    fields: Fields


@dataclass(frozen=True, slots=True)
class Desk:
    """The worlds, and what is needed to make them, to tell of them and to let people in."""

    worlds: Worlds
    companies: Companies
    authority: Authority
    agent_origin: str = ""
    """Where the agent port is reached; empty if nobody serves the worlds."""

    def world(self, asked: Asked) -> World:
        """The open world that a request is about.

        Raises:
            Refusal: there is none of that name, or it is closed.
        """
        name = asked.world_id
        try:
            return self.worlds.get(name)
        except WorldNotFound:
            if not any(kept.id == name for kept in self.worlds.kept()):
                raise
            said = f'POST /api/worlds {{"name": "{name}", "fresh": false}}'
            message = f"world {name!r} is closed: {said} opens it"
            raise Refusal(409, "world_closed", message) from None

    def addresses(self, world: World) -> Addresses:
        """Where a world's doors are."""
        return Addresses(self.agent_origin, world.id)

    def launch_url(self, world: World, person_id: str) -> str:
        """A link that signs a browser in as a person, once."""
        return self.addresses(world).launch(self.authority.launch(world.id, person_id))

    def told(self, world: World) -> dict[str, Any]:
        """What the API says of an open world."""
        shared = isinstance(world, SharedWorld)
        parked = isinstance(world, PrivateWorld) and not world.is_open
        told = {
            "name": world.id,
            "state": "shared" if shared else "parked" if parked else "open",
            "shared": shared,
            "snapshot": world.snapshot.fingerprint,
            "preset": world.snapshot.preset,
            "seed": world.snapshot.seed,
            "steps": world.steps_at_hand(),
            "bytes": bytes_in(world.folder),
        }
        return told | self._doors(world) if self.agent_origin else told

    def _doors(self, world: World) -> dict[str, Any]:
        at = self.addresses(world)
        apps = {
            app.id: {"url": f"{at.app(app.id)}/", "mcp": at.mcp(app.id)} for app in loading.apps()
        }
        return {"url": at.home, "apps": apps}


def told_closed(kept: Kept) -> dict[str, Any]:
    """What the API says of a world that is not open."""
    return {
        "name": kept.id,
        "state": "closed",
        "shared": kept.shared,
        "snapshot": kept.fingerprint,
        "steps": None,
        "bytes": kept.size,
    }
