"""A workflow is built, published and started with nothing but its pages."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_chat_in_place import channel, forgiving
from tests.kit import Doors, Office

from workworld.host import Host

pytestmark = pytest.mark.browser

SAID = "*{{form.system}}* is out, says"


def choose(page: Page, field: str, typed: str, option: str) -> None:
    """Type into a combobox and take what is offered."""
    page.get_by_role("combobox", name=field).fill(typed)
    page.get_by_role("option", name=re.compile(re.escape(option))).first.click()


def settle(page: Page, button: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=button).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_workflow_is_built_and_started(
    chrome: Browser, host: Host, doors: Doors, office: Office
) -> None:
    with forgiving(chrome, host, doors) as page:
        channel(page, office, "deploys")
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("menuitem", name="Workflows").click()
        page.get_by_role("link", name="New workflow").click()
        page.get_by_role("textbox", name="Name").fill("Report an outage")
        page.get_by_role("textbox", name="Emoji").fill("fire")
        page.get_by_role("button", name="Create workflow").click()

        page.get_by_role("link", name="Choose what begins it").click()
        page.get_by_role("link", name=re.compile("A link in a channel")).click()
        choose(page, "Channel", "depl", "#deploys")
        settle(page, "Save")

        page.get_by_role("link", name="Add a step").click()
        page.get_by_role("link", name=re.compile("Ask with a form")).click()
        page.get_by_role("textbox", name="Title").fill("What is out?")
        page.get_by_role("textbox", name="Question 1").fill("System")
        expect(page.get_by_role("textbox", name="Choices of question 1")).to_be_hidden()
        page.get_by_role("combobox", name="Answer to question 1").click()
        page.get_by_role("option", name="One of several").click()
        page.get_by_role("textbox", name="Choices of question 1").fill("Scheduler\nLogin")
        settle(page, "Add step")

        page.get_by_role("link", name="Add a step").click()
        page.get_by_role("link", name=re.compile("Send a message to a channel")).click()
        choose(page, "Channel", "trigger", "{{trigger.channel}}")
        page.get_by_role("textbox", name="Message").fill(
            "*{{form.system}}* is out, says {{trigger.who}}"
        )
        settle(page, "Add step")

        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "there is no {{trigger.who}} at this point"
        )
        page.get_by_role("link", name="Edit step 2, Send a message to a channel").click()
        expect(page.get_by_text("{{trigger.person}}").last).to_be_visible()
        said = page.get_by_role("textbox", name="Message")
        said.fill(f"{SAID} {{{{trigger.person}}}}")
        settle(page, "Save")
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Published")

        channel(page, office, "deploys")
        page.get_by_role("list", name="Workflows").get_by_role("link").click()
        dialog = page.get_by_role("dialog", name="What is out?")
        expect(page).to_have_url(re.compile("/workflows/Wf"))
        dialog.get_by_role("combobox", name="System").click()
        page.get_by_role("option", name="Login").click()
        dialog.get_by_role("button", name="Send").click()
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("article").last).to_contain_text("Login is out, says @Ana")
        expect(page.get_by_role("article").last).to_contain_text("Report an outage")

        page.goto(page.url.partition("/c/")[0] + "/workflows")
        page.get_by_role("link", name="Runs of Report an outage").click()
        page.get_by_role("row").last.get_by_role("link").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Completed")
        expect(page.get_by_text("Login", exact=True)).to_be_visible()
