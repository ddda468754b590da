"""What people are shown instead of a workbook that there is not, or not for them."""

from __future__ import annotations

import re
from typing import Any

import flask

from workworld.apps.sheets.pages.blueprint import at
from workworld.errors import NotFound

_WORKBOOK = re.compile(r"/s/([A-Za-z0-9_-]{1,100})(?:/|$)")


def error_page(error: Exception, **values: Any) -> str:
    """An error; of a workbook that is not seen, with the way to ask for it.

    What is hidden and what never was are told in the same words.

    Args:
        error: why the page cannot be shown.
        values: what the page says of it, for ``error.html``.
    """
    found = _WORKBOOK.match(flask.request.path)
    if isinstance(error, NotFound) and values["status"] == 404 and found:
        return flask.render_template("no_access.html", ask_url=at(f"/ask/{found[1]}"), **values)
    return flask.render_template("error.html", **values)
