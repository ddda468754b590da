"""How pages look in one browser: theme, density, and whether single keys are shortcuts.

It is kept in a cookie of its own: it belongs to the browser and not to the company, so no rewind
takes it back and no diff shows it, and the sign-in page, which knows nobody yet, has it too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

COOKIE = "workworld-look"
LIFETIME_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that somebody may choose."""

    value: str
    label: str
    icon: str
    hint: str = ""


THEMES = (
    Choice("system", "System", "monitor", "As your device has it"),
    Choice("light", "Light", "sun"),
    Choice("dark", "Dark", "moon"),
    Choice("contrast", "High contrast", "contrast", "Stronger colours and borders"),
)
DENSITIES = (
    Choice("comfortable", "Comfortable", "layout-grid", "More room around things"),
    Choice("compact", "Compact", "list", "More on a screen"),
)
SINGLE_KEYS = (
    Choice("on", "On", "keyboard", "Single letters and sequences such as G then H work"),
    Choice("off", "Off", "keyboard", "Only keys with Ctrl or Alt work"),
)
CHOICES = {"theme": THEMES, "density": DENSITIES, "single_keys": SINGLE_KEYS}


@dataclass(frozen=True, slots=True)
class Look:
    """What was chosen."""

    theme: str = "system"
    density: str = "comfortable"
    single_keys: str = "on"

    @classmethod
    def of(cls, cookie: str) -> Self:
        """The look that a cookie tells; whatever it tells that cannot be chosen is left out."""
        values = dict(zip(CHOICES, cookie.split("."), strict=False))
        return cls().chosen(values)

    def chosen(self, values: dict[str, str]) -> Self:
        """This look with some things chosen otherwise, as far as they can be."""
        possible = {name: {choice.value for choice in CHOICES[name]} for name in CHOICES}
        known = {
            name: value for name, value in values.items() if value in possible.get(name, set())
        }
        return replace(self, **known)

    @property
    def cookie(self) -> str:
        """The text that a cookie keeps."""
        return ".".join(getattr(self, name) for name in CHOICES)
