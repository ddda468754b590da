"""What the host does around every request of either port: it keeps the request's world open."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from workworld.host.idleness import Idleness

AGENT_PREFIXES = ("/w/",)
CONTROL_PREFIXES = ("/api/worlds/", "/worlds/")


class Observed:
    """A port, with each of its requests counted as a use of its world.

    Args:
        app: the port.
        idleness: told who comes and goes.
        prefixes: what stands before the name of a world in a path.
    """

    def __init__(self, app: ASGIApp, idleness: Idleness, prefixes: tuple[str, ...]) -> None:
        self._app = app
        self._idleness = idleness
        self._prefixes = prefixes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        use = await self._idleness.enter(self._world_in(scope["path"]))
        try:
            await self._app(scope, receive, send)
        finally:
            self._idleness.leave(use)

    def _world_in(self, path: str) -> str:
        """The name of the world that a path leads to; empty if it leads to none."""
        for prefix in self._prefixes:
            if path.startswith(prefix):
                return path.removeprefix(prefix).partition("/")[0]
        return ""
