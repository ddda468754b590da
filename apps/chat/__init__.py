"""Team chat, of Slack's class."""

from workworld.directory.models import AccountKind
from workworld.manifest import App

APP_LEVEL = "xapp-"
"""The vendor's mark of an app's own token, which opens connections of Socket Mode."""

APP = App(
    id="chat",
    title="Chat",
    icon="message-square",
    purpose="Channels and messages with everyone at work",
    app_level_prefix=APP_LEVEL,
    token_prefixes={AccountKind.PERSON: "xoxp-", AccountKind.BOT: "xoxb-"},
)
