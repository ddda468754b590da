"""The keyboard, key by key: each row of the table does something, and what the table says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from tests.browser.test_chat_reading import open_chat, say
from tests.kit import Doors, Office

from workworld.apps.chat.models import Document, Message
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.doors.keys import Shortcut, shortcuts

pytestmark = pytest.mark.browser

TABLE = shortcuts("chat")
LEADS = {
    "Ctrl+f": r"/search\?q=in",
    "Ctrl+n": "/dm/new$",
    "Ctrl+Shift+a": "/unreads$",
    "Ctrl+Shift+t": "/threads$",
    "Ctrl+Shift+m": "/activity$",
    "Ctrl+Shift+l": "/browse/channels$",
    "Ctrl+Shift+k": "/dm$",
    "Ctrl+.": r"/t/\d+\.\d+$",
    "Ctrl+Shift+y": "/status$",
    "g c": "/browse/channels$",
    "g d": "/date$",
    "g k": "/canvases$",
    "g l": "/later$",
    "g m": "/details/members$",
    "g r": "/lists$",
    "g t": "/threads$",
    "g w": "/dm/new$",
    "c": "/channels/new$",
    "r": "/react$",
    "t": r"/t/\d+\.\d+",
    "f": "/share$",
    "m": "/remind$",
    "Delete": "/delete$",
}
"""Where keys lead that lead somewhere; all others change the page."""
WANTED = {
    "global": "Ctrl+k Ctrl+g Ctrl+f Ctrl+Shift+a Ctrl+Shift+t Ctrl+Shift+m Ctrl+Shift+l "
    "Ctrl+Shift+k Ctrl+n "
    "Alt+ArrowUp Alt+ArrowDown Alt+Shift+ArrowUp Alt+Shift+ArrowDown Shift+Escape Ctrl+u "
    "Ctrl+. Ctrl+Shift+d Ctrl+Shift+y F6 Shift+F6 ? Ctrl+/",
    "list": "Escape",
    "item": "e r t f p a m u Delete",
    "editor": "ArrowUp Ctrl+u",
}
"""What people bring with them from other chats."""
_SEEN = """() => JSON.stringify([
  location.href, document.activeElement?.outerHTML.slice(0, 200), document.body.innerText,
  [...document.querySelectorAll(":popover-open, dialog:modal")].map((each) => each.id),
  [...document.querySelectorAll("textarea")].map((each) => each.value),
])"""


class Stage:
    """A person at a keyboard, in front of the page that a key is for."""

    def __init__(self, page: Page, doors: Doors, office: Office) -> None:
        self.page, self.doors, self.office = page, doors, office
        self.general = office.channels["general"]
        with doors.world.reading() as session:
            inside = select(Message).where(Message.channel_id == self.general)
            threads = inside.where(Message.thread_ts.is_not(None)).order_by(Message.ts)
            first = session.scalars(threads).first()
            assert first is not None
            self.root = first.thread_ts
            kinds = dict(session.execute(select(Document.kind, Document.id)).all())
        self.canvas, self.list = f"/canvas/{kinds['canvas']}", f"/list/{kinds['list']}"

    def at(self, path: str) -> None:
        open_chat(self.page, self.doors, path)
        self.page.wait_for_selector("html[data-ready=true]")

    def before(self, row: Shortcut) -> None:
        """Go to where the row has something to do."""
        pages = {
            "chat.write-reply": f"/c/{self.general}/t/{self.root}",
            "chat.write-section": self.canvas,
            "chat.new-record": self.list,
            "dialog.submit": "/sections/new",
        }
        if row.command == "chat.save-section":
            self.at(f"{self.canvas}/add")
            return self.page.keyboard.type("More")
        self.at(pages.get(row.command, f"/c/{self.general}"))
        return SCENES.get(row.scope, lambda _stage, _row: None)(self, row)

    @property
    def seen(self) -> str:
        return str(self.page.evaluate(_SEEN))

    def press(self, row: Shortcut) -> None:
        for keys in row.keys:
            parts = keys.replace("Ctrl", "Control").split("+") if len(keys) > 1 else [keys]
            if "Shift" in parts and len(parts[-1]) == 1 and parts[-1].isalpha():
                parts[-1] = parts[-1].upper()
            self.page.keyboard.press("+".join(parts))


def _on_message(stage: Stage, row: Shortcut) -> None:
    is_own = row.command in ("chat.edit", "chat.delete")
    which = '[data-may~="edit"]' if is_own else ':not([aria-label^="Ana"])[data-may~="react"]'
    stage.page.locator(f"#log .message{which}").last.focus()


def _in_composer(stage: Stage, row: Shortcut) -> None:
    composer = stage.page.get_by_role("textbox", name="Message #general")
    composer.fill("")
    if row.command == "chat.cancel-edit":
        stage.page.keyboard.press("ArrowUp")
        expect(stage.page.locator("[data-editor] textarea")).to_be_focused()
    elif row.command not in ("chat.edit-last", "chat.mention", "chat.emoji", "chat.command"):
        stage.page.keyboard.type("word")
        composer.select_text()


def _in_list(stage: Stage, _row: Shortcut) -> None:
    _on_message(stage, _row)
    stage.page.keyboard.press("u")
    here = stage.page.locator("#sidebar [aria-current]")
    expect(here).to_contain_text("unread")


def _in_dialog(stage: Stage, _row: Shortcut) -> None:
    stage.page.get_by_role("dialog").get_by_role("textbox", name="Name").fill("Launch")


SCENES: dict[str, Callable[[Stage, Shortcut], None]] = {
    "item": _on_message,
    "editor": _in_composer,
    "list": _in_list,
    "dialog": _in_dialog,
}


@contextmanager
def choosing_files(page: Page, row: Shortcut) -> Iterator[None]:
    """Attaching presses the field that opens the browser's own dialog.

    Playwright's event of that dialog is not waited for: it is lost where a key comes before the
    browser has been told to send it.
    """
    if row.command != "chat.attach":
        yield
        return
    page.evaluate(
        """() => document.addEventListener("click", (event) => {
          if (event.target.type === "file") console.debug("asked for files");
        }, true)"""
    )
    with page.expect_console_message(lambda said: said.text == "asked for files"):
        yield


@pytest.mark.parametrize("scope", dict.fromkeys(row.scope for row in TABLE))
def test_each_key_does_what_the_table_says(
    page: Page, doors: Doors, office: Office, scope: str
) -> None:
    stage = Stage(page, doors, office)
    perform(doors.world, doors.actor, messages.post, channel_id=stage.general, text="mine")
    for name, who in (
        ("announcements", office.people["wtallis"]),
        ("support-escalations", office.people["mchen"]),
    ):
        say(doors, who, office.channels[name], "news")
    idle = []
    for row in (each for each in TABLE if each.scope == scope):
        stage.before(row)
        before, keys = stage.seen, " ".join(row.keys)
        with choosing_files(page, row):
            stage.press(row)
        if row.command == "chat.attach":
            continue
        if keys in LEADS:
            page.wait_for_url(re.compile(LEADS[keys]))
            continue
        try:
            page.wait_for_function(f"(before) => ({_SEEN})() !== before", arg=before, timeout=4000)
        except Exception:  # noqa: BLE001 - every key that does nothing is told at once
            idle.append(f"{row.scope}: {keys} ({row.command})")
    assert idle == []


def test_table_has_every_key_that_people_know() -> None:
    for scope, wanted in WANTED.items():
        known = {" ".join(row.keys) for row in TABLE if row.scope == scope}
        assert set(wanted.split()) <= known


def test_sheet_lists_the_whole_table(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    page.keyboard.press("Control+/")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.get_by_role("term")).to_have_count(len({(r.scope, r.label) for r in TABLE}))
    for row in TABLE:
        expect(sheet.get_by_role("term").filter(has_text=row.label).first).to_be_attached()


def test_no_letter_acts_while_somebody_writes(page: Page, doors: Doors, office: Office) -> None:
    open_chat(page, doors, f"/c/{office.channels['general']}")
    before = page.url
    letters = "".join(key for row in TABLE for key in row.keys if len(key) == 1 and key.isalpha())
    for name in ("Message #general", "Search Calderoute"):
        field = page.get_by_label(name, exact=True)
        field.focus()
        page.keyboard.type(letters + "? W")
        expect(field).to_have_value(letters + "? W")
    assert page.url == before
    assert page.locator("dialog:modal").count() == 0
