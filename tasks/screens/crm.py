"""The CRM's screens as oracles use them: records found, edited, moved on and handed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_FORM = re.compile("^Edit ")
_TRIES = 3


def open_crm(page: Page, tab: str = "Home") -> None:
    """Go to a tab of the CRM from anywhere, the app switcher too.

    Args:
        page: where.
        tab: as the CRM's navigation names it, such as ``Leads``.
    """
    tabs = page.get_by_role("navigation", name="CRM")
    apps = page.get_by_role("navigation", name="Apps")
    if apps.count():
        apps.get_by_role("link", name="CRM", exact=True).click()
    else:
        page.get_by_role("link", name="Open CRM").click()
    tabs.get_by_role("link", name="Home", exact=True).wait_for()
    if tab != "Home":
        with page.expect_navigation():
            tabs.get_by_role("link", name=tab, exact=True).click()


def found(page: Page, words: str, tab: str) -> Locator:
    """The rows that the search over everything finds among the records of a tab.

    Args:
        page: where; the CRM or any other app is open.
        words: what is looked for.
        tab: such as ``Accounts``.
    """
    box = page.get_by_role("combobox", name=re.compile("^Search "))
    if not box.count():
        open_crm(page)
    box.first.fill(words)
    with page.expect_navigation():
        box.first.press("Enter")
    page.get_by_role("heading", level=1, name=re.compile("^Results for ")).wait_for()
    objects = page.get_by_role("navigation", name="Objects")
    narrowed = objects.get_by_role("link", name=re.compile(rf"^{tab} [\d,]+ found"))
    if narrowed.count():
        with page.expect_navigation():
            narrowed.click()
    return page.get_by_role("table", name=tab, exact=True).get_by_role("row")


def open_record(page: Page, tab: str, name: str, having: str = "") -> bool:
    """Search a record by its name and open it; whether there is one.

    Args:
        page: where.
        tab: such as ``Accounts``.
        name: the record's, in full.
        having: what else stands in its line, if several bear the name.
    """
    rows = found(page, name, tab)
    link = rows.filter(has_text=having).get_by_role("link", name=name, exact=True)
    if not link.count():
        return False
    link.first.click()
    heading(page, name).wait_for()
    return True


def open_case(page: Page, number: str) -> None:
    """Search a case by its number and open it."""
    found(page, number, "Cases").get_by_role("link", name=number, exact=True).click()
    page.get_by_role("heading", level=1, name=_beginning(number)).wait_for()


def heading(page: Page, name: str) -> Locator:
    """The heading of an open record."""
    return page.get_by_role("heading", level=1, name=name, exact=True)


def open_view(page: Page, tab: str, view: str) -> Locator:
    """Open a list view; its table.

    Args:
        page: where.
        tab: such as ``Leads``.
        view: the view's name.
    """
    open_crm(page, tab)
    page.get_by_role("button", name="Choose a list view").click()
    with page.expect_navigation():
        page.get_by_role("menuitem", name=view, exact=True).click()
    table = page.get_by_role("grid", name=view, exact=True)
    table.wait_for()
    return table


def shown(page: Page, label: str) -> str:
    """What an open record shows under a label; nothing if it is empty."""
    term = page.get_by_role("term").filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*$"))
    value = term.first.locator("xpath=following-sibling::*[1]").inner_text()
    text = value.strip().splitlines()[0].strip() if value.strip() else ""
    return "" if text == "–" else text


def enter(place: Page | Locator, label: str, value: str) -> None:
    """Enter a value into a form: a text, a day, a choice, a tick, or a record that is looked up.

    Args:
        place: the form, or the page.
        label: the field's.
        value: as people type or read it; for a tick, ``yes`` or nothing.
    """
    text = place.get_by_role("textbox", name=label, exact=True)
    lookup = place.get_by_role("combobox", name=label, exact=True)
    tick = place.get_by_role("checkbox", name=label, exact=True)
    chosen = place.get_by_role("combobox", name=_beginning(label))
    text.or_(lookup).or_(tick).or_(chosen).first.wait_for()
    if text.count():
        text.first.fill(value)
    elif tick.count():
        tick.first.set_checked(bool(value))
    elif lookup.count():
        lookup.first.fill(value)
        _choose(place, value)
    else:
        chosen.first.click()
        _choose(place, value)


def _choose(place: Page | Locator, value: str) -> None:
    place.get_by_role("option", name=_beginning(value)).first.click()


def _beginning(words: str) -> re.Pattern[str]:
    """What begins with whole words; a slash would end the pattern where browsers read it."""
    escaped = re.escape(words).replace("/", r"\/")
    return re.compile(rf"^{escaped}(\s|$)")


def edit(page: Page, fields: dict[str, str]) -> None:
    """Change fields of the open record, from the pencil of the first one on, and save.

    Args:
        page: at the record.
        fields: values by label; see ``enter``.
    """
    begin_edit(page, next(iter(fields)))
    for label, value in fields.items():
        enter(page.get_by_role("form", name=_FORM), label, value)
    save(page)


def begin_edit(page: Page, label: str) -> None:
    """Click the pencil beside a field of the open record."""
    part(page, "Details")
    page.get_by_role("link", name=f"Edit {label}", exact=True).first.click()
    page.get_by_role("form", name=_FORM).wait_for()


def save(page: Page) -> None:
    """Save the form of the open record, and wait until it shows what was saved."""
    form = page.get_by_role("form", name=_FORM)
    form.get_by_role("button", name="Save", exact=True).click()
    form.wait_for(state="detached")


def create(
    page: Page, tab: str, fields: dict[str, str], again: Callable[[], None] | None = None
) -> None:
    """Make a new record with the button of its list.

    Args:
        page: where.
        tab: such as ``Contacts``.
        fields: values by label; see ``enter``.
        again: what is done before it is saved once more, where the CRM refuses it for a while.
    """
    open_crm(page, tab)
    page.get_by_role("link", name="New", exact=True).click()
    dialog = page.get_by_role("dialog", name=re.compile("^New "))
    for label, value in fields.items():
        enter(dialog, label, value)
    saves = dialog.get_by_role("button", name="Save", exact=True)
    for _ in range(_TRIES):
        with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            saves.click()
        if answered.value.ok or again is None:
            break
        again()
    dialog.wait_for(state="detached")


def change_owner(page: Page, owner: str, *, notify: bool = True) -> None:
    """Give the open record to somebody else, and tell them unless that is not wanted."""
    page.get_by_role("link", name="Change Owner", exact=True).click()
    dialog = page.get_by_role("dialog", name=re.compile("^Change owner of "))
    enter(dialog, "Owner", owner)
    dialog.get_by_role("checkbox", name="Notify the new owner").set_checked(notify)
    dialog.get_by_role("button", name="Change owner").click()
    dialog.wait_for(state="detached")


def move(page: Page, step: str, fields: dict[str, str] | None = None) -> None:
    """Move the open record to a step of its path; a dialog that asks for more is filled in.

    Args:
        page: at the record.
        step: as the path has it; ``Closed Won`` and ``Closed Lost`` are chosen in the dialog.
        fields: what the dialog asks for, by label.
    """
    path = page.get_by_role("region", name="Path")
    on_path = "Closed" if step.startswith("Closed ") else step
    path.get_by_role("link", name=on_path, exact=True).click()
    path.get_by_role("link", name=re.compile("^Mark ")).or_(
        path.get_by_role("button", name=re.compile("^Mark "))
    ).click()
    if step != on_path or fields:
        dialog = page.get_by_role("dialog")
        if step != on_path:
            dialog.get_by_role("radio", name=step, exact=True).check()
        for label, value in (fields or {}).items():
            enter(dialog, label, value)
        dialog.get_by_role("button", name="Save", exact=True).click()
        dialog.wait_for(state="detached")
    page.get_by_role("status").filter(has_text="changed").first.wait_for()


def part(page: Page, name: str) -> None:
    """Open a part of the open record: ``Details``, ``Related``, ``Activity`` …"""
    if f"tab={name.lower()}" in page.url:  # what is opened anew could take a form's place
        return
    parts = page.get_by_role("navigation", name="Parts of the record")
    parts.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url(re.compile(rf"tab={name.lower()}"))


def compose(page: Page, what: str, fields: dict[str, str]) -> None:
    """Log something on the open record: ``Log a call``, ``New task``, ``Note`` …

    Args:
        page: at the record.
        what: as the part Activity names it.
        fields: values by label; see ``enter``.
    """
    part(page, "Activity")
    kinds = page.get_by_role("navigation", name="Kinds of activities")
    kinds.get_by_role("link", name=what, exact=True).click()
    form = page.get_by_role("form", name=what, exact=True)
    for label, value in fields.items():
        enter(form, label, value)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        form.get_by_role("button", name="Save", exact=True).click()
    form.wait_for(state="detached")
    page.wait_for_load_state("networkidle")  # the timeline is shown anew, with its tabs


def complete(page: Page, subject: str) -> None:
    """Mark an open task of the open record as done."""
    part(page, "Activity")
    done = page.get_by_role("button", name=f"Mark as done: {subject}", exact=True)
    done.click()
    done.wait_for(state="detached")


def related(page: Page, plural: str) -> Locator:
    """Open the related lists of the open record; the one of this name."""
    part(page, "Related")
    listed = page.get_by_role("region", name=re.compile(rf"^{re.escape(plural)} \(\d"))
    listed.wait_for()
    return listed
