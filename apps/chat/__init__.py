"""Team chat, of Slack's class."""

from workworld.manifest import App

APP = App(
    id="chat",
    title="Chat",
    icon="message-square",
    purpose="Channels and messages with everyone at work",
    token_prefix="xoxp-",  # noqa: S106 - a public mark, not a secret
)
