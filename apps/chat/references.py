"""Whom and what a message in mrkdwn refers to."""

from __future__ import annotations

import re

FENCE = re.compile(r"```\n?(.*?)```", re.DOTALL)
INLINE_CODE = re.compile(r"`([^`\n]+)`")
_EVERYBODY = re.compile(r"<!(?:channel|here|everyone)(?:\|[^<>]*)?>")


def people_in(text: str) -> list[str]:
    """Ids of the people whom a text mentions."""
    return re.findall(r"<@(U[A-Z0-9]+)(?:\|[^<>]*)?>", text)


def channels_in(text: str) -> list[str]:
    """Ids of the channels to which a text refers."""
    return re.findall(r"<#(C[A-Z0-9]+)(?:\|[^<>]*)?>", text)


def calls_everybody(text: str) -> bool:
    """Whether a text calls all members of its channel: ``<!channel>``, ``<!here>``."""
    return _EVERYBODY.search(text) is not None


def without_code(text: str) -> str:
    """A text without its code, in which nothing is a reference."""
    return INLINE_CODE.sub(" ", FENCE.sub(" ", text))
