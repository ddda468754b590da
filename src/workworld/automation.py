"""What workflows begin with and do: kinds that apps declare, and the variables between them.

An app declares what can begin a workflow with ``@trigger`` and what one can do with ``@step``, and
need not know who builds workflows of them: whoever does, offers all that is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from workworld.context import Context
from workworld.errors import Invalid
from workworld.shapes import CLOSED

S = TypeVar("S", bound="Settings")
_VARIABLE = re.compile(r"\{\{\s*(?P<name>[a-z]+\.\w+)\s*\}\}")
_BRACES = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_APART = re.compile(r"\W+")

TEXT, PERSON, CHANNEL, MESSAGE, LINK = "text", "person", "channel", "message", "link"
"""Kinds of values; that of a message is its channel's id, a colon and its ``ts``, and that of a
link its address, a space and what it is called."""
TRIGGER, FORM, STEP = "trigger", "form", "step"
"""What variables are called after: ``{{trigger.person}}``."""


class Settings(BaseModel):
    """What is settled about one trigger or step."""

    model_config = {**CLOSED, "str_strip_whitespace": True}


@dataclass(frozen=True, slots=True)
class Asked:
    """How a setting is asked for: stands in the annotation of a field.

    Args:
        widget: what one enters it with; what is ``kept`` is carried along unseen.
        takes: the kind of the variable that may stand for all of it; text may hold several.
        offers: what a choice is made from, value and text, as the reader may; its values are those
            of the setting's type without it.
    """

    widget: Literal[
        "line",
        "area",
        "channel",
        "person",
        "people",
        "emoji",
        "number",
        "choice",
        "questions",
        "tick",
        "several",
        "kept",
    ]
    takes: str = TEXT
    offers: Callable[[Context], Sequence[tuple[str, str]]] | None = None


class Question(Settings):
    """A field of a form."""

    label: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    kind: Literal["line", "area", "choice", "person", "number"] = "line"
    needed: bool = True
    choices: Annotated[list[str], Field(max_length=25)] = []

    @property
    def key(self) -> str:
        """By what its answer is called: ``{{form.which_laptop}}``."""
        return _APART.sub("_", self.label.lower()).strip("_")[:40] or "answer"

    @property
    def options(self) -> list[tuple[str, str]]:
        """What one chooses from, and what that is called; nothing comes first unless needed."""
        named = [(each, each) for each in self.choices]
        return named if self.needed and named else [("", "None"), *named]

    @property
    def takes(self) -> str:
        """The kind of its answer."""
        return PERSON if self.kind == "person" else TEXT


class Value(NamedTuple):
    """What a variable stands for."""

    kind: str
    text: str


def linked(address: str, called: str) -> str:
    """The value of a variable that is a link."""
    return f"{address} {called}"


@dataclass(frozen=True, slots=True)
class Values:
    """What the variables of one run stand for."""

    known: Mapping[str, Value]

    def filled(self, text: str, write: Callable[[Value], str]) -> str:
        """A text with its variables written out; what they stand for is not read again."""
        return _VARIABLE.sub(lambda found: write(self.of(found["name"])), text)

    def meant(self, text: str) -> str:
        """What a setting names: the variable that it is, or itself."""
        found = _VARIABLE.fullmatch(text)
        return self.of(found["name"]).text if found else text

    def of(self, name: str) -> Value:
        """What one variable stands for; empty if it was left so."""
        return self.known.get(name, Value(TEXT, ""))


@dataclass(frozen=True, slots=True)
class Deed:
    """One step of one run, as it is performed.

    Args:
        ctx: acts as the program that performs workflows.
        owner: acts as the person whose rights count.
        values: what the variables stand for.
        name: what the workflow is called.
        icon: its emoji.
        address: the canonical address of the run.
    """

    ctx: Context
    owner: Context
    values: Values
    name: str
    icon: str
    address: str


@dataclass(frozen=True, slots=True)
class Done:
    """A step is done; ``facts`` are what it yields."""

    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Later:
    """A step takes until then, in microseconds since the Unix epoch."""

    until_us: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A step takes until somebody has answered."""

    person_id: str
    questions: Sequence[Question]


Outcome = Done | Later | Ask
Facts = Mapping[str, str]
"""Names of what something yields, and the kinds of these values."""


@dataclass(frozen=True, slots=True)
class TriggerKind:
    """What a workflow can begin with."""

    kind: str
    title: str
    icon: str
    says: str
    settings: type[Settings]
    facts: Callable[[Any], Facts]


@dataclass(frozen=True, slots=True)
class StepKind:
    """What a workflow can do."""

    kind: str
    title: str
    icon: str
    says: str
    settings: type[Settings]
    perform: Callable[[Deed, Any], Outcome]
    yields: Callable[[Any], Facts]
    prefix: str


class Settled(Protocol):
    """Whatever there are settings of: a kind of trigger or step, of workflows or of rules."""

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    @property
    def settings(self) -> type[Settings]:
        """The model of its settings."""
        ...


_triggers: dict[str, TriggerKind] = {}
_steps: dict[str, StepKind] = {}


def trigger(
    kind: str, *, title: str, icon: str, says: str, facts: Callable[[Any], Facts] | Facts
) -> Callable[[type[S]], type[S]]:
    """Declare what a workflow can begin with: the model of its settings.

    Args:
        kind: its name in rows.
        title: what people call it.
        icon: of the suite's icons.
        says: what it does, in one sentence.
        facts: the variables that it yields, or what says so of its settings.

    Raises:
        TypeError: there is one of this kind.
    """

    def declare(settings: type[S]) -> type[S]:
        if kind in _triggers:
            raise TypeError(f"two triggers are called {kind}")
        _triggers[kind] = TriggerKind(kind, title, icon, says, settings, _always(facts))
        return settings

    return declare


def step(
    kind: str,
    settings: type[S],
    *,
    title: str,
    icon: str,
    says: str,
    yields: Callable[[Any], Facts] | Facts = MappingProxyType({}),
    prefix: str = STEP,
) -> Callable[[Callable[[Deed, S], Outcome]], Callable[[Deed, S], Outcome]]:
    """Declare what a workflow can do: the function that does it.

    It raises a refusal if it cannot be done, and then nothing that it did stays.

    Args:
        kind: its name in rows.
        settings: the model of its settings.
        title: what people call it.
        icon: of the suite's icons.
        says: what it does, in one sentence.
        yields: the variables that it yields, or what says so of its settings.
        prefix: what these are called after.

    Raises:
        TypeError: there is one of this kind.
    """

    def declare(perform: Callable[[Deed, S], Outcome]) -> Callable[[Deed, S], Outcome]:
        if kind in _steps:
            raise TypeError(f"two steps are called {kind}")
        found = StepKind(kind, title, icon, says, settings, perform, _always(yields), prefix)
        _steps[kind] = found
        return perform

    return declare


def triggers() -> Mapping[str, TriggerKind]:
    """Every trigger that is declared, by kind."""
    return MappingProxyType(_triggers)


def steps() -> Mapping[str, StepKind]:
    """Every step that is declared, by kind."""
    return MappingProxyType(_steps)


def read(kind: Settled, given: Mapping[str, Any]) -> Settings:
    """The settings of a trigger or step, in shape.

    Raises:
        Invalid: ``invalid_settings``, with what is wrong in a sentence.
    """
    try:
        return kind.settings.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        named = kind.settings.model_fields.get(str(first["loc"][0])) if first["loc"] else None
        what = (named and named.title) or ".".join(map(str, first["loc"])) or kind.title
        raise Invalid("invalid_settings", f"{what}: {_sentence(first['msg'])}") from None


def variables_in(value: Any) -> Iterator[str]:
    """The variables in the texts of settings, in whatever depth.

    Raises:
        Invalid: ``invalid_variable``: braces that hold no variable.
    """
    if isinstance(value, str):
        for braces in _BRACES.findall(value):
            found = _VARIABLE.fullmatch(braces)
            if found is None:
                raise Invalid("invalid_variable", f"{braces} is no variable.")
            yield found["name"]
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from variables_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from variables_in(each)


def is_variable(text: str) -> bool:
    """Whether a setting is one variable and nothing else."""
    return _VARIABLE.fullmatch(text) is not None


def require_known(kind: StepKind, settings: Settings, known: Facts) -> None:
    """See to it that settings name only variables that there are, each where it fits.

    Raises:
        Invalid: ``unknown_variable``, ``wrong_variable``, ``invalid_variable``.
    """
    for name, described in type(settings).model_fields.items():
        asked = next((each for each in described.metadata if isinstance(each, Asked)), None)
        for variable in variables_in(settings.model_dump()[name]):
            if variable not in known:
                said = f"{kind.title}: there is no {{{{{variable}}}}} at this point."
                raise Invalid("unknown_variable", said)
            if asked and asked.takes not in (TEXT, known[variable]):
                said = f"{kind.title}: {{{{{variable}}}}} is no {asked.takes}."
                raise Invalid("wrong_variable", said)


def _always(facts: Callable[[Any], Facts] | Facts) -> Callable[[Any], Facts]:
    return facts if callable(facts) else lambda _settings: facts


def _sentence(said: str) -> str:
    said = said.removeprefix("Value error, ")
    return f"{said[:1].lower()}{said[1:].rstrip('.')}."
