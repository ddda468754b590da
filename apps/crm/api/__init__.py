"""The CRM's REST API: Salesforce's, https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.crm.api.dialect import DIALECT
from workworld.apps.crm.api.parts import Parts, tell
from workworld.apps.crm.service.composites import open_to
from workworld.doors.rest import Api

_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
ENDPOINTS = tuple(row for each in _MODULES for row in getattr(each, "ENDPOINTS", ()))
"""The rows of all modules beside this one."""
VIEWS = {path: view for each in _MODULES for path, view in getattr(each, "VIEWS", {}).items()}
"""Their routes that are no rows."""

APIS: tuple[Api, ...] = (Api(("/services/",), DIALECT, ENDPOINTS, VIEWS, forgives_slashes=True),)
open_to(Parts(ENDPOINTS).answer, tell)
