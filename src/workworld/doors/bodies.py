"""Bodies of requests, read as far as they are allowed to be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from starlette.types import Message, Receive, Scope


@dataclass(frozen=True, slots=True)
class Body:
    """What was read of a request's body.

    Args:
        read: all of it, unless it is too large: then what came before that was clear.
        is_too_large: whether there is more of it than is allowed.
        is_cut_off: whether the caller went away before its end.
    """

    read: bytes
    is_too_large: bool = False
    is_cut_off: bool = False

    def again(self, receive: Receive) -> Receive:
        """The same body for somebody else to read, the rest of it included."""
        kind = "http.disconnect" if self.is_cut_off else "http.request"
        first: list[Message] = [
            {"type": kind, "body": self.read, "more_body": self.is_too_large},
        ]

        async def receive_again() -> Message:
            return first.pop() if first else await receive()

        return receive_again


async def read_body(scope: Scope, receive: Receive, largest: int) -> Body:
    """Read a body, but none that says or shows that it is larger than allowed."""
    if (declared_length(scope) or 0) > largest:
        return Body(b"", is_too_large=True)
    read = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return Body(bytes(read), is_cut_off=True)
        read += message.get("body", b"")
        if len(read) > largest:
            return Body(bytes(read), is_too_large=True)
        if not message.get("more_body", False):
            return Body(bytes(read))


def declared_length(scope: Scope) -> int | None:
    """How long a body says that it is; None if it comes in chunks, of which nobody knows."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    text = headers.get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


def largest_at(path: str, large: Mapping[str, int], usual: int) -> int:
    """How long a body may be that is sent to a path, in bytes.

    Args:
        path: below the app's root.
        large: where it may be longer than usual: a path, in which parts in angle brackets stand for
            any, as in routes; or the beginning of paths, which ends with a slash.
        usual: everywhere else.
    """
    return max((most for at, most in large.items() if _places(at).fullmatch(path)), default=usual)


@cache
def _places(at: str) -> re.Pattern[str]:
    fixed = re.split(r"<[^<>]+>", at)
    below = ".*" if at.endswith("/") else ""
    return re.compile("[^/]+".join(re.escape(each) for each in fixed) + below, re.DOTALL)
