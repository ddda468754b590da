"""Own addresses: canonical in rows, ``https://chat.company.example/…``, local for each reader.

So worlds may move between hosts, and what somebody copies from their address bar still leads others
to the same place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from workworld import loading
from workworld.context import Context
from workworld.directory import people

_PLACES = ("files", "people")
"""What lies beside the apps at the root of a world and has addresses of its own."""
_LABEL = r"([a-z][a-z0-9-]*)(?=[/?#]|[^\w.:@-]|$)"


def canonical_url(ctx: Context, app_id: str, path: str = "") -> str:
    """The canonical address of something, as rows hold it.

    Args:
        ctx: says in which company.
        app_id: the app, or ``files``.
        path: below the app's root, with its slash.
    """
    return people.canonical_url(ctx.session, app_id, path)


def rendered(ctx: Context, text: str) -> str:
    """An address, or a text in which some stand, with the canonical ones as the reader gets them.

    Without a door, as in process, they stay as they are.
    """
    root = _root(ctx)
    if not root or "https://" not in text:
        return text
    return _replaced(_canonical_pattern(_domain(ctx)), text, lambda label: f"{root}/{label}")


def canonical(ctx: Context, text: str) -> str:
    """An address, or a text in which some stand, with the reader's own ones made canonical."""
    root = _root(ctx)
    if not root or root not in text:
        return text
    pattern = re.compile(rf"{re.escape(root)}/{_LABEL}", re.ASCII)
    return _replaced(pattern, text, lambda label: canonical_url(ctx, label))


def split(ctx: Context, url: str) -> tuple[str, str] | None:
    """App and path of a canonical address, query included; None for every other address."""
    match = _canonical_pattern(_domain(ctx)).match(url)
    if match is None or match[1] not in _places():
        return None
    return match[1], url[match.end() :]


def _domain(ctx: Context) -> str:
    return ctx.remembered("domain", lambda: people.company(ctx.session).domain)


@cache
def _canonical_pattern(domain: str) -> re.Pattern[str]:
    end = r"(?=[/?#]|[^\w.:@-]|$)"
    return re.compile(rf"https://([a-z][a-z0-9-]*)\.{re.escape(domain)}{end}", re.ASCII)


def _replaced(pattern: re.Pattern[str], text: str, place: Callable[[str], str]) -> str:
    def written(match: re.Match[str]) -> str:
        return place(match[1]) if match[1] in _places() else match[0]

    return pattern.sub(written, text)


def _root(ctx: Context) -> str:
    """The address of the world as the caller reaches it; "" without a door."""
    return ctx.request.app_url.rpartition("/")[0]


@cache
def _places() -> frozenset[str]:
    return frozenset([*_PLACES, *(app.id for app in loading.apps())])
