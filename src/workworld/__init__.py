"""Workworld: a whole simulated company for training and judging AI agents."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workworld.environment import (
        AnyEnvironment,
        Environment,
        HostedEnvironment,
        HostLost,
        Observation,
    )
    from workworld.host.control_client import ControlClient, ControlFailed

__all__ = [
    "AnyEnvironment",
    "ControlClient",
    "ControlFailed",
    "Environment",
    "HostLost",
    "HostedEnvironment",
    "Observation",
]
_OF_THE_CLIENT = ("ControlClient", "ControlFailed")


def __getattr__(name: str) -> Any:
    """Load a name only when asked for: every submodule's import passes through here."""
    if name not in __all__:
        raise AttributeError(name)
    of = "host.control_client" if name in _OF_THE_CLIENT else "environment"
    return getattr(import_module(f"workworld.{of}"), name)
