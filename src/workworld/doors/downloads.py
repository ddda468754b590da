"""A file's bytes as an answer: exactly as they came, and never as a page of ours."""

from __future__ import annotations

import io

import flask

from workworld.files.kinds import IMAGES, OTHER, is_text
from workworld.files.models import File

_SAFE_AS_THEY_ARE = frozenset({*IMAGES, "application/pdf", "application/zip"})
_HEADERS = {
    # Whoever opens it in a tab gets a document that can do nothing and is of no origin.
    "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "private, no-cache",
    "X-Content-Type-Options": "nosniff",
}


def served(file: File, content: bytes, *, download: bool = False) -> flask.Response:
    """Answer with a file's bytes, or the part of them that is asked for.

    Args:
        file: its row.
        content: its bytes.
        download: whether a browser is to save even what it could show.
    """
    response = flask.send_file(
        io.BytesIO(content),
        mimetype=_mime(file.mime),
        as_attachment=download or file.mime not in IMAGES,
        download_name=file.name,
        etag=file.sha256,
        conditional=True,
    )
    response.headers.update(_HEADERS)
    return response


def _mime(mime: str) -> str:
    """A text is served as nothing but a text, whatever a browser would make of it."""
    if is_text(mime):
        return "text/plain; charset=utf-8"
    return mime if mime in _SAFE_AS_THEY_ARE else OTHER
