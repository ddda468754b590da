"""Where a request arrived: the world, and the authority whose credentials count there."""

from __future__ import annotations

from dataclasses import dataclass

import flask

from workworld.identity import Authority
from workworld.worlds import World

ENVIRON_KEY = "workworld.site"


@dataclass(frozen=True, slots=True)
class Site:
    """One world as the agent port serves it.

    Args:
        world: the world.
        authority: honours its credentials.
        origin: scheme, host and port as the caller reaches them, without a slash at the end.
    """

    world: World
    authority: Authority
    origin: str

    @property
    def root(self) -> str:
        """The path below which everything of this world lies."""
        return f"/w/{self.world.id}"

    def app_url(self, app_id: str) -> str:
        """An app's root as the caller reaches it, without a slash at the end."""
        return f"{self.origin}{self.root}/{app_id}"


def current_site() -> Site:
    """The site of the Flask request being answered."""
    environ = flask.request.environ
    found: Site = environ["asgi.scope"][ENVIRON_KEY]
    return found
