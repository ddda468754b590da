"""Where Slack's clients send and get the bytes of files, below the app's own address.

https://docs.slack.dev/messaging/working-with-files
"""

from __future__ import annotations

import logging
from typing import Any, NoReturn

import flask
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from workworld.apps.chat import APP
from workworld.apps.chat.file_shapes import signed_text
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.bearers import bearer_in
from workworld.doors.downloads import served
from workworld.doors.refused_pages import status_of
from workworld.doors.rest import Api
from workworld.doors.site import Site, current_site
from workworld.errors import Invalid, NotFound, RateLimited, Refused, Unauthenticated
from workworld.files import files, uploads
from workworld.files.limits import LARGEST_UPLOAD
from workworld.files.models import File, Upload
from workworld.files.types import digest_of

log = logging.getLogger(__name__)

_FORM = "multipart/form-data"


class PlainDialect:
    """Answers in plain text, with the status that says how it went."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The query: the body is a file."""
        return request.args.to_dict()

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization: Bearer``."""
        token = bearer_in(request.headers.get("Authorization", ""))
        if not token:
            raise Unauthenticated("not_authed", "No token was given.")
        return site.actor_of(APP, token)

    def success(self, payload: Any, status: int) -> flask.Response:
        """The payload as a text."""
        return flask.Response(str(payload), status, mimetype="text/plain")

    def refusal(self, refused: Refused) -> flask.Response:
        """The code as a text."""
        response = self.success(refused.code, status_of(refused))
        if isinstance(refused, RateLimited):
            response.headers["Retry-After"] = str(refused.seconds)
        return response

    def http_error(self, error: HTTPException) -> flask.Response:
        """What kind of error it is."""
        code = "file_too_large" if error.code == 413 else error.name.lower().replace(" ", "_")
        return self.success(code, error.code or 500)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        return self.success("internal_error", 500)


_DIALECT = PlainDialect()


def upload(file_id: str, signature: str) -> flask.Response:
    """Take the bytes of an announced file from whoever has its address."""
    if flask.request.method != "POST":
        raise MethodNotAllowed(["POST"])
    site = current_site()
    actor = _announcer(site, file_id, signature)
    content = _sent_bytes()
    noted = {"file_id": file_id, "sha256": digest_of(content), "size": len(content)}
    request = Request(Surface.REST, "POST /upload/v1/<file_id>", noted, site.addresses.app)

    def accept(_ctx: Context, given: Any) -> dict[str, Any]:
        return {"file_id": given["file_id"], "content": content}

    def present(_ctx: Context, row: Upload) -> str:
        return f"OK - {row.size}"

    answer = call(site.world, actor, uploads.receive, request, accept=accept, present=present)
    return _DIALECT.success(answer, 200)


def get(team_and_file: str, name: str) -> flask.Response:
    """Answer with a file's bytes."""
    return _content(team_and_file, name, download=False)


def download(team_and_file: str, name: str) -> flask.Response:
    """Answer with a file's bytes, to be saved."""
    return _content(team_and_file, name, download=True)


def _content(team_and_file: str, name: str, *, download: bool) -> flask.Response:
    if flask.request.method == "POST":
        raise MethodNotAllowed(["GET"])
    site = current_site()
    actor = _DIALECT.actor(flask.request, site)
    path = "GET /files-pri/<file_id>"
    arguments = {"file_id": team_and_file.rpartition("-")[2]}
    request = Request(Surface.REST, path, arguments, site.addresses.app)

    def present(ctx: Context, file: File) -> flask.Response:
        if file.name != name:
            _nothing()
        return served(file, files.content_of(ctx.session, file), download=download)

    answer: flask.Response = call(site.world, actor, files.read, request, present=present)
    return answer


def _announcer(site: Site, file_id: str, signature: str) -> Actor:
    """Who announced a file, if the address was given to them; it may do nothing else."""
    with site.world.reading() as session:
        row = session.get(Upload, file_id)
        if row is None:
            _nothing()
        signed, person_id = signed_text(row), row.uploader_id
    if not site.is_signed(signed, signature):
        _nothing()
    return Actor(person_id, frozenset({"files:write"}))


def _nothing() -> NoReturn:
    raise NotFound("file_not_found", "There is nothing at this address.")


def _sent_bytes() -> bytes:
    """The body as it is, whatever its label says, or the one part of a form."""
    request = flask.request
    request.max_content_length = LARGEST_UPLOAD
    if request.mimetype != _FORM:
        return request.get_data(cache=False)
    parts = [part for parts in request.files.listvalues() for part in parts]
    if len(parts) != 1:
        raise Invalid("invalid_arguments", "One part of the form is the file.")
    content: bytes = parts[0].read()
    return content


FILE_BYTES = Api(
    ("/upload/", "/files-pri/"),
    _DIALECT,
    (),
    {
        "/upload/v1/<file_id>/<signature>": upload,
        "/files-pri/<team_and_file>/<name>": get,
        "/files-pri/<team_and_file>/download/<name>": download,
    },
    large_bodies={"/upload/v1/": LARGEST_UPLOAD},
)
