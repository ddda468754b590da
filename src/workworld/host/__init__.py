"""The process that serves worlds: an agent port and a control port."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workworld.host.host import Host

__all__ = ["Host"]


def __getattr__(name: str) -> Any:
    """Load the host only when asked for: whoever serves nothing needs but its small modules."""
    if name not in __all__:
        raise AttributeError(name)
    from workworld.host.host import Host

    return Host
