"""What stands around every page of the CRM: the tabs of its objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.routing import RequestRedirect

from workworld.apps.crm.pages import blueprint
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import forecasts, navigation
from workworld.context import Context
from workworld.doors.web import page

ICONS = {
    "Lead": "user-plus",
    "Account": "building-2",
    "Contact": "contact",
    "Opportunity": "trending-up",
    "Case": "briefcase",
    "Campaign": "megaphone",
    "CampaignMember": "users",
    "Product2": "package",
    "Pricebook2": "tag",
    "PricebookEntry": "tag",
    "OpportunityLineItem": "package",
    "Contract": "handshake",
    "Asset": "layers",
    "Quote": "file-text",
    "QuoteLineItem": "package",
    "OpportunityContactRole": "users",
    "OpportunityTeamMember": "users",
    "AccountTeamMember": "users",
    "AccountContactRelation": "users",
    "ObjectTerritory2Association": "flag",
    "Task": "square-check",
    "Event": "calendar",
    "EmailMessage": "mail",
    "Note": "sticky-note",
    "Knowledge__kav": "bookmark",
    "CaseArticle": "bookmark",
    "Entitlement": "shield",
    "CaseMilestone": "timer",
    "QuickText": "zap",
    "Macro": "zap",
    "MacroInstruction": "zap",
    "User": "circle-user",
    "Group": "users",
}
"""What stands for an object's records."""
OBJECTS = (
    "Lead",
    "Account",
    "Contact",
    "Opportunity",
    "Case",
    "Campaign",
    "Product2",
    "Task",
)
"""The objects with a tab, in their order."""
_HOME = ("/home", "Home", "crm.home")
_FORECASTS = "/forecasts"
_PAGES = (
    ("/knowledge", "Knowledge", "crm.knowledge"),
    ("/calendar", "Calendar", "crm.calendar"),
    ("/cadences", "Cadences", "crm.cadences"),
    (_FORECASTS, "Forecasts", "crm.forecasts"),
    ("/reports", "Reports", "crm.reports"),
    ("/dashboards", "Dashboards", "crm.dashboards"),
    ("/approvals", "Approvals", "crm.approvals"),
)
"""Path, name and command of the pages that are of no object; those there are have a tab."""
_BELOW = {"/knowledge": "/Knowledge__kav"}
"""Below which path the pages lie that belong to another one's tab."""
_URLS = {name: getattr(blueprint, name) for name in ("at", "home_url", "list_url", "record_url")}
"""What templates may call besides ``url_for``."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A page that the tabs lead to."""

    url: str
    name: str
    command: str
    is_here: bool


def framed(
    template: str, *, tab: str = "", opened: tuple[str, ...] | None = None, **values: Any
) -> str:
    """A page within the CRM's frame.

    Args:
        template: extends ``crm.html``; what it shows stands in the block ``content``.
        tab: the object or the path whose tab is marked, if the address does not tell: an
            opportunity's lines are shown below ``Opportunity``.
        opened: where the frame leads, if it is known already; see ``open_to``.
        values: what else the template shows.
    """
    return flask.render_template(
        template,
        tabs=_tabs(page(navigation.tabs, open_to) if opened is None else opened, tab),
        search_url=blueprint.at("/search"),
        **values,
    )


@blueprint.BLUEPRINT.app_context_processor
def _known() -> dict[str, Any]:
    """What dialogs and other parts of pages call too, and errors at addresses of no page."""
    return {"icon_of": icon_of, **_URLS}


def icon_of(sobject: str) -> str:
    """The name of the icon that stands for an object's records."""
    return ICONS.get(sobject, "file-text")


def is_there(path: str) -> bool:
    """Whether the CRM has a page at this path."""
    try:
        return flask.current_app.url_map.bind("localhost").test(path, "GET")
    except RequestRedirect:
        return True


def open_to(ctx: Context, found: tuple[str, ...]) -> tuple[str, ...]:
    """The objects that the reader may read, and the path of forecasts if these are theirs too.

    Args:
        ctx: who reads.
        found: what ``navigation.tabs`` has told.
    """
    return (*found, _FORECASTS) if forecasts.are_open(ctx) else found


def _tabs(opened: tuple[str, ...], marked: str) -> list[Tab]:
    lists = [
        (f"/{name}/list", of_name(name).plural, f"crm.tab-{name}", name)
        for name in OBJECTS
        if name in opened
    ]
    pages = [
        (*row, _BELOW.get(row[0], row[0]))
        for row in _PAGES
        if is_there(row[0]) and (row[0] != _FORECASTS or _FORECASTS in opened)
    ]
    return [
        Tab(blueprint.at(path), label, command, _is_here(below, marked))
        for path, label, command, below in [(*_HOME, _HOME[0]), *lists, *pages]
    ]


def _is_here(below: str, marked: str) -> bool:
    if marked:
        return below == marked
    root, here = f"/{below.strip('/')}", flask.request.path
    leads_here = {root, *(path for path, under in _BELOW.items() if under == root)}
    return here in leads_here or here.startswith(f"{root}/")
