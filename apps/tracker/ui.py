"""The tracker's pages, as the core finds them."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.tracker import pages
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.files.limits import LARGEST_UPLOAD

__all__ = ["BLUEPRINT", "LARGE_BODIES"]

LARGE_BODIES = {
    "/browse/<issue>/attachments": LARGEST_UPLOAD,
    "/import": LARGEST_UPLOAD,
    "/portal/<issue>/files": LARGEST_UPLOAD,
}
"""How long a body may be that a page sends, where that is longer than elsewhere."""

for _module in pkgutil.iter_modules(pages.__path__, f"{pages.__name__}."):
    import_module(_module.name)  # its routes stand on the blueprint
