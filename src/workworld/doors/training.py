"""Training mode: pages without what only tests need, so that no agent learns to lean on it."""

from __future__ import annotations

import re
from typing import Any

import flask
from jinja2.ext import Extension

_TEST_ID = re.compile(r'\s+data-testid="(?:\{\{.*?\}\}|\{%.*?%\}|[^"])*"', re.DOTALL)
_STILL = "IS_STILL"


class WithoutTestIds(Extension):
    """Leaves test ids out of templates as they are read, so that a page costs what it always does.

    Nothing else is changed, and whatever people have written stays: it is never in a template.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        """A template's source without them."""
        return _TEST_ID.sub("", source)


def train(app: flask.Flask) -> None:
    """Let an app's pages be those of training: without test ids, and with nothing that moves."""
    app.config[_STILL] = True
    app.jinja_env.add_extension(WithoutTestIds)


def is_still(config: dict[str, Any]) -> bool:
    """Whether nothing on an app's pages may move by itself."""
    return bool(config.get(_STILL))
