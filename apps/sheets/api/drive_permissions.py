"""Whom files are shared with.

https://developers.google.com/workspace/drive/api/reference/rest/v3/permissions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.api.drive_pages import page, page_size
from workworld.apps.sheets.api.drive_rows import a_body, drive, query
from workworld.apps.sheets.api.rows import Arguments
from workworld.apps.sheets.models import Share, Workbook
from workworld.apps.sheets.service import access, permissions, shares
from workworld.apps.sheets.service.shares import Sharing
from workworld.apps.sheets.wire import files as wire
from workworld.apps.sheets.wire.answers import NOTHING, Bytes
from workworld.apps.sheets.wire.payloads import Message
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.paging import token_paging
from workworld.errors import Invalid, NotFound

_PERMISSION = Message(
    {
        **dict.fromkeys(("kind", "id", "type", "role", "emailAddress", "domain", "view"), str),
        **dict.fromkeys(("displayName", "expirationTime", "value"), str),
        **dict.fromkeys(("allowFileDiscovery", "pendingOwner", "deleted"), bool),
    },
    is_open=True,
)
_ROLES = ("owner", "organizer", "fileOrganizer", "writer", "commenter", "reader")
_GIVEN = ("owner", "writer", "commenter", "reader")
_TYPES = ("user", "group", "domain", "anyone")
_BRIEF = ("kind", "id", "type", "role")


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    page_size(query(arguments, "pageSize", "pageToken"))
    return {"workbook_id": arguments["fileId"]}


def _listed(ctx: Context, found: Sequence[Sharing]) -> dict[str, Any]:
    workbook = access.known(ctx, ctx.request.arguments["fileId"])
    told = [wire.permission(each) for each in found] + wire.linked(ctx, workbook)
    asked = ctx.request.arguments
    listing, shown = f"permissions {workbook.id}", [_brief(ctx, each) for each in told]
    usual = max(1, len(told))  # nobody says how many: all of them
    return {"kind": "drive#permissionList", **page(shown, asked, listing, "permissions", usual)}


def _brief(ctx: Context, told: dict[str, Any]) -> dict[str, Any]:
    is_whole = ctx.request.arguments.get("fields")
    return told if is_whole else {name: told[name] for name in _BRIEF}


def _one(ctx: Context, found: Sequence[Sharing]) -> dict[str, Any]:
    """The permission that the path names."""
    workbook = access.known(ctx, ctx.request.arguments["fileId"])
    wanted = ctx.request.arguments["permissionId"]
    told = [wire.permission(each) for each in found] + wire.linked(ctx, workbook)
    one = next((each for each in told if each["id"] == wanted), None)
    if one is None:
        raise _no_permission(wanted)
    return _brief(ctx, one)


def _no_permission(permission_id: str) -> NotFound:
    return NotFound("permission_not_found", f"Permission not found: {permission_id[:100]}.")


def _role(body: dict[str, Any]) -> str:
    """What is to be allowed.

    Raises:
        Invalid: there is no such role, or it is not given away here.
    """
    role = body.get("role")
    if role is None:
        raise Invalid("required", "The permission role field is required.")
    if role not in _ROLES:
        raise Invalid("invalid_role", "The specified permission role is invalid.")
    if role not in _GIVEN:
        raise Invalid("invalid_role", f"The role {role} cannot be given for this file.")
    return str(role)


def _is_for_person(body: dict[str, Any]) -> bool:
    kind = body.get("type")
    if kind is None:
        raise Invalid("required", "The permission type field is required.")
    if kind not in _TYPES:
        raise Invalid("invalid_type", "The specified permission type is invalid.")
    return kind in ("user", "group")


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    found = query(
        arguments, "sendNotificationEmail", "emailMessage", "transferOwnership",
        "moveToNewOwnersRoot", "enforceSingleParent", "enforceExpansiveAccess",
        "sendNotificationEmails",
    )  # fmt: skip
    body = a_body(arguments, _PERMISSION)
    role, is_for_person = _role(body), _is_for_person(body)
    tells = found.get("sendNotificationEmail", found.get("sendNotificationEmails", "true"))
    return {
        "workbook_id": arguments["fileId"],
        "kind": "person" if is_for_person else "company",
        "address": body.get("emailAddress", ""),
        "role": role,
        "transfers": str(found.get("transferOwnership", "")).lower() == "true",
        "notifies": str(tells).lower() != "false",
        "message": found.get("emailMessage", ""),
    }


def _accept_for_all(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments["fileId"],
        "role": _role(a_body(arguments, _PERMISSION)),
    }


def _given(ctx: Context, given: Share | Workbook) -> dict[str, Any]:
    if isinstance(given, Workbook):
        return _brief(ctx, wire.linked(ctx, given)[0])
    person = ctx.session.get_one(Person, given.person_id)
    return _brief(ctx, wire.permission(Sharing(person, given.role)))  # type: ignore[arg-type]


def _accept_change(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "removeExpiration", "transferOwnership", "enforceExpansiveAccess")
    known = _known(ctx, arguments)
    role = _role(a_body(arguments, _PERMISSION))
    if role == "owner":
        raise Invalid(
            "invalid_role", "An owner is made by giving a permission, not by changing it."
        )
    return {**known, "role": role, "notifies": False}


def _known(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The person whose permission the path names, if they have one."""
    wanted = arguments["permissionId"]
    found = shares.list_shares(ctx, workbook_id=arguments["fileId"])
    if not any(each.person.id == wanted for each in found):
        raise _no_permission(wanted)
    return {"workbook_id": arguments["fileId"], "person_id": wanted}


def _accept_remove(ctx: Context, arguments: Arguments) -> Arguments:
    query(arguments, "enforceExpansiveAccess")
    return _known(ctx, arguments)


def _accept_nobody(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"workbook_id": arguments["fileId"], "role": ""}


def _gone(_ctx: Context, _nothing: Any) -> Bytes:
    return NOTHING


_PAGING = token_paging("permissions")
_ALL = "/files/<fileId>/permissions"
_ONE, _LINK = f"{_ALL}/<permissionId>", f"{_ALL}/<any({wire.LINKED}):permissionId>"
DRIVE_ENDPOINTS = (
    drive("GET", _ALL, shares.list_shares, _accept_list, _listed, paging=_PAGING),
    drive("POST", _ALL, permissions.give, _accept_create, _given),
    drive("PATCH", _LINK, shares.share_with_all, _accept_for_all, _given),
    drive("DELETE", _LINK, shares.share_with_all, _accept_nobody, _gone),
    drive("GET", _ONE, shares.list_shares, _accept_list, _one),
    drive("PATCH", _ONE, shares.share, _accept_change, _given),
    drive("DELETE", _ONE, shares.unshare, _accept_remove, _gone),
)
