"""Files in the shape of Slack's file object: https://docs.slack.dev/reference/objects/file-object"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from workworld.apps.chat import APP
from workworld.apps.chat.models import Channel, Document, MessageFile
from workworld.apps.chat.service import attachments, channels, documents
from workworld.context import Context
from workworld.directory import people
from workworld.files.kinds import IMAGES, extension_of, is_text
from workworld.files.models import File, Upload
from workworld.links.addresses import canonical_url, rendered
from workworld.permissions import seen

_PRETTY = {
    "jpg": "JPEG",
    "text": "Plain Text",
    "binary": "Binary",
    "md": "Markdown",
    "py": "Python",
}


def files_of(ctx: Context, rows: Sequence[File]) -> list[dict[str, Any]]:
    """File objects as the caller sees them, with where they are shared."""
    if not rows:
        return []
    places = attachments.places(ctx, [row.id for row in rows])
    team = people.company(ctx.session).id
    return [_shape(ctx, row, team) | _shared(ctx, places.get(row.id, ())) for row in rows]


def canvas_of(ctx: Context, row: Document) -> dict[str, Any]:
    """A canvas as a file object: what it says, its own methods read."""
    address = rendered(ctx, documents.address_of(ctx, row))
    place = seen(ctx, Channel, row.channel_id) if row.channel_id else None
    is_public = place is not None and place.kind == "public"
    return {
        "id": row.id,
        "created": row.created,
        "timestamp": row.created,
        "updated": row.updated,
        "name": row.title,
        "title": row.title,
        "mimetype": "application/vnd.slack-docs",
        "filetype": "canvas",
        "pretty_type": "Canvas",
        "user": row.owner_id,
        "editor": row.updated_by,
        "user_team": people.company(ctx.session).id,
        "mode": "canvas",
        "editable": documents.may_write(ctx, row),
        "is_external": False,
        "is_public": is_public,
        "url_private": address,
        "permalink": address,
        "channels": [place.id] if place is not None and is_public else [],
        "groups": [place.id] if place is not None and not is_public else [],
        "ims": [],
    }


def files_below(ctx: Context, rows: Sequence[File]) -> list[dict[str, Any]]:
    """File objects below a message, which do not say where else they are shared."""
    team = people.company(ctx.session).id
    return [_shape(ctx, row, team) for row in rows]


def private_url(ctx: Context, row: File, *, download: bool = False) -> str:
    """Where a bearer token gets a file's bytes."""
    team = people.company(ctx.session).id
    middle = "download/" if download else ""
    root = people.app_url(ctx, APP.id)
    return f"{root}/files-pri/{team}-{row.id}/{middle}{quote(row.name)}"


def permalink(ctx: Context, row: File) -> str:
    """A file's page."""
    return rendered(ctx, canonical_url(ctx, "files", f"/{row.id}"))


def upload_url(ctx: Context, upload: Upload) -> str:
    """Where the bytes of an announced file are sent, by whoever has this address."""
    signature = ctx.request.sign(signed_text(upload)) if ctx.request.sign else ""
    return f"{people.app_url(ctx, APP.id)}/upload/v1/{upload.id}/{signature}"


def signed_text(upload: Upload) -> str:
    """What an upload's address is signed over: the file, and who announced it."""
    return f"upload {upload.id} {upload.uploader_id}"


def _shape(ctx: Context, row: File, team: str) -> dict[str, Any]:
    kind = extension_of(row.mime, row.name)
    shape: dict[str, Any] = {
        "id": row.id,
        "created": row.created,
        "timestamp": row.created,
        "name": row.name,
        "title": row.title,
        "mimetype": row.mime,
        "filetype": kind,
        "pretty_type": _PRETTY.get(kind, kind.upper()),
        "user": row.uploader_id,
        "user_team": team,
        "size": row.size,
        "mode": "snippet" if is_text(row.mime) else "hosted",
        "editable": False,
        "is_external": False,
        "is_public": False,
        "url_private": private_url(ctx, row),
        "url_private_download": private_url(ctx, row, download=True),
        "permalink": permalink(ctx, row),
    }
    if row.mime in IMAGES and row.width is not None:
        shape |= {"original_w": row.width, "original_h": row.height}
    return shape | ({"alt_txt": row.alt_text} if row.alt_text else {})


def _shared(ctx: Context, places: Sequence[MessageFile]) -> dict[str, Any]:
    known = {place.channel_id: channels.known(ctx, place.channel_id) for place in places}
    public: dict[str, list[Any]] = {}
    private: dict[str, list[Any]] = {}
    for place in places:
        shares = private if known[place.channel_id].kind == "private" else public
        shares.setdefault(place.channel_id, []).append({"ts": place.ts})
    named = (("public", public), ("private", private))
    return {
        "is_public": bool(public),
        "channels": [*public],
        "groups": [*private],
        "ims": [],
        "shares": {name: shares for name, shares in named if shares},
    }
