"""Chat's text format, Slack's mrkdwn: a reader and a writer of the core's documents.

Stored text is mrkdwn, exactly as sent over REST: https://docs.slack.dev/messaging/formatting-message-text
"""

from workworld.apps.chat.mrkdwn.pages import to_html
from workworld.apps.chat.mrkdwn.reader import angled, from_mrkdwn
from workworld.apps.chat.mrkdwn.sent import from_markdown, from_plain
from workworld.apps.chat.mrkdwn.tokens import outside_code, tokens, unescaped
from workworld.apps.chat.mrkdwn.writer import to_mrkdwn

__all__ = [
    "angled",
    "from_markdown",
    "from_mrkdwn",
    "from_plain",
    "outside_code",
    "to_html",
    "to_mrkdwn",
    "tokens",
    "unescaped",
]
