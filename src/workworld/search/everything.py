"""Searching everything at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.search.providers import Found, Provider, providers

LARGEST_PAGE = 50
_MOST_WORDS = 8
_WORD = re.compile(r'"([^"]+)"|([^\s"]+)')


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind."""

    provider: Provider
    found: Found


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, by kind; kinds of which there is nothing are left out."""

    words: Sequence[str]
    groups: Sequence[Group]
    counts: Mapping[str, int]
    """How much there is in each app that has something."""


@operation(Effect.READ, scope=None, doors=(Surface.UI,))
def find(
    ctx: Context,
    *,
    text: Annotated[
        str,
        Field(description='Words that must all occur; "several words" as one.', max_length=500),
    ],
    app_id: Annotated[
        str, Field(description="Only things of this app; empty for all.", max_length=64)
    ] = "",
    kind: Annotated[
        str, Field(description="Only things of this kind, such as people.people.", max_length=64)
    ] = "",
    limit: Annotated[int, Field(description="How many of each kind.", ge=1, le=LARGEST_PAGE)] = 5,
    cursor: Annotated[
        str, Field(description="Where the previous page of that kind ended.", max_length=512)
    ] = "",
) -> Results:
    """Find whatever the caller may see and holds all the words, in every app."""
    words = words_of(text)
    if not words:
        return Results((), (), {})
    groups, counts = [], dict[str, int]()
    for provider in providers():
        is_wanted = kind in ("", provider.id) and app_id in ("", provider.app_id)
        start = cursor if kind == provider.id else ""
        found = provider.find(ctx, words, limit if is_wanted else 1, start)
        if not found.total:
            continue
        counts[provider.app_id] = counts.get(provider.app_id, 0) + found.total
        if is_wanted:
            groups.append(Group(provider, found))
    return Results(words, groups, counts)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a query, what stands in quotation marks as one; no more than a few."""
    found = (" ".join((quoted or bare).split()) for quoted, bare in _WORD.findall(text))
    return tuple(word for word in found if word)[:_MOST_WORDS]
