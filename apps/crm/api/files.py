"""What files hold: they are made as records are, and read by an address of their own.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_blob_retrieve.htm
"""

from __future__ import annotations

from workworld.apps.crm.api.rows import Arguments, data
from workworld.apps.crm.service import files
from workworld.apps.crm.service.files import Held
from workworld.apps.crm.wire.answers import BYTES, Answer
from workworld.context import Context
from workworld.files.limits import LARGEST_UPLOAD

_HEADERS = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
FILES = "sobjects/ContentVersion"
"""Where files are made."""
LARGEST_BODY = LARGEST_UPLOAD * 4 // 3
"""How long the body of a request may be that carries a file in base64."""


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"version_id": arguments["version_id"]}


def _present(_ctx: Context, held: Held) -> Answer:
    return Answer(held.content, headers=_HEADERS, kind=BYTES)


ENDPOINTS = (
    data(
        "GET",
        f"{FILES}/<version_id>/VersionData",
        files.content,
        _accept,
        _present,
    ),
)
