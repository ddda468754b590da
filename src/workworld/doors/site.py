"""Where a request arrived: the world, and the authority whose credentials count there."""

from __future__ import annotations

from dataclasses import dataclass

import flask

from workworld.context import Actor
from workworld.doors.addresses import Addresses
from workworld.errors import Unauthenticated
from workworld.identity import Authority
from workworld.manifest import App
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
    def addresses(self) -> Addresses:
        """Where things lie, as the caller reaches them."""
        return Addresses(self.origin, self.world.id)

    @property
    def root(self) -> str:
        """The path below which everything of this world lies."""
        return self.addresses.root

    def sign(self, text: str) -> str:
        """What makes an address valid without a credential, in this world only."""
        return self.authority.signature(self.world.id, text)

    def actor_of(self, app: App, token: str) -> Actor:
        """The actor of an app's bearer token.

        Raises:
            Unauthenticated: ``invalid_auth``: not a token of this app, or not one of this world.
        """
        if not token.startswith(app.token_prefix):
            raise Unauthenticated("invalid_auth", "This is not a token of this workspace.")
        return self.authority.honour_token(token.removeprefix(app.token_prefix), self.world.id)


def current_site() -> Site:
    """The site of the Flask request being answered."""
    environ = flask.request.environ
    found: Site = environ["asgi.scope"][ENVIRON_KEY]
    return found
