"""States that a spreadsheet had, as Drive's API tells them.

https://developers.google.com/workspace/drive/api/reference/rest/v3/revisions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.service.file_queries import WORKBOOK_TYPE
from workworld.apps.sheets.service.histories import Stretch
from workworld.apps.sheets.wire.files import moment, user
from workworld.context import Context
from workworld.directory.people import by_ids


def revisions(ctx: Context, found: Sequence[Stretch]) -> list[dict[str, Any]]:
    """Several ``Revision``, in their order."""
    people = by_ids(ctx.session, sorted({each.person_id for each in found}))
    return [
        {
            "kind": "drive#revision",
            "id": str(each.last),
            "mimeType": WORKBOOK_TYPE,
            "modifiedTime": moment(each.at_us),
            "keepForever": False,
            "published": False,
            "lastModifyingUser": user(people[each.person_id], ctx.actor.person_id),
        }
        for each in found
    ]
