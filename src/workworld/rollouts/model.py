"""A model as a policy: a plain loop of turns over the tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workworld.doors.mcp import ToolResult
from workworld.endpoints import Endpoint, EndpointFailed, Said, ToolCall, Usage, ask, client
from workworld.environment import AnyEnvironment, Observation
from workworld.episodes import Over
from workworld.rollouts.policies import Ending, Played
from workworld.rollouts.toolbox import NotAnObject, Toolbox, read_arguments

SYSTEM = """\
You work at a company, in the place of one of its employees. Do what you are asked, with the tools \
and without asking back: nobody reads what you write outside of them. Each change takes simulated \
time. session_wait lets time pass, for instance until a colleague has answered. If you are asked a \
question, give the answer with session_answer. Change nothing that you were not asked to change. \
When you are done, reply without calling a tool."""
OVER = """\
The session is over: nothing can be changed any more. If you were asked a question, give the \
answer now, with session_answer."""
_LEAVE_TIME_TO_ANSWER = (Over.STEPS, Over.SECONDS)


@dataclass(frozen=True, slots=True)
class ModelPolicy:
    """A model that acts through the tools.

    Args:
        endpoint: the model.
        max_turns: how often it is asked at most.
        temperature: None for the endpoint's own.
        system: what it is told first; then comes who it is.
        longest_result: how many characters of a tool's result it is shown.
    """

    endpoint: Endpoint
    max_turns: int = 50
    temperature: float | None = None
    system: str = SYSTEM
    longest_result: int = 50_000

    @property
    def name(self) -> str:
        """The model's."""
        return self.endpoint.model

    def __call__(self, episode: AnyEnvironment, /) -> Played:
        """Act until the model is done, the episode is over, or it was asked often enough.

        Raises:
            EndpointFailed: the endpoint did not answer; the episode is invalid.
            NoEndpoint: the package openai is not installed.
        """
        talk = _Talk(episode, self)
        try:
            return talk.played(self._converse(talk))
        except EndpointFailed as failed:
            episode.lose(str(failed))
            raise

    def _converse(self, talk: _Talk) -> Ending:
        options: dict[str, Any] = {"tools": talk.toolbox.functions}
        if self.temperature is not None:
            options["temperature"] = self.temperature
        with client(self.endpoint) as asked:
            while talk.turns < self.max_turns:
                heard = ask(asked, self.endpoint.model, talk.messages, **options)
                if (ending := talk.take(heard.said, heard.usage)) is not None:
                    return ending
        return Ending.TURNS


class _Talk:
    """One conversation, as it goes on."""

    def __init__(self, episode: AnyEnvironment, policy: ModelPolicy) -> None:
        self.toolbox = Toolbox(episode, policy.longest_result)
        self.turns = 0
        seen = episode.observation
        self.messages: list[Any] = [
            {"role": "system", "content": f"{policy.system}\n\n{_whom(seen)}"},
            {"role": "user", "content": seen.instruction},
        ]
        self._episode = episode
        self._spent = Usage()
        self._is_told_over = False

    def take(self, said: Said, usage: Usage | None) -> Ending | None:
        """Take in what the model said and do it. Returns why it was the last, if it was."""
        self.turns += 1
        if usage is not None:
            self._spent.prompt_tokens += usage.prompt_tokens
            self._spent.completion_tokens += usage.completion_tokens
        if not said.tool_calls:
            self.messages.append({"role": "assistant", "content": said.content})
            return Ending.DONE
        self._perform(said.content, said.tool_calls)
        return self._ending()

    def played(self, ending: Ending) -> Played:
        """What came of it."""
        spent = self._spent
        return Played(
            ending, self.turns, spent.prompt_tokens, spent.completion_tokens, tuple(self.messages)
        )

    def _perform(self, text: str | None, calls: list[ToolCall]) -> None:
        """Perform what is called, in order, and answer each call."""
        called: list[dict[str, Any]] = []
        self.messages.append({"role": "assistant", "content": text, "tool_calls": called})
        for index, call in enumerate(calls):
            call_id = call.id or f"call_{self.turns}_{index}"
            arguments, answer = self._answer_to(call)
            function = {"name": call.function.name, "arguments": arguments}
            called.append({"id": call_id, "type": "function", "function": function})
            self.messages.append({"role": "tool", "tool_call_id": call_id, "content": answer})

    def _answer_to(self, call: ToolCall) -> tuple[str, str]:
        """The arguments as they are sent back, and the answer.

        Endpoints that parse them would refuse arguments that are no JSON, and whatever follows
        with them; so these are told in the answer instead.
        """
        written = call.function.arguments or "{}"
        try:
            arguments = read_arguments(written)
        except NotAnObject as error:
            said = ToolResult(f"{error} They were: {written}", is_error=True)
            return "{}", self.toolbox.shown(said)
        return written, self.toolbox.call(call.function.name, arguments)

    def _ending(self) -> Ending | None:
        """Once over, there is one more turn, to answer in, if it can still be answered."""
        standing = self._episode.standing()
        if not standing["is_over"]:
            return None
        if self._is_told_over or standing["over"] not in _LEAVE_TIME_TO_ANSWER:
            return Ending.LIMIT
        self._is_told_over = True
        self.messages.append({"role": "user", "content": OVER})
        return None


def _whom(seen: Observation) -> str:
    person = seen.persona
    return f"You are {person['name']} ({person['email']}), {person['title']}."
