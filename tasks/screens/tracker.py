"""The tracker as people work in it: issues are found, read, changed, linked and created.

But for ``open_tracker``, ``found``, ``open_issue`` and ``create``, an issue must be open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_KEY = re.compile(r"^[A-Z]\w*-\d+")
_STATUS = re.compile(r"^Status (.+), change status$")
_POINT = re.compile(r"^\[([ x])\] (.+)$", re.MULTILINE)
_OPTION = r"^(Create “)?{}( @| [A-Z(]|”|$)"
_CELLS = """table => [...table.rows].map(
    row => [...row.cells].map(cell => cell.innerText.trim().split("\\n").at(-1).trim()))"""


def open_tracker(page: Page) -> None:
    """Open the tracker, from anywhere."""
    if not _places(page).count():
        page.get_by_role("navigation", name="Apps").get_by_role("link", name="Tracker").click()
        _places(page).wait_for()


def found(page: Page, query: str) -> list[Mapping[str, str]]:
    """What a query in JQL finds, page by page: for each issue its cells, by the column's heading.

    Args:
        page: where somebody is signed in.
        query: in JQL.
    """
    _ask(page, query)
    lines = _lines(page)
    following = page.get_by_role("link", name="Next page", exact=True)
    while following.count():
        with page.expect_navigation():
            following.click()
        lines += _lines(page)
    return lines


def open_issue(page: Page, key: str) -> None:
    """Open an issue, from anywhere: it is looked for by its key."""
    _ask(page, f"key = {key}")
    page.get_by_role("table", name="Issues").get_by_role("link", name=key, exact=True).click()
    _details(page).wait_for()


def field(page: Page, name: str) -> str:
    """What stands in a field at the side: ``None`` if it is empty."""
    return values(page, name)[-1]


def values(page: Page, name: str) -> list[str]:
    """What stands in a field of several values at the side, one by one."""
    term = _details(page).get_by_role("term").filter(has_text=re.compile(f"^{re.escape(name)}$"))
    text: str = term.evaluate("term => term.nextElementSibling.innerText")
    return [line.strip() for line in text.strip().split("\n")]


def status(page: Page) -> str:
    """Where the issue stands."""
    label = _details(page).get_by_role("button", name=_STATUS).get_attribute("aria-label")
    match = _STATUS.match(label or "")
    return match[1] if match else ""


def description(page: Page) -> str:
    """What the description says, a line for each of its lines."""
    lines = page.get_by_role("region", name="Description").inner_text().split("\n")
    return "\n".join(line for line in lines if line not in ("Description", "Edit", ""))


def comments(page: Page) -> list[str]:
    """What has been said of the issue, the oldest first, each with its author's name before it."""
    said = page.get_by_role("region", name="Activity").get_by_role("article")
    return [each.inner_text() for each in said.all()]


def comments_by_author(page: Page) -> list[tuple[str, str]]:
    """The same, each as its author and what stands there."""
    said = page.get_by_role("region", name="Activity").get_by_role("article")
    told = """all => all.map(each => [each.ariaLabel.match(/^Comment by ([^,]+),/)[1],
        [...each.children].slice(1).map(part => part.innerText).join("\\n")])"""
    return [
        (author, text.split("\n\nReact")[0].strip()) for author, text in said.evaluate_all(told)
    ]


def linked(page: Page, words: str) -> list[str]:
    """Keys of the issues to which it has a link of these words, such as ``is blocked by``."""
    panel = page.get_by_role("region", name="Linked issues")
    heading = panel.get_by_role("heading", name=words, exact=True)
    if not heading.count():
        return []
    text: str = heading.evaluate("heading => heading.nextElementSibling.innerText")
    return re.findall(r"^[A-Z][A-Z0-9]+-\d+", text, re.MULTILINE)


def children(page: Page) -> list[str]:
    """Keys of its sub-tasks, or of the issues of an epic, in their order."""
    return [text.split(maxsplit=1)[0] for text in _child_links(page).all_inner_texts()]


def _child_links(page: Page) -> Locator:
    panel = page.get_by_role("region", name=re.compile("^(Sub-tasks|Child issues)$"))
    keys = re.compile(r"^[A-Z][A-Z0-9]+-\d+ ")
    return panel.get_by_role("listitem").get_by_role("link", name=keys)


def children_named(page: Page) -> list[str]:
    """Summaries of what ``children`` gives the keys of."""
    return [text.split(maxsplit=1)[1] for text in _child_links(page).all_inner_texts()]


def checklist(page: Page) -> list[tuple[str, bool]]:
    """The points of the checklist in the description, and whether they are ticked."""
    lines = _POINT.findall(description(page))
    return [(text.strip(), tick != " ") for tick, text in lines]


def choose(page: Page, name: str, option: str) -> None:
    """Choose the one value of a field, such as the assignee or the priority.

    Args:
        page: where the issue is open.
        name: the field's.
        option: how it begins; the handle of a person follows their name.
    """
    editor = _edit(page, name)
    _pick(editor, editor.get_by_role("combobox", name=re.compile(f"^{re.escape(name)}")), option)
    _closed(editor, name)  # it is saved at once


def fill(page: Page, name: str, value: str) -> None:
    """Fill in a field that holds a text, a number or a day."""
    editor = _edit(page, name)
    editor.get_by_role("textbox", name=name, exact=True).fill(value)
    _save(editor, name)


def replace(page: Page, name: str, *, remove: str | None = None, add: str | None = None) -> None:
    """Take a value from a field that holds several, such as the components, or add one.

    Args:
        page: where the issue is open.
        name: the field's.
        remove: what is taken away.
        add: what is added.
    """
    editor = _edit(page, name)
    if remove is not None:
        editor.get_by_role("button", name=f"Remove {remove}", exact=True).click()
    if add is not None:
        box = editor.get_by_role("combobox", name=name, exact=True)
        _pick(editor, box, add)
    _save(editor, name)


def estimate(page: Page, time: str) -> None:
    """Say how much work the issue is: ``1d 4h``."""
    editor = _edit(page, "Time tracking")
    editor.get_by_role("textbox", name="Original estimate").fill(time)
    _save(editor, "Time tracking")


def move_on(page: Page, way: str, *, values: Mapping[str, str] = MappingProxyType({})) -> None:
    """Take the issue to another status.

    Args:
        page: where it is open.
        way: the transition's name.
        values: what its dialog is given, by the names of the fields.
    """
    before = status(page)
    _details(page).get_by_role("button", name=_STATUS).click()
    page.get_by_role("menuitem", name=re.compile(f"^{re.escape(way)}\\b")).click()
    dialog = page.get_by_role("dialog")
    moved = page.get_by_role("button", name=re.compile(f"^Status (?!{re.escape(before)},)"))
    dialog.or_(moved).first.wait_for()
    if dialog.count():
        _fill_in(dialog, values)
        dialog.get_by_role("contentinfo").get_by_role("button").click()
    moved.wait_for()


def say(page: Page, text: str) -> None:
    """Comment on the issue."""
    activity = page.get_by_role("region", name="Activity")
    activity.get_by_role("textbox", name="Add a comment").fill(text)
    activity.get_by_role("button", name="Comment", exact=True).click()
    line = text.split("\n", maxsplit=1)[0]
    activity.get_by_role("article").filter(has_text=line).first.wait_for()


def link(page: Page, words: str, key: str) -> None:
    """Link the issue to another one.

    Args:
        page: where it is open.
        words: what is said of it: ``blocks``, ``is duplicated by``.
        key: the other one's.
    """
    group = page.get_by_role("group", name=re.compile("^Add to "))
    group.get_by_role("link", name="Link issue").click()
    panel = page.get_by_role("region", name="Linked issues")
    _pick(panel, panel.get_by_role("combobox", name=re.compile("^This issue")), words)
    other = panel.get_by_role("combobox", name="Issue to link")
    other.fill(key)
    panel.get_by_role("option", name=re.compile(f"^{re.escape(key)}\\b")).click()
    panel.get_by_role("button", name="Link", exact=True).click()
    panel.get_by_role("button", name=f"Remove the link to {key}", exact=True).wait_for()


def unlink(page: Page, key: str) -> None:
    """Take away the link to another issue."""
    panel = page.get_by_role("region", name="Linked issues")
    remove = panel.get_by_role("button", name=f"Remove the link to {key}", exact=True)
    remove.click()
    remove.wait_for(state="detached")


def add_child(page: Page, summary: str) -> None:
    """Create a sub-task of the issue."""
    group = page.get_by_role("group", name=re.compile("^Add to "))
    group.get_by_role("link", name="Add child").click()
    page.get_by_role("textbox", name="Summary of the child issue").fill(summary)
    panel = page.get_by_role("region", name="Sub-tasks")
    panel.get_by_role("button", name="Create", exact=True).click()
    panel.get_by_role("listitem").filter(has_text=summary).wait_for()


def log_work(page: Page, time: str) -> None:
    """Log work that was just done: ``1h 30m``."""
    _details(page).get_by_role("link", name="Log work").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Log work on "))
    dialog.get_by_role("textbox", name="Time spent").fill(time)
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="detached")


def create(page: Page, project: str, kind: str, summary: str, values: Mapping[str, str]) -> str:
    """Create an issue; its key.

    Args:
        page: where somebody is signed in.
        project: its name.
        kind: the type.
        summary: the issue's.
        values: what is chosen or filled in, by the names of the fields.
    """
    open_tracker(page)
    _places(page).get_by_role("link", name="Create", exact=True).click()
    _choose_unless(page, "Project", project)
    _choose_unless(page, "Issue type", kind)
    page.get_by_role("textbox", name=re.compile("^Summary")).fill(summary)
    _fill_in(page.locator("body"), values)
    told = page.get_by_role("status").get_by_role("link", name=_KEY)
    before = [text.split(maxsplit=1)[0] for text in told.all_inner_texts()]
    if before:  # what was created before is told of for a while
        told = told.filter(has_not_text=re.compile(rf"^({'|'.join(before)})\b"))
    page.get_by_role("button", name="Create", exact=True).click()
    heading = page.get_by_role("heading", level=1, name=summary, exact=True)
    heading.or_(told).first.wait_for()
    text = page.url if heading.count() else told.first.inner_text()
    return str(re.findall(r"[A-Z][A-Z0-9]+-\d+", text)[-1])


def _fill_in(form: Locator, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        box = form.get_by_role("combobox", name=re.compile(f"^{re.escape(name)}"))
        if box.count():
            _pick(form, box, value)
        else:
            form.get_by_role("textbox", name=name, exact=True).fill(value)


def _choose_unless(page: Page, name: str, option: str) -> None:
    box = page.get_by_role("combobox", name=re.compile(f"^{name}"))
    box.wait_for()
    if not box.inner_text().startswith(option):
        _pick(page.locator("body"), box, option)
        page.get_by_role("combobox", name=re.compile(f"^{name} {re.escape(option)}")).wait_for()


def _places(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Tracker")


def _ask(page: Page, query: str) -> None:
    """Ask the navigator."""
    open_tracker(page)
    box = page.get_by_role("combobox", name="JQL query")
    if not box.count():
        _places(page).get_by_role("link", name="Issues", exact=True).click()
        box.wait_for()
    box.fill(query)
    with page.expect_navigation():
        box.press("Enter")
    page.get_by_role("main").get_by_role("status").first.wait_for()


def _lines(page: Page) -> list[Mapping[str, str]]:
    table = page.get_by_role("table", name="Issues")
    if not table.count():
        return []
    head, *rows = table.evaluate(_CELLS)
    return [dict(zip(head, row, strict=True)) for row in rows]


def _details(page: Page) -> Locator:
    return page.get_by_role("complementary", name=re.compile("^Details of "))


def _edit(page: Page, name: str) -> Locator:
    """Open a field's editor; the side where it is."""
    details = _details(page)
    details.get_by_role("link", name=f"Edit {name}", exact=True).click()
    details.get_by_role("button", name="Save", exact=True).wait_for()
    return details


def _save(editor: Locator, name: str) -> None:
    editor.get_by_role("button", name="Save", exact=True).click()
    _closed(editor, name)


def _closed(editor: Locator, name: str) -> None:
    editor.get_by_role("link", name=f"Edit {name}", exact=True).wait_for()


def _pick(around: Locator, box: Locator, option: str) -> None:
    """Choose an option of a box, which may be there to be made."""
    if box.get_attribute("aria-expanded") != "true":
        box.click()
    wanted = around.get_by_role("option", name=re.compile(_OPTION.format(re.escape(option))))
    if box.evaluate("box => box.tagName") == "INPUT":
        box.fill(option)
    wanted.first.click()
