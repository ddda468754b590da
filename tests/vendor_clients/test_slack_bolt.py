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
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
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

        for kind in (
            "message",
            "app_mention",
            "reaction_added",
            "member_joined_channel",
            "emoji_changed",
        ):
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


def test_changes_of_own_emoji_reach_a_bolt_app(robot: Robot, doors: Doors) -> None:
    def told(**given: Any) -> None:
        event = robot.hears("emoji_changed")
        assert {name: event[name] for name in given} == given
        assert "event_ts" in event

    robot.connect()
    doors.rest("admin.emoji.addAlias", name="out", alias_for="shipped")
    told(subtype="add", name="out", value="alias:shipped")
    doors.rest("admin.emoji.rename", name="shipped", new_name="sent")
    value = robot.client.emoji_list()["emoji"]["sent"]
    told(subtype="rename", old_name="shipped", new_name="sent", value=value)
    doors.rest("admin.emoji.remove", name="sent")
    told(subtype="remove", names=["out", "sent", "ship_it"])


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


def test_what_is_not_acknowledged_is_told_again(
    host: Host, world: World, bot: Doors, doors: Doors, office: Office
) -> None:
    own = bot.authority.token(world, bot.person_id, "xapp-", scopes=["connections:write"])
    base = f"{host.origin}/w/{world.id}/chat/api/"
    client = SocketModeClient(app_token=own, web_client=WebClient(base_url=base))
    told: queue.Queue[SocketModeRequest] = queue.Queue()
    client.socket_mode_request_listeners.append(lambda _client, request: told.put(request))
    client.connect()
    doors.rest("chat.postMessage", channel=office.channels["deploys"], text="heard?")
    first, again = (told.get(timeout=_SECONDS) for _ in range(2))
    assert (again.envelope_id, again.retry_attempt) == (first.envelope_id, 1)
    client.send_socket_mode_response(SocketModeResponse(envelope_id=again.envelope_id))
    _wait_for(lambda: _waiting(world) == 0)
    client.close()


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
        app_id = session.scalars(select(ChatApp.id).where(ChatApp.name == "Lookout")).one()
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
    crowd = hook.send(text=" ".join(f"<@U{number:07}>" for number in range(51)))
    assert (crowd.status_code, crowd.body) == (403, "action_prohibited")
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
        app_id = session.scalars(select(ChatApp.id).where(ChatApp.name == "Lookout")).one()
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


FEEDBACK: dict[str, Any] = {
    "type": "modal",
    "callback_id": "feedback",
    "title": {"type": "plain_text", "text": "Feedback"},
    "submit": {"type": "plain_text", "text": "Send"},
    "private_metadata": "from here",
    "notify_on_close": True,
    "blocks": [
        {"type": "section", "text": {"type": "mrkdwn", "text": "What do you *think*?"}},
        {
            "type": "input",
            "block_id": "words",
            "label": {"type": "plain_text", "text": "In your words"},
            "element": {"type": "plain_text_input", "action_id": "said", "multiline": True},
        },
        {
            "type": "input",
            "block_id": "mark",
            "label": {"type": "plain_text", "text": "Mark"},
            "element": {
                "type": "static_select",
                "action_id": "chosen",
                "options": [
                    {"text": {"type": "plain_text", "text": each.title()}, "value": each}
                    for each in ("good", "bad")
                ],
            },
        },
        {
            "type": "input",
            "block_id": "whom",
            "optional": True,
            "label": {"type": "plain_text", "text": "Whom to tell"},
            "element": {"type": "multi_users_select", "action_id": "people"},
        },
    ],
}


def _top(doors: Doors) -> str:
    """The address of the view that is shown, below chat's pages; empty for none."""
    found = doors.browser.get("/views/top").text
    return found.split('href="')[1].split('"')[0] if "href" in found else ""


def test_a_command_opens_a_view_whose_answer_is_corrected_and_then_posted(
    robot: Robot, doors: Doors, office: Office
) -> None:
    heard: queue.Queue[Any] = queue.Queue()

    @robot.app.command("/feedback")
    def feedback(ack: Any, body: dict[str, Any], client: Any) -> None:
        ack()
        made = client.views_open(trigger_id=body["trigger_id"], view=FEEDBACK)
        heard.put(made["view"]["id"])

    @robot.app.view("feedback")
    def sent(ack: Any, body: dict[str, Any], view: dict[str, Any], client: Any) -> None:
        values = view["state"]["values"]
        if len(values["words"]["said"]["value"]) < 10:
            return ack(response_action="errors", errors={"words": "Say a little more."})
        ack()
        chosen = values["mark"]["chosen"]["selected_option"]["value"]
        people = values["whom"]["people"]["selected_users"]
        said = f"{chosen}: {values['words']['said']['value']} {people} {view['private_metadata']}"
        client.chat_postMessage(channel=office.channels["deploys"], text=said)
        return None

    robot.connect()
    deploys = office.channels["deploys"]
    _type_command(doors, deploys, "feedback", "")
    view_id = heard.get(timeout=_SECONDS)
    address = _top(doors)
    assert address == f"/c/{deploys}/view/{view_id}"
    assert f'href="{address}"' in doors.browser.get("/later").text  # whoever comes after finds it
    page = doors.browser.get(address).text
    assert "<strong>think</strong>" in page
    assert '<textarea class="input" id="view-2" name="in:words"' in page
    refused = doors.submit(address, **{"in:mark": "good"})
    assert (refused.status_code, "must be filled in" in refused.text) == (422, True)
    doors.submit(address, **{"in:words": "Fine", "in:mark": "good"})
    _wait_for(lambda: "Say a little more." in doors.browser.get(address).text)
    assert "\nFine</textarea>" in doors.browser.get(address).text
    fields = {"in:words": "Fine, thank you all", "in:mark": "bad", "in:whom": doors.person_id}
    doors.submit(address, **fields)
    said = f"bad: Fine, thank you all ['{doors.person_id}'] from here"
    _wait_for(lambda: said in str(doors.rest("conversations.history", channel=deploys, limit=1)))
    _wait_for(lambda: _top(doors) == "")
    assert address not in doors.browser.get("/later").text
    assert doors.browser.get(address).location == f"/c/{deploys}"


def test_views_are_pushed_changed_and_closed_and_refused_in_the_vendors_words(
    robot: Robot, doors: Doors, office: Office
) -> None:
    heard: queue.Queue[Any] = queue.Queue()

    @robot.app.command("/feedback")
    def feedback(ack: Any, body: dict[str, Any]) -> None:
        ack()
        heard.put(body["trigger_id"])

    @robot.app.view("feedback")
    def sent(ack: Any) -> None:
        titled = {**FEEDBACK, "title": {"type": "plain_text", "text": "Above"}}
        ack(response_action="push", view=titled)

    @robot.app.view_closed("feedback")
    def closed(ack: Any, view: dict[str, Any]) -> None:
        ack()
        heard.put(view["title"]["text"])

    robot.connect()
    _type_command(doors, office.channels["deploys"], "feedback", "")
    trigger = heard.get(timeout=_SECONDS)
    client, untitled = robot.client, {**FEEDBACK, "title": None}
    wrong: list[tuple[str, Any, dict[str, Any]]] = [
        ("invalid_arguments", client.views_open, {"trigger_id": "1.2.3", "view": FEEDBACK}),
        ("invalid_arguments", client.views_open, {"trigger_id": trigger, "view": untitled}),
        ("not_found", client.views_push, {"trigger_id": trigger, "view": FEEDBACK}),
        ("not_found", client.views_update, {"view_id": "V0", "view": FEEDBACK}),
    ]
    for error, function, words in wrong:
        assert _refused(function, **words) == error
    huge = {**FEEDBACK, "private_metadata": "x" * 250_000}
    assert _refused(client.views_open, trigger_id=trigger, view=huge) == "view_too_large"
    view = client.views_open(trigger_id=trigger, view=FEEDBACK)["view"]
    again = {"trigger_id": trigger, "view": FEEDBACK}
    assert _refused(client.views_open, **again) == "exchanged_trigger_id"
    fields = {"in:words": "Fine", "in:mark": "good"}
    doors.submit(_top(doors), **fields)
    _wait_for(lambda: "Above</h2>" in doors.browser.get(_top(doors)).text)
    stale = {"view_id": view["id"], "hash": "1.0", "view": FEEDBACK}
    assert _refused(client.views_update, **stale) == "hash_conflict"
    changed = {**FEEDBACK, "title": {"type": "plain_text", "text": "Beneath"}}
    client.views_update(view_id=view["id"], hash=view["hash"], view=changed)
    for title in ("Above", "Beneath"):
        assert f"{title}</h2>" in doors.browser.get(_top(doors)).text
        doors.submit(f"{_top(doors)}/close")
        assert heard.get(timeout=_SECONDS) == title
    _wait_for(lambda: _top(doors) == "")


def _refused(function: Any, **words: Any) -> str:
    with pytest.raises(SlackApiError) as refused:
        function(**words)
    return str(refused.value.response["error"])


_PRESS = {
    "type": "button",
    "action_id": "more",
    "value": "7",
    "text": {"type": "plain_text", "text": "More"},
}
_PICK = {
    "type": "static_select",
    "action_id": "team",
    "options": [
        {"text": {"type": "plain_text", "text": each.title()}, "value": each}
        for each in ("red", "blue")
    ],
}
_ELEMENTS = [{"type": "actions", "block_id": "acts", "elements": [_PRESS, _PICK]}]


def _home(text: str) -> dict[str, Any]:
    said = {"type": "section", "text": {"type": "mrkdwn", "text": text}}
    return {"type": "home", "callback_id": "start", "blocks": [said, *_ELEMENTS]}


def test_home_tab_is_published_when_it_is_opened_and_its_buttons_reach_the_app(
    robot: Robot, doors: Doors, bot: Doors
) -> None:
    heard: queue.Queue[Any] = queue.Queue()

    @robot.app.event("app_home_opened")
    def opened(event: dict[str, Any], client: Any) -> None:
        heard.put(event)
        client.views_publish(user_id=event["user"], view=_home("*Welcome* aboard"))

    @robot.app.action("more")
    def more(ack: Any, body: dict[str, Any], client: Any) -> None:
        ack()
        view = body["view"]
        said = f"{body['container']['type']} {body['actions'][0]['value']} {view['callback_id']}"
        given = {"user_id": body["user"]["id"], "view": _home(said), "hash": view["hash"]}
        client.views_publish(**given)
        heard.put(body)

    @robot.app.action("team")
    def team(ack: Any, body: dict[str, Any], client: Any) -> None:
        ack()
        heard.put(body["actions"][0]["selected_option"]["value"])
        client.views_open(trigger_id=body["trigger_id"], view=FEEDBACK)

    room = doors.rest("conversations.open", users=bot.person_id)["channel"]["id"]
    assert "has shown you nothing" in doors.browser.get(f"/c/{room}/home").text
    robot.connect()
    doors.browser.get(f"/c/{room}/home")
    event = heard.get(timeout=_SECONDS)
    assert (event["tab"], event["channel"], event["user"]) == ("home", room, doors.person_id)
    follow = {"HX-Request": "true"}

    def page() -> str:
        return doors.browser.get(f"/c/{room}/home", headers=follow).text

    _wait_for(lambda: "<strong>Welcome</strong> aboard" in page())
    assert heard.empty()
    doors.submit(f"/c/{room}/home", element="1.0")
    body = heard.get(timeout=_SECONDS)
    assert body["container"] == {"type": "view", "view_id": body["view"]["id"]}
    assert (body["view"]["type"], body["view"]["root_view_id"]) == ("home", body["view"]["id"])
    assert "view 7 start" in page()
    doors.submit(f"/c/{room}/home", **{"element": "1.1", "value:1.1": "blue"})
    assert heard.get(timeout=_SECONDS) == "blue"
    _wait_for(lambda: _top(doors).startswith(f"/c/{room}/view/"))
    stale = {"user_id": doors.person_id, "hash": body["view"]["hash"], "view": _home("x")}
    assert _refused(robot.client.views_publish, **stale) == "hash_conflict"
    wrong = {"user_id": doors.person_id, "view": FEEDBACK}
    assert _refused(robot.client.views_publish, **wrong) == "invalid_arguments"
    about = doors.browser.get(f"/c/{room}/app").text
    for tab in ("Home", "Messages", "About"):
        assert f"<span>{tab}</span></a>" in about
    general = doors.rest("conversations.list", limit=1)["channels"][0]["id"]
    assert doors.browser.get(f"/c/{general}/home").status_code == 404
    assert "<span>Home</span>" not in doors.browser.get(f"/c/{general}").text


def test_buttons_in_a_view_reach_its_app_which_changes_what_is_shown(
    robot: Robot, doors: Doors, office: Office
) -> None:
    heard: queue.Queue[Any] = queue.Queue()
    view = {**FEEDBACK, "blocks": [*FEEDBACK["blocks"], *_ELEMENTS]}

    @robot.app.command("/feedback")
    def feedback(ack: Any, body: dict[str, Any], client: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=view)

    @robot.app.action("more")
    def more(ack: Any, body: dict[str, Any], client: Any) -> None:
        ack()
        pushed = {**FEEDBACK, "title": {"type": "plain_text", "text": "More"}}
        made = client.views_push(trigger_id=body["trigger_id"], view=pushed)["view"]
        heard.put((body, made))

    @robot.app.view("feedback")
    def sent(ack: Any, view: dict[str, Any]) -> None:
        if view["title"]["text"] == "More":
            changed = {**FEEDBACK, "title": {"type": "plain_text", "text": "Changed"}}
            return ack(response_action="update", view=changed)
        return ack(response_action="clear")

    robot.connect()
    _type_command(doors, office.channels["deploys"], "feedback", "")
    _wait_for(lambda: _top(doors))
    first = _top(doors)
    doors.submit(f"{first}/actions", **{"element": "4.0", "in:words": "So far"})
    body, made = heard.get(timeout=_SECONDS)
    assert (body["container"]["type"], "message" in body) == ("view", False)
    assert body["view"]["state"]["values"]["words"]["said"]["value"] == "So far"
    root = first.rpartition("/")[2]
    assert (made["root_view_id"], made["previous_view_id"]) == (root, root)
    doors.submit(_top(doors), **{"in:words": "Fine", "in:mark": "good"})
    _wait_for(lambda: "Changed</h2>" in doors.browser.get(_top(doors)).text)
    doors.submit(_top(doors), **{"in:words": "Fine", "in:mark": "good"})
    _wait_for(lambda: _top(doors) == "")
