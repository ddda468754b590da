"""An agent reaches for the control port: by paths, names, links and redirects."""

import re

import httpx2
import pytest
from tests.gates.agent import Agent, Premises, answered, endpoints, tools
from tests.gates.conftest import Walked
from tests.kit import PERSONA

from workworld import loading
from workworld.doors.web import COOKIE
from workworld.host.control.port import TABLE
from workworld.operations import operations

PATHS = sorted({row.path.replace("{world}", "w1") for row in TABLE} | {"/health", "/worlds/w1"})
HARNESS = re.compile(
    r"\b(grad(e|ing)|ledger|journal|rubric|reward|oracle|rewind|snapshot|fork|faults?|"
    r"changeset|baseline|workworld-portal)\b|sqlite|Traceback|/home/|/tmp/|\.py\b",
    re.IGNORECASE,
)
"""Words of the harness; the company's own texts hold none of them.

The operator's portal goes by its cookie, since a service desk has a portal for customers.
"""


def test_nothing_that_an_agent_is_given_leads_to_the_control_port(
    premises: Premises, walked: Walked
) -> None:
    secrets = [f":{premises.control_port}", premises.host.admin_token, premises.authority._secret]
    found = walked(PERSONA).found
    assert len(found.answers) > 50
    for answer in found.answers:
        for secret in secrets:
            assert secret not in answer.all, answer.where
        assert not re.search(r"server:|x-powered-by", answer.headers, re.IGNORECASE), answer.where


def test_no_page_tool_or_error_speaks_of_the_harness(walked: Walked) -> None:
    for answer in walked(PERSONA).found.answers:
        if "/static/" not in answer.where:
            assert not HARNESS.search(answer.all), (answer.where, HARNESS.search(answer.all))


def test_pages_lead_only_into_the_world_or_to_the_companys_own_names(walked: Walked) -> None:
    for address in walked(PERSONA).found.foreign:
        assert re.match(r"(https://[a-z.-]+\.example/|mailto:|tel:)", address), address


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_paths_of_the_control_port_lead_nowhere(agent: Agent, method: str) -> None:
    premises = agent.premises
    names = ("127.0.0.1", f"127.0.0.1:{premises.control_port}", f"localhost:{agent.port}")
    for name in names:
        headers = {"Host": name, "Authorization": f"Bearer {premises.host.admin_token}"}
        for path in [root + path for root in ("", agent.root) for path in PATHS]:
            answer = agent.send(method, path, headers=headers)
            assert answer.status in (404, 405) or answer.text == "ok", (answer, name)
        for app in loading.apps():
            for path in PATHS:
                answer = agent.send(method, f"{agent.root}/{app.id}{path}", headers=headers)
                assert answer.status in (404, 405) or '"ok":false' in answer.text, answer


def test_absolute_targets_are_not_forwarded(agent: Agent) -> None:
    premises = agent.premises
    authorization = f"Authorization: Bearer {premises.host.admin_token}\r\n"
    for host in (f"127.0.0.1:{premises.control_port}", f"127.0.0.1:{agent.port}"):
        target = f"http://127.0.0.1:{premises.control_port}/api/host"
        head = f"GET {target} HTTP/1.1\r\nHost: {host}\r\n{authorization}Connection: close\r\n\r\n"
        assert b" 404 " in agent.raw(head.encode()).splitlines()[0]
    connect = f"CONNECT 127.0.0.1:{premises.control_port} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    first_line = (agent.raw(connect.encode()).splitlines() or [b"closed"])[0]
    assert b" 200 " not in first_line


def test_credentials_of_an_agent_open_nothing_on_the_control_port(
    agent: Agent, premises: Premises
) -> None:
    tokens = [agent.token(app) for app in loading.apps()]
    launch = premises.authority.launch(agent.world, agent.person_id)
    tokens += [agent.doors.cookie, launch, premises.authority.csrf(agent.doors.cookie)]
    tokens += [token.partition("-")[2] or token for token in tokens]
    with httpx2.Client(base_url=premises.host.control_origin) as client:
        for token in tokens:
            cookie = f"{COOKIE}={token}; workworld-portal={token}"
            headers = {"Authorization": f"Bearer {token}", "Cookie": cookie}
            for row in TABLE:
                path = row.path.replace("{world}", agent.world.id)
                answer = answered(client.request(row.method, path, headers=headers))
                assert answer.status == 401, answer
            assert client.get("/", headers=headers).status_code == 401
            launched = client.post(f"/worlds/{agent.world.id}/launch", headers=headers)
            assert launched.status_code in (401, 403)
    assert agent.doors.journal == []


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:{port}/",
        "//127.0.0.1:{port}/",
        "/\\127.0.0.1:{port}/",
        "\\\\127.0.0.1:{port}\\",
        "{root}/../../api/host",
        "{root}/%2e%2e/%2e%2e/api/host",
        "{root}//127.0.0.1:{port}/",
        "{root}/@127.0.0.1:{port}/",
        "javascript:alert(1)",
        "\thttp://127.0.0.1:{port}/",
        "/%0d%0aLocation: http://127.0.0.1:{port}/",
        "{root}/\r\nLocation: http://127.0.0.1:{port}/",
        "http:{root}/",
        "{root}.evil/",
    ],
)
def test_signing_in_redirects_only_into_the_world(agent: Agent, target: str) -> None:
    premises = agent.premises
    onward = target.format(port=premises.control_port, root=agent.root)
    code = premises.authority.launch(agent.world, agent.person_id)
    launched = agent.unsigned("GET", f"{agent.root}/launch", params={"code": code, "next": onward})
    with agent.world.reading() as session:
        email = session.connection().exec_driver_sql(
            "SELECT email FROM directory_people WHERE id = ?", (agent.person_id,)
        )
        fields = {"email": str(email.scalar_one()), "next": onward}
    fields["password"] = premises.authority.password(agent.world, agent.person_id)
    signed_in = agent.submit(f"{agent.root}/sign-in", **fields)
    for answer in (launched, signed_in):
        locations = re.findall(r"^location: (.*)$", answer.headers, re.MULTILINE | re.IGNORECASE)
        assert len(locations) == 1, answer
        assert locations[0].startswith(f"{agent.root}/"), answer
        assert ".." not in locations[0]


def test_no_tool_endpoint_or_operation_is_named_after_the_harness() -> None:
    names = [tool.name for _app, tool in tools()] + [row.path for _app, row in endpoints()]
    for name in [*names, *operations()]:
        assert not HARNESS.search(name), name


@pytest.mark.parametrize(
    "path",
    ["journal", "ledger", "schedule", "rules", "faults", "grade", "worlds", "admin", "debug"],
)
def test_tables_of_the_harness_have_no_address(agent: Agent, path: str) -> None:
    for root in (agent.root, *(f"{agent.root}/{app.id}" for app in loading.apps())):
        if path != "admin" or root == agent.root:  # in an app, its own administrators work there
            assert agent.get(f"{root}/{path}").status == 404
        for address in (f"{root}/world_{path}", f"{root}/static/{path}"):
            assert agent.get(address).status == 404
