"""Sheets' REST APIs: Google's Sheets v4, and of Drive v3 what clients of Sheets need.

https://developers.google.com/workspace/sheets/api/reference/rest
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from workworld.apps.sheets.api import http_batches
from workworld.apps.sheets.api.dialect import DIALECT, DRIVE_DIALECT
from workworld.apps.sheets.api.rows import ROOT
from workworld.doors.rest import Api
from workworld.files.limits import LARGEST_UPLOAD

LARGEST_BODY = 10_000_000
"""How long a body may be that writes cells, in bytes."""
BATCHES = "/batch"
"""Where several requests are sent in one."""
_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
ENDPOINTS = tuple(row for each in _MODULES for row in getattr(each, "ENDPOINTS", ()))
"""The rows of the Sheets API, of all modules beside this one."""
DRIVE_ENDPOINTS = tuple(row for each in _MODULES for row in getattr(each, "DRIVE_ENDPOINTS", ()))
"""The rows of the Drive API."""
_UPLOADS = {"/upload/": LARGEST_UPLOAD}
APIS: tuple[Api, ...] = (
    Api(
        ("/v4/", BATCHES),
        DIALECT,
        ENDPOINTS,
        http_batches.VIEWS,
        dict.fromkeys((ROOT, f"{ROOT}/", BATCHES, f"{BATCHES}/"), LARGEST_BODY),
    ),
    Api(("/drive/", "/upload/"), DRIVE_DIALECT, DRIVE_ENDPOINTS, {}, _UPLOADS),
)
