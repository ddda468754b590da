"""The pages of spreadsheets, as the core finds them."""

import pkgutil
from importlib import import_module

from workworld.apps.sheets import pages
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.pages.refused import error_page
from workworld.files.limits import LARGEST_UPLOAD

__all__ = ["BLUEPRINT", "ERROR_PAGE", "LARGE_BODIES"]

LARGE_BODIES = {
    "/import": LARGEST_UPLOAD,
    "/s/<workbook>/import": LARGEST_UPLOAD,
    "/s/<workbook>/commands": 16 << 20,
}
"""How long a body may be that a page sends, where that is longer than elsewhere."""

ERROR_PAGE = error_page
"""What is shown of an error."""

for _module in pkgutil.iter_modules(pages.__path__, f"{pages.__name__}."):
    import_module(_module.name)  # its routes stand on the blueprint
