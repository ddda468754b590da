"""What an app tells the core about itself."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType


@dataclass(frozen=True, slots=True)
class App:
    """The manifest of an app, ``APP`` in its package.

    Args:
        id: the folder's name, also the first part of URLs and operation ids.
        title: what people call it.
        icon: the name of its icon in the sprite.
        purpose: one sentence for the app switcher.
        token_prefix: the vendor's mark of a person's bearer token.
    """

    id: str
    title: str
    icon: str
    purpose: str
    token_prefix: str

    def module(self, name: str) -> ModuleType:
        """A module of this app, such as ``ui`` or ``models``."""
        return import_module(f"workworld.apps.{self.id}.{name}")
