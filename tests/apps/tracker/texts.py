"""Issues and texts that tests of what people add to issues begin with."""

from __future__ import annotations

from typing import Any

from tests.apps.tracker.desk import DEVELOPER, Desk

from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Inline, Mention, Paragraph, Text, document


def issue_of(desk: Desk, project: str = "CAL", by: str = DEVELOPER, **fields: Any) -> str:
    """Create a task; its key."""
    return desk.create(project, by=by, **fields)


def text(words: str, *mentions: str) -> dict[str, Any]:
    """A document of one paragraph, that ends by mentioning people by id."""
    content: list[Inline] = [Text(words), *(Mention(each) for each in mentions)]
    return to_json(document([Paragraph(tuple(content))]))
