"""The rows of an app's tool table, and the profiles in which they are offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from workworld.attempts import Accept, Present
from workworld.context import Actor
from workworld.doors.mcp.manners import PLAIN, Manner
from workworld.doors.mcp.resources import Resource
from workworld.operations import Effect, operation_of

if TYPE_CHECKING:
    import mcp_types as types

VENDOR = "vendor"
"""The profile that mirrors the named upstream server exactly."""
FULL = "full"
"""The profile that adds, in the same style, what the vendor's server lacks."""


@dataclass(frozen=True)
class Variant:
    """What else a tool does: a vendor's tool may be one operation or another, by its arguments.

    Args:
        when: whether it is this one, for arguments that may not be valid yet.
        function: the operation behind it.
        accept: as of a tool.
        present: as of a tool.
    """

    when: Callable[[Mapping[str, Any]], bool]
    function: Callable[..., Any]
    accept: Accept
    present: Present


@dataclass(frozen=True)
class Tool:
    """One row of an app's tool table.

    Args:
        name: the vendor's name.
        function: the operation behind it.
        description: what a model reads; ``{user_id}`` in it stands for the caller's own id.
        properties: the JSON schemas of the parameters, as the vendor advertises them.
        required: which of them must be given.
        accept: tool arguments, valid by the schema → the operation's arguments.
        present: the operation's result → a JSON value, or a text.
        names: the operation's argument → the tool's name of it, where they differ.
        title: what people call it: ``Send message``.
        toolset: the group by which callers choose it, such as ``messages``.
        destructive: whether it may overwrite or delete what was there.
        idempotent: whether a repeated call changes nothing more; every read is.
        profiles: where it is offered; ``(FULL,)`` for a tool that the vendor's server lacks.
        variants: which other operations it is, and when.
        manner: how it answers and refuses.
        hints: what is advertised of it, where the mirrored server says less than we know.
    """

    name: str
    function: Callable[..., Any]
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    required: Sequence[str]
    accept: Accept
    present: Present
    names: Mapping[str, str] = field(default_factory=dict)
    title: str = field(kw_only=True)
    toolset: str = field(kw_only=True)
    destructive: bool = field(default=False, kw_only=True)
    idempotent: bool = field(default=False, kw_only=True)
    profiles: tuple[str, ...] = field(default=(VENDOR, FULL), kw_only=True)
    variants: Sequence[Variant] = field(default=(), kw_only=True)
    manner: Manner = field(default=PLAIN, kw_only=True)
    hints: types.ToolAnnotations | None = field(default=None, kw_only=True)

    @property
    def functions(self) -> Sequence[Callable[..., Any]]:
        """All operations that it may be."""
        return (self.function, *(variant.function for variant in self.variants))

    def meant_by(self, arguments: Mapping[str, Any]) -> Tool | Variant:
        """What is to be done for these arguments."""
        return next((each for each in self.variants if each.when(arguments)), self)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The schema as it is advertised."""
        schema: dict[str, Any] = {"type": "object", "properties": dict(self.properties)}
        if self.required:
            schema["required"] = list(self.required)
        return schema | {"additionalProperties": False}

    @cached_property
    def validator(self) -> Draft202012Validator:
        """Checks arguments against the schema."""
        return Draft202012Validator(self.input_schema)

    @cached_property
    def read_only(self) -> bool:
        """Whether calling it changes nothing."""
        return operation_of(self.function).effect is Effect.READ

    def described(self, actor: Actor | None = None) -> str:
        """The description, to an actor or to nobody in particular."""
        if actor is None:
            return self.description
        return self.description.replace("{user_id}", actor.person_id)

    def advertised(self, actor: Actor | None = None) -> types.Tool:
        """The tool as ``tools/list`` shows it, to an actor or to nobody in particular."""
        import mcp_types as types  # 8 MiB that only servers of tools need

        return types.Tool(
            name=self.name,
            description=self.described(actor),
            input_schema=self.input_schema,
            output_schema=dict(self.manner.output_schema) if self.manner.output_schema else None,
            annotations=self.hints
            or types.ToolAnnotations(
                title=self.title,
                read_only_hint=self.read_only,
                destructive_hint=self.destructive,
                idempotent_hint=self.read_only or self.idempotent,
                open_world_hint=False,
            ),
        )


@dataclass(frozen=True)
class Upstream:
    """A further server for the same app that is mirrored: a profile of its own.

    Args:
        profile: its name, for ``?profile=…``.
        title: the server's name.
        instructions: how to start and which ids to use; may be empty.
        tools: the rows, in that server's order; their ``profiles`` count for nothing here.
        resources: what is read by addresses of its own.
    """

    profile: str
    title: str
    instructions: str
    tools: Sequence[Tool]
    resources: Sequence[Resource] = ()


@dataclass(frozen=True)
class ToolTable:
    """The tools of one app and what a model is told about them as a whole.

    Args:
        app_id: the app.
        title: the server's name.
        instructions: how to start and which ids to use.
        tools: the rows, in the vendor's order, then those that are ours.
        upstreams: other servers of the same app, each with rows of its own, since it may use
            the same operation under another name.
    """

    app_id: str
    title: str
    instructions: str
    tools: Sequence[Tool]
    upstreams: Sequence[Upstream] = ()

    @cached_property
    def profiles(self) -> Mapping[str, Upstream]:
        """Every profile by name, the default one first."""
        found = {
            name: Upstream(
                name,
                self.title,
                self.instructions,
                [tool for tool in self.tools if name in tool.profiles],
            )
            for name in (VENDOR, FULL)
        }
        return found | {upstream.profile: upstream for upstream in self.upstreams}

    def tool(self, name: str) -> Tool | None:
        """The vendor's or our own tool of this name."""
        return next((tool for tool in self.tools if tool.name == name), None)
