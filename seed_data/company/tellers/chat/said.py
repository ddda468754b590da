"""What is said, while it is being made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from workworld.seed_data.facts import FileFact, MessageFact


@dataclass(slots=True)
class Said:
    """A message; ``at`` is in seconds since the Unix epoch."""

    at: int
    by: str
    text: str
    replies: list[Said] = field(default_factory=list)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    edited: int = 0
    files: tuple[FileFact, ...] = ()
    broadcast: bool = False
    is_automatic: bool = False
    mood: str = ""
    subtype: str = ""
    """What kind of note it is; empty for what people and bots write."""

    def fact(self) -> MessageFact:
        """What the builder makes a row of."""
        return MessageFact(
            at=moment(self.at),
            by=self.by,
            text=self.text,
            broadcast=self.broadcast,
            replies=[each.fact() for each in sorted(self.replies, key=lambda each: each.at)],
            reactions=self.reactions,
            edited=moment(self.edited) if self.edited else None,
            files=self.files,
            subtype=self.subtype,
        )


@dataclass(slots=True)
class Room:
    """A channel or a direct conversation, with what is said in it."""

    key: str
    name: str
    kind: str
    members: list[str]
    created: int
    creator: str
    moods: Sequence[str] = ()
    weight: float = 0
    topic: str = ""
    purpose: str = ""
    posting: str = "everyone"
    is_default: bool = False
    is_archived: bool = False
    said: list[Said] = field(default_factory=list)
    count: int = 0
    joined: dict[str, int] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    curious: frozenset[str] = frozenset()
    """Those whom it is not for, and who are in it all the same."""
    account: str = ""
    """The customer that it is about, if it is about one."""

    @property
    def is_direct(self) -> bool:
        """Whether it is no channel."""
        return self.kind in ("dm", "group_dm")

    def is_read_by(self, person: str) -> bool:
        """Whether somebody may read there."""
        return self.kind == "public" or person in self.members

    def add(self, said: Said) -> Said:
        """Take a message in."""
        self.said.append(said)
        self.count += 1
        return said

    def reply(self, root: Said, said: Said) -> Said:
        """Take an answer in its thread in."""
        root.replies.append(said)
        self.count += 1
        return said


def moment(seconds: int) -> datetime:
    """A time in seconds since the Unix epoch, in UTC."""
    return datetime.fromtimestamp(seconds, UTC)
