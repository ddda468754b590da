"""What the handlers of the control API work with."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workworld import loading
from workworld.doors.addresses import Addresses
from workworld.errors import WorldNotFound
from workworld.host.control.companies import Companies
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import Refusal, bad_request
from workworld.host.control.rows import Row
from workworld.host.control.stage import Stage
from workworld.host.idleness import LONGEST, Fate, Idleness, Terms
from workworld.host.logs import tell
from workworld.host.readiness import readiness
from workworld.identity import Authority
from workworld.worlds import World, Worlds
from workworld.worlds.private import PrivateWorld
from workworld.worlds.shared import SharedWorld
from workworld.worlds.store import Kept, bytes_in

log = logging.getLogger(__name__)


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
    idleness: Idleness | None = None
    """Lets go of idle worlds; None if nobody serves them."""
    public: Mapping[str, str] = field(default_factory=dict)
    """The roots of apps that are reached under another address; see ``Addresses``."""
    shares: bool = False
    """Whether new worlds are shared, unless their makers say otherwise."""
    stage: Stage = field(default_factory=Stage)
    """Where tasks are set; whoever made the desk closes it."""

    def __post_init__(self) -> None:
        if self.idleness is not None:
            self.idleness.listeners.append(self.stage.closed)

    def answer(self, row: Row, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for.

        Raises:
            Exception: of those that ``refusals`` explains.
        """
        return row.handler(self, asked)

    def checks(self) -> dict[str, str]:
        """What there is to say of each thing that worlds need."""
        return readiness(self.worlds.folder, self.companies.usual)

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

    def terms(self, fields: Fields, original: World | None = None) -> Terms | None:
        """The terms that a request names by ``ttl`` and ``idle``.

        Args:
            fields: those of the request.
            original: the world that is copied, whose terms count if the request names none; those
                of the host do if it has none or nothing is copied.

        Raises:
            Refusal: they are malformed, or nobody would keep to them.
        """
        ttl = fields.whole("ttl", 0, LONGEST)
        fate = fields.one_of("idle", tuple(Fate))
        if self.idleness is None:
            if (ttl, fate) != (None, None):
                raise bad_request("no host runs that would let go of an idle world")
            return None
        usual = original and self.idleness.terms_of(original.id)
        usual = usual or self.idleness.usual
        if ttl is None and fate is not None and usual is None:
            raise bad_request("idle says what becomes of a world after its ttl: give a ttl as well")
        if ttl is None:
            return usual and Terms(usual.ttl, Fate(fate or usual.fate))
        return Terms(ttl, Fate(fate or (usual.fate if usual else Fate.CLOSE)))

    def opened(self, world: World, terms: Terms | None) -> dict[str, Any]:
        """Keep to the terms of a world that has just been opened; what the API says of it."""
        self.stage.forget(world)
        if self.idleness is not None:
            self.idleness.agree(world.id, terms)
        tell(log, "world_opened", "world %(world)s is open", world=world.id)
        return self.told(world)

    def addresses(self, world: World) -> Addresses:
        """Where a world's doors are."""
        return Addresses(self.agent_origin, world.id, self.public)

    def launch_url(self, world: World, person_id: str) -> str:
        """A link that signs a browser in as a person, once."""
        return self.addresses(world).launch(self.authority.launch(world, person_id))

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
        return told | self._idling(world) | self._doors(world) if self.agent_origin else told

    def _idling(self, world: World) -> dict[str, Any]:
        if self.idleness is None:
            return {}
        terms = self.idleness.terms_of(world.id)
        return {
            "idle_seconds": self.idleness.idle_seconds(world.id),
            "ttl": terms.ttl if terms else None,
            "idle": terms.fate if terms else None,
        }

    def _doors(self, world: World) -> dict[str, Any]:
        at = self.addresses(world)
        apps = {
            app.id: {"url": f"{at.app(app.id)}/", "mcp": at.mcp(app.id)} for app in loading.apps()
        }
        mcp = {"mcp": at.at("mcp"), "session": at.session}
        return {"url": at.home, **mcp, "apps": apps}


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
