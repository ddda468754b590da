"""How vendors page their listings: what asks for a page, and what in it leads to the next.

A row of a REST table names its form, so that every listing is held to it by one test, and docs and
clients need not guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Arguments = dict[str, Any]
Answer = Mapping[str, Any]


class Paging(Protocol):
    """One form of paging, with a vendor's names."""

    @property
    def items(self) -> str:
        """Where in the answer the rows are, as a dotted path."""
        ...

    @property
    def repeated(self) -> int:
        """How many rows stand at the head of every page, beside its own."""
        ...

    def first(self, size: int) -> Arguments:
        """The arguments that ask for the first page of at most so many rows."""
        ...

    def following(self, asked: Arguments, answer: Answer) -> Arguments | None:
        """The arguments that ask for the page after this answer; None if it is the last.

        Raises:
            ValueError: the answer does not end as this vendor's listings do.
        """
        ...


@dataclass(frozen=True, slots=True)
class CursorPaging:
    """An opaque text of the answer goes into the next request.

    Args:
        items: see ``Paging``.
        next: where in the answer the text is.
        argument: the name under which it is given back.
        size: the argument that says how many rows a page has.
        end: what stands there on the last page; None means that nothing does.
        repeated: see ``Paging``.
    """

    items: str
    next: str = "response_metadata.next_cursor"
    argument: str = "cursor"
    size: str = "limit"
    end: str | None = ""
    repeated: int = 0

    def first(self, size: int) -> Arguments:
        """No text yet."""
        return {self.size: size}

    def following(self, asked: Arguments, answer: Answer) -> Arguments | None:
        """The same request with the text."""
        text = at(answer, self.next)
        if text == self.end:
            return None
        if not isinstance(text, str) or not text:
            raise ValueError(f"{self.next} is {text!r}, neither a text nor the end")
        return {**asked, self.argument: text}


def token_paging(items: str, size: str = "pageSize") -> CursorPaging:
    """Google's form: ``pageToken``, and no ``nextPageToken`` on the last page."""
    return CursorPaging(items, "nextPageToken", "pageToken", size, end=None)


@dataclass(frozen=True, slots=True)
class OffsetPaging:
    """A page begins at a place in the listing, whose length every answer tells.

    Args:
        items: see ``Paging``.
        offset: the argument, and the part of the answer, that says where a page begins.
        size: the argument that says how many rows a page has.
        total: where in the answer the length of the listing is.
        repeated: see ``Paging``.
    """

    items: str
    offset: str = "startAt"
    size: str = "maxResults"
    total: str = "total"
    repeated: int = 0

    def first(self, size: int) -> Arguments:
        """From the beginning."""
        return {self.offset: 0, self.size: size}

    def following(self, asked: Arguments, answer: Answer) -> Arguments | None:
        """Behind the last row of this page."""
        if at(answer, self.offset) != asked[self.offset]:
            raise ValueError(f"{self.offset} is not what was asked for")
        behind = asked[self.offset] + len(at(answer, self.items))
        if behind >= at(answer, self.total):
            return None
        if behind == asked[self.offset]:
            raise ValueError("an empty page before the end")
        return {**asked, self.offset: behind}


@dataclass(frozen=True, slots=True)
class NumberPaging:
    """Pages of equal size are counted from 1.

    Args:
        items: see ``Paging``.
        pages: where in the answer the count of pages is.
        page: the argument that says which page.
        size: the argument that says how many rows a page has.
        repeated: see ``Paging``.
    """

    items: str
    pages: str = "paging.pages"
    page: str = "page"
    size: str = "count"
    repeated: int = 0

    def first(self, size: int) -> Arguments:
        """The first page."""
        return {self.page: 1, self.size: size}

    def following(self, asked: Arguments, answer: Answer) -> Arguments | None:
        """The next number."""
        if asked[self.page] >= at(answer, self.pages):
            return None
        return {**asked, self.page: asked[self.page] + 1}


def at(answer: Answer, path: str) -> Any:
    """What stands at a dotted path; None if nothing does."""
    part: Any = answer
    for name in path.split("."):
        part = (part or {}).get(name)
    return part
