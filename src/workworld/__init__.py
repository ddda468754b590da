"""Workworld: a whole simulated company for training and judging AI agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workworld.environment import AnyEnvironment, Environment, Observation

__all__ = ["AnyEnvironment", "Environment", "Observation"]


def __getattr__(name: str) -> Any:
    """Load the environment only when asked for: every submodule's import passes through here."""
    if name in __all__:
        from workworld import environment

        return getattr(environment, name)
    raise AttributeError(name)
