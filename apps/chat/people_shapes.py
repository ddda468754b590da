"""People and the workspace in the shapes of Slack's Web API.

Source: https://docs.slack.dev/reference/objects/user-object
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from workworld.apps.chat import APP
from workworld.apps.chat.models import Availability
from workworld.apps.chat.service import presence
from workworld.apps.chat.service.export_shapes import role_shape
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind, Company, Person
from workworld.doors.web import Avatar
from workworld.randomness import digest

_SIZES = (24, 32, 48, 72, 192, 512)
_LABELS = {
    "BST": "British Summer Time",
    "CDT": "Central Daylight Time",
    "CEST": "Central European Summer Time",
    "CET": "Central European Time",
    "CST": "Central Standard Time",
    "EDT": "Eastern Daylight Time",
    "EST": "Eastern Standard Time",
    "GMT": "Greenwich Mean Time",
    "IST": "Irish Standard Time",
    "MDT": "Mountain Daylight Time",
    "MST": "Mountain Standard Time",
    "PDT": "Pacific Daylight Time",
    "PST": "Pacific Standard Time",
    "UTC": "Coordinated Universal Time",
}


def users_of(ctx: Context, persons: Sequence[Person]) -> list[dict[str, Any]]:
    """User objects, with what people say of themselves just now."""
    pairs = zip(persons, profiles_of(ctx, persons), strict=True)
    return [_user(ctx, person, profile) for person, profile in pairs]


def profiles_of(ctx: Context, persons: Sequence[Person]) -> list[dict[str, Any]]:
    """Profile objects, with the addresses of pictures of several sizes."""
    said = presence.said_by(ctx, [person.id for person in persons])
    return [_profile(ctx, person, said.get(person.id)) for person in persons]


def _user(ctx: Context, person: Person, profile: Mapping[str, Any]) -> dict[str, Any]:
    here = ctx.clock.now().astimezone(people.zone_of(person))
    return {
        "id": person.id,
        "team_id": people.company(ctx.session).id,
        "name": person.handle,
        "real_name": person.name,
        "deleted": person.is_deactivated,
        "color": digest(person.id).hex()[:6],
        "tz": person.zone,
        "tz_label": _label(person, here),
        "tz_offset": int((here.utcoffset() or timedelta()).total_seconds()),
        **role_shape(ctx, person),
        "is_app_user": False,
        "is_email_confirmed": person.kind == AccountKind.PERSON,
        "updated": person.updated,
        "profile": profile,
    }


def _profile(ctx: Context, person: Person, said: Availability | None) -> dict[str, Any]:
    emoji, text, until = presence.status_of(said, ctx.clock.now_us())
    first, _, last = person.name.partition(" ")
    picture = Avatar.of(person.id, person.name)
    root = f"{people.app_url(ctx, APP.id)}/avatars/{picture.hue}"
    images = {f"image_{size}": f"{root}/{size}/{quote(picture.initials)}.svg" for size in _SIZES}
    return {
        "real_name": person.name,
        "real_name_normalized": person.name,
        "display_name": person.display_name,
        "display_name_normalized": person.display_name,
        "first_name": first,
        "last_name": last,
        "email": person.email,
        "phone": person.phone,
        "pronouns": person.pronouns,
        "title": person.title,
        "team": people.company(ctx.session).id,
        "avatar_hash": digest(person.id, person.name).hex()[:12],
        "status_text": text,
        "status_emoji": f":{emoji}:" if emoji else "",
        "status_expiration": until or 0,
        **images,
    }


def team(company: Company) -> dict[str, Any]:
    """A team object: the workspace."""
    return {
        "id": company.id,
        "name": company.name,
        "domain": company.slug,
        "email_domain": company.domain,
        "icon": {"image_default": True},
        "is_verified": False,
    }


def _label(person: Person, here: datetime) -> str:
    """What a time zone is called now; where no name is known, after its city."""
    return _LABELS.get(here.tzname() or "", person.zone.rpartition("/")[2].replace("_", " "))
