"""Short addresses of lists and records, by what people call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, list_url, record_url
from workworld.apps.crm.service import list_views
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.web import page


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


@BLUEPRINT.get("/leads/<record_id>", defaults={"sobject": "Lead"})
@BLUEPRINT.get("/accounts/<record_id>", defaults={"sobject": "Account"})
@BLUEPRINT.get("/contacts/<record_id>", defaults={"sobject": "Contact"})
@BLUEPRINT.get("/opportunities/<record_id>", defaults={"sobject": "Opportunity"})
@BLUEPRINT.get("/cases/<record_id>", defaults={"sobject": "Case"})
def record_shortly(sobject: str, record_id: str) -> Any:
    """A record's own page."""
    tab = flask.request.args.get("tab")
    return flask.redirect(record_url(sobject, record_id, **({"tab": tab} if tab else {})))


@BLUEPRINT.get("/leads/<record_id>/convert")
def converting_shortly(record_id: str) -> Any:
    """The form by which a lead is converted."""
    return flask.redirect(f"{record_url('Lead', record_id)}/convert")


@BLUEPRINT.get("/opportunities/<record_id>/products")
def products_shortly(record_id: str) -> Any:
    """The products of a deal."""
    return flask.redirect(f"{record_url('Opportunity', record_id)}/products")


@BLUEPRINT.get("/opportunities/<record_id>/quotes")
@BLUEPRINT.get("/Opportunity/<record_id>/quotes")
def quotes_of_deal(record_id: str) -> Any:
    """The quotes of a deal."""
    return flask.redirect(list_url("Quote", within=f"OpportunityId:{record_id}"))


@BLUEPRINT.get("/opportunities/<record_id>/team")
@BLUEPRINT.get("/Opportunity/<record_id>/team")
def team_of_deal(record_id: str) -> Any:
    """Who works on a deal."""
    return flask.redirect(list_url("OpportunityTeamMember", within=f"OpportunityId:{record_id}"))


def _led(sobject: str, developer_name: str) -> Any:
    """Lead to a list view of the organisation; to the object's lists if there is none."""

    def present(_ctx: Context, views: Sequence[View]) -> str:
        found = (each.row.id for each in views if each.row.developer_name == developer_name)
        return next(found, "")

    view = page(list_views.list, present, sobject=sobject)
    return flask.redirect(list_url(sobject, view=view) if view else list_url(sobject))
