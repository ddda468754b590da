"""An unmodified slack_bolt over Socket Mode, and incoming webhooks with slack_sdk's own client."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient, WebhookClient
from slack_sdk.errors import SlackApiError
from sqlalchemy import select
from tests.kit import Doors, Office

from workworld.apps.chat.models import AppCommand, ChatApp, Envelope
from workworld.apps.chat.service import webhooks
from workworld.calls import perform
from workworld.host import Host
from workworld.worlds import World

_SECONDS = 10
_BUTTONS = [
    {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": "approve",
                "text": {"type": "plain_text", "text": "Approve"},
                "value": "42",
            }
        ],
    }
]


class Robot:
    """A program of the bot, made with slack_bolt as its documentation says."""

    def __init__(self, host: Host, world: World, bot: Doors) -> None:
        token = bot.authority.token(world, bot.person_id, "xoxb-")
        own = bot.authority.token(world, bot.person_id, "xapp-", scopes=["connections:write"])
        base = f"{host.origin}/w/{world.id}/chat/api/"
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.app = App(client=WebClient(token=token, base_url=base), process_before_response=True)
        self.client: Any = self.app.client
        self.handler = SocketModeHandler(self.app, own)
        self.handler.client.web_client = WebClient(base_url=base)

    def connect(self) -> None:
        """Listen, to what no handler of a test takes as well."""

        @self.app.middleware
        def note(body: dict[str, Any], next: Any) -> None:
            if "event" in body:
                self.heard.put(body["event"])
            next()

        for kind in ("message", "app_mention", "reaction_added", "member_joined_channel"):
            self.app.event(kind)(_nothing)
        self.handler.connect()

    def hears(self, kind: str) -> dict[str, Any]:
        """The next event of a kind."""
        while True:
            event = self.heard.get(timeout=_SECONDS)
            if event["type"] == kind:
                return event


@pytest.fixture
def bot(world: World, office: Office, doors: Doors) -> Doors:
    found = Doors(world, doors.authority, office.people["lookout"])
    for name in ("deploys", "general"):
        found.rest("conversations.join", channel=office.channels[name])
    return found


@pytest.fixture
def robot(host: Host, world: World, bot: Doors) -> Iterator[Robot]:
    running = Robot(host, world, bot)
    yield running
    running.handler.close()


def test_messages_mentions_and_reactions_reach_a_bolt_app(
    robot: Robot, doors: Doors, bot: Doors, office: Office
) -> None:
    @robot.app.message("ping")
    def pong(message: dict[str, Any], say: Any) -> None:
        say(text=f"pong, <@{message['user']}>", thread_ts=message["ts"])

    robot.connect()
    deploys = office.channels["deploys"]
    asked = doors.rest("chat.postMessage", channel=deploys, text="ping please")["ts"]
    _wait_for(lambda: _answers(doors, deploys, asked) == [f"pong, <@{doors.person_id}>"])
    doors.rest("chat.postMessage", channel=deploys, text=f"<@{bot.person_id}> look")
    mention = robot.hears("app_mention")
    assert (mention["user"], mention["channel"]) == (doors.person_id, deploys)
    doors.rest("reactions.add", channel=deploys, timestamp=asked, name="eyes")
    reaction = robot.hears("reaction_added")
    assert (reaction["reaction"], reaction["item"]["ts"]) == ("eyes", asked)


def test_a_message_event_has_the_documented_fields(
    robot: Robot, doors: Doors, office: Office
) -> None:
    robot.connect()
    deploys = office.channels["deploys"]
    sent = doors.rest("chat.postMessage", channel=deploys, text="shipped &amp; done")["ts"]
    event = robot.hears("message")
    wanted = {"channel": deploys, "channel_type": "channel", "ts": sent, "user": doors.person_id}
    assert {name: event[name] for name in wanted} == wanted
    assert (event["text"], "event_ts" in event) == ("shipped &amp; done", True)


def test_what_came_while_nobody_was_connected_is_told_later(
    host: Host, world: World, bot: Doors, doors: Doors, office: Office
) -> None:
    first = Robot(host, world, bot)
    first.connect()
    first.handler.close()
    doors.rest("chat.postMessage", channel=office.channels["deploys"], text="in the meantime")
    second = Robot(host, world, bot)
    second.connect()
    assert second.hears("message")["text"] == "in the meantime"
    _wait_for(lambda: _waiting(world) == 0)
    second.handler.close()


def test_a_pressed_button_reaches_its_app_which_changes_the_message(
    robot: Robot, doors: Doors, office: Office, world: World
) -> None:
    @robot.app.action("approve")
    def approve(ack: Any, body: dict[str, Any], respond: Any) -> None:
        ack()
        respond(text=f"Approved {body['actions'][0]['value']}", replace_original=True)
        respond(text="Thank you", response_type="ephemeral")

    robot.connect()
    deploys = office.channels["deploys"]
    asked = robot.client.chat_postMessage(channel=deploys, text="Go?", blocks=_BUTTONS)["ts"]
    page = doors.browser.get(f"/c/{deploys}").text
    assert ">Approve</button>" in page
    doors.submit(f"/c/{deploys}/m/{asked}/actions", element="0.0")
    _wait_for(lambda: "Approved 42" in doors.browser.get(f"/c/{deploys}").text)
    _wait_for(lambda: "Thank you" in doors.browser.get(f"/c/{deploys}").text)
    assert ">Approve</button>" not in doors.browser.get(f"/c/{deploys}").text


def test_a_command_reaches_its_app_which_answers_in_private(
    robot: Robot, doors: Doors, office: Office, world: World
) -> None:
    @robot.app.command("/oncall")
    def oncall(ack: Any, command: dict[str, Any]) -> None:
        ack(text=f"On call for {command['text']}: Ming")

    robot.connect()
    _type_command(doors, office.channels["deploys"], "oncall", "api")
    _wait_for(
        lambda: (
            "On call for api: Ming" in doors.browser.get(f"/c/{office.channels['deploys']}").text
        )
    )


def test_only_an_apps_own_token_opens_connections(host: Host, doors: Doors, bot: Doors) -> None:
    base = f"{host.origin}/w/{doors.world.id}/chat/api/"
    own = bot.authority.token(bot.world, bot.person_id, "xapp-", scopes=["connections:write"])
    client: Any = WebClient(base_url=base)
    assert client.apps_connections_open(app_token=own)["url"].startswith("ws://")
    for token in (doors.token, bot.authority.token(bot.world, bot.person_id, "xoxb-")):
        with pytest.raises(SlackApiError) as refused:
            client.apps_connections_open(app_token=token)
        assert refused.value.response["error"] == "not_allowed_token_type"
    with pytest.raises(SlackApiError) as refused:
        WebClient(token=own, base_url=base).conversations_list()
    assert refused.value.response["error"] == "not_allowed_token_type"


def test_webhooks_post_with_the_vendors_client(
    host: Host, doors: Doors, office: Office, world: World
) -> None:
    with world.reading() as session:
        app_id = session.scalars(select(ChatApp.id)).one()
    deploys = office.channels["deploys"]
    made = perform(world, doors.actor, webhooks.create, app_id=app_id, channel_id=deploys)
    team = doors.rest("auth.test")["team_id"]
    root = f"{host.origin}/w/{world.id}/chat/services"
    hook = WebhookClient(f"{root}/{team}/{made.hook.id}/{made.secret}")
    sent = hook.send(text="Build 7 is green", blocks=[{"type": "divider"}])
    assert (sent.status_code, sent.body) == (200, "ok")
    newest = doors.rest("conversations.history", channel=deploys, limit=1)["messages"][0]
    assert (newest["text"], newest["bot_id"][:1]) == ("Build 7 is green", "B")
    bad = {
        f"{root}/{team}/{made.hook.id}/wrong": (403, "invalid_token"),
        f"{root}/{team}/B0000000000/x": (404, "no_service"),
        f"{root}/T0/{made.hook.id}/{made.secret}": (404, "no_team"),
    }
    for url, answer in bad.items():
        found = WebhookClient(url).send(text="x")
        assert (found.status_code, found.body) == answer
    empty = hook.send_dict({"text": ""})
    assert (empty.status_code, empty.body) == (400, "no_text")


def _nothing() -> None:
    """Takes an event and does nothing about it."""


def _answers(doors: Doors, channel: str, root: str) -> list[str]:
    found = doors.rest("conversations.replies", channel=channel, ts=root)["messages"]
    return [message["text"] for message in found[1:]]


def _waiting(world: World) -> int:
    with world.reading() as session:
        return len(session.scalars(select(Envelope)).all())


def _type_command(doors: Doors, channel_id: str, command: str, text: str) -> None:
    """The bot's app answers a command, and somebody types it."""
    with doors.world.writing() as session:
        app_id = session.scalars(select(ChatApp.id)).one()
        session.add(AppCommand(command=command, app_id=app_id))
    doors.submit(f"/c/{channel_id}/messages", text=f"/{command} {text}")


def _wait_for(met: Any) -> None:
    """Wait until something holds that another thread brings about."""
    stop = threading.Event()
    for _ in range(_SECONDS * 10):
        if met():
            return
        stop.wait(0.1)
    raise AssertionError("it never came to pass")
