"""Addresses of pages, of which one page may hold hundreds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import flask
from werkzeug.routing import Rule

_PLAIN = re.compile(r"[A-Za-z0-9._~-]+")
"""What stands in an address as it is."""
_PLACE = "zz{}zz"


class LateRule(Rule):
    """A rule that works out how to build its address when first asked for one.

    Two functions are compiled for each of an app's hundreds of addresses, of which a process ever
    builds some dozens: half of the time that making the app takes.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = super()._compile_builder
        made: list[Callable[..., tuple[str, str]]] = []

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            if not made:
                made.append(compiled(append_unknown))
            return made[0](rule, **values)

        return build


class PageApp(flask.Flask):
    """A Flask app that works out the form of an address once, and fills it in after that.

    Building an address takes 20 µs, a board or a log has hundreds of them, and all but their ids
    is always the same.
    """

    url_rule_class = LateRule

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._forms: dict[tuple[str, ...], str | None] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address of an endpoint, as Flask's own method gives it."""
        form = self._form(endpoint, values) if _is_plain(endpoint, values) else None
        if form is None:
            return super().url_for(endpoint, **values)
        return flask.request.root_path + form.format(**values)

    def _form(self, endpoint: str, values: dict[str, str]) -> str | None:
        """The address below the app's root, with places for the values.

        None if Flask must decide: some do not stand in the path, or are no texts there.
        """
        key = (endpoint, *values)
        if key not in self._forms:
            self._forms[key] = self._worked_out(endpoint, values)
        return self._forms[key]

    def _worked_out(self, endpoint: str, values: dict[str, str]) -> str | None:
        rules = [each for each in self.url_map.iter_rules() if each.endpoint == endpoint]
        if len(rules) != 1 or rules[0].arguments != values.keys():
            return None
        places = {name: _PLACE.format(number) for number, name in enumerate(values)}
        try:
            form = self.url_map.bind("localhost").build(endpoint, places)
        except ValueError:  # a number stands there
            return None
        form = form.replace("{", "{{").replace("}", "}}")
        for name, place in places.items():
            form = form.replace(place, f"{{{name}}}")
        return form


def _is_plain(endpoint: str, values: dict[str, Any]) -> bool:
    return (
        not endpoint.startswith((".", "static"))
        and flask.has_request_context()
        and all(isinstance(value, str) and _PLAIN.fullmatch(value) for value in values.values())
    )
