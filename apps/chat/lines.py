"""Messages as the lines of a page, in the viewer's time zone and with names resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache, partial
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

import flask
from markupsafe import Markup

from workworld.apps.chat import stamps
from workworld.apps.chat.block_lines import NOTHING_HELD, Held, documents_in, held_by
from workworld.apps.chat.emoji_looks import emoji_look, emoji_shown
from workworld.apps.chat.models import Message, MessageContent
from workworld.apps.chat.mrkdwn import to_html, unescaped
from workworld.apps.chat.poll_lines import PollLine, poll_line
from workworld.apps.chat.pressing_lines import PRESSES_NOBODY, Pressing, pressing_among
from workworld.apps.chat.service import (
    attachments,
    ballots,
    channels,
    choices,
    contents,
    edits,
    follows,
    links,
    log,
    pins,
    preferences,
    presence,
    reactions,
    saved,
    threads,
    wording,
)
from workworld.apps.chat.service.preferences import OFF
from workworld.apps.chat.service.reactions import Reactions
from workworld.apps.chat.service.threads import Thread
from workworld.apps.chat.times import clock_time, day_in_words, day_name
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.doors.file_lines import FileLine
from workworld.doors.web import Avatar
from workworld.files.files import content_of
from workworld.files.kinds import is_table, is_text, text_of
from workworld.files.models import File
from workworld.links.cards import Card
from workworld.permissions import can
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, literal, mentioned

_GROUP_SECONDS = 300
_MOST_FACES = 3
_MOST_NAMED = 10
_SNIPPET_LINES, _WIDEST, _LARGEST_SNIPPET = 5, 200, 200_000
_LONG, _MANY_LINES = 1800, 18
"""How many characters and lines of a message are shown at once."""
_ACTIONS = {
    "react": "chat.reactions.add",
    "reply": "chat.messages.post.reply",
    "edit": "chat.messages.edit",
    "delete": "chat.messages.delete",
    "pin": "chat.pins.add",
    "unsend": "chat.messages.unsend",
    "follow": "chat.follows.follow",
}


@dataclass(frozen=True, slots=True)
class Replies:
    """What a parent shows of its thread."""

    count: int
    last: str
    faces: tuple[Avatar, ...]


@dataclass(frozen=True, slots=True)
class Pill:
    """One kind of reaction below a message."""

    emoji: str
    look: str
    count: int
    is_known: bool
    """Whether there is such an emoji still."""
    is_mine: bool
    who: str
    """The names of those who reacted so, in a sentence."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """How a text file begins."""

    text: str
    lines: int
    """How many it has in all."""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """One message as a page shows it, in the viewer's time zone."""

    ts: str
    anchor: str
    author: str
    avatar: Avatar
    time: str
    iso: str
    day: str
    html: Markup
    files: tuple[FileLine, ...]
    cards: tuple[Card, ...]
    """What the links in it lead to, as far as the viewer may see."""
    starts_group: bool
    new_day: str | None
    """The heading above it when it is the first of a day."""
    thread: Replies | None
    in_thread: str | None
    """The parent's ts, for a reply that was also sent to the channel."""
    edited: str = ""
    """When its text was last changed, in words, or ""."""
    is_pinned: str = ""
    """Who pinned it, or ""."""
    snippets: Mapping[str, Snippet] = field(default_factory=dict)
    """How the texts among its files begin, by the file's id."""
    is_long: bool = False
    """Whether only its beginning is shown until one wants more."""
    is_saved: bool = False
    """Whether the viewer keeps it for later."""
    is_followed: bool = False
    """Whether the viewer is told of replies in its thread."""
    is_half_edited: bool = False
    """Whether the viewer has made something of it that is not saved."""
    is_folded: bool = False
    """Whether files and previews below it are folded up."""
    is_note: bool = False
    """Whether the app wrote it, to say what happened."""
    is_deleted: bool = False
    pills: tuple[Pill, ...] = ()
    author_url: str = ""
    """The address of its author's profile, if the viewer knows them."""
    status: tuple[str, str] | None = None
    """The emoji of its author's status, and what it says."""
    may: tuple[str, ...] = ()
    """What the viewer may do with it: ``react``, ``reply``, ``edit``, ``delete`` …"""
    poll: PollLine | None = None
    held: Held = NOTHING_HELD
    """Blocks and attachments, and how its bot looks in it."""
    pressing: Pressing = PRESSES_NOBODY
    is_bot: bool = False
    may_act: bool = False
    """Whether the viewer may press what an app put into it."""

    @property
    def holds(self) -> str:
        """How many files and previews stand below it."""
        found = []
        for noun, things in (("file", self.files), ("preview", self.cards)):
            if things:
                found.append(f"{len(things)} {noun}{'' if len(things) == 1 else 's'}")
        return " and ".join(found)


def lines_of(ctx: Context, rows: Sequence[Message]) -> tuple[MessageLine, ...]:
    """The lines of consecutive messages of one channel, oldest first, as the caller sees them."""
    if not rows:
        return ()
    below = threads.below(ctx, rows[0].channel_id, [row.ts for row in rows])
    held = contents.below(ctx, rows)
    said = [_said(ctx, row, held.get(row.ts)) for row in rows]
    inside = [doc for content in held.values() for doc in documents_in(content)]
    ids = {row.author_id for row in rows} | {
        who for doc in [*said, *inside] for who in mentioned(doc)
    }
    ids |= {who for thread in below.values() for who in thread.people}
    reacted = reactions.below(ctx, rows[0].channel_id, [row.ts for row in rows])
    ids |= {who for kinds in reacted.values() for kind in kinds for who in kind.people}
    polls = ballots.below(ctx, rows[0].channel_id, [row.ts for row in rows])
    ids |= {who for ballot in polls.values() for who in ballot.people}
    pinned = pins.by_ts(ctx, rows[0].channel_id)
    ids |= {pinned[row.ts].pinned_by for row in rows if row.ts in pinned}
    known = people.by_ids(ctx.session, ids)
    view = _View(
        ctx,
        zone=people.my_zone(ctx),
        now=ctx.clock.now(),
        people=known,
        statuses=_statuses(ctx, [row.author_id for row in rows]),
        names=wording.names_in(
            ctx,
            [*said, *inside],
            known,
            cache(_channel_url),
            partial(_profile_url, rows[0].channel_id),
        ),
        threads=below,
        reacted=reacted,
    )
    files, cards = attachments.below(ctx, rows), links.cards_below(ctx, rows)
    kept = saved.among(ctx, rows[0].channel_id, [row.ts for row in rows])
    followed, is_folded = follows.among(ctx, rows), choices.is_folded(ctx, rows[0].channel_id)
    half_edited = edits.among(ctx, rows)
    pressing = pressing_among(ctx, rows)
    previous: Message | None = None
    likes = preferences.of(ctx)
    lines = []
    for row, doc in zip(rows, said, strict=True):
        content = held.get(row.ts)
        is_bare = likes["previews"] == OFF or (content and content.hides_cards)
        pinned_by = known[pinned[row.ts].pinned_by].display_name if row.ts in pinned else ""
        line = view.line(
            row,
            previous,
            doc,
            files=tuple(_file_line(each, likes) for each in files.get(row.ts, ())),
            snippets=_snippets(ctx, files.get(row.ts, ())),
            cards=() if is_bare else cards[row.channel_id, row.ts],
            pressing=pressing.get(row.ts, PRESSES_NOBODY),
            is_pinned=pinned_by,
            is_saved=row.ts in kept,
            is_followed=(row.thread_ts or row.ts) in followed,
            is_folded=is_folded,
            is_half_edited=row.ts in half_edited,
            may=_may(ctx, row),
            poll=poll_line(ctx, polls[row.ts], known) if row.ts in polls else None,
        )
        lines.append(_holding(ctx, row, line, content, view.names) if content else line)
        previous = row
    return tuple(lines)


def _file_line(row: File, likes: Mapping[str, str]) -> FileLine:
    """A file's line, without its picture for whoever does not like them."""
    line = FileLine.of(row)
    return replace(line, is_image=False) if likes["pictures"] == OFF else line


def _said(ctx: Context, row: Message, content: MessageContent | None) -> Document:
    if content is not None and content.is_plain:
        return literal(unescaped(row.text))
    # A note begins with the person whose it is, who stands above it already.
    text = row.text.removeprefix(f"<@{row.author_id}> ") if log.is_note(row) else row.text
    return wording.document_of(ctx, text)


def _holding(
    ctx: Context, row: Message, line: MessageLine, content: MessageContent, names: Names
) -> MessageLine:
    held = held_by(ctx, row, content, names)
    return replace(
        line,
        held=held,
        author=held.username or line.author,
        starts_group=line.starts_group or bool(held.username),
        may_act=line.is_bot and can(ctx, "chat.interactions.act", row),
    )


def _snippets(ctx: Context, rows: Sequence[File]) -> dict[str, Snippet]:
    found = {}
    for row in rows:
        text = None
        if is_text(row.mime) and not is_table(row.mime) and row.size <= _LARGEST_SNIPPET:
            text = text_of(content_of(ctx.session, row))
        if text:
            said = text.splitlines()
            shown = "\n".join(each[:_WIDEST] for each in said[:_SNIPPET_LINES])
            found[row.id] = Snippet(shown, len(said))
    return found


def _statuses(ctx: Context, person_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The emoji of people's statuses, and what they say, by id."""
    said = presence.said_by(ctx, {*person_ids})
    found = {who: presence.status_of(row, ctx.clock.now_us()) for who, row in said.items()}
    return {
        who: (emoji_look(ctx, emoji), text or f":{emoji}:")
        for who, (emoji, text, _until) in found.items()
        if emoji
    }


def _channel_url(channel_id: str) -> str:
    return flask.url_for("ui.channel", channel_id=channel_id)


def _profile_url(channel_id: str, person_id: str) -> str:
    return flask.url_for("ui.profile", person_id=person_id, beside=channel_id)


def _may(ctx: Context, row: Message) -> tuple[str, ...]:
    if row.subtype == log.TOMBSTONE:
        return ()
    channel = channels.known(ctx, row.channel_id)
    things = dict.fromkeys(_ACTIONS, row) | {"reply": channel}
    return tuple(name for name, thing in things.items() if can(ctx, _ACTIONS[name], thing))


@dataclass(frozen=True, slots=True)
class _View:
    """What the lines of one page are made with."""

    ctx: Context
    zone: ZoneInfo
    now: datetime
    people: Mapping[str, Person]
    statuses: Mapping[str, tuple[str, str]]
    names: Names
    threads: Mapping[str, Thread]
    reacted: Mapping[str, Sequence[Reactions]]

    def line(
        self,
        row: Message,
        previous: Message | None,
        said: Document,
        *,
        pressing: Pressing,
        **around: Any,
    ) -> MessageLine:
        """A message's line.

        Args:
            row: the message.
            previous: the one above it.
            said: what it says.
            pressing: how urgent it is.
            around: the other fields of the line, as they were looked up for all of the page.
        """
        moment = self._moment(row.ts)
        author = self.people[row.author_id]
        new_day = previous is None or self._moment(previous.ts).date() != moment.date()
        return MessageLine(
            ts=row.ts,
            anchor=anchor_of(row.ts),
            author=self.names.person(author.id),
            avatar=Avatar.of(author.id, author.name),
            author_url=self.names.person_url(author.id),
            status=self.statuses.get(author.id),
            time=clock_time(self.ctx, moment),
            iso=moment.isoformat(),
            day=day_name(self.ctx, moment.date(), self._today(), relative=False),
            html=to_html(said, self.names),
            starts_group=new_day or bool(pressing.label) or not self._continues(row, previous),
            new_day=day_name(self.ctx, moment.date(), self._today()) if new_day else None,
            thread=self._replies(row),
            in_thread=row.thread_ts,
            is_long=len(row.text) > _LONG or row.text.count("\n") > _MANY_LINES,
            edited=self._when(row.edited_ts) if row.edited_ts else "",
            is_note=log.is_note(row),
            is_deleted=row.subtype == log.TOMBSTONE,
            is_bot=author.kind == AccountKind.BOT,
            pills=tuple(self._pill(kind) for kind in self.reacted.get(row.ts, ())),
            pressing=pressing,
            **around,
        )

    def _pill(self, kind: Reactions) -> Pill:
        names = [
            "You" if who == self.names.reader_id else self.people[who].display_name
            for who in sorted(kind.people, key=lambda who: who != self.names.reader_id)
        ]
        more = len(names) - _MOST_NAMED
        shown = [*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
        who = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
        picture = self.names.emoji(kind.emoji)
        return Pill(
            kind.emoji,
            emoji_shown(kind.emoji, picture),
            len(kind.people),
            picture is not None,
            self.names.reader_id in kind.people,
            f"{who} reacted with :{kind.emoji}:",
        )

    def _continues(self, row: Message, previous: Message | None) -> bool:
        """Whether it stands below the author's previous message without a name of its own."""
        if previous is None or previous.author_id != row.author_id or row.is_broadcast:
            return False
        if log.is_note(previous) or log.is_note(row):
            return False
        if previous.ts in self.threads:
            return False
        return float(row.ts) - float(previous.ts) < _GROUP_SECONDS

    def _replies(self, row: Message) -> Replies | None:
        thread = self.threads.get(row.ts)
        if thread is None:
            return None
        faces = (self.people[who] for who in thread.people[:_MOST_FACES])
        return Replies(
            thread.reply_count,
            self._when(thread.latest_reply),
            tuple(Avatar.of(person.id, person.name) for person in faces),
        )

    def _when(self, ts: str) -> str:
        """In the middle of a sentence: ``yesterday at 2:30 PM``."""
        moment = self._moment(ts)
        day = day_in_words(self.ctx, moment.date(), self._today())
        return f"{day} at {clock_time(self.ctx, moment)}"

    def _today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def _moment(self, ts: str) -> datetime:
        return stamps.moment(ts).astimezone(self.zone)


def anchor_of(ts: str) -> str:
    """The id of a message's line within its page."""
    return f"m{stamps.digits(ts)}"
