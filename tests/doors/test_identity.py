"""Who is let in through which door, and who no longer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from tests.kit import ORIGIN, Doors, Office
from werkzeug.test import TestResponse

from workworld import loading
from workworld.directory.models import AccountKind, Person
from workworld.doors.web import COOKIE
from workworld.host import Host
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds


def deactivate(world: World, person_id: str) -> None:
    with world.writing() as session:
        session.get_one(Person, person_id).is_deactivated = True


@pytest.fixture
def bot(world: World, office: Office, authority: Authority) -> Doors:
    return Doors(world, authority, office.people["lookout"])


@pytest.fixture
def admin(host: Host) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"Bearer {host.admin_token}"}
    with httpx2.Client(base_url=host.control_origin, headers=headers) as client:
        yield client


def asked(doors: Doors, token: str, method: str = "auth.test", **arguments: Any) -> str:
    headers = {"Authorization": f"Bearer {token}"}
    answer = doors.anonymous("chat").post(f"/api/{method}", json=arguments, headers=headers)
    assert answer.status_code == 200
    body = answer.get_json()
    return "ok" if body["ok"] else str(body["error"])


def sign_in(doors: Doors, email: str, password: str, **headers: str) -> TestResponse:
    form = {"csrf": doors.authority.csrf(""), "email": email, "password": password}
    client = doors.anonymous("home")
    return client.post("/sign-in", data=form, headers=headers)


def test_no_two_tokens_are_marked_alike() -> None:
    marks = [mark for app in loading.apps() for mark in app.token_prefixes.values()]
    assert len(marks) == len(set(marks))


# Tokens


def test_slack_is_told_in_its_words(doors: Doors) -> None:
    token = doors.authority.token(doors.world, doors.person_id, "xoxp-", lifetime_seconds=-1)
    assert asked(doors, token) == "token_expired"
    as_bot = doors.authority.token(doors.world, doors.person_id, "xoxb-")
    assert asked(doors, "xoxp-" + as_bot.removeprefix("xoxb-")) == "invalid_auth"
    person = doors.token.removeprefix("xoxp-")
    assert asked(doors, f"xoxb-{person}") == "invalid_auth"
    assert asked(doors, person) == "invalid_auth"


def test_revoked_token_is_refused(doors: Doors) -> None:
    token = doors.token
    doors.authority.revoke(token, "xoxp-")
    assert asked(doors, token) == "invalid_auth"
    assert asked(doors, doors.token) == "ok"


def test_tokens_outlive_reset_and_rewind_but_not_the_world(
    doors: Doors, worlds: Worlds, snapshot: Snapshot
) -> None:
    token, name = doors.token, doors.world.id
    assert asked(doors, token, "chat.postMessage", channel="#general", text="1") == "ok"
    doors.world.rewind(0)
    assert asked(doors, token) == "ok"
    doors.world.reset()
    assert asked(doors, token) == "ok"
    fork = Doors(worlds.fork(doors.world), doors.authority, doors.person_id)
    assert asked(fork, token) == "invalid_auth"
    assert asked(fork, fork.token) == "ok"
    worlds.let_go(name)
    again = Doors(worlds.open(snapshot, name, fresh=False), doors.authority, doors.person_id)
    assert asked(again, token) == "ok"
    worlds.let_go(name, remove=True)
    later = Doors(worlds.open(snapshot, name), doors.authority, doors.person_id)
    assert asked(later, token) == "invalid_auth"
    assert asked(later, later.token) == "ok"
    assert asked(later, token) == "invalid_auth"


# Bots


def test_bot_acts_by_its_token_within_its_scopes(bot: Doors, office: Office) -> None:
    token = bot.authority.token(bot.world, bot.person_id, "xoxb-", scopes=["chat:write"])
    there = {"channel": office.channels["deploy-alerts"], "text": "*Firing* disk 91%"}
    assert asked(bot, token, "chat.postMessage", **there) == "ok"
    assert asked(bot, token, "users.list") == "missing_scope"
    headers = {"Authorization": f"Bearer {token}"}
    told = bot.anonymous("chat").post("/api/users.list", headers=headers).get_json()
    assert (told["needed"], told["provided"]) == ("users:read", "chat:write")
    assert bot.journal[-1].actor_id == bot.person_id
    user = bot.rest("users.info", user=bot.person_id)["user"]
    assert (user["is_bot"], user["real_name"]) == (True, "Lookout")


def test_bot_is_in_no_list_of_people_and_never_signs_in(
    bot: Doors, admin: httpx2.Client, host: Host
) -> None:
    listed = admin.get("/api/worlds/w1/people").json()["people"]
    assert bot.person_id not in [person["id"] for person in listed]
    given = admin.post("/api/worlds/w1/credentials", json={"person": bot.person_id}).json()
    assert set(given) == {"person", "kind", "tokens", "app_tokens"}
    assert given["app_tokens"]["chat"].startswith("xapp-")
    assert given["kind"] == AccountKind.BOT
    assert given["tokens"]["chat"].startswith("xoxb-")
    password = bot.authority.password(bot.world, bot.person_id)
    assert sign_in(bot, "lookout@calderoute.example", password).status_code == 401
    with httpx2.Client(base_url=host.control_origin) as operator:
        operator.get(host.portal_url)
        own = {"Origin": host.control_origin}
        launch = operator.post("/worlds/w1/launch", data={"person": bot.person_id}, headers=own)
    assert (launch.status_code, "never signs in" in launch.text) == (400, True)


def test_control_port_chooses_scopes_and_lifetime(admin: httpx2.Client, doors: Doors) -> None:
    asking = {"person": doors.person_id, "scopes": ["users:read"], "lifetime_seconds": 60}
    token = admin.post("/api/worlds/w1/credentials", json=asking).json()["tokens"]["chat"]
    assert asked(doors, token, "users.list") == "ok"
    assert asked(doors, token, "conversations.list") == "missing_scope"
    later = Authority("the secret of the tests", lambda: 4e9)
    doors.site = replace(doors.site, authority=later)
    assert asked(doors, token) == "token_expired"


@pytest.mark.parametrize(
    "field",
    [
        {"scopes": "chat:write"},
        {"scopes": [1]},
        {"scopes": ["a b"]},
        {"scopes": [""]},
        {"lifetime_seconds": 0},
        {"lifetime_seconds": "60"},
        {"kind": "bot"},
    ],
)
def test_malformed_wishes_for_credentials_are_refused(
    admin: httpx2.Client, doors: Doors, field: dict[str, Any]
) -> None:
    asking = {"person": doors.person_id, **field}
    assert admin.post("/api/worlds/w1/credentials", json=asking).status_code == 400


# Leavers


def test_leaver_is_let_in_nowhere_and_leaves_everything_behind(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    token, cookie = doors.token, doors.cookie
    general = office.channels["general"]
    assert asked(doors, token, "chat.postMessage", channel=general, text="so long") == "ok"
    deactivate(doors.world, doors.person_id)
    assert asked(doors, token) == "account_inactive"
    assert asked(doors, token, "chat.postMessage", channel=general, text="!") == "account_inactive"
    assert doors.mcp("slack_read_channel", channel_id=general).is_error
    assert doors.browser.get(f"/c/{general}").status_code == 302
    home = doors.anonymous("home")
    home.set_cookie(COOKIE, cookie, domain="localhost", path="/")
    assert home.get("/").headers["Location"].startswith(f"{doors.site.root}/sign-in")
    assert "Ana Ruiz" not in home.get("/sign-in").get_data(as_text=True)
    password = doors.authority.password(doors.world, doors.person_id)
    refused = sign_in(doors, "aruiz@calderoute.example", password)
    assert refused.status_code == 401
    assert "deactivated" in refused.get_data(as_text=True)
    code = doors.authority.launch(doors.world, doors.person_id)
    assert home.get("/launch", query_string={"code": code}).status_code == 401
    said = colleague.rest("conversations.history", channel=general, limit=1)["messages"][0]
    assert (said["user"], said["text"]) == (doors.person_id, "so long")
    assert colleague.rest("users.info", user=doors.person_id)["user"]["deleted"]


# Signing in


def test_wrong_passwords_are_slowed_down_even_for_nobody(doors: Doors) -> None:
    authority = Authority("of this test")
    doors.authority, doors.site = authority, replace(doors.site, authority=authority)
    right = authority.password(doors.world, doors.person_id)
    for email in ("aruiz@calderoute.example", "nobody@x.example"):
        codes = [sign_in(doors, email, "wrong").status_code for _ in range(6)]
        assert codes == [401] * 5 + [429]
    refused = sign_in(doors, "ARUIZ@calderoute.example ", right)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "Too many wrong passwords" in refused.get_data(as_text=True)
    assert "Set-Cookie" not in refused.headers
    other = authority.password(doors.world, "nobody")
    assert sign_in(doors, "mchen@calderoute.example", other).status_code == 401
    assert doors.journal == []


def test_signing_in_changes_the_cookie_and_ends_the_former(doors: Doors) -> None:
    client = doors.anonymous("home")
    planted = doors.cookie
    client.set_cookie(COOKIE, planted, domain="localhost", path="/")
    code = doors.authority.launch(doors.world, doors.person_id)
    answer = client.get("/launch", query_string={"code": code})
    assert planted not in answer.headers["Set-Cookie"]
    other = doors.anonymous("home")
    other.set_cookie(COOKIE, planted, domain="localhost", path="/")
    assert other.get("/").status_code == 302


def test_foreign_page_cannot_sign_a_browser_in(doors: Doors) -> None:
    password = doors.authority.password(doors.world, doors.person_id)
    email = "aruiz@calderoute.example"
    for origin in ("https://evil.example", "null"):
        assert sign_in(doors, email, password, Origin=origin).status_code == 403
    assert sign_in(doors, email, password, Origin=ORIGIN).status_code == 303


def test_ended_session_leads_to_the_sign_in_page_and_back(doors: Doors, office: Office) -> None:
    path = f"/c/{office.channels['general']}"
    assert doors.browser.get(path).status_code == 200
    doors.authority.end_session(doors.cookie)
    onward = doors.browser.get(path, base_url=ORIGIN).headers["Location"]
    assert onward.startswith(f"{doors.site.root}/sign-in?next=")


def test_what_was_typed_is_kept_when_the_session_has_ended(doors: Doors, office: Office) -> None:
    doors.authority.end_session(doors.cookie)
    path = f"/c/{office.channels['general']}/messages"
    refused = doors.submit(path, text="typed <with> care")
    page = refused.get_data(as_text=True)
    assert refused.status_code == 401
    assert "typed &lt;with&gt; care" in page
    assert "Sign in" in page
    assert "Try again" not in page
    assert doors.journal == []
