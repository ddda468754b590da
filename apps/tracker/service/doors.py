"""Through which doors what has no page can be reached."""

from __future__ import annotations

from workworld.context import Surface

PROGRAMS = (Surface.REST, Surface.MCP)
"""What programs ask for, and no page leads to."""
