"""Files of issues.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import Forbidden, MethodNotAllowed, UnsupportedMediaType

from workworld.apps.tracker.api.dialect import DIALECT
from workworld.apps.tracker.api.rows import VERSIONS, Arguments, nothing, platform
from workworld.apps.tracker.service import attachments
from workworld.apps.tracker.service.record_parts import Attached
from workworld.apps.tracker.service.users import me
from workworld.apps.tracker.wire import activity
from workworld.attempts import Present
from workworld.calls import call
from workworld.context import Context, Request, Surface
from workworld.directory.models import Person
from workworld.doors.downloads import served
from workworld.doors.site import current_site
from workworld.errors import Invalid, NotFound
from workworld.files import files
from workworld.files.kinds import IMAGES
from workworld.files.limits import LARGEST_FILE, LARGEST_UPLOAD
from workworld.files.types import digest_of

_FORM = "multipart/form-data"
_UNCHECKED = ("no-check", "nocheck")


def upload(issue: str) -> flask.Response:
    """Attach the files of a form to an issue, a step for each of them."""
    request = flask.request
    if request.method != "POST":
        raise MethodNotAllowed(["POST"])
    site = current_site()
    actor = DIALECT.actor(request, site)
    request.max_content_length = LARGEST_UPLOAD
    if request.mimetype != _FORM:
        raise UnsupportedMediaType
    if request.headers.get("X-Atlassian-Token", "").lower() not in _UNCHECKED:
        raise Forbidden("XSRF check failed")
    sent = request.files.getlist("file")
    if not sent:
        raise Invalid("no_file", "The request has no part with the name 'file'.")
    made = []
    for each in sent:
        content = each.read()
        noted = {
            "issue": issue,
            "filename": each.filename or "",
            "sha256": digest_of(content),
            "size": len(content),
        }
        asked = Request(
            Surface.REST,
            f"POST {_path_asked()}",
            noted,
            site.addresses.app,
        )
        accept = _accept_upload(each, content)
        made.append(
            call(site.world, actor, attachments.add, asked, accept=accept, present=_present)
        )
    return DIALECT.success(made, 200)


def _path_asked() -> str:
    rule = flask.request.url_rule
    return rule.rule if rule else flask.request.path


def _accept_upload(sent: FileStorage, content: bytes) -> Callable[[Context, Any], dict[str, Any]]:
    def accept(_ctx: Context, given: Any) -> dict[str, Any]:
        return {"issue": given["issue"], "name": sent.filename or "file", "content": content}

    return accept


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"attachment_id": arguments["attachment_id"]}


def _present(ctx: Context, found: Attached) -> dict[str, Any]:
    return activity.attachments(ctx, [found])[0]


def content(attachment_id: str) -> flask.Response:
    """Answer with a file's bytes."""
    return _bytes(attachment_id, "content", _present_bytes)


def thumbnail(attachment_id: str) -> flask.Response:
    """Answer with an image's bytes: it is its own thumbnail."""
    return _bytes(attachment_id, "thumbnail", _present_thumbnail)


def _bytes(attachment_id: str, what: str, present: Present) -> flask.Response:
    if flask.request.method != "GET":
        raise MethodNotAllowed(["GET"])
    site = current_site()
    actor = DIALECT.actor(flask.request, site)
    name = f"GET /rest/api/2/attachment/{what}/<attachment_id>"
    arguments = {"attachment_id": attachment_id}
    asked = Request(Surface.REST, name, arguments, site.addresses.app)
    answer: flask.Response = call(site.world, actor, attachments.info, asked, present=present)
    return answer


def _present_bytes(ctx: Context, found: Attached) -> flask.Response:
    return served(found.file, files.content_of(ctx.session, found.file))


def _present_thumbnail(ctx: Context, found: Attached) -> flask.Response:
    if found.file.mime not in IMAGES:
        raise NotFound("no_thumbnail", "This attachment has no thumbnail.")
    return _present_bytes(ctx, found)


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_settings(_ctx: Context, _me: Person) -> dict[str, Any]:
    return {"enabled": True, "uploadLimit": LARGEST_FILE}


ENDPOINTS = (
    platform("GET", "attachment/meta", me, _accept_nothing, _present_settings),
    platform("GET", "attachment/<attachment_id>", attachments.info, _accept_one, _present),
    platform("DELETE", "attachment/<attachment_id>", attachments.delete, _accept_one, nothing),
)
VIEWS: dict[str, Callable[..., flask.Response]] = {
    f"/rest/api/{version}/{path}": view
    for version in VERSIONS
    for path, view in (
        ("issue/<issue>/attachments", upload),
        ("attachment/content/<attachment_id>", content),
        ("attachment/thumbnail/<attachment_id>", thumbnail),
    )
}
