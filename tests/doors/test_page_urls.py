"""Addresses of pages, worked out once."""

import re
from typing import Any

import flask
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit import flask_apps
from werkzeug.routing import BuildError, Rule

from workworld.doors.page_urls import PageApp

APPS = flask_apps()
RULES = [
    (name, rule)
    for name, app in APPS.items()
    for rule in app.url_map.iter_rules()
    if not rule.rule.startswith("/static/")  # marked with what the file holds
]


def both(app: flask.Flask, endpoint: str, **values: Any) -> tuple[str, str]:
    """An address as we make it, and as Flask itself does."""
    with app.test_request_context("/", base_url="http://host.test/w/w1/chat"):
        return flask.url_for(endpoint, **values), flask.Flask.url_for(app, endpoint, **values)


def a_value(rule: Rule, name: str) -> Any:
    """Something that may stand at a place of an address, or what the rule says of it itself."""
    if rule.defaults and name in rule.defaults:
        return rule.defaults[name]
    if f"<int:{name}>" in rule.rule:
        return 7
    one_of = re.search(rf"<any\(\W*([\w-]+).*?\):{name}>", rule.rule)
    return one_of[1] if one_of else f"V{name}.1"


@pytest.mark.parametrize(("name", "rule"), RULES, ids=lambda each: str(each)[:60])
def test_every_page_has_the_address_that_flask_gives_it(name: str, rule: Rule) -> None:
    values = {each: a_value(rule, each) for each in rule.arguments}
    ours, flasks = both(APPS[name], rule.endpoint, **values)
    assert ours == flasks
    ours, flasks = both(APPS[name], rule.endpoint, **values, q="ä b", _anchor="end")
    assert ours == flasks


@given(st.text(min_size=1), st.text())
def test_address_holds_any_text_as_flask_writes_it(channel_id: str, query: str) -> None:
    ours, flasks = both(APPS["chat"], "ui.channel", channel_id=channel_id, q=query)
    assert ours == flasks
    ours, flasks = both(APPS["chat"], "ui.channel", channel_id=channel_id)
    assert ours == flasks


def test_unknown_endpoint_is_told() -> None:
    with pytest.raises(BuildError):
        both(APPS["chat"], "ui.nowhere", channel_id="C1")


def test_text_is_not_taken_for_a_number() -> None:
    app = PageApp("numbers")
    app.add_url_rule("/p/<int:number>", "numbered")
    assert both(app, "numbered", number="7") == ("/w/w1/chat/p/7",) * 2
    with pytest.raises(ValueError, match="invalid literal"):
        both(app, "numbered", number="x")


def test_braces_of_a_path_stay() -> None:
    app = PageApp("braces")
    app.add_url_rule("/p/{x}/<name>", "braced")
    assert len({*both(app, "braced", name="v")}) == 1
