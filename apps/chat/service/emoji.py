"""The workspace's own emoji; those that everybody has are in ``workworld.emoji``."""

from __future__ import annotations

from workworld.context import Context, Surface
from workworld.operations import Effect, operation


@operation(Effect.READ, scope="emoji:read", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context) -> dict[str, str]:  # noqa: ARG001 - every operation has one
    """List the workspace's own emoji: it has none yet."""
    return {}
