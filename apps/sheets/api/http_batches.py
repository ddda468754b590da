"""Several requests in one: the bodies of HTTP requests in parts of another one.

https://developers.google.com/workspace/drive/api/guides/performance#batch-requests
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import flask
from werkzeug.exceptions import NotFound
from werkzeug.test import run_wsgi_app

from workworld.errors import Invalid
from workworld.files.types import digest_of

MOST_PARTS = 100
"""How many requests one may hold, as the vendor's Drive allows."""
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_ROOTS = ("/v4/", "/drive/")
_HEADERS = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class _Part(NamedTuple):
    """One of the requests."""

    content_id: str
    method: str
    address: str
    headers: Mapping[str, str]
    body: bytes


def answer(api: str = "") -> flask.Response:
    """Answer each request of a batch for itself, in their order; some may be refused.

    Args:
        api: what the address names besides, such as ``drive/v3``; the parts say what they ask.

    Raises:
        Invalid: the batch cannot be read, or holds none or too many requests.
    """
    del api
    request = flask.request
    if request.method != "POST":
        raise NotFound  # nothing but batches is there
    parts = _parts(request.headers.get("Content-Type", ""), request.get_data())
    boundary = f"batch_{digest_of(request.get_data())[:32]}"
    pieces = [_piece(boundary, each, *_performed(each)) for each in parts]
    whole = b"".join((*pieces, f"--{boundary}--\r\n".encode()))
    return flask.Response(whole, 200, content_type=f"multipart/mixed; boundary={boundary}")


VIEWS = {"/batch": answer, "/batch/<path:api>": answer}
"""The addresses of batches: one for all, and one for each API."""


def _parts(kind: str, data: bytes) -> list[_Part]:
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1", "replace")
    whole = BytesParser(policy=HTTP).parsebytes(head + data)
    if whole.get_content_type() != "multipart/mixed" or not whole.is_multipart():
        raise _refused("The body of a batch is multipart/mixed, with a boundary.")
    found = [_part(each) for each in whole.get_payload()]  # type: ignore[arg-type]
    if not 0 < len(found) <= MOST_PARTS:
        raise _refused(f"A batch holds from 1 to {MOST_PARTS} requests; this one {len(found)}.")
    return found


def _part(given: Message[Any, Any]) -> _Part:
    said = given.get_payload(decode=True)
    if given.get_content_type() != "application/http" or not isinstance(said, bytes):
        raise _refused("Each part of a batch is of the type application/http.")
    line, _, rest = said.lstrip().replace(b"\r\n", b"\n", 1).partition(b"\n")
    words = line.decode("latin-1").split()
    if len(words) not in (2, 3) or words[0] not in _METHODS:
        raise _refused("Each part of a batch begins with a method and an address.")
    inner = BytesParser(policy=HTTP).parsebytes(rest, headersonly=True)
    separator = b"\r\n\r\n" if b"\r\n\r\n" in rest else b"\n\n"
    body = rest.partition(separator)[2]
    headers = {name.lower(): str(value) for name, value in inner.items()}
    address = words[1]
    root = flask.request.script_root
    if root and address.startswith(f"{root}/"):
        address = address[len(root) :]
    if not address.startswith(_ROOTS):
        raise _refused(f"{words[1][:200]} is no address that a batch can ask.")
    return _Part(str(given.get("Content-ID", "")), words[0], address, headers, body)


def _performed(part: _Part) -> tuple[int, Mapping[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    path, _, query = part.address.partition("?")
    outer = flask.request.environ
    environ = {
        name: value
        for name, value in outer.items()
        if not name.startswith(("HTTP_", "werkzeug.", "flask.")) and name not in _HEADERS.values()
    }
    # What the batch says of who asks goes for each of its parts that says nothing of it.
    if "HTTP_AUTHORIZATION" in outer:
        environ["HTTP_AUTHORIZATION"] = outer["HTTP_AUTHORIZATION"]
    for name, value in part.headers.items():
        environ[_HEADERS.get(name) or f"HTTP_{name.upper().replace('-', '_')}"] = value
    environ |= {
        "REQUEST_METHOD": part.method,
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "RAW_URI": part.address,
        "QUERY_STRING": query,
        "CONTENT_LENGTH": str(len(part.body)),
        "wsgi.input": io.BytesIO(part.body),
    }
    body, status, headers = run_wsgi_app(flask.current_app.wsgi_app, environ)
    return int(status.split()[0]), dict(headers), b"".join(body)


def _piece(
    boundary: str, part: _Part, status: int, headers: Mapping[str, str], body: bytes
) -> bytes:
    lines = [f"--{boundary}", "Content-Type: application/http"]
    if part.content_id:
        lines.append(f"Content-ID: <response-{part.content_id.lstrip('<')}")
    lines += ["", f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body + b"\r\n"


def _refused(said: str) -> Invalid:
    return Invalid("invalid_payload", f"Failed to parse batch request. {said}")
