"""What was said to the viewer alone, and waving it away."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, channel_url, stamp_of
from workworld.apps.chat.service import whispers
from workworld.doors.web import nothing, page


@BLUEPRINT.post("/c/<channel_id>/whispers/<ts>/dismiss")
def dismiss(channel_id: str, ts: str) -> Any:
    """Show a note to the viewer alone no more."""
    page(whispers.dismiss, nothing, channel_id=channel_id, ts=stamp_of(ts))
    return back_to(channel_url(channel_id))
