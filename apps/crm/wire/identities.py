"""Who is signed in, as the vendor tells it.

https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from workworld.apps.crm import APP
from workworld.apps.crm.service.sessions import UserInfo
from workworld.apps.crm.wire.values import stamp
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.zones import zone

_RESOURCES = {
    "query": "query/",
    "recent": "recent/",
    "rest": "",
    "search": "search/",
    "sobjects": "sobjects/",
}


def address(ctx: Context, who: UserInfo) -> str:
    """The address that stands for a user."""
    return f"{_root(ctx)}/id/{who.organization.id}/{who.user.id}"


def userinfo(ctx: Context, who: UserInfo) -> dict[str, Any]:
    """The caller, as ``oauth2/userinfo`` answers it."""
    given, _, family = who.person.name.partition(" ")
    root = _root(ctx)
    return {
        "sub": address(ctx, who),
        "user_id": who.user.id,
        "organization_id": who.organization.id,
        "preferred_username": who.person.email,
        "nickname": who.person.handle,
        "name": who.person.name,
        "email": who.person.email,
        "email_verified": True,
        "given_name": given,
        "family_name": family,
        "zoneinfo": who.person.zone,
        "photos": {},
        "profile": f"{root}/{who.user.id}",
        "address": {},
        "urls": {
            name: f"{root}/services/data/v{{version}}/{path}" for name, path in _RESOURCES.items()
        },
        "active": who.user.is_active,
        "user_type": "STANDARD",
        "language": "en_US",
        "locale": "en_US",
        "utcOffset": _offset(ctx, who.person.zone),
        "updated_at": stamp(who.user.modified_us),
        "is_app_installed": True,
    }


def identity(ctx: Context, who: UserInfo) -> dict[str, Any]:
    """The caller, as the address that stands for them answers it."""
    told = userinfo(ctx, who)
    root = _root(ctx)
    return {
        "id": address(ctx, who),
        "asserted_user": True,
        "user_id": told["user_id"],
        "organization_id": told["organization_id"],
        "username": told["preferred_username"],
        "nick_name": told["nickname"],
        "display_name": told["name"],
        "email": told["email"],
        "email_verified": True,
        "first_name": told["given_name"],
        "last_name": told["family_name"],
        "timezone": told["zoneinfo"],
        "photos": {},
        "addr_street": None,
        "mobile_phone": None,
        "status": {"created_date": None, "body": None},
        "urls": {"rest": f"{root}/services/data/v{{version}}/"} | told["urls"],
        "active": told["active"],
        "user_type": told["user_type"],
        "language": told["language"],
        "locale": told["locale"],
        "utcOffset": told["utcOffset"],
        "last_modified_date": told["updated_at"],
        "is_app_installed": True,
    }


def _offset(ctx: Context, name: str) -> int:
    """By how many milliseconds a zone is ahead of UTC now."""
    moment = from_microseconds(ctx.clock.now_us()).astimezone(zone(name))
    offset = moment.utcoffset() or timedelta(0)
    return offset // timedelta(milliseconds=1)


def _root(ctx: Context) -> str:
    return ctx.request.address_of(APP.id) if ctx.request.address_of else ""
