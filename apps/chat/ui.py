"""Chat's pages, as the core finds them."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.chat import pages
from workworld.apps.chat.pages.blueprint import BLUEPRINT

__all__ = ["BLUEPRINT"]

for _module in pkgutil.iter_modules(pages.__path__, f"{pages.__name__}."):
    import_module(_module.name)  # its routes stand on the blueprint
