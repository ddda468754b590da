"""How values with fields of their own are declared that operations take among their arguments."""

from __future__ import annotations

from typing import Final

from pydantic import ConfigDict

# What it does not know is refused. A validator is built when the first value is looked at: there
# are hundreds of them, every process of a company imports all, and few come to use many.
CLOSED: Final = ConfigDict(extra="forbid", defer_build=True)
