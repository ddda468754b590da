"""A local endpoint that speaks the chat completions protocol and says what a test tells it."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from openai.types.chat import ChatCompletionToolUnionParam, CompletionCreateParams
from pydantic import TypeAdapter, ValidationError

from workworld.endpoints import Endpoint

_REQUEST: TypeAdapter[Any] = TypeAdapter(CompletionCreateParams)
_TOOL: TypeAdapter[Any] = TypeAdapter(ChatCompletionToolUnionParam)
_ROLES = {"system", "user", "assistant", "tool"}


@dataclass(frozen=True)
class Answer:
    """What is sent, and after how many seconds."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0


Request = dict[str, Any]
Told = Sequence[Answer] | Callable[[Request], Answer]


def says(text: str | None, **message: Any) -> Answer:
    """The model answers with a text."""
    said = {"role": "assistant", "content": text, "refusal": None, **message}
    reason = "tool_calls" if message.get("tool_calls") else "stop"
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "stub",
        "choices": [{"index": 0, "message": said, "logprobs": None, "finish_reason": reason}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
    return Answer(200, json.dumps(completion).encode())


def calls(*called: tuple[str, Any]) -> Answer:
    """The model calls tools, all in one turn; arguments that are no text are made JSON."""
    listed = [
        {
            "id": f"call_{index}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": given if isinstance(given, str) else json.dumps(given),
            },
        }
        for index, (name, given) in enumerate(called)
    ]
    return says(None, tool_calls=listed)


def fails(status: int, message: str, kind: str = "server_error", **headers: str) -> Answer:
    """The endpoint answers with an error, as OpenAI's does."""
    error = {"message": message, "type": kind, "param": None, "code": None}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, json.dumps({"error": error}).encode(), named)


def busy() -> Answer:
    """Come back in a thousandth of a second."""
    return fails(429, "Rate limit reached", "rate_limit_exceeded", retry_after_ms="1")


def broken() -> Answer:
    """A fault of the endpoint's; the header is there lest tests wait for half a second."""
    return fails(500, "The server had an error", retry_after_ms="1")


@dataclass
class Serving:
    """The running endpoint."""

    url: str
    told: Told
    key: str | None
    requests: list[Request] = field(default_factory=list)
    """Every request with a plain body, whatever was answered."""
    complaints: list[str] = field(default_factory=list)
    """What a real endpoint would not have taken."""
    stopping: threading.Event = field(default_factory=threading.Event)

    def endpoint(self, **options: Any) -> Endpoint:
        """How to reach it."""
        return Endpoint(**{"base_url": self.url, "model": "stub", "retries": 1, **options})

    def answer(self, path: str, authorization: str, body: bytes) -> Answer:
        """What is said to one request."""
        if path != "/v1/chat/completions":
            return self._refuse(404, f"Unknown request URL: POST {path}")
        if self.key is not None and authorization != f"Bearer {self.key}":
            return fails(401, "Incorrect API key provided", "invalid_request_error")
        request = json.loads(body)
        self.requests.append(request)
        if problems := list(_problems(request)):
            return self._refuse(400, "; ".join(problems))
        if callable(self.told):
            return self.told(request)
        if len(self.requests) > len(self.told):
            return self._refuse(400, "asked more often than the test says")
        return self.told[len(self.requests) - 1]

    def _refuse(self, status: int, problem: str) -> Answer:
        self.complaints.append(problem)
        return fails(status, problem, "invalid_request_error")


@contextmanager
def model_serving(told: Told, *, key: str | None = None) -> Iterator[Serving]:
    """Serve a model that says what it is told, in this order or by a function of the request.

    Args:
        told: one answer for each request, retried ones too.
        key: the key that it asks for.
    """
    server = _Server(("127.0.0.1", 0), _Handler)
    serving = Serving(f"http://127.0.0.1:{server.server_port}/v1", told, key)
    server.serving = serving
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield serving
    finally:
        serving.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
    assert not serving.complaints, serving.complaints


class _Server(ThreadingHTTPServer):
    serving: Serving
    daemon_threads = False  # so that closing waits for them


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, _Server)
        serving = self.server.serving
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = serving.answer(self.path, self.headers.get("Authorization", ""), body)
        if answer.after and serving.stopping.wait(answer.after):
            return
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are asserted upon, and not logged."""


def _problems(request: Request) -> Iterator[str]:
    """What a real endpoint would refuse."""
    try:
        checked = _REQUEST.validate_python({**request, "tools": []})
        list(checked["messages"])  # checked one by one, as they are taken
    except ValidationError as error:
        yield from _told(error)
        return
    yield from _problems_of_turns(request["messages"])
    for tool in request.get("tools", ()):
        yield from _problems_of_tool(json.dumps(tool, sort_keys=True))


@cache  # the same hundreds of tools come with each request
def _problems_of_tool(written: str) -> list[str]:
    tool = json.loads(written)
    try:
        _TOOL.validate_python(tool)
    except ValidationError as error:
        return list(_told(error))
    return list(_problems_of_schema(tool["function"]))


def _told(error: ValidationError) -> Iterator[str]:
    return (f"{found['loc']}: {found['msg']}" for found in error.errors())


def _problems_of_schema(function: Request) -> Iterator[str]:
    try:
        Draft202012Validator.check_schema(function["parameters"])
    except SchemaError as error:
        yield f"schema of {function['name']}: {error.message}"
    else:
        if function["parameters"].get("type") != "object":
            yield f"schema of {function['name']} is no object's"


def _problems_of_turns(messages: Sequence[Request]) -> Iterator[str]:
    """Each call of a tool is answered before anybody else speaks, and nothing else is."""
    open_calls: list[str] = []
    for index, message in enumerate(messages):
        where = f"messages[{index}]"
        if message["role"] not in _ROLES:
            yield f"{where}: unknown role"
        if message["role"] == "system" and index:
            yield f"{where}: the system speaks first"
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_calls:
                yield f"{where}: answers no tool call"
            else:
                open_calls.remove(message["tool_call_id"])
        elif open_calls:
            yield f"{where}: tool calls without answer: {open_calls}"
        if message["role"] == "assistant":
            open_calls = [call["id"] for call in message.get("tool_calls", ())]
            if not open_calls and not message.get("content"):
                yield f"{where}: neither content nor tool calls"
    if open_calls or messages[-1]["role"] == "assistant":
        yield "there is nothing for the model to answer"
