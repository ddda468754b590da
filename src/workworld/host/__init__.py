"""The process that serves worlds: an agent port and a control port."""

from workworld.host.host import Host

__all__ = ["Host"]
