"""The tracker's REST API: Jira Cloud's, https://developer.atlassian.com/cloud/jira/platform/rest."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.tracker.api.dialect import DIALECT
from workworld.apps.tracker.api.rows import VERSIONS
from workworld.doors.rest import Api
from workworld.files.limits import LARGEST_UPLOAD

_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
ENDPOINTS = tuple(
    row for each in _MODULES for rows in getattr(each, "ENDPOINTS", ()) for row in rows
)
"""The rows of all modules beside this one."""
VIEWS = {path: view for each in _MODULES for path, view in getattr(each, "VIEWS", {}).items()}
"""Their routes that are no rows."""

APIS = (
    Api(
        ("/rest/",),
        DIALECT,
        ENDPOINTS,
        VIEWS,
        {f"/rest/api/{version}/issue/<issue>/attachments": LARGEST_UPLOAD for version in VERSIONS},
    ),
)
