"""What edits a workbook: one function for each kind of request."""

import pkgutil
from importlib import import_module

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)  # its requests stand in the registry
