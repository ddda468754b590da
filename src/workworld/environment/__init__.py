"""The trainer's interface: an environment around one world, in this process or at a host."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from workworld.environment.interface import AnyEnvironment, Doors, Observation
from workworld.environment.local import Environment

if TYPE_CHECKING:
    from workworld.environment.hosted import HostedEnvironment
    from workworld.environment.mcp_client import HostLost

__all__ = ["AnyEnvironment", "Doors", "Environment", "HostLost", "HostedEnvironment", "Observation"]
_OF_HOSTS = {"HostedEnvironment": "hosted", "HostLost": "mcp_client"}


def __getattr__(name: str) -> Any:
    """Load what talks to a host only when asked for."""
    if name not in _OF_HOSTS:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_OF_HOSTS[name]}"), name)
