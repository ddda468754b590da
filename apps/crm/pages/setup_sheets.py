"""Pages of the setup: tables of what there is, and forms of what is settled about one thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import setting_forms
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to
from workworld.apps.crm.pages.setting_forms import SettingForm
from workworld.apps.crm.service import setup_audit
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import page
from workworld.errors import Refused

Trail = Sequence[tuple[str, str]]
"""Address and name of the pages above a page, the outermost first; its own has no address."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table: a text, perhaps a link, perhaps with a note below it.

    With an address where it is switched, it is a switch, of what ``switches`` tells.
    """

    text: str
    url: str = ""
    note: str = ""
    tone: str = ""
    switch: str = ""
    switches: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings.

    Args:
        title: its heading.
        columns: what stands above the cells.
        rows: the cells; the first one of a row is its heading.
        deeds: address and name of what can be done, above it; dialogs open above the page.
        says: a sentence below the heading.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    deeds: Sequence[tuple[str, str]] = ()
    says: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The form of one thing.

    Args:
        title: the page's heading.
        trail: the pages above it.
        url: where it is sent.
        back: where one is without it.
        settings: what is settled.
        values: what is so far.
        links: address, name and icon of what else can be done with the thing.
        says: a sentence above the form.
        delete_url: where one is asked before the thing is deleted; empty if it cannot be.
        is_tight: whether the fields of a row of a group stand beside each other.
    """

    title: str
    trail: Trail
    url: str
    back: str
    settings: type[SetupSettings]
    values: Mapping[str, Any]
    links: Sequence[tuple[str, str, str]] = ()
    says: str = ""
    delete_url: str = ""
    is_tight: bool = False


def tables(title: str, trail: Trail, *shown: Table, links: Sequence[tuple[str, str]] = ()) -> str:
    """A page of tables.

    Args:
        title: its heading.
        trail: the pages above it.
        shown: the tables.
        links: address and name of what can be done, beside the heading.
    """
    whole = [(at("/settings"), "Settings"), (at("/setup"), "Setup"), *trail, ("", title)]
    shows: dict[str, Any] = {"title": title, "trail": whole, "tables": shown, "links": links}
    return framed("setup_tables.html", **shows, dialog="")


def sheet(
    made: Sheet, values: Mapping[str, Any] | None = None, problems: Mapping[str, str] | None = None
) -> str:
    """A page with a form.

    Args:
        made: the form.
        values: what was entered, if it is shown again.
        problems: what is wrong with that, by the input's name.
    """

    def present(ctx: Context, _found: Any) -> SettingForm:
        held = made.values if values is None else values
        return setting_forms.form_of(ctx, made.settings, held, problems or {})

    form = page(setup_audit.list, present)
    whole = [(at("/settings"), "Settings"), (at("/setup"), "Setup"), *made.trail, ("", made.title)]
    return framed("setup_sheet.html", sheet=made, form=form, trail=whole, dialog="")


def sent(made: Sheet, save: Callable[[Mapping[str, Any]], Any], onwards: str = "") -> Any:
    """What follows when a form is sent: it is saved, or shown again with what is wrong.

    Args:
        made: the form.
        save: performs the operation.
        onwards: where one is then; by default where one would be without the form.
    """
    values = setting_forms.entered(made.settings, flask.request.form)
    if setting_forms.rearranged(values, flask.request.form.get("deed", "")):
        return sheet(made, values)
    try:
        save(values)
    except MENDABLE as refusal:
        return sheet(made, values, setting_forms.problems_of(refusal)), status_of(refusal)
    return gone_to(onwards or made.back)


def asked_to_delete(
    title: str, says: str, url: str, back: str, refusal: Refused | None = None
) -> str:
    """The dialog that asks before something is deleted."""
    values = {
        "title": title,
        "says": says,
        "url": url,
        "back": back,
        "problem": refusal.message if refusal else "",
    }
    if is_fragment():
        return flask.render_template("dialog_setup_delete.html", delete=values)
    return framed("setup_frame.html", dialog="dialog_setup_delete.html", delete=values)


def as_found(_ctx: Context, found: Any) -> Any:
    """What an operation answers, as it is."""
    return found
