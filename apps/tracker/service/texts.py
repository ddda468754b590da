"""Rich text of issues, comments and work: as it is kept, and as the caller reads it.

Own addresses are kept canonical and read as the caller reaches them, in links as in plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from workworld.context import Context
from workworld.directory import people
from workworld.directory.sight import knows
from workworld.links.addresses import canonical, rendered
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, mentioned
from workworld.richtext.plain import to_plain

_WORDED = ("text", "href")
"""What of a document's JSON may hold an address."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Who wrote something elsewhere that is brought here, and when."""

    author_id: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A text as rows hold it."""

    json: dict[str, Any]
    words: str
    """Without markup, for searching."""
    mentions: tuple[str, ...]
    """Ids of the people whom it mentions, in order, each once."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return not self.json["content"]


def kept(ctx: Context, value: Mapping[str, Any]) -> Kept:
    """A document as rows hold it.

    Raises:
        Invalid: ``invalid_document``.
    """
    doc = from_json(_mapped(value, lambda text: canonical(ctx, text)))
    return Kept(to_json(doc), to_plain(doc, _plain_names(ctx, doc)), mentioned(doc))


def words(ctx: Context, value: Mapping[str, Any] | None) -> str:
    """The words of a text that is kept, without markup; "" for none."""
    if value is None:
        return ""
    doc = from_json(value)
    return to_plain(doc, _plain_names(ctx, doc))


def mentions_in(value: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The people whom a text that is kept mentions, in order, each once."""
    return mentioned(from_json(value)) if value else ()


def document(ctx: Context, value: Mapping[str, Any] | None) -> Document | None:
    """A document that a row holds, with addresses as the caller reaches them."""
    if value is None:
        return None
    if ctx.request.address_of is None:
        return from_json(value)
    return from_json(_mapped(value, lambda text: rendered(ctx, text)))


def names(
    ctx: Context,
    docs: Collection[Document],
    person_url: Callable[[str], str] | None = None,
) -> Names:
    """What references in some documents are called for the caller.

    Args:
        ctx: says who reads.
        docs: in which they stand.
        person_url: person id → address of their profile, if mentions are to lead there.
    """
    wanted = sorted({person_id for doc in docs for person_id in mentioned(doc)})
    known = people.by_ids(ctx.session, wanted) if wanted else {}
    called = {person.id: person.display_name for person in known.values()}
    urls = {each: person_url(each) for each in known if person_url and knows(ctx, each)}
    return Names(
        called,
        {},
        str,
        reader_id=ctx.actor.person_id,
        person_url=lambda person_id: urls.get(person_id, ""),
    )


def _plain_names(ctx: Context, doc: Document) -> Names:
    return names(ctx, [doc])


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A JSON value with what its texts and links say changed; the rest stays as it is."""
    if isinstance(value, Mapping):
        return {
            key: change(each) if key in _WORDED and isinstance(each, str) else _mapped(each, change)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_mapped(each, change) for each in value]
    return value
