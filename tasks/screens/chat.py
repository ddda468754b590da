"""Chat in the browser: channels, messages and their threads, search, and who somebody is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from workworld.grading import Episode

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_HANDLE = re.compile(r"^@[\w.-]+$")
_ZONE = re.compile(r"\((\w[\w ]+/[\w /]+)\)")
_HAS_REPLIES = re.compile(r"\b\d+ repl(y|ies)\b")
_FIRST = "log => log.querySelector('time')?.dateTime"
_AUTHORS = "all => all.map(each => each.querySelector('[data-person]').dataset.person)"
_PRESS = "links => links.forEach(link => { link.scrollIntoView(); link.click(); })"
_MINUTES = 30
_MOST_WAITS = 16


class Said(NamedTuple):
    """A message as its reader sees it."""

    author: str
    text: str
    """With whatever stands around it: the author, the time, its reactions."""
    moment: str
    """In ISO 8601."""


def open_chat(page: Page) -> Locator:
    """Turn to chat from anywhere: its sidebar."""
    sidebar = page.get_by_role("navigation", name="Channels")
    if not sidebar.count():
        page.get_by_role("navigation", name="Apps").get_by_role("link", name="Chat").click()
        sidebar.wait_for()
    return sidebar


def open_channel(page: Page, name: str) -> bool:
    """Open a channel from anywhere; whether the persona sees one of this name."""
    sidebar = open_chat(page)
    link = sidebar.get_by_role("link", name=_called(name))
    if not link.count():
        sidebar.get_by_role("link", name="Browse channels").click()
        link = _browsed(page, name)
    if not link.count():
        return False
    link.click()
    page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
    return True


def _called(name: str) -> re.Pattern[str]:
    """A channel's link in the sidebar, whatever is new there."""
    return re.compile(rf"^{re.escape(name)}( unread)?( \d+ mentions?)?$")


def _browsed(page: Page, name: str) -> Locator:
    """The link to a channel among all channels, which the persona need not be in."""
    field = page.get_by_role("searchbox", name="Search channels")
    field.fill(name)
    with page.expect_navigation():
        field.press("Enter")
    return page.get_by_role("main").get_by_role("link", name=name, exact=True)


def messages(page: Page) -> Locator:
    """What stands in the channel that is open: a log of articles."""
    return page.get_by_role("log", name=re.compile("^Messages in"))


def message(page: Page, text: str) -> Locator:
    """The message in the open channel that has this text in it."""
    return messages(page).get_by_role("article").filter(has_text=text)


def whole_channel(page: Page) -> list[Said]:
    """All messages of the open channel, the oldest first; then it shows the latest again."""
    log = messages(page)
    found = said(log)
    while _load_older(page):  # and what is far off on the other side goes
        known = {(each.author, each.moment) for each in found}
        found = [each for each in said(log) if (each.author, each.moment) not in known] + found
    _jump_to_latest(page)
    return found


def earlier_message(page: Page, text: str) -> Locator:
    """The message in the open channel that has this text in it, however far back it stands."""
    sought = message(page, text)
    if not sought.count():
        _jump_to_latest(page)
    while not sought.count() and _load_older(page):
        pass
    return sought


def _load_older(page: Page) -> bool:
    """Have older messages of the open channel shown; whether there were any."""
    ready = page.locator("html[data-ready=true]")
    ready.wait_for(state="attached")  # else older messages may come by themselves meanwhile
    log = messages(page)
    first = log.evaluate(_FIRST)  # sooner than the link is looked for, which may be gone by then
    older = page.get_by_role("link", name="Older messages")
    if not older.count():
        return False
    # Scrolled into view, it may load them by itself and be gone before it is clicked. Not scrolled
    # to, the other end stays in sight, for which newer ones would come again.
    older.evaluate_all(_PRESS)
    page.wait_for_function(
        f"([log, first]) => ({_FIRST})(log) !== first", arg=[log.element_handle(), first]
    )
    ready.wait_for(state="attached")
    return True


def _jump_to_latest(page: Page) -> None:
    link = page.get_by_role("main").get_by_role("link", name="Jump to latest")
    if link.is_visible():
        link.click()
        link.wait_for(state="hidden")


def said(log: Locator) -> list[Said]:
    """Author, text and time of each message in a log."""
    told = (
        "all => all.map(each => "
        "[each.ariaLabel, each.innerText, each.querySelector('time').dateTime])"
    )
    rows = log.get_by_role("article").evaluate_all(told)
    return [Said(label.split(",")[0], text, moment) for label, text, moment in rows]


def has_thread(text: str) -> bool:
    """Whether a message, as it is shown, has replies."""
    return _HAS_REPLIES.search(text) is not None


def open_thread(page: Page, parent: Locator) -> Locator:
    """Open the thread below a message that has replies: the log, the parent first in it."""
    opening = parent.get_by_text(re.compile(r"\S")).first.inner_text()
    parent.get_by_role("link", name=_HAS_REPLIES).click()
    replies = page.get_by_role("log", name="Replies")
    replies.get_by_role("article").first.filter(has_text=opening).wait_for()
    page.wait_for_url(re.compile("/t/"))
    return replies


def reply(page: Page, typed: str, shown: str = "") -> None:
    """Reply in the thread that is open.

    Args:
        page: where a thread is open.
        typed: what is typed.
        shown: what of it stands there then, if that differs.
    """
    composer = page.get_by_role("textbox", name="Reply in thread")
    composer.fill(typed)
    composer.press("Enter")
    page.get_by_role("log", name="Replies").get_by_text(shown or typed).wait_for()


def post(page: Page, channel: str, typed: str, shown: str = "") -> Locator:
    """Post a message in the channel that is open; for arguments see ``reply``. The message."""
    composer = page.get_by_role("textbox", name=f"Message #{channel}")
    composer.fill(typed)
    composer.press("Enter")
    posted = page.get_by_role("article").filter(has_text=shown or typed)
    posted.wait_for()
    return posted


def answered(page: Page, episode: Episode, asked: Locator) -> list[Said]:
    """The replies to a message, once there are any.

    Raises:
        LookupError: there is none after a working day.
    """
    for _ in range(_MOST_WAITS):
        episode.wait(_MINUTES)
        page.reload()
        asked.wait_for()
        if asked.get_by_role("link", name=_HAS_REPLIES).count():
            return said(open_thread(page, asked))[1:]
    raise LookupError("there is no reply")


def act_on(page: Page, target: Locator, action: str) -> bool:
    """Choose an action from a message's menu; whether it is offered."""
    target.hover()
    target.get_by_role("button", name=re.compile("^More actions for message of ")).click()
    actions = page.get_by_role("menu", name="More actions")
    actions.wait_for()
    control = actions.get_by_role("menuitem", name=action)
    if not control.count():
        return False
    control.click()
    return True


def search(page: Page, words: str) -> None:
    """Search chat for words, from its bar."""
    open_chat(page)
    search_from_here(page, words)


def search_from_here(page: Page, words: str) -> None:
    """Search by the bar of the page that is open: all apps, from the page that lists them."""
    field = page.get_by_role("searchbox", name=re.compile("^Search "))
    field.fill(words)
    field.press("Enter")


def schedule(page: Page, channel: str, text: str, day: str, at: str) -> bool:
    """Have a message sent later to the channel that is open.

    Args:
        page: where it is open.
        channel: its name.
        text: the message.
        day: as it is typed, ``2026-03-20``.
        at: the persona's own time, ``14:30``.

    Returns:
        Whether it is taken: a moment that has passed is refused.
    """
    page.get_by_role("textbox", name=f"Message #{channel}").fill(text)
    page.get_by_role("button", name="Send later").click()
    page.get_by_role("menuitem", name="Another time").click()
    dialog = page.get_by_role("dialog", name=f"Schedule a message to #{channel}")
    dialog.get_by_role("textbox", name="Day").fill(day)
    dialog.get_by_role("textbox", name="Time").fill(at)
    dialog.get_by_role("button", name="Schedule", exact=True).click()
    refusal, told = (
        page.get_by_text(each) for each in ("That time has passed", "Message scheduled")
    )
    refusal.or_(told).first.wait_for()
    return not refusal.count()


def myself(page: Page) -> str:
    """The name of whoever is signed in."""
    button = page.get_by_role("banner").get_by_role("button", name=re.compile(", profile$"))
    return button.inner_text().strip().splitlines()[-1]


def zone_of(page: Page, called: str) -> str:
    """The time zone of somebody; for arguments and errors see ``profile``."""
    profile(page, called)
    shown = page.get_by_role("complementary", name="Profile").get_by_role("definition")
    clock = shown.filter(has_text=_ZONE).inner_text()
    return str(_ZONE.findall(clock)[0]).replace(" ", "_")


def profile(page: Page, called: str) -> tuple[str, str]:
    """Name and handle of the one person who has this name, display name, address or title.

    Their profile stays open.

    Raises:
        LookupError: nobody has.
    """
    search(page, called)
    tabs = page.get_by_role("navigation", name="What was found")
    tabs.get_by_role("link", name=re.compile("^People")).click()
    found = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    found.first.wait_for()
    for index in range(found.count()):
        found.nth(index).click()
        shown = page.get_by_role("complementary", name="Profile")
        facts = shown.get_by_role("definition")
        handle = facts.filter(has_text=_HANDLE).inner_text()
        name = shown.get_by_role("heading", level=3).inner_text()
        if called in (name, *facts.all_inner_texts()):
            return name, handle
        page.go_back()
    raise LookupError(f"nobody is called {called}")


def full_names(page: Page, log: Locator) -> list[tuple[str, str]]:
    """Author and text of each message of a thread, as its reader sees it, but with full names.

    The thread has display names alone, which several people may have in common; so each author's
    profile is opened from what they wrote.
    """
    rows = log.get_by_role("article")
    authors: list[str] = rows.evaluate_all(_AUTHORS)
    names = dict[str, str]()
    for row, author in enumerate(authors):
        if author not in names:
            rows.nth(row).locator("[data-person]").click()
            shown = page.get_by_role("complementary", name="Profile")
            names[author] = shown.get_by_role("heading", level=3).inner_text()
            page.go_back()
            rows.nth(row).wait_for()
            page.mouse.move(0, 0)  # where it was, a card would open over what is clicked next
    return [(names[author], each.text) for author, each in zip(authors, said(log), strict=True)]
