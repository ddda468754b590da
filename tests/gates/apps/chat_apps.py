"""What apps show people in chat, as the gates see it."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import select

from workworld.apps.chat.modal_shapes import trigger_id
from workworld.apps.chat.models import AppCommand, Channel, ChatApp, Message, Modal
from workworld.apps.chat.service import direct, homes, interactions, members, messages, modals
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.worlds import World

_BUTTONS = [
    {"type": "button", "text": {"type": "plain_text", "text": "Approve"}, "value": "yes"},
    {
        "type": "button",
        "text": {"type": "plain_text", "text": "Reject"},
        "confirm": {
            "title": {"type": "plain_text", "text": "Reject it?"},
            "text": {"type": "plain_text", "text": "They have to ask again."},
            "confirm": {"type": "plain_text", "text": "Reject"},
            "deny": {"type": "plain_text", "text": "Keep"},
        },
    },
]
QUESTION = "Who pays?"


def ask(world: World, channel_id: str) -> None:
    """A bot has asked a question there."""
    with world.reading() as session:
        bot = session.scalars(select(ChatApp.account_id).where(ChatApp.name == "Lookout")).one()
        if session.scalars(select(Message.ts).where(Message.text == QUESTION)).first():
            return
    content = {"blocks": [{"type": "actions", "elements": _BUTTONS}]}
    perform(world, Actor(bot), members.join, channel_id=channel_id)
    perform(world, Actor(bot), messages.post, channel_id=channel_id, text=QUESTION, content=content)


_VIEW = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Feedback"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [
        {"type": "section", "text": {"type": "mrkdwn", "text": "What do *you* think?"}},
        {
            "type": "input",
            "label": {"type": "plain_text", "text": "In your words"},
            "element": {"type": "plain_text_input", "multiline": True},
        },
        {
            "type": "input",
            "label": {"type": "plain_text", "text": "Whom to tell"},
            "element": {"type": "users_select"},
        },
    ],
}


def show_view(world: World, person_id: str, channel_id: str) -> None:
    """An app shows the person a form."""
    with world.writing() as session:
        app = session.scalars(select(ChatApp).where(ChatApp.name == "Lookout")).one()
        bot = Actor(app.account_id)
        if session.get(AppCommand, "feedback") is None:
            session.add(AppCommand(command="feedback", app_id=app.id))
    words = {"channel_id": channel_id, "command": "feedback"}
    asked = perform(world, Actor(person_id), interactions.run_command, **words)
    trigger = trigger_id(asked.id, asked.taken_us)
    perform(world, bot, modals.open, trigger_id=trigger, view=_VIEW)


def with_app(world: World, person_id: str) -> list[str]:
    """The conversation in which an app shows the person its tab, if they can have one."""
    with world.reading() as session:
        bot = session.scalars(select(ChatApp.account_id).where(ChatApp.name == "Lookout")).one()
        party = ",".join(sorted([person_id, bot]))
        return [*session.scalars(select(Channel.id).where(Channel.party == party))]


def show_home(world: World, person_id: str) -> None:
    """An app shows the person its tab, with a button in it."""
    with world.reading() as session:
        bot = session.scalars(select(ChatApp.account_id).where(ChatApp.name == "Lookout")).one()
    with suppress(Refused):  # such as a guest's, who talks to nobody unknown
        room = perform(world, Actor(person_id), direct.open, user_ids=[bot]).channel.id
        perform(world, Actor(person_id), messages.post, channel_id=room, text="Hello")
    press = {"type": "button", "text": {"type": "plain_text", "text": "Go on"}}
    said = {"type": "section", "text": {"type": "mrkdwn", "text": "*Nothing* is broken."}}
    view = {"type": "home", "blocks": [said, {"type": "actions", "elements": [press]}]}
    perform(world, Actor(bot), homes.publish, user_id=person_id, view=view)


def views(world: World, person_id: str) -> list[str]:
    """The address of the form that an app shows the person."""
    with world.reading() as session:
        shown = session.scalars(select(Modal).where(Modal.person_id == person_id))
        return [f"/c/{row.channel_id}/view/{row.id}" for row in shown]
