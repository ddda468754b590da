"""The files that pages need, straight from memory: style sheets, scripts, icons, fonts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_METHODS = ("GET", "HEAD")


class _File(NamedTuple):
    data: bytes
    mark: str


class StaticFiles:
    """A folder of files as an ASGI app.

    Only the names that are there at the start are served, so that no name leads elsewhere.

    Args:
        folder: the files lie in it and below.
        made: further files, by name, with what makes their texts.
    """

    def __init__(self, folder: Path, made: Mapping[str, Callable[[], str]] | None = None) -> None:
        self._made = dict(made or {})
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._paths = {path.relative_to(folder).as_posix(): path for path in paths}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp:
        name = scope["path"].removeprefix(scope["root_path"]).lstrip("/")
        file = self._file(name)
        if file is None:
            return PlainTextResponse("Not found", 404)
        if scope["method"] not in _METHODS:
            return PlainTextResponse("Method not allowed", 405, {"Allow": ", ".join(_METHODS)})
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("v")
        headers = {
            "Cache-Control": _FOREVER if asked == [file.mark] else _ASK_AGAIN,
            "ETag": f'"{file.mark}"',
            "X-Content-Type-Options": "nosniff",
        }
        if Headers(scope=scope).get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        kind = guess_type(name)[0] or "application/octet-stream"
        return Response(file.data, headers=headers, media_type=kind)

    def _file(self, name: str) -> _File | None:
        if name in self._made:
            return _of(self._made[name]().encode())
        path = self._paths.get(name)
        if path is None or not path.is_file():
            return None
        return _read(path, path.stat().st_mtime_ns)


def mark(path: Path) -> str:
    """Changes when the file does, so that browsers may keep it for long."""
    return _read(path, path.stat().st_mtime_ns).mark


@lru_cache(maxsize=512)
def _read(path: Path, _mtime_ns: int) -> _File:
    return _of(path.read_bytes())


@lru_cache(maxsize=16)
def _of(data: bytes) -> _File:
    return _File(data, hashlib.blake2b(data, digest_size=6).hexdigest())


@lru_cache(maxsize=128)  # of the text itself, which is made once: its bytes are not
def mark_of(text: str) -> str:
    """The mark of a file that is made, not read."""
    return _of(text.encode()).mark
