"""Short addresses of lists and records, by what people call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url
from workworld.apps.crm.service import list_views
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.web import page

OBJECTS: Mapping[str, str] = MappingProxyType(
    {
        "leads": "Lead",
        "accounts": "Account",
        "contacts": "Contact",
        "opportunities": "Opportunity",
        "cases": "Case",
        "campaigns": "Campaign",
        "tasks": "Task",
        "events": "Event",
        "quotes": "Quote",
        "contracts": "Contract",
        "assets": "Asset",
        "products": "Product2",
        "pricebooks": "Pricebook2",
    }
)
"""What people call objects in addresses."""


@BLUEPRINT.get("/products")
def all_products() -> Any:
    """The products that are sold."""
    return _led("Product2", "AllActiveProducts")


@BLUEPRINT.get("/pricebooks")
def all_pricebooks() -> Any:
    """The price books."""
    return _led("Pricebook2", "AllPriceBooks")


@BLUEPRINT.get("/contracts")
def all_contracts() -> Any:
    """The contracts with customers."""
    return _led("Contract", "AllContracts")


@BLUEPRINT.get("/assets")
def all_assets() -> Any:
    """What customers have of ours."""
    return _led("Asset", "AllAssets")


@BLUEPRINT.get("/Opportunity/<record_id>/quotes")
def quotes_of_deal(record_id: str) -> Any:
    """The quotes of a deal."""
    return flask.redirect(list_url("Quote", within=f"OpportunityId:{record_id}"))


@BLUEPRINT.get("/Opportunity/<record_id>/team")
def team_of_deal(record_id: str) -> Any:
    """Who works on a deal."""
    return flask.redirect(list_url("OpportunityTeamMember", within=f"OpportunityId:{record_id}"))


def called(name: str, **more: str) -> Any:
    """What people call an object leads to its list, and whatever lies below to the same of it."""
    path = quote(more.get("rest", "list"))
    asked = {key: flask.request.args.getlist(key) for key in flask.request.args}
    return flask.redirect(at(f"/{name}/{path}", asked))


for _word, _name in OBJECTS.items():
    BLUEPRINT.get(f"/{_word}/<path:rest>", defaults={"name": _name})(called)
for _word in ("leads", "accounts", "contacts", "opportunities", "cases", "campaigns", "tasks"):
    BLUEPRINT.get(f"/{_word}", defaults={"name": OBJECTS[_word]})(called)


def _led(sobject: str, developer_name: str) -> Any:
    """Lead to a list view of the organisation; to the object's lists if there is none."""

    def present(_ctx: Context, views: Sequence[View]) -> str:
        found = (each.row.id for each in views if each.row.developer_name == developer_name)
        return next(found, "")

    view = page(list_views.list, present, sobject=sobject)
    return flask.redirect(list_url(sobject, view=view) if view else list_url(sobject))
