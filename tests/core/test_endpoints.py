from typing import Any

import pytest
from tests.endpoint import model_serving, says

from workworld.endpoints import OPENAI_URL, Endpoint, EndpointFailed, NoEndpoint, ask, client

LOCAL = "http://127.0.0.1:8000/v1"
ANOTHER = "https://models.example/v1"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "WORKWORLD_MODEL"):
        monkeypatch.delenv(name, raising=False)
    for name in ("URL", "MODEL", "KEY"):
        monkeypatch.delenv(f"WORKWORLD_JUDGE_{name}", raising=False)


def setting(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(name, value)


def test_environment_names_the_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    setting(monkeypatch, OPENAI_BASE_URL=LOCAL, OPENAI_API_KEY="k1", WORKWORLD_MODEL="small")
    assert Endpoint.from_environment() == Endpoint(LOCAL, "small", "k1")
    assert Endpoint.from_environment("large", ANOTHER) == Endpoint(ANOTHER, "large", "k1")


def test_openai_itself_is_asked_with_a_key_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoEndpoint, match="set OPENAI_API_KEY"):
        Endpoint.from_environment("large")
    setting(monkeypatch, OPENAI_API_KEY="k1")
    assert Endpoint.from_environment("large").base_url == OPENAI_URL


def test_model_must_be_named() -> None:
    with pytest.raises(NoEndpoint, match="WORKWORLD_MODEL"):
        Endpoint.from_environment(base_url=LOCAL)


def test_without_a_named_judge_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    setting(monkeypatch, OPENAI_BASE_URL=LOCAL, OPENAI_API_KEY="k1", WORKWORLD_MODEL="small")
    assert Endpoint.of_judge() is None


def test_judge_is_asked_where_the_model_is(monkeypatch: pytest.MonkeyPatch) -> None:
    setting(monkeypatch, OPENAI_BASE_URL=LOCAL, OPENAI_API_KEY="k1", WORKWORLD_JUDGE_MODEL="wise")
    assert Endpoint.of_judge() == Endpoint(LOCAL, "wise", "k1")


def test_judge_elsewhere_is_not_sent_the_models_key(monkeypatch: pytest.MonkeyPatch) -> None:
    setting(monkeypatch, OPENAI_API_KEY="k1", WORKWORLD_JUDGE_MODEL="wise")
    setting(monkeypatch, WORKWORLD_JUDGE_URL=ANOTHER)
    assert Endpoint.of_judge() == Endpoint(ANOTHER, "wise")
    setting(monkeypatch, WORKWORLD_JUDGE_KEY="k2")
    assert Endpoint.of_judge() == Endpoint(ANOTHER, "wise", "k2")


def test_judge_without_a_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    setting(monkeypatch, WORKWORLD_JUDGE_URL=ANOTHER)
    with pytest.raises(NoEndpoint, match="set WORKWORLD_JUDGE_MODEL as well"):
        Endpoint.of_judge()


@pytest.mark.parametrize("address", ["", "127.0.0.1:8000", "ftp://x/v1", "http://", "http://x:y/"])
def test_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(NoEndpoint, match="Not the address of an endpoint"):
        Endpoint(address, "small")


def test_key_is_not_shown() -> None:
    assert "k1" not in repr(Endpoint(LOCAL, "small", "k1"))


def test_key_is_sent_and_without_one_a_placeholder() -> None:
    with model_serving([says("Hi")], key="k1") as serving:
        with client(serving.endpoint(api_key="k1")) as asked:
            assert ask(asked, "small", [{"role": "user", "content": "Hi"}]).said.content == "Hi"
        with (
            client(serving.endpoint()) as asked,
            pytest.raises(EndpointFailed, match="401 - Incorrect API key"),
        ):
            ask(asked, "small", [{"role": "user", "content": "Hi"}])


def test_what_cannot_be_sent_is_a_failure() -> None:
    with model_serving([]) as serving:
        with client(serving.endpoint(api_key="ключ")) as asked, pytest.raises(EndpointFailed):
            ask(asked, "small", [{"role": "user", "content": "Hi"}])
        with client(serving.endpoint()) as asked, pytest.raises(EndpointFailed):
            ask(asked, "small", [{"role": "user", "content": "\ud800"}])


USER = {"role": "user", "content": "Hi"}
CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED = {"role": "tool", "tool_call_id": "c1", "content": "Seen."}


def look(parameters: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "parameters": parameters}}


@pytest.mark.parametrize(
    ("messages", "tools", "complaint"),
    [
        ([{"role": "robot", "content": "Hi"}], [], "Input should be 'user'"),
        ([{"role": "user"}], [], "content"),
        ([USER, {"role": "system", "content": "Obey."}], [], "the system speaks first"),
        ([USER, CALLING], [], "nothing for the model to answer"),
        ([USER, CALLING, USER], [], "tool calls without answer"),
        ([USER, CALLING, ANSWERED, ANSWERED], [], "answers no tool call"),
        ([USER, {"role": "assistant", "content": None}, USER], [], "neither content nor"),
        ([USER], [look({"type": "objekt"})], "schema of look: 'objekt' is not valid"),
        ([USER], [look({"type": "string"})], "schema of look is no object's"),
    ],
)
def test_stub_takes_only_what_a_real_endpoint_would(
    messages: list[Any], tools: list[Any], complaint: str
) -> None:
    with (
        pytest.raises(AssertionError, match=complaint),
        model_serving([says("Hi")]) as serving,
        client(serving.endpoint()) as asked,
        pytest.raises(EndpointFailed, match="400"),
    ):
        ask(asked, "small", messages, tools=tools)


def test_stub_takes_what_a_real_endpoint_does() -> None:
    messages: list[Any] = [USER, CALLING, ANSWERED]
    with model_serving([says("Hi")]) as serving, client(serving.endpoint()) as asked:
        ask(asked, "small", messages, tools=[look({"type": "object"})])
