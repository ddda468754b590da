"""The first page: what somebody has to do today."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, home_url
from workworld.apps.crm.pages.frames import framed


@BLUEPRINT.get("/")
def index() -> Any:
    """The app's own address leads to the first page."""
    return flask.redirect(home_url())


@BLUEPRINT.get("/home")
def home() -> str:
    """What somebody has to do today."""
    return framed("home.html")
