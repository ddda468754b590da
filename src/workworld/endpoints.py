"""Models behind an OpenAI-compatible endpoint: where they are, and asking them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError

if TYPE_CHECKING:  # openai is an extra
    from openai import OpenAI
    from openai.types.chat import ChatCompletionMessageParam

OPENAI_URL = "https://api.openai.com/v1"
_NO_KEY = "none"  # what is sent to an endpoint that asks for none; the client refuses an empty key
_LONGEST_SAID = 500


class NoEndpoint(RuntimeError):
    """There is no model to ask; the message says what to set or install."""


class EndpointFailed(RuntimeError):
    """The endpoint did not answer, or not with a chat completion: nobody's fault who was judged."""


class EndpointRefused(EndpointFailed):
    """The endpoint does not take such a request; it may take another one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at an OpenAI-compatible endpoint.

    Args:
        base_url: up to and with ``/v1``.
        model: its name there.
        api_key: sent as a bearer token.
        timeout: how many seconds one request may take.
        retries: how often a request is repeated that found no connection, took too long or met a
            429 or 5xx.
    """

    base_url: str
    model: str
    api_key: str = field(default=_NO_KEY, repr=False)
    timeout: float = 300
    retries: int = 2

    def __post_init__(self) -> None:
        if not _is_address(self.base_url):
            raise NoEndpoint(f"Not the address of an endpoint: {self.base_url!r}")

    @classmethod
    def from_environment(cls, model: str | None = None, base_url: str | None = None) -> Endpoint:
        """The endpoint that ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY`` name.

        Args:
            model: by default that of ``WORKWORLD_MODEL``.
            base_url: instead of ``OPENAI_BASE_URL``; OpenAI's own if there is neither.

        Raises:
            NoEndpoint: no model is named, or no key where one is needed.
        """
        model = model or os.environ.get("WORKWORLD_MODEL")
        if not model:
            raise NoEndpoint("No model is named: give one, or set WORKWORLD_MODEL.")
        base_url = base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL
        return cls(base_url, model, _key_for(base_url, "OPENAI_API_KEY"))

    @classmethod
    def of_judge(cls) -> Endpoint | None:
        """The endpoint that judges, None when nothing names one.

        ``WORKWORLD_JUDGE_MODEL`` names the model. Without ``WORKWORLD_JUDGE_URL`` it is asked
        where ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY`` say; with it only ``WORKWORLD_JUDGE_KEY``
        is sent there.

        Raises:
            NoEndpoint: there is a URL but no model, or no key where one is needed.
        """
        base_url = os.environ.get("WORKWORLD_JUDGE_URL")
        model = os.environ.get("WORKWORLD_JUDGE_MODEL")
        if not model and not base_url:
            return None
        if not model:
            raise NoEndpoint("WORKWORLD_JUDGE_URL is set; set WORKWORLD_JUDGE_MODEL as well.")
        if not base_url:
            return cls.from_environment(model)
        return cls(base_url, model, _key_for(base_url, "WORKWORLD_JUDGE_KEY"))


def client(endpoint: Endpoint) -> OpenAI:
    """OpenAI's own client for an endpoint, to be closed by whoever asked for it.

    Raises:
        NoEndpoint: the package openai is not installed.
    """
    try:
        from openai import OpenAI
    except ImportError:
        raise NoEndpoint("openai is not installed: pip install 'workworld[models]'") from None
    return OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        timeout=endpoint.timeout,
        max_retries=endpoint.retries,
    )


class Function(BaseModel):
    """A tool's name, and the arguments as the model wrote them, which may be no JSON."""

    name: str
    arguments: str | None = None


class ToolCall(BaseModel):
    """One call of a tool that the model asks for. Some endpoints give no id."""

    id: str | None = None
    function: Function


class Said(BaseModel):
    """What a model said: a text, calls of tools, or both."""

    content: str | None = None
    tool_calls: list[ToolCall] | None = None


class Usage(BaseModel):
    """What was paid for."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Choice(BaseModel):
    message: Said


class Completion(BaseModel):
    """A chat completion: of its fields, those that are read here."""

    choices: list[_Choice] = Field(min_length=1)
    usage: Usage | None = None

    @property
    def said(self) -> Said:
        """The first choice; no more are ever asked for."""
        return self.choices[0].message


def ask(
    asked: OpenAI, model: str, messages: Iterable[ChatCompletionMessageParam], **options: Any
) -> Completion:
    """One chat completion.

    Args:
        asked: the client.
        model: the model's name.
        messages: what was said so far.
        options: further fields of the request.

    Raises:
        EndpointRefused: the request does not please the endpoint.
        EndpointFailed: no answer came, an error came, or something else than a chat completion.
    """
    from openai import BadRequestError, OpenAIError, UnprocessableEntityError

    completions = asked.chat.completions.with_raw_response
    try:
        # As it is: the client would look through hundreds of tools for what it might rewrite.
        answer = completions.create(model=model, messages=messages, extra_body=options)
    except (OpenAIError, UnicodeError) as error:  # a key, or a text, that cannot be sent
        is_refused = isinstance(error, BadRequestError | UnprocessableEntityError)
        failed = EndpointRefused if is_refused else EndpointFailed
        raise failed(f"{type(error).__name__}: {error}"[:_LONGEST_SAID]) from error
    try:
        # The client's own types believe what they get, be it a text or an empty object.
        return Completion.model_validate_json(answer.content)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, problem["loc"]))
        said = f"{where}: {problem['msg']}" if where else problem["msg"]
        raise EndpointFailed(f"The endpoint sent no chat completion: {said}") from error


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is no number
        return False


def _key_for(base_url: str, variable: str) -> str:
    key = os.environ.get(variable)
    if not key and base_url.rstrip("/") == OPENAI_URL:
        raise NoEndpoint(f"{base_url} needs a key: set {variable}.")
    return key or _NO_KEY
