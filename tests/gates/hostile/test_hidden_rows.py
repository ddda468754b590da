"""An agent reaches for what its person may not see: it looks like what does not exist."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from tests.gates.agent import Agent, Answer, alike, endpoints, in_words_of, tools
from tests.gates.conftest import Enter, Walked
from tests.gates.facets import Hidden, facets_of, overseen
from tests.gates.sampling import turn
from tests.kit import COLLEAGUE, PERSONA, flask_apps

from workworld import loading
from workworld.context import Surface
from workworld.doors.mcp import Tool
from workworld.doors.rest import Endpoint
from workworld.manifest import App

APPS = loading.apps()
ROUTES = [
    (app_id, method, rule.rule)
    for app_id, app in flask_apps().items()
    for rule in app.url_map.iter_rules()
    for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    if rule.arguments and rule.endpoint != "static"
]


FEW = 4
"""Of so many hidden things each door is asked for one in every test run, each for another one."""
FEW_ON_PAGES = 10
"""The same of pages, of which there are many more."""


@pytest.fixture(params=[PERSONA, COLLEAGUE])
def outsider(request: pytest.FixtureRequest, enter: Enter) -> Agent:
    """Somebody who may not see everything."""
    return enter(request.param)


def hidden_from(agent: Agent, app: App) -> list[Hidden]:
    found = facets_of(app.id).hidden(agent.world, agent.person_id)
    assert found, f"{app.id}: nothing is hidden from this person, so nothing is tried"
    return list(found)


def naming(row: Endpoint | Tool, things: Sequence[Hidden]) -> list[Hidden]:
    """Those for whose name an endpoint or a tool asks."""
    return [each for each in things if each.id in in_words_of(row, each.facts).values()]


def same(one: Answer, other: Answer, hidden: Hidden) -> bool:
    """Whether two answers differ in nothing but the id that was asked for, and the time."""
    return alike(one, other, {hidden.id: hidden.missing})


def test_hidden_and_missing_are_alike_at_every_endpoint(outsider: Agent) -> None:
    tried = 0
    things = {app.id: hidden_from(outsider, app) for app in APPS}
    for place, (app, endpoint) in enumerate(endpoints()):
        if overseen(outsider, endpoint.path):
            continue
        for hidden in turn(FEW, naming(endpoint, things[app.id]), place):
            tried += 1
            asked = in_words_of(endpoint, hidden.facts)
            nothing = in_words_of(endpoint, hidden.nothing)
            for method in endpoint.methods:
                there = outsider.request(app, method, endpoint.path, asked)
                absent = outsider.request(app, method, endpoint.path, nothing)
                assert same(there, absent, hidden), (there, absent)
    assert tried


def test_hidden_and_missing_are_alike_at_every_tool(outsider: Agent) -> None:
    tried = 0
    things = {app.id: hidden_from(outsider, app) for app in APPS}
    for place, (app, tool) in enumerate(tools()):
        if overseen(outsider, tool.name):
            continue
        for hidden in turn(FEW, naming(tool, things[app.id]), place):
            tried += 1
            asked = in_words_of(tool, hidden.facts)
            there = outsider.tool(app, tool.name, asked)
            absent = outsider.tool(app, tool.name, in_words_of(tool, hidden.nothing))
            assert same(there, absent, hidden), (there, absent)
    assert tried


def filled(rule: str, facts: Mapping[str, Any]) -> str | None:
    """A rule with facts in it; None when it asks for what they do not tell."""
    names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
    if not set(names) <= set(facts):
        return None
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(facts[found[1]]), rule)


def addresses(agent: Agent) -> Iterator[tuple[str, str, str, str, Hidden]]:
    """Method, address of the hidden and of the missing, rule, and what is hidden."""
    for app in APPS:
        for hidden in hidden_from(agent, app):
            if "#" in hidden.id:
                continue  # a fragment of an address
            for app_id, method, rule in ROUTES:
                there, absent = filled(rule, hidden.facts), filled(rule, hidden.nothing)
                if there and absent and there != absent:
                    root = agent.root if app_id == "home" else f"{agent.root}/{app_id}"
                    yield method, root + there, root + absent, rule, hidden


def test_hidden_and_missing_are_alike_on_every_page(outsider: Agent) -> None:
    proof = outsider.premises.authority.csrf(outsider.doors.cookie)
    tried = set()
    by_rule: dict[tuple[str, str], list[tuple[str, str, Hidden]]] = {}
    for method, there, absent, rule, hidden in addresses(outsider):
        if not overseen(outsider, rule):
            by_rule.setdefault((method, rule), []).append((there, absent, hidden))
    asked = [
        (method, rule, *each)
        for place, ((method, rule), given) in enumerate(by_rule.items())
        for each in turn(FEW_ON_PAGES, given, place)
    ]
    for method, rule, there, absent, hidden in asked:
        fields = {"data": {"csrf": proof, "text": "hello"}} if method == "POST" else {}
        shown, nothing = (outsider.send(method, path, **fields) for path in (there, absent))
        assert same(shown, nothing, hidden), (shown, nothing)
        tried.add(rule)
    assert tried
    # What the world had planned comes to pass as time goes on.
    asked_for = [each for each in outsider.doors.journal if each.surface != Surface.SYSTEM]
    done = {each.operation for each in asked_for if each.outcome == "ok"}
    assert done <= {each for app in APPS for each in facets_of(app.id).blind}


@pytest.mark.parametrize("handle", [PERSONA, COLLEAGUE])
def test_no_word_of_the_hidden_is_told_anywhere(walked: Walked, handle: str) -> None:
    outsider = walked(handle).agent
    words = {word for app in APPS for each in hidden_from(outsider, app) for word in each.words}
    ids = {each.id for app in APPS for each in hidden_from(outsider, app)}
    longest = sorted((word for word in words if len(word) > 12), key=len)
    answers = [*walked(handle).found.answers]
    asked = [{"query": word[:40]} for word in longest[:20]]
    for app, tool in tools():
        if "query" in tool.properties:
            answers += [outsider.tool(app, tool.name, query) for query in asked]
    for answer in answers:
        told = answer.text.replace("&#39;", "'").replace("&amp;", "&")
        for secret in longest:
            assert secret not in told, (answer.where, secret)
        for secret in () if overseen(outsider, answer.where) else ids:
            assert secret not in answer.all, (answer.where, secret)


def test_words_of_the_hidden_are_found_by_those_who_may_see_them(
    enter: Enter, walked: Walked
) -> None:
    """The test above would pass if nobody were told anything."""
    outsider = enter()
    (app, *_rest) = APPS
    hidden = hidden_from(outsider, app)[0]
    with outsider.world.reading() as session:
        handles = session.connection().exec_driver_sql("SELECT handle FROM directory_people")
        everyone = [handle for (handle,) in handles]
    seen_by = [
        handle
        for handle in everyone
        if hidden.id
        not in {
            each.id
            for each in facets_of(app.id).hidden(
                outsider.world, enter(handle, outsider.world).person_id
            )
        }
    ]
    seer = COLLEAGUE if COLLEAGUE in seen_by else seen_by[0]  # who walks in other tests as well
    told = " ".join(answer.text for answer in walked(seer).found.answers)
    assert any(word in told.replace("&#39;", "'") for word in hidden.words)
