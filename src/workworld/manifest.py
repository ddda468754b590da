"""What an app tells the core about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

from workworld.directory.models import AccountKind


@dataclass(frozen=True, slots=True)
class App:
    """The manifest of an app, ``APP`` in its package.

    Args:
        id: the folder's name, also the first part of URLs and operation ids.
        title: what people call it.
        icon: the name of its icon in the sprite.
        purpose: one sentence for the app switcher.
        token_prefixes: the vendor's mark of a bearer token, by the kind of account that it is of;
            no two are alike, of whatever app.
        app_level_prefix: the mark of a token by which a bot's program asks to be told of events;
            it counts for nothing else. Empty if there is none.
        watched_kinds: the kinds of its notifications of what somebody merely watches; the others
            call them by name.
        is_preview: whether it is there only for those who ask for it, as long as it does not hold
            to every gate.
    """

    id: str
    title: str
    icon: str
    purpose: str
    token_prefixes: Mapping[AccountKind, str] = field(hash=False)
    app_level_prefix: str = ""
    watched_kinds: tuple[str, ...] = ()
    is_preview: bool = False

    def prefix_of(self, token: str) -> str | None:
        """The mark that a token bears, if it is one of this app's."""
        found = filter(token.startswith, self.token_prefixes.values())
        return max(found, key=len, default=None)

    def module(self, name: str) -> ModuleType:
        """A module of this app, such as ``ui`` or ``models``."""
        return import_module(f"workworld.apps.{self.id}.{name}")
