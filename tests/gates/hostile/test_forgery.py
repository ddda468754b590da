"""An agent changes, reuses and makes up credentials, and claims to be somebody else."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from tests.gates.agent import (
    FOR_EVERYBODY,
    MCP_HEADERS,
    Agent,
    answered,
    endpoints,
    in_words_of,
    mark_of,
    tools,
)
from tests.gates.conftest import Enter, Walked
from tests.gates.facets import shown_to
from tests.gates.sampling import one_in, sample
from tests.kit import COLLEAGUE, PERSONA
from tests.states import clear_schedule

from workworld import loading
from workworld.context import Surface
from workworld.doors.mcp import FULL
from workworld.doors.rest import Endpoint
from workworld.doors.web import COOKIE
from workworld.identity import Authority
from workworld.manifest import App
from workworld.operations import Effect, operation_of

_NARROW = re.compile(
    "missing_scope|not_allowed_token_type|lacks the scope|insufficient authentication scopes"
)
"""How vendors say that a token may not do something."""


def accepted(agent: Agent, app: App, token: str) -> bool:
    """Whether MCP or any endpoint takes a token."""
    headers: Any = {"Authorization": f"Bearer {token}".encode()}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    url = f"{agent.root}/{app.id}"
    answer = agent.http.post(
        f"{url}/mcp?profile={FULL}", json=message, headers={**MCP_HEADERS, **headers}
    )
    if answer.status_code != 401:
        return True
    for endpoint in one_in(8, [endpoint for each, endpoint in endpoints() if each == app]):
        got = agent.rest(app, endpoint, {}, headers=headers)
        if got.status != 401 and "invalid_auth" not in got.text and "not_auth" not in got.text:
            return True
    return False


def opens(agent: Agent, cookie: str) -> bool:
    """Whether a cookie opens the first page."""
    headers: Any = {"Cookie": f"{COOKIE}={cookie}".encode()}
    return agent.http.get(f"{agent.root}/", headers=headers).status_code == 200


def edited(signed: str, other: str) -> Iterator[str]:
    """Forgeries of a signed text, with parts of another one that is as good."""
    parts, others = signed.split("."), other.split(".")
    for place in range(len(parts)):
        yield ".".join([*parts[:place], others[place], *parts[place + 1 :]])
        for at in (0, len(parts[place]) // 2):
            letter = "A" if parts[place][at] != "A" else "B"
            changed = parts[place][:at] + letter + parts[place][at + 1 :]
            yield ".".join([*parts[:place], changed, *parts[place + 1 :]])
        yield ".".join(parts[:place] + parts[place + 1 :])
    yield from ("", ".", "..", "null", "é", signed + ".", "." + signed, signed[:-2], signed * 50)


def test_good_credentials_are_taken(agent: Agent) -> None:
    """Else the tests below would pass for a host that refuses everything."""
    assert opens(agent, agent.doors.cookie)
    assert all(accepted(agent, app, agent.token(app)) for app in loading.apps())


def test_edited_tokens_and_cookies_are_refused(enter: Enter, agent: Agent) -> None:
    other = enter(COLLEAGUE, agent.world)
    for forged in edited(agent.doors.cookie, other.doors.cookie):
        assert forged == agent.doors.cookie or not opens(agent, forged), forged
    for app in loading.apps():
        good = agent.token(app)
        prefix = mark_of(app)
        pairs = good.removeprefix(prefix), other.token(app).removeprefix(prefix)
        for forged in edited(*pairs):
            assert prefix + forged == good or not accepted(agent, app, prefix + forged), forged


def test_one_kind_of_credential_is_no_other(agent: Agent) -> None:
    authority = agent.premises.authority
    launch = authority.launch(agent.world, agent.person_id)
    for app in loading.apps():
        assert not opens(agent, agent.token(app))
        assert not opens(agent, agent.token(app).removeprefix(mark_of(app)))
        for wrong in (
            agent.doors.cookie,
            launch,
            authority.portal(),
            agent.premises.host.admin_token,
        ):
            assert not accepted(agent, app, mark_of(app) + wrong)
            assert not accepted(agent, app, wrong)
    for wrong in (launch, authority.portal(), authority.csrf(agent.doors.cookie)):
        assert not opens(agent, wrong)


def test_credentials_of_another_host_are_refused(agent: Agent) -> None:
    foreign = Authority("another secret")
    assert not opens(agent, foreign.cookie(agent.world, agent.person_id))
    for app in loading.apps():
        token = foreign.token(agent.world, agent.person_id, mark_of(app))
        assert not accepted(agent, app, token)


def test_launch_link_signs_in_once_however_many_race(agent: Agent) -> None:
    code = agent.premises.authority.launch(agent.world, agent.person_id)
    url = f"{agent.root}/launch"
    assert agent.http.head(url, params={"code": code}).status_code == 405
    outcomes: list[int] = []

    def use() -> None:
        outcomes.append(agent.http.get(url, params={"code": code}).status_code)

    racing = [threading.Thread(target=use) for _ in range(8)]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    assert sorted(outcomes) == [303, *[401] * 7]


def test_session_that_was_ended_is_dead(agent: Agent) -> None:
    agent.submit(f"{agent.root}/sign-out")
    assert not opens(agent, agent.doors.cookie)


@pytest.mark.parametrize("proof", sample(["none", "colleague", "", "0" * 32, "é"], 2))
def test_forms_without_their_proof_change_nothing(
    enter: Enter, agent: Agent, walked: Walked, proof: str
) -> None:
    forms = walked(PERSONA).forms_of(agent)
    steps = len(agent.doors.journal)
    other = enter(COLLEAGUE, agent.world)
    if proof == "colleague":
        proof = agent.premises.authority.csrf(other.doors.cookie)
    for action, form in forms.items():
        fields = {**dict.fromkeys(form.fields, "x"), "csrf": proof}
        if proof == "none":
            del fields["csrf"]
        # What customers fill in carries no proof, and is refused for making no sense.
        refused = 422 if any(place in action for place in FOR_EVERYBODY) else 403
        assert agent.send("POST", action, data=fields).status == refused, action
        in_query = agent.send("POST", action, params=fields, data={"text": "x"})
        assert in_query.status == refused, action
    assert len(agent.doors.journal) == steps
    assert opens(agent, agent.doors.cookie)


@pytest.mark.parametrize("method", sample(["GET", "PUT", "HEAD", "OPTIONS", "PATCH", "DELETE"], 2))
def test_only_posts_change_anything_on_pages(agent: Agent, walked: Walked, method: str) -> None:
    forms = walked(PERSONA).forms_of(agent)
    steps = len(agent.doors.journal)
    proof = agent.premises.authority.csrf(agent.doors.cookie)
    overrides = {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"}
    for action, form in forms.items():
        fields = {**dict.fromkeys(form.fields, "x"), "csrf": proof, "_method": "POST"}
        agent.send(method, action, params=fields, headers=overrides)
    assert len(agent.doors.journal) == steps
    assert opens(agent, agent.doors.cookie)


CLAIMS = ("actor", "actor_id", "person_id", "author_id", "as_user", "username", "on_behalf_of")
CLAIMING_HEADERS = ("X-User", "X-Forwarded-User", "Remote-User", "X-Remote-User", "X-Actor")


def test_nobody_acts_as_somebody_else_by_claiming_to(
    enter: Enter, agent: Agent, walked: Walked
) -> None:
    other = enter(COLLEAGUE, agent.world)
    claims = dict.fromkeys(CLAIMS, other.person_id)
    headers = dict.fromkeys(CLAIMING_HEADERS, other.person_id)
    for app, endpoint in one_in(3, [*endpoints()]):
        arguments = in_words_of(endpoint, shown_to(agent, app.id))
        for extra in ({}, claims):
            agent.rest(app, endpoint, arguments | extra, headers=agent.bearer(app) | headers)
    for app, tool in tools():
        arguments = in_words_of(tool, shown_to(agent, app.id))
        agent.tool(app, tool.name, arguments | claims)
    for action, form in walked(PERSONA).forms_of(agent).items():
        if not action.endswith("/sign-out"):
            agent.submit(action, **dict.fromkeys(form.fields, "x"), **claims)
    # What comes due by itself is done in the name of whoever it is due for.
    journal = [entry for entry in agent.doors.journal if entry.surface != Surface.SYSTEM]
    assert any(entry.outcome == "ok" for entry in journal)
    assert {entry.actor_id for entry in journal} == {agent.person_id}


def test_narrow_token_changes_nothing(agent: Agent) -> None:
    clear_schedule(agent.world)
    authority = agent.premises.authority
    tried = 0
    for app, row in one_in(3, [*endpoints(), *tools()]):
        declared = operation_of(row.function)
        if declared.scope is None:
            continue
        tried += 1
        arguments = in_words_of(row, shown_to(agent, app.id))
        narrow = authority.token(
            agent.world, agent.person_id, mark_of(app), scopes={"nothing:read"}
        )
        headers = {"Authorization": f"Bearer {narrow}"}
        if isinstance(row, Endpoint):
            answer = agent.rest(app, row, arguments, headers=headers)
        else:
            params = {"name": row.name, "arguments": arguments}
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            url = f"{agent.root}/{app.id}/mcp?profile={FULL}"
            answer = answered(agent.http.post(url, json=message, headers=headers | MCP_HEADERS))
        refused = _NARROW.search(answer.text)
        assert answer.status == 403 or refused, declared.id
    assert tried
    assert not [entry for entry in agent.doors.journal if entry.outcome == "ok"]


# The vendor's ask for none: an app shows its tab, or a trigger says who has just asked it.
WITHOUT_A_SCOPE = {
    "chat.homes.publish",
    "chat.modals.open",
    "chat.modals.push",
    "chat.modals.update",
}


def test_every_write_asks_for_a_scope() -> None:
    writes = [operation_of(row.function) for _app, row in [*endpoints(), *tools()]]
    bare = {each.id for each in writes if each.effect is Effect.WRITE and not each.scope}
    assert bare == WITHOUT_A_SCOPE


@pytest.mark.parametrize("guess", ["", "password", "' OR '1'='1", "aaaa-aaaa-aaaa-aaaa", "\x00"])
def test_guessed_passwords_sign_nobody_in(agent: Agent, guess: str) -> None:
    with agent.world.reading() as session:
        rows = session.connection().exec_driver_sql("SELECT email FROM directory_people")
        emails = [email for (email,) in rows]
    for email in [*emails, "", "nobody@nowhere.example", "' OR 1=1 --"]:
        answer = agent.submit(f"{agent.root}/sign-in", email=email, password=guess)
        assert answer.status in (401, 422, 429), answer.status
        assert "set-cookie" not in answer.headers
