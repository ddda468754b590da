"""Cards: what an address leads to, for somebody who may see it.

An app says with ``resolves`` what its addresses lead to, and with ``names_keys`` which words are
names of its things. What somebody may not see has no card, as if it were not there, and nothing
outside the company is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sqlalchemy import select

from workworld.context import Context
from workworld.database import constant, given, plain_rows
from workworld.links.addresses import canonical, canonical_url, rendered, split
from workworld.links.models import OutsidePage
from workworld.richtext.bare_links import bare_links
from workworld.richtext.nodes import Document, Text, inlines

Resolver = Callable[[Context, str], "Card | None"]
"""A path below the app's root, query included → the card for the caller."""

MOST_CARDS = 5
"""How many cards one text gets."""
_MOST_LOOKED_AT = 20
"""How many of its addresses are looked up for that."""
_outside_pages = OutsidePage.__table__
_OUTSIDE = constant(select(_outside_pages).where(_outside_pages.c.url.in_(given("urls"))))


@dataclass(frozen=True, slots=True)
class Card:
    """What is shown of the thing behind an address.

    Args:
        kind: what it is, in words: ``Message``, ``Channel``, ``File``.
        title: its name.
        subtitle: what stands below it.
        icon: an icon of the sprite.
        fields: further facts: name and value.
        url: where it leads; canonical, unless it was made for a reader.
        rows: the first cells of a table; the first row names the columns.
    """

    kind: str
    title: str
    subtitle: str = ""
    icon: str = "link"
    fields: tuple[tuple[str, str], ...] = ()
    url: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class _Keys:
    pattern: re.Pattern[str]
    app_id: str
    path: Callable[[str], str]


_resolvers: dict[str, Resolver] = {}
_keys: dict[str, _Keys] = {}


def resolves(app_id: str) -> Callable[[Resolver], Resolver]:
    """Declare what the addresses of an app lead to.

    Raises:
        TypeError: the app has a resolver already.
    """

    def declare(resolver: Resolver) -> Resolver:
        if app_id in _resolvers:
            raise TypeError(f"two functions resolve the addresses of {app_id}")
        _resolvers[app_id] = resolver
        return resolver

    return declare


def names_keys(app_id: str, pattern: str, path: Callable[[str], str]) -> None:
    """Declare that words such as ``ENG-214`` are names of an app's things.

    Args:
        app_id: the app.
        pattern: what such a word looks like, without groups.
        path: word → path below the app's root.

    Raises:
        TypeError: the app has a pattern already.
    """
    if app_id in _keys:
        raise TypeError(f"two patterns name the things of {app_id}")
    _keys[app_id] = _Keys(re.compile(rf"(?<![\w/.-]){pattern}(?![\w-])", re.ASCII), app_id, path)


def unfurl(ctx: Context, url: str) -> Card | None:
    """The card of an address for the caller, or None: a bare link.

    Args:
        ctx: says who looks.
        url: canonical, or as the caller reaches it.
    """
    address = canonical(ctx, url)
    return _card(ctx, address, _outside(ctx, [address]))


def cards_in(ctx: Context, docs: Sequence[Document]) -> list[tuple[Card, ...]]:
    """For each text the cards of its addresses and keys, in order and each once, for the caller."""
    looked_at = [addresses_in(ctx, doc)[:_MOST_LOOKED_AT] for doc in docs]
    outside = _outside(ctx, [address for each in looked_at for address in each])
    return [tuple(islice(_cards(ctx, each, outside), MOST_CARDS)) for each in looked_at]


def addresses_in(ctx: Context, doc: Document) -> tuple[str, ...]:
    """Where the links of a text lead, and what its keys stand for, in order and each once.

    Code is left alone.
    """
    words = (node for node in inlines(doc) if isinstance(node, Text) and not node.marks.code)
    found = (address for node in words for address in _addresses(ctx, node))
    return tuple(dict.fromkeys(found))


def _addresses(ctx: Context, node: Text) -> Iterator[str]:
    if node.marks.href:
        yield canonical(ctx, node.marks.href)
        return
    done = 0
    for start, address in bare_links(node.text) if "://" in node.text else ():
        yield from _of_keys(ctx, node.text, done, start)
        yield canonical(ctx, address)
        done = start + len(address)
    yield from _of_keys(ctx, node.text, done, len(node.text))


def _of_keys(ctx: Context, text: str, start: int, end: int) -> list[str]:
    found = [
        (match.start(), canonical_url(ctx, keys.app_id, keys.path(match[0])))
        for keys in _keys.values()
        for match in keys.pattern.finditer(text, start, end)
    ]
    return [address for _place, address in sorted(found)]


def _cards(
    ctx: Context, addresses: Iterable[str], outside: Mapping[str, OutsidePage]
) -> Iterator[Card]:
    return (card for address in addresses if (card := _card(ctx, address, outside)))


def _card(ctx: Context, address: str, outside: Mapping[str, OutsidePage]) -> Card | None:
    if known := outside.get(address):
        return Card("Page", known.title, known.subtitle, "external-link", url=address)
    return ctx.remembered((Card, address), lambda: _own_card(ctx, address))


def _own_card(ctx: Context, address: str) -> Card | None:
    if place := split(ctx, address):
        app_id, path = place
        resolver = _resolvers.get(app_id)
        card = resolver(ctx, path) if resolver else None
        return replace(card, url=rendered(ctx, address)) if card else None
    return None


def _outside(ctx: Context, addresses: Iterable[str]) -> Mapping[str, OutsidePage]:
    """What is known of those of some addresses that lead out of the company."""
    wanted = sorted({address for address in addresses if split(ctx, address) is None})
    if not wanted:
        return {}
    rows = plain_rows(ctx.session, OutsidePage, _OUTSIDE, {"urls": wanted})
    return {row.url: row for row in rows}
