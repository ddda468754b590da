"""What tools list page by page, read to the end as an agent would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from workworld.grading import Episode


def pages(episode: Episode, tool: str, key: str, **arguments: Any) -> Iterator[str]:
    """The text of each page.

    Args:
        episode: in which the tool is called.
        tool: its name.
        key: under which its answers have the text.
        arguments: what it is called with.
    """
    cursor = ""
    while True:
        more = {"cursor": cursor} if cursor else {}
        answer = episode.use(tool, **arguments, **more).json()
        yield answer[key]
        following = re.search(r"Pass cursor: (\S+)", answer["pagination_info"])
        if following is None:
            return
        cursor = following[1]


def lines(episode: Episode, tool: str, key: str, **arguments: Any) -> list[str]:
    """The lines of all pages; for arguments see ``pages``."""
    return [line for page in pages(episode, tool, key, **arguments) for line in page.splitlines()]


def person_id(episode: Episode, called: str) -> str:
    """Look up the one person who has exactly this name or title."""
    words = " ".join(re.findall(r"\w+", called))
    for page in pages(episode, "slack_search_users", "results", query=words):
        for block in page.split("\n\n"):
            facts = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if called in (facts.get("Name"), facts.get("Title")):
                return facts["User ID"]
    raise LookupError(f"nobody is called {called}")
