"""Files that come with e-mail: which of them are kept.

https://help.salesforce.com/s/articleView?id=service.customizesupport_email_considerations.htm
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

MOST, LARGEST_BYTES = 10, 25 * 1024 * 1024
"""How many files of a message are kept, and how long they may be together."""


class Attachment(BaseModel):
    """A file that came with a message.

    Args:
        name: what it is called.
        content: its bytes in base64.
    """

    name: Annotated[str, Field(min_length=1, max_length=255)]
    content: Annotated[str, Field(max_length=LARGEST_BYTES * 2)]

    @property
    def bytes(self) -> bytes:
        """Its bytes; none if they cannot be read."""
        try:
            return base64.b64decode(self.content, validate=True)
        except (binascii.Error, ValueError):
            return b""


def chosen(attachments: Sequence[Attachment]) -> tuple[Sequence[Attachment], Sequence[Attachment]]:
    """The files of a message that are kept, and those that are left out.

    The first ones are kept, as long as they are few enough and fit together.
    """
    kept: list[Attachment] = []
    left_out: list[Attachment] = []
    room = LARGEST_BYTES
    for each in attachments:
        size = len(each.bytes)
        fits = size and len(kept) < MOST and size <= room
        (kept if fits else left_out).append(each)
        room -= size if fits else 0
    return kept, left_out


def said_of(left_out: Sequence[Attachment]) -> str:
    """What a message tells of files that were not kept."""
    return f"[Attachments that were not kept: {', '.join(each.name for each in left_out)}]"
