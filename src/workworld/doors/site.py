"""Where a request arrived: the world, and the authority whose credentials count there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

import flask
from sqlalchemy.orm import Session

from workworld import loading
from workworld.context import Actor
from workworld.doors.addresses import Addresses
from workworld.errors import Unauthenticated
from workworld.identity import Authority
from workworld.journal import Position, position_of
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
        public: see ``Addresses``.
    """

    world: World
    authority: Authority
    origin: str
    public: Mapping[str, str] = field(default_factory=dict)

    @property
    def addresses(self) -> Addresses:
        """Where things lie, as the caller reaches them."""
        return Addresses(self.origin, self.world.id, self.public)

    def is_own_origin(self, origin: str) -> bool:
        """Whether pages of this origin are ours."""
        own = [urlsplit(url) for url in (self.origin, *self.public.values())]
        return origin in [f"{parts.scheme}://{parts.netloc}" for parts in own]

    @property
    def root(self) -> str:
        """The path below which everything of this world lies."""
        return self.addresses.root

    def sign(self, text: str) -> str:
        """What makes an address valid without a credential, for a day, in this world only."""
        return self.authority.signature(self.world, text)

    def is_signed(self, text: str, signature: str) -> bool:
        """Whether an address carries what ``sign`` gave it, and is valid still."""
        return self.authority.signature_matches(signature, self.world, text)

    def position(self, session: Session, step: int | None = None) -> Position:
        """The position of a step, as a browser may know it: nothing of the step can be guessed.

        Args:
            session: a session on the world.
            step: by default the last one.
        """
        found = position_of(session, step)
        return Position(found.step, self.authority.seal(found.mark))

    def actor_of(self, app: App, token: str) -> Actor:
        """The actor of an app's bearer token.

        Raises:
            Unauthenticated: ``invalid_credential``: not a token of this app, or not one of this
                world; or ``token_expired``.
        """
        prefix = app.prefix_of(token)
        if prefix is None:
            raise Unauthenticated("invalid_credential", "This is not a token of this app.")
        return self.authority.honour_token(token, self.world, prefix)

    def actor_of_any(self, token: str) -> Actor:
        """The actor of a bearer token of whichever app.

        Raises:
            Unauthenticated: as for one app's.
        """
        for app in loading.apps():
            if app.prefix_of(token) is not None:
                return self.actor_of(app, token)
        raise Unauthenticated("invalid_credential", "This is not a token of any app here.")


def current_site() -> Site:
    """The site of the Flask request being answered."""
    environ = flask.request.environ
    found: Site = environ["asgi.scope"][ENVIRON_KEY]
    return found


def own_address(wanted: str) -> str:
    """An address of this world, for going on to what a caller names.

    Args:
        wanted: a path, perhaps with a query; anything that leads elsewhere gives the first page's.
    """
    home = f"{current_site().root}/"
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return home
    path = unquote(parts.path)
    climbs = ".." in path.replace("\\", "/").split("/")
    if parts.scheme or parts.netloc or climbs or not path.startswith(home):
        return home
    return quote(path) + (f"?{parts.query}" if parts.query else "")
