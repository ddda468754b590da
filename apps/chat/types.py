"""The argument types of chat's operations: what they mean and what is well-formed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.chat import stamps

ChannelId = Annotated[
    str,
    Field(description="Id of a channel, such as C0A1B2C3D4.", min_length=1, max_length=64),
]
MessageText = Annotated[
    str,
    Field(
        description="The message in mrkdwn: *bold*, _italic_, ~strike~, `code`, <@U…>, <#C…>, "
        "<url|label>; literal &, < and > are written &amp;, &lt; and &gt;."
    ),
]
Ts = Annotated[
    str,
    Field(
        description="Id and time of a message within its channel: seconds.micros, as a string.",
        pattern=rf"^{stamps.FORM}$",
    ),
]
InThread = Annotated[Ts | None, Field(description="In the thread of the message with this ts.")]
UnixTime = Annotated[int, Field(ge=0, le=9_999_999_999)]
Cursor = Annotated[str, Field(description="Where the previous page ended.", max_length=512)]
LARGEST_PAGE = 1000
PageSize = Annotated[
    int, Field(description="How many rows a page may hold.", ge=1, le=LARGEST_PAGE)
]
UserId = Annotated[
    str,
    Field(description="Id of a person, such as U0A1B2C3D4.", min_length=1, max_length=64),
]
UserIds = Annotated[Sequence[UserId], Field(max_length=1000)]
ChannelKind = Literal["public", "private", "dm", "group_dm"]
EVERY_KIND: tuple[ChannelKind, ...] = ("public", "private", "dm", "group_dm")
CHANNELS: tuple[ChannelKind, ...] = ("public", "private")
"""Those with names, which people join and leave."""
ChannelName = Annotated[
    str, Field(description="Lower-case letters, digits, hyphens and underscores; at most 80.")
]
Topic = Annotated[str, Field(description="Plain text, at most 250 characters; empty clears it.")]
# Each word is a condition of its own, and the database takes neither endless ones nor many.
Words = Annotated[Sequence[Annotated[str, Field(max_length=64)]], Field(max_length=20)]
EmojiName = Annotated[
    str,
    Field(
        description="Name of an emoji without colons, such as eyes or wave::skin-tone-3.",
        max_length=100,
    ),
]
DraftId = Annotated[
    str, Field(description="Id of a draft, such as Dr0A1B2C3D4.", min_length=1, max_length=64)
]
ScheduledId = Annotated[
    str,
    Field(description="Id of a scheduled message: Q0A1B2C3D4.", min_length=1, max_length=64),
]
ReminderId = Annotated[
    str, Field(description="Id of a reminder, such as Rm0A1B2C3D4.", min_length=1, max_length=64)
]
CanvasId = Annotated[
    str, Field(description="Id of a canvas, such as F0A1B2C3D4.", min_length=1, max_length=64)
]
ListId = Annotated[
    str, Field(description="Id of a list, such as F0A1B2C3D4.", min_length=1, max_length=64)
]
RecordId = Annotated[
    str, Field(description="Id of a record, such as Rec0A1B2C3D4.", min_length=1, max_length=64)
]
DocumentTitle = Annotated[str, Field(description="What it is called.", max_length=255)]
AccessLevel = Annotated[
    Literal["read", "write", "owner"],
    Field(description="What they may do: read it, change it, or own it, as one person can."),
]
SharedPeople = Annotated[
    Sequence[UserId], Field(description="With whom; no channels then.", max_length=20)
]
SharedChannels = Annotated[
    Sequence[ChannelId],
    Field(description="With the members of which channels; no people then.", max_length=20),
]
Nonce = Annotated[
    str, Field(description="Names this request: a second one posts nothing.", max_length=100)
]
WorkflowId = Annotated[
    str, Field(description="Id of a workflow, such as Wf0A1B2C3D4.", min_length=1, max_length=64)
]
RunId = Annotated[
    str,
    Field(description="Id of a run of a workflow: Wr0A1B2C3D4.", min_length=1, max_length=64),
]
