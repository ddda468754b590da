"""Own addresses: canonical in rows, ``https://chat.company.example/…``, local for each reader.

So worlds may move between hosts, and what somebody copies from their address bar still leads others
to the same place.
"""

from __future__ import annotations

import re
from functools import cache

from workworld import loading
from workworld.context import Context
from workworld.directory import people

_PLACES = ("files", "people")
"""What lies beside the apps at the root of a world and has addresses of its own."""
_END = r"(?=[/?#]|[^\w.:@-]|$)"


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
    address_of = ctx.request.address_of
    if address_of is None or "https://" not in text:
        return text

    def written(match: re.Match[str]) -> str:
        return address_of(match[1]) if match[1] in _places() else match[0]

    return _canonical_pattern(people.company(ctx.session).domain).sub(written, text)


def canonical(ctx: Context, text: str) -> str:
    """An address, or a text in which some stand, with the reader's own ones made canonical."""
    address_of = ctx.request.address_of
    if address_of is None or "://" not in text:
        return text
    labels = {address_of(label): label for label in _places()}
    longest_first = sorted(labels, key=len, reverse=True)  # one root may begin with another
    pattern = re.compile(f"({'|'.join(map(re.escape, longest_first))}){_END}", re.ASCII)
    return pattern.sub(lambda match: canonical_url(ctx, labels[match[1]]), text)


def split(ctx: Context, url: str) -> tuple[str, str] | None:
    """App and path of a canonical address, query included; None for every other address."""
    match = _canonical_pattern(people.company(ctx.session).domain).match(url)
    if match is None or match[1] not in _places():
        return None
    return match[1], url[match.end() :]


@cache
def _canonical_pattern(domain: str) -> re.Pattern[str]:
    return re.compile(rf"https://([a-z][a-z0-9-]*)\.{re.escape(domain)}{_END}", re.ASCII)


@cache
def _places() -> frozenset[str]:
    return frozenset([*_PLACES, *(app.id for app in loading.apps())])
