"""Workbooks as the Drive API has them: ``File`` and ``Permission``.

https://developers.google.com/workspace/drive/api/reference/rest/v3/files#File
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, listings, shares
from workworld.apps.sheets.service.file_queries import ROOT, WORKBOOK_TYPE
from workworld.apps.sheets.service.shares import Sharing
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.people import app_url, by_ids, company

Json = dict[str, Any]
BRIEF = ("kind", "id", "name", "mimeType")
"""What is told of a file where nothing is asked for."""
LINKED = "anyoneWithLink"
_RANKS = access.RANKS


def file(ctx: Context, workbook: Workbook) -> Json:
    """A workbook that the caller sees, with all that is told of a file."""
    return files(ctx, [workbook])[0]


def files(ctx: Context, workbooks: Sequence[Workbook]) -> list[Json]:
    """The same of several, in their order."""
    ids = [each.id for each in workbooks]
    people = {person for each in workbooks for person in (each.owner_id, each.modified_by)}
    around = _Around(
        by_ids(ctx.session, sorted(people)),
        access.roles_of(ctx, workbooks),
        shares.of_all(ctx, workbooks),
        listings.starred(ctx, ids),
        app_url(ctx, "sheets"),
    )
    return [_file(ctx, each, around) for each in workbooks]


@dataclass(frozen=True, slots=True)
class _Around:
    """What is known of several workbooks, read at once."""

    people: Mapping[str, Person]
    roles: Mapping[str, access.Role]
    shares: Mapping[str, Sequence[Sharing]]
    starred: frozenset[str]
    url: str


def _file(ctx: Context, workbook: Workbook, around: _Around) -> Json:
    people, me, role = around.people, ctx.actor.person_id, around.roles[workbook.id]
    may_write = _RANKS.index(role) >= _RANKS.index("writer")
    told = [permission(each) for each in around.shares[workbook.id]]
    return {
        "kind": "drive#file",
        "id": workbook.id,
        "name": workbook.title,
        "mimeType": WORKBOOK_TYPE,
        "starred": workbook.id in around.starred,
        "trashed": workbook.is_trashed,
        "explicitlyTrashed": workbook.is_trashed,
        "parents": [ROOT] if workbook.owner_id == me else [],
        "spaces": ["drive"],
        "version": str(workbook.revision + 1),
        "webViewLink": f"{around.url}/s/{workbook.id}",
        "createdTime": moment(workbook.created_us),
        "modifiedTime": moment(workbook.modified_us),
        "owners": [user(people[workbook.owner_id], me)],
        "lastModifyingUser": user(people[workbook.modified_by], me),
        "shared": len(told) > 1 or bool(workbook.link_role),
        "ownedByMe": workbook.owner_id == me,
        "copyRequiresWriterPermission": not workbook.readers_may_copy,
        "viewersCanCopyContent": workbook.readers_may_copy,
        "capabilities": {
            "canEdit": may_write,
            "canComment": role != "reader",
            "canShare": may_write,
            "canCopy": may_write or workbook.readers_may_copy,
            "canDownload": may_write or workbook.readers_may_copy,
            "canRename": may_write,
            "canTrash": role == "owner",
            "canDelete": role == "owner",
        },
        **({"permissions": told + linked(ctx, workbook)} if may_write else {}),
    }


def linked(ctx: Context, workbook: Workbook) -> list[Json]:
    """The permission of everybody of the company, if there is one."""
    if not workbook.link_role:
        return []
    found = {
        "kind": "drive#permission",
        "id": LINKED,
        "type": "domain",
        "role": workbook.link_role,
        "domain": company(ctx.session).domain,
        "displayName": company(ctx.session).name,
        "allowFileDiscovery": False,
    }
    return [found]


def permission(given: Sharing) -> Json:
    """What somebody may do."""
    return {
        "kind": "drive#permission",
        "id": given.person.id,
        "type": "user",
        "role": given.role,
        "emailAddress": given.person.email,
        "displayName": given.person.name,
        "deleted": False,
        "pendingOwner": False,
    }


def user(person: Person, me: str) -> Json:
    """Somebody, as files name them."""
    return {
        "kind": "drive#user",
        "displayName": person.name,
        "me": person.id == me,
        "permissionId": person.id,
        "emailAddress": person.email,
    }


def moment(microseconds: int) -> str:
    """A time of RFC 3339 in UTC, to the millisecond."""
    found = datetime.datetime.fromtimestamp(microseconds // 1000 / 1000, datetime.UTC)
    return f"{found:%Y-%m-%dT%H:%M:%S}.{found.microsecond // 1000:03d}Z"


def listed(found: Sequence[Json], cursor: str | None) -> Json:
    """A page of files."""
    more = {"nextPageToken": cursor} if cursor else {}
    return {"kind": "drive#fileList", "incompleteSearch": False, **more, "files": list(found)}
