"""The CRM's REST API: Salesforce's, https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.crm.api.bulk import BULK_DIALECT, BULK_ENDPOINTS, PREFIX
from workworld.apps.crm.api.dialect import DIALECT, NEWEST, OLDEST
from workworld.apps.crm.api.files import FILES, LARGEST_BODY
from workworld.apps.crm.api.parts import Parts, tell
from workworld.apps.crm.api.rows import ROOT
from workworld.apps.crm.api.server import IDENTITY
from workworld.apps.crm.service.composites import open_to
from workworld.doors.rest import Api
from workworld.files.limits import LARGEST_UPLOAD

_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
ENDPOINTS = tuple(row for each in _MODULES for row in getattr(each, "ENDPOINTS", ()))
"""The rows of all modules beside this one."""
VIEWS = {path: view for each in _MODULES for path, view in getattr(each, "VIEWS", {}).items()}
"""Their routes that are no rows."""

_UPLOADS = {
    path: most
    for number in range(OLDEST, NEWEST)
    for below in (ROOT.replace("<version>", f"{number}.0"),)
    for path, most in (
        (f"{below}/jobs/ingest/", LARGEST_UPLOAD),
        (f"{below}/{FILES}", LARGEST_BODY),
        (f"{below}/{FILES}/", LARGEST_BODY),
        (f"{PREFIX}{number}.0/", LARGEST_UPLOAD),
    )
}
APIS: tuple[Api, ...] = (
    Api((PREFIX,), BULK_DIALECT, BULK_ENDPOINTS, {}, _UPLOADS, forgives_slashes=True),
    Api(("/services/", IDENTITY), DIALECT, ENDPOINTS, VIEWS, _UPLOADS, forgives_slashes=True),
)
open_to(Parts(ENDPOINTS).answer, tell)
