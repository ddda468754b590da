"""The links of the sidebar that lead to conversations."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import titles
from workworld.apps.chat.service.sidebars import Contents, Entry
from workworld.context import Context
from workworld.directory.models import AccountKind

_MOST_SHOWN = 99


@dataclass(frozen=True, slots=True)
class Party:
    """With whom a direct conversation is."""

    count: int
    """How many others there are."""
    presence: str
    """``active``, ``away`` or ``busy`` for one other, else ""."""
    emoji: str
    """Of the status of one other."""
    status: str
    is_app: bool


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A channel in the sidebar."""

    id: str
    name: str
    icon: str
    state: str
    """What the icon says, in words: ``private``, ``announcements only``, or "" for the usual."""
    is_default: bool
    is_unread: bool
    """Whether it stands out; a muted one does only if the person is called."""
    is_marked: bool
    """Whether the person marked it as unread, which shows even while they look at it."""
    mentions: int
    is_muted: bool
    newest: str
    """The stamp of what was said last."""
    home: str
    """The section in which it stands of itself."""
    section_id: str
    """The one in which it stands."""
    party: Party | None = None
    """What shows with whom it is, for a direct conversation."""
    has_draft: bool = False
    """Whether the person has written something there that is not sent."""

    @property
    def badge(self) -> str:
        """How often the person is called, as far as there is room."""
        most = f"{_MOST_SHOWN}+"
        return most if self.mentions > _MOST_SHOWN else str(self.mentions or "")

    @property
    def states(self) -> str:
        """What its look tells beside its name, in words."""
        return ", ".join(filter(None, (self.state, "muted" if self.is_muted else "")))


def look_of(row: Channel) -> tuple[str, str]:
    """A channel's icon, and what it says in words."""
    if row.is_archived:
        return "archive", "archived"
    if titles.is_direct(row):
        return titles.icon_of(row), ""
    if row.posting == "admins":
        return "megaphone", "announcements only"
    return ("lock", "private") if row.kind == "private" else ("hash", "")


def _party(ctx: Context, found: Contents, entry: Entry) -> Party | None:
    if not titles.is_direct(entry.channel):
        return None
    if len(entry.others) != 1:
        return Party(len(entry.others), "" if entry.others else "active", "", "", is_app=False)
    (other,) = entry.others
    there = found.presence[other.id]
    state = "busy" if there.is_snoozing else "active" if there.is_active else "away"
    return Party(1, state, emoji_look(ctx, there.emoji), there.text, other.kind == AccountKind.BOT)


def link_of(ctx: Context, found: Contents, entry: Entry) -> ChannelLink:
    """How a conversation stands in the sidebar."""
    row, choice = entry.channel, entry.choice
    is_muted = choice is not None and choice.is_muted
    return ChannelLink(
        row.id,
        entry.title,
        *look_of(row),
        row.is_default,
        entry.news.mentions > 0 or (entry.news.is_unread and not is_muted),
        entry.news.is_marked,
        entry.news.mentions,
        is_muted,
        entry.news.newest,
        entry.home,
        entry.section_id,
        _party(ctx, found, entry),
        row.id in found.drafts,
    )
