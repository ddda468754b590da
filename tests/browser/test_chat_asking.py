"""What apps wish to be asked before something of theirs is pressed or chosen."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from tests.browser.test_chat_in_place import channel
from tests.kit import Doors, Office

from workworld.apps.chat.modal_shapes import trigger_id
from workworld.apps.chat.models import AppCommand, ChatApp, Interaction
from workworld.apps.chat.service import direct, homes, interactions, members, messages, modals
from workworld.calls import perform
from workworld.context import Actor

pytestmark = pytest.mark.browser


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


BUTTON = {
    "type": "button",
    "action_id": "drop",
    "text": plain("Drop it"),
    "style": "danger",
    "confirm": {
        "title": plain("Drop the table?"),
        "text": plain("It cannot be had back."),
        "confirm": plain("Drop"),
        "deny": plain("Keep"),
        "style": "danger",
    },
}
ACTIONS = {"type": "actions", "elements": [BUTTON]}
FIELD = {
    "type": "input",
    "block_id": "words",
    "label": plain("In your words"),
    "element": {"type": "plain_text_input", "action_id": "said"},
}


@pytest.fixture
def bot(doors: Doors, office: Office) -> Actor:
    return Actor(office.people["lookout"])


def pressed(doors: Doors) -> int:
    with doors.world.reading() as session:
        found = session.scalars(select(Interaction).where(Interaction.action_id == "drop"))
        return len(found.all())


def asks_before_it_is_pressed(page: Page, doors: Doors) -> None:
    button = page.get_by_role("button", name="Drop it")
    asked = page.get_by_role("alertdialog", name="Drop the table?")
    button.click()
    expect(asked).to_contain_text("It cannot be had back.")
    expect(asked.get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    asked.get_by_role("button", name="Keep").click()
    expect(asked).to_be_hidden()
    assert pressed(doors) == 0
    button.click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        asked.get_by_role("button", name="Drop", exact=True).click()
    expect(asked).to_be_hidden()
    expect(button).to_be_visible()
    assert pressed(doors) == 1


def test_button_of_a_home_tab_asks_first(
    page: Page, doors: Doors, office: Office, bot: Actor
) -> None:
    room = perform(doors.world, doors.actor, direct.open, user_ids=[bot.person_id]).channel.id
    view = {"type": "home", "blocks": [ACTIONS]}
    perform(doors.world, bot, homes.publish, user_id=doors.person_id, view=view)
    channel(page, office, "general")
    page.goto(page.url.replace(office.channels["general"], f"{room}/home"))
    asks_before_it_is_pressed(page, doors)


def test_button_of_a_view_asks_first_and_what_is_typed_stays(
    page: Page, doors: Doors, office: Office, bot: Actor
) -> None:
    channel(page, office, "deploys")
    with doors.world.writing() as session:
        app = session.scalars(select(ChatApp).where(ChatApp.account_id == bot.person_id)).one()
        session.add(AppCommand(command="oncall", app_id=app.id))
    place = {"channel_id": office.channels["deploys"], "command": "oncall"}
    asked = perform(doors.world, doors.actor, interactions.run_command, **place)
    view = {"type": "modal", "title": plain("Tables"), "blocks": [FIELD, ACTIONS]}
    view["submit"] = plain("Send")
    given = {"trigger_id": trigger_id(asked.id, asked.taken_us), "view": view}
    perform(doors.world, bot, modals.open, **given)
    field = page.get_by_role("textbox", name="In your words")
    field.fill("half a thought")
    asks_before_it_is_pressed(page, doors)
    expect(field).to_have_value("half a thought")


WAYS: dict[str, Any] = {
    "type": "static_select",
    "action_id": "drop",
    "placeholder": plain("Which table"),
}
WAYS |= {"confirm": BUTTON["confirm"]}
WAYS["options"] = [{"text": plain(name), "value": name.lower()} for name in ("Orders", "Users")]
WAYS["initial_option"] = WAYS["options"][0]
DAY: dict[str, Any] = {"type": "datepicker", "action_id": "drop", "placeholder": plain("Which day")}
DAY |= {"confirm": BUTTON["confirm"], "initial_date": "2026-03-20"}
CHOICES = {"type": "actions", "elements": [WAYS, DAY]}


def answer(page: Page, name: str) -> None:
    asked = page.get_by_role("alertdialog", name="Drop the table?")
    expect(asked).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        asked.get_by_role("button", name=name, exact=True).click()
    expect(asked).to_be_hidden()


def test_choices_in_a_message_ask_first(
    page: Page, doors: Doors, office: Office, bot: Actor
) -> None:
    deploys, content = office.channels["deploys"], {"blocks": [CHOICES]}
    perform(doors.world, bot, members.join, channel_id=deploys)
    perform(doors.world, bot, messages.post, channel_id=deploys, text="Which?", content=content)
    channel(page, office, "deploys")
    page.get_by_role("button", name="Choose: Which table").click()
    page.get_by_role("button", name="Keep").first.click()
    expect(page.get_by_role("alertdialog", name="Drop the table?")).to_be_hidden()
    assert pressed(doors) == 0
    page.get_by_role("button", name="Choose: Which table").click()
    answer(page, "Drop")
    assert pressed(doors) == 1
    page.get_by_label("Which day", exact=True).first.focus()
    page.keyboard.press("Enter")
    answer(page, "Drop")
    assert pressed(doors) == 2
