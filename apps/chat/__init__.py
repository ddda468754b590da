"""Team chat, of Slack's class."""

from workworld.directory.models import AccountKind
from workworld.manifest import App

APP = App(
    id="chat",
    title="Chat",
    icon="message-square",
    purpose="Channels and messages with everyone at work",
    token_prefixes={AccountKind.PERSON: "xoxp-", AccountKind.BOT: "xoxb-"},
)
