"""What people and agents send that is no mrkdwn yet."""

from __future__ import annotations

from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.mrkdwn.writer import to_mrkdwn
from workworld.richtext import markdown_reader
from workworld.richtext.nodes import LONGEST


def from_plain(text: str) -> str:
    """Text as typed into the composer → mrkdwn: nothing in it is a reference.

    Line ends as browsers send them (``\\r\\n``) become ``\\n``, and the blank ends are cut.
    """
    return escaped(text.replace("\r\n", "\n").strip())


def from_markdown(text: str) -> str:
    """Standard Markdown, as Slack's MCP tools take it → mrkdwn; a line's end stays one.

    ``<@U…>``, ``<#C…>`` and ``<!here>`` stay references; every other ``<`` is literal. What is
    longer than any message stays as it is: the operation says how long a message may be.
    """
    if len(text) > LONGEST:
        return escaped(text)
    return to_mrkdwn(markdown_reader.from_markdown(text, breaks=True, emoji=True, tables=False))
