"""Short addresses of lists, by what people call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, list_url
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


def _led(sobject: str, developer_name: str) -> Any:
    """Lead to a list view of the organisation; to the object's lists if there is none."""

    def present(_ctx: Context, views: Sequence[View]) -> str:
        found = (each.row.id for each in views if each.row.developer_name == developer_name)
        return next(found, "")

    view = page(list_views.list, present, sobject=sobject)
    return flask.redirect(list_url(sobject, view=view) if view else list_url(sobject))
