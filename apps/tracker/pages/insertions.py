"""What a slash offers to whoever writes a text, and emoji by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from workworld.apps.tracker.pages import moments
from workworld.emoji import Emoji, every_emoji


@dataclass(frozen=True, slots=True)
class Insertion:
    """Something that can be put into a text."""

    value: str
    """What the script is to do."""
    name: str
    note: str
    icon: str


_ALL = (
    Insertion("heading1", "Heading 1", "A large heading", "hash"),
    Insertion("heading2", "Heading 2", "A heading", "hash"),
    Insertion("heading3", "Heading 3", "A small heading", "hash"),
    Insertion("bullets", "Bulleted list", "- item", "list"),
    Insertion("numbers", "Numbered list", "1. item", "list-ordered"),
    Insertion("boxes", "Checklist", "Things to tick off", "list-checks"),
    Insertion("table", "Table", "Tab goes from cell to cell", "table"),
    Insertion("codeblock", "Code block", "Lines of code", "code"),
    Insertion("quote", "Quote", "What somebody else wrote", "quote"),
    Insertion("panel-info", "Info panel", "Stands out", "info"),
    Insertion("panel-note", "Note panel", "Stands out", "bookmark"),
    Insertion("panel-success", "Success panel", "Stands out", "circle-check"),
    Insertion("panel-warning", "Warning panel", "Stands out", "triangle-alert"),
    Insertion("panel-error", "Error panel", "Stands out", "circle-x"),
    Insertion("rule", "Divider", "A line across", "minus"),
    Insertion("image", "Image", "Attach a picture and show it here", "image"),
    Insertion("mention", "Mention", "Tell somebody", "at-sign"),
    Insertion("emoji", "Emoji", ":name:", "smile"),
)


def like(text: str, today: date) -> list[Insertion]:
    """What can be inserted whose name or note has these words.

    Args:
        text: what was typed behind the slash.
        today: the day where the reader is, which can be inserted too.
    """
    day = moments.day(today.isoformat())
    offered = (*_ALL, Insertion(f"date:{day}", "Date", f"Today: {day}", "calendar"))
    words = text.lower().split()
    found = [each for each in offered if all(word in each.name.lower() for word in words)]
    found.sort(key=lambda each: not each.name.lower().startswith(text.lower()))
    return found


def emoji_like(text: str, most: int) -> list[Emoji]:
    """Emoji whose names begin so, then those that have it elsewhere, each once.

    Args:
        text: what was typed behind the colon.
        most: how many at most.
    """
    every = every_emoji()
    begins = [each for name, each in every.items() if name.startswith(text.lower())]
    within = [each for name, each in every.items() if text.lower() in name]
    found = {each.character: each for each in (*begins, *within)}
    return list(found.values())[:most]
