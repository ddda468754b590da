import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.endpoint import Answer, Request, broken, busy, calls, fails, model_serving, says

from workworld import Environment, episodes
from workworld.endpoints import EndpointFailed, NoEndpoint
from workworld.rollouts.model import OVER, SYSTEM, ModelPolicy
from workworld.rollouts.policies import Ending, Played
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot


@pytest.fixture
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        environment.reset(FAMILY.id, 1)
        yield environment


def play(
    env: Environment, told: Any, *, retries: int = 1, timeout: float = 60, **options: Any
) -> tuple[Played, list[Request]]:
    with model_serving(told) as serving:
        endpoint = serving.endpoint(retries=retries, timeout=timeout)
        return ModelPolicy(endpoint, **options)(env), serving.requests


def answers(request: Request) -> list[str]:
    """What the tools said since the model spoke last."""
    said = [m for m in request["messages"] if m["role"] == "tool"]
    asked = [m for m in request["messages"] if m["role"] == "assistant"]
    return [message["content"] for message in said[-len(asked[-1]["tool_calls"]) :]]


def poster(request: Request) -> Answer:
    """A model that solves the task by reading the instruction and what tools tell it."""
    instruction = request["messages"][1]["content"]
    named = re.search(r"#([\w-]+)", instruction)
    assert named
    turns = sum(message["role"] == "assistant" for message in request["messages"])
    if turns == 0:
        return calls(("slack_list_user_channels", {"name_prefix": named[1]}))
    if turns == 1:
        found = re.search(rf"#{named[1]} \((C\w+)\)", answers(request)[0])
        assert found
        text = instruction.split("\n\n", 1)[1]
        return calls(("slack_send_message", {"channel_id": found[1], "message": text}))
    return says("Done.")


def test_model_solves_a_task_through_the_tools(env: Environment) -> None:
    played, requests = play(env, poster)
    assert env.grade().reward == 1.0
    assert (played.ending, played.turns) == (Ending.DONE, 3)
    assert (played.prompt_tokens, played.completion_tokens) == (30, 15)
    assert list(played.messages[:-1]) == requests[-1]["messages"]
    assert played.messages[-1] == {"role": "assistant", "content": "Done."}


def test_model_is_told_instruction_and_tools(env: Environment) -> None:
    _played, (request,) = play(env, [says("No.")], temperature=0.5)
    system, user = request["messages"]
    assert user["content"] == env.observation.instruction
    assert system["content"].startswith(SYSTEM)
    assert f"You are {env.observation.persona['name']} (" in system["content"]
    assert (request["model"], request["temperature"]) == ("stub", 0.5)
    functions = {tool["function"]["name"]: tool["function"] for tool in request["tools"]}
    offered = {str(tool["name"]) for tool in env.observation.tools}
    assert set(functions) == offered | {"session_wait", "session_answer", "session_status"}
    for name, function in functions.items():
        assert re.fullmatch(r"[\w-]{1,64}", name)
        assert function["description"]
        Draft202012Validator.check_schema(function["parameters"])


def test_temperature_is_left_to_the_endpoint(env: Environment) -> None:
    _played, (request,) = play(env, [says("No.")])
    assert "temperature" not in request


def test_calls_of_one_turn_are_performed_in_order(env: Environment) -> None:
    facts = env.task.facts
    here, near = facts.channel_id, facts.neighbour_ids[0]
    posts = [("slack_send_message", {"channel_id": c, "message": "Hi"}) for c in (near, here)]
    _played, requests = play(env, [calls(*posts), says("Done.")])
    said = answers(requests[-1])
    assert [near in said[0], here in said[1]] == [True, True]
    changed = [c.after for c in env.world.diff() if c.table == "chat_messages" and c.after]
    order = sorted(changed, key=lambda row: str(row["ts"]))
    assert [row["channel_id"] for row in order] == [near, here]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("slack_nope", {}, "Error: Unknown tool: slack_nope"),
        ("session_instruction", {}, "Error: Unknown tool: session_instruction"),
        ("slack_send_message", "{not json", "Error: The arguments are no JSON: "),
        ("slack_send_message", "[1]", "Error: The arguments are no JSON object."),
        ("slack_send_message", "null", "Error: The arguments are no JSON object."),
        ("slack_send_message", '{"message": NaN}', "Error: The arguments are no JSON: NaN"),
        (
            "slack_send_message",
            "[" * 100_000,
            "Error: The arguments are no JSON: nested too deeply",
        ),
        ("slack_send_message", '{"a": ' + "9" * 5_000 + "}", "Error: The arguments are no JSON: "),
        ("slack_send_message", {}, "Error: invalid_arguments: "),
        ("slack_send_message", {"channel_id": "C0", "message": "x"}, "Error: channel_not_found: "),
        ("slack_send_message", '{"channel_id": "C0", "message": "\\ud800"}', "Error: "),
        ("slack_send_message", '{"channel_id": "C0", "message": "x", "y": 1e999}', "Error: "),
        ("session_wait", {}, "Error: invalid_arguments: 'minutes' is a required property"),
        ("session_wait", {"minutes": 1e999}, "Error: The arguments are no JSON: Infinity"),
        ("session_wait", '{"minutes": 1e999}', "Error: invalid_arguments: "),
        ("session_wait", {"minutes": 0}, "Error: invalid_arguments: 0 is less than the minimum"),
        ("session_answer", {"answer": "x" * 200_000}, "Error: invalid_answer: "),
        ("session_answer", '{"answer": "\\ud800"}', "Error: invalid_answer: "),
        ("session_answer", '{"answer": ' + "[" * 500 + "]" * 500 + "}", "Error: invalid_answer: "),
        ("session_status", "", '{"now": '),
    ],
)
def test_what_is_wrong_with_a_call_is_told_and_no_exception(
    env: Environment, name: str, given: Any, said: str
) -> None:
    played, requests = play(env, [calls((name, given)), says("Oh.")])
    assert played.ending is Ending.DONE
    (answer,) = answers(requests[-1])
    assert answer.startswith(said)
    assert env.world.diff() == []


def test_arguments_that_are_no_json_are_not_sent_back(env: Environment) -> None:
    _played, requests = play(env, [calls(("session_status", "{oops")), says("Oh.")])
    call = requests[-1]["messages"][2]["tool_calls"][0]
    assert call["function"]["arguments"] == "{}"
    assert answers(requests[-1])[0].endswith("They were: {oops")


def test_call_without_arguments_is_one(env: Environment) -> None:
    bare = calls(("session_status", {}))
    told = json.loads(bare.body)
    del told["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    _played, requests = play(env, [replace(bare, body=json.dumps(told).encode()), says("Ok.")])
    assert answers(requests[-1])[0].startswith('{"now": ')


def test_call_without_id_gets_one(env: Environment) -> None:
    both = calls(("session_status", {}), ("session_status", {}))
    nameless = json.loads(both.body)
    for call in nameless["choices"][0]["message"]["tool_calls"]:
        call["id"] = None
    told = [replace(both, body=json.dumps(nameless).encode()), says("Done.")]
    _played, requests = play(env, told)
    ids = [call["id"] for call in requests[-1]["messages"][2]["tool_calls"]]
    assert len(set(ids)) == 2


def test_answer_and_waiting_reach_the_episode(env: Environment) -> None:
    before = env.standing()
    told = [calls(("session_wait", {"minutes": 90}), ("session_answer", {"answer": [1, "a"]}))]
    _played, requests = play(env, [*told, says("I say: 2.")])
    waited, answered = map(json.loads, answers(requests[-1]))
    assert waited["seconds"]["used"] - before["seconds"]["used"] == 90 * 60
    assert (answered["is_answered"], answered["answer"]) == (True, [1, "a"])
    assert env.standing()["answer"] == [1, "a"]


def test_words_are_no_answer(env: Environment) -> None:
    play(env, [says("The answer is 42.")])
    assert not env.standing()["is_answered"]


def test_long_result_is_cut_with_a_note(env: Environment) -> None:
    told = [calls(("slack_list_user_channels", {})), says("Long.")]
    _played, requests = play(env, told, longest_result=100)
    (answer,) = answers(requests[-1])
    assert re.fullmatch(
        r".{100}\n\[Cut here: \d+ more characters are not shown\.\]", answer, re.DOTALL
    )


def posts(env: Environment) -> Answer:
    given = {"channel_id": env.task.facts.channel_id, "message": "Hi"}
    return calls(("slack_send_message", given))


def test_limit_leaves_one_turn_to_answer(env: Environment) -> None:
    env.reset(FAMILY.id, 1, steps=1)
    told = [posts(env), calls(("session_answer", {"answer": 7})), says("never asked")]
    played, requests = play(env, told)
    assert (played.ending, played.turns) == (Ending.LIMIT, 2)
    assert requests[1]["messages"][-1] == {"role": "user", "content": OVER}
    assert env.standing()["answer"] == 7


def test_model_that_goes_on_after_the_limit_is_stopped(env: Environment) -> None:
    env.reset(FAMILY.id, 1, steps=1)
    played, _requests = play(env, lambda _request: posts(env))
    assert (played.ending, played.turns) == (Ending.LIMIT, 2)
    assert "limit_reached" in str(played.messages[-1]["content"])


def test_episode_that_was_ended_leaves_no_turn(env: Environment) -> None:
    def end_and_ask(_request: Request) -> Answer:
        with env.world.writing() as session:
            episodes.end(session)
        return calls(("session_answer", {"answer": 7}))

    played, _requests = play(env, end_and_ask)
    assert (played.ending, played.turns) == (Ending.LIMIT, 1)
    assert "limit_reached" in str(played.messages[-1]["content"])
    assert not env.standing()["is_answered"]


def test_model_that_never_stops_is_asked_so_often(env: Environment) -> None:
    played, requests = play(env, lambda _request: calls(("session_status", {})), max_turns=4)
    assert (played.ending, played.turns, len(requests)) == (Ending.TURNS, 4, 4)


def test_endpoint_without_usage_counts_nothing(env: Environment) -> None:
    silent = json.loads(says("Done.").body)
    del silent["usage"]
    played, _requests = play(env, [Answer(200, json.dumps(silent).encode())])
    assert (played.prompt_tokens, played.completion_tokens) == (0, 0)


def test_faults_that_pass_are_not_noticed(env: Environment) -> None:
    faults = [busy(), broken()]

    def told(request: Request) -> Answer:
        return faults.pop() if faults else poster(request)

    played, _requests = play(env, told, retries=2)
    assert (played.ending, env.grade().reward) == (Ending.DONE, 1.0)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([broken(), broken()], "The server had an error"),
        ([fails(400, "maximum context length", "invalid_request_error")], "maximum context length"),
        ([Answer(200, b"{}")], "no chat completion: choices: Field required"),
        ([Answer(200, b"oops")], "no chat completion: Invalid JSON"),
        ([says(None, tool_calls=[{"id": "1", "type": "custom"}])], "function: Field required"),
    ],
)
def test_endpoint_that_fails_is_not_the_agents_fault(
    env: Environment, told: Sequence[Answer], said: str
) -> None:
    with pytest.raises(EndpointFailed, match=said):
        play(env, told)
    judged = env.grade()
    assert judged.reward is None
    assert re.search(said, judged.invalid or "")


def test_endpoint_that_is_too_slow_fails(env: Environment) -> None:
    slow = [Answer(200, says("x").body, after=60)]
    with pytest.raises(EndpointFailed, match="timed out"):
        play(env, slow, timeout=0.1, retries=0)


def test_missing_package_is_said(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    with model_serving([]) as serving:
        monkeypatch.setitem(sys.modules, "openai", None)
        with pytest.raises(NoEndpoint, match=r"pip install 'workworld\[models\]'"):
            ModelPolicy(serving.endpoint())(env)
