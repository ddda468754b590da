"""What a message says, as the Web API takes it: text, blocks, attachments, metadata, looks.

https://docs.slack.dev/reference/methods/chat.postMessage
"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import mrkdwn, typed
from workworld.apps.chat.api.methods import Arguments, is_false, is_true, structured, text_of
from workworld.context import Context
from workworld.errors import Invalid

_LONGEST_MARKDOWN = 12_000


def words_of(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """The text of a message, and what it holds besides.

    Raises:
        Invalid: the vendor's code of what cannot be read.
    """
    found: dict[str, Any] = {"text": _text(ctx, arguments)}
    content = content_of(arguments)
    return found | ({"content": content} if content else {})


def content_of(arguments: Arguments) -> dict[str, Any]:
    """What a message holds besides its text, as far as something was given."""
    found: dict[str, Any] = {}
    for name, code in (("blocks", "invalid_blocks_format"), ("attachments", "invalid_attachments")):
        if arguments.get(name) not in (None, ""):
            found[name] = _listed(arguments[name], code)
    if arguments.get("metadata") not in (None, ""):
        found["metadata"] = structured(arguments["metadata"], "invalid_metadata_format")
    found |= {
        ours: str(arguments[theirs])
        for ours, theirs in (("username", "username"), ("icon", "icon_url"), ("icon", "icon_emoji"))
        if arguments.get(theirs)
    }
    if is_false(arguments.get("mrkdwn")):
        found["is_plain"] = True
    if is_false(arguments.get("unfurl_links")):
        found["hides_cards"] = True
    return found


def _listed(value: Any, code: str) -> list[Any]:
    found = structured(value, code)
    if not isinstance(found, list):
        raise Invalid(code, "This is not a list.")
    return found


def _text(ctx: Context, arguments: Arguments) -> Any:
    if marked := arguments.get("markdown_text"):
        if arguments.get("text") or arguments.get("blocks"):
            said = "markdown_text stands in place of text and blocks."
            raise Invalid("markdown_text_conflict", said)
        if len(str(marked)) > _LONGEST_MARKDOWN:
            said = f"markdown_text has at most {_LONGEST_MARKDOWN:,} characters."
            raise Invalid("msg_too_long", said)
        return mrkdwn.from_markdown(str(marked))
    text = text_of(arguments, "text")
    if isinstance(text, str) and (is_true(arguments.get("link_names")) or _is_full(arguments)):
        return typed.linked(ctx, text)
    return text


def _is_full(arguments: Arguments) -> bool:
    """Whether names in the text are to be found: ``parse=full``."""
    return arguments.get("parse") == "full"
