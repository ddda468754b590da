"""What people write: which texts and names are acceptable."""

from __future__ import annotations

from workworld.apps.chat.mrkdwn import from_mrkdwn, unescaped
from workworld.errors import Forbidden, Invalid, Problem
from workworld.richtext.nodes import mentioned

LONGEST_TEXT = 40_000
LONGEST_TOPIC = 250
MOST_MENTIONED = 50
"""How many people a message names one by one; groups and audiences are for more."""
LONGEST_NAME = 80
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\u2800\u3164\ufeff"


def require_good_message(text: str) -> None:
    """See to it that a text can be a message.

    Raises:
        Invalid: ``no_text``, ``msg_too_long``, or ``invalid_arguments`` for a NUL character.
        Forbidden: ``restricted_action``: it mentions too many people.
    """
    _refuse_nul(text, "text")
    if all(letter.isspace() or letter in _INVISIBLE for letter in text):
        raise Invalid("no_text", "A message needs some text.")
    length = len(unescaped(text))  # escaping is the door's doing, not the writer's
    if length > LONGEST_TEXT:
        said = f"A message may hold {LONGEST_TEXT:,} characters; this one has {length:,}."
        raise Invalid("msg_too_long", said)
    require_few_mentions(text)


def require_few_mentions(text: str) -> None:
    """See to it that a text does not mention a crowd one by one.

    Raises:
        Forbidden: ``restricted_action``, the vendor's word for what a workspace lets nobody post:
            https://docs.slack.dev/reference/methods/chat.postMessage
    """
    if text.count("<@") <= MOST_MENTIONED:
        return
    count = len(mentioned(from_mrkdwn(text)))
    if count > MOST_MENTIONED:
        said = f"A message may mention {MOST_MENTIONED} people; this one mentions {count}."
        raise Forbidden("restricted_action", said)


def good_topic(text: str, field: str) -> str:
    """A topic or purpose without blank ends.

    Raises:
        Invalid: ``too_long``, or ``invalid_arguments`` for a NUL character.
    """
    _refuse_nul(text, field)
    text = text.strip()
    if len(text) > LONGEST_TOPIC:
        raise Invalid("too_long", f"It may hold {LONGEST_TOPIC} characters; this has {len(text)}.")
    return text


def require_good_name(name: str) -> None:
    """See to it that a text can be a channel's name.

    Raises:
        Invalid: the vendor's code of what is wrong with it:
            https://docs.slack.dev/reference/methods/conversations.create
    """
    if not name:
        raise Invalid("invalid_name_required", "A channel needs a name.")
    if len(name) > LONGEST_NAME:
        raise Invalid("invalid_name_maxlength", f"A name has at most {LONGEST_NAME} characters.")
    if any(not _may_stand_in_name(letter) for letter in name):
        said = "A name has only lower-case letters, digits, hyphens and underscores."
        raise Invalid("invalid_name_specials", said)
    if not any(letter.isalnum() for letter in name):
        raise Invalid("invalid_name_punctuation", "A name has at least one letter or digit.")


def _may_stand_in_name(letter: str) -> bool:
    return letter in "-_" or (letter.isalnum() and letter == letter.lower())


def _refuse_nul(text: str, field: str) -> None:
    if "\x00" in text:
        raise Invalid("invalid_arguments", problems=[Problem("a NUL character is in", field)])
