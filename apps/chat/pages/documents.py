"""What pages of canvases and lists have in common: where they stand, who shares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import flask

from workworld.apps.chat.models import Channel, Document
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.service import channels, documents, titles
from workworld.apps.chat.times import clock_time, day_name
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.paging import Page
from workworld.permissions import can, seen

MENDABLE = (Invalid, Conflict, Forbidden, NotFound)
LEVELS = (("read", "Can read"), ("write", "Can edit"), ("owner", "Is the owner"))
_ACTIONS = {
    "canvas": {"change": "chat.canvases.update", "delete": "chat.canvases.delete"},
    "list": {"change": "chat.lists.rename", "delete": "chat.lists.delete"},
}


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A canvas or a list, as its page and the list of all show it."""

    id: str
    kind: str
    title: str
    description: str
    owner: str
    channel_id: str
    channel: str
    """Where it stands, if the reader may see that."""
    changed: str
    """When, and by whom."""
    version: int
    may: frozenset[str]
    """What the reader may do: ``change``, ``delete``."""


@dataclass(frozen=True, slots=True)
class Sharer:
    """A person or a channel with whom a document is shared."""

    id: str
    name: str
    level: str
    is_channel: bool


def when(ctx: Context, seconds: int) -> str:
    """A moment as the reader's clock and calendar have it: ``Today at 9:30 AM``."""
    zone = people.my_zone(ctx)
    moment = datetime.fromtimestamp(seconds, UTC).astimezone(zone)
    today = ctx.clock.now().astimezone(zone).date()
    return f"{day_name(ctx, moment.date(), today)} at {clock_time(ctx, moment)}"


def line_of(ctx: Context, row: Document) -> DocumentLine:
    """A document as the reader sees it."""
    return lines_of(ctx, [row])[0]


def lines_of(ctx: Context, rows: Sequence[Document]) -> list[DocumentLine]:
    """Documents as the reader sees them."""
    known = people.by_ids(
        ctx.session, {who for row in rows for who in (row.owner_id, row.updated_by)}
    )
    named = channels.visible_labels(ctx, sorted({row.channel_id for row in rows if row.channel_id}))
    return [
        DocumentLine(
            id=row.id,
            kind=row.kind,
            title=row.title,
            description=row.description,
            owner=known[row.owner_id].display_name,
            channel_id=row.channel_id or "",
            channel=named.get(row.channel_id or "", ""),
            changed=f"{when(ctx, row.updated)} by {known[row.updated_by].display_name}",
            version=row.version,
            may=frozenset(
                name for name, action in _ACTIONS[row.kind].items() if can(ctx, action, row)
            ),
        )
        for row in rows
    ]


def all_lines(function: Callable[..., Any]) -> tuple[DocumentLine, ...]:
    """All that a listing of documents holds."""
    return all_of(function, _page_of_lines, limit=LARGEST_PAGE)


def _page_of_lines(ctx: Context, found: Page[Document]) -> Page[DocumentLine]:
    return Page(lines_of(ctx, found.items), found.next_cursor)


def open_channels() -> list[tuple[str, str]]:
    """The channels in which the reader may have a document stand: ids and names."""
    found = all_of(channels.list, _open, kinds=("public", "private"), limit=LARGEST_PAGE)
    return [*found]


def _open(ctx: Context, found: Page[Channel]) -> Page[tuple[str, str]]:
    rows = [row for row in found.items if documents.why_no_tab(ctx, row) is None]
    return Page([(row.id, f"#{row.name}") for row in rows], found.next_cursor)


def sharers(ctx: Context, row: Document) -> list[Sharer]:
    """With whom a document is shared, its owner and its own channel first."""
    shared_people, places = documents.shared_with(ctx, row)
    known = people.by_ids(ctx.session, {row.owner_id, *shared_people})
    found = [Sharer(row.owner_id, known[row.owner_id].name, "owner", is_channel=False)]
    if row.channel_id and (own := seen(ctx, Channel, row.channel_id)):
        found.append(Sharer(own.id, titles.label(ctx, own), "tab", is_channel=True))
    found += [Sharer(each, known[each].name, level, False) for each, level in shared_people.items()]
    named = channels.visible_labels(ctx, [*places])
    found += [Sharer(each, named[each], level, True) for each, level in places.items()]
    return found


def shared_from(form: Mapping[str, Any]) -> dict[str, Any]:
    """With whom the form of sharing says that something is to be shared."""
    wanted = flask.request.form
    people_ids = [each for each in wanted.getlist("person") if each]
    places = [each for each in wanted.getlist("channel") if each]
    said: dict[str, Any] = {"user_ids": people_ids} if people_ids else {}
    return said | ({"channel_ids": places} if places else {}) | dict(form)


def again(body: str, status: int) -> Any:
    """The answer to a form that was not taken, whose address is none to come back to."""
    return body, status, {"HX-Push-Url": "false"}


def identity(_ctx: Context, row: Any) -> str:
    """The id of what was made."""
    return str(row.id)


def nothing(_ctx: Context, _row: Any) -> None:
    """A page that shows something else next needs no answer."""


def refused_kindly(function: Callable[..., Any], **arguments: Any) -> str:
    """Perform an operation for a form, and say why not; empty if it was done.

    Raises:
        NotFound: there is no such canvas or list that the caller can see.
    """
    try:
        page(function, nothing, **arguments)
    except MENDABLE as refused:
        if refused.code in ("canvas_not_found", "list_not_found"):
            raise
        return refused.message
    return ""
