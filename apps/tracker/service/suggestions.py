"""Help with writing JQL: what fields, operators, values and functions there are.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker.jql import completion, custom, functions, words, writing
from workworld.apps.tracker.jql.completion import Choice, Completion
from workworld.apps.tracker.jql.functions import FunctionSpec
from workworld.apps.tracker.jql.scope import Scope
from workworld.apps.tracker.jql.specs import FieldSpec
from workworld.apps.tracker.types import ShortText
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

Draft = Annotated[str, Field(description="A query in JQL, finished or not.", max_length=20_000)]


@dataclass(frozen=True, slots=True)
class Reference:
    """What queries may be made of."""

    fields: Sequence[FieldSpec]
    functions: Sequence[FunctionSpec]
    reserved: Sequence[str]
    """Words that must be quoted to be a name or a value."""


# Tools learn what is wrong with a query from checkJql, and people from completion.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def reference(ctx: Context) -> Reference:
    """Tell what JQL queries may be made of: the caller's fields, functions, reserved words."""
    known = custom.fields(Scope.of(ctx)).values()
    specs = {id(spec): spec for found in known for spec in found}.values()
    fields = sorted(specs, key=lambda spec: (spec.name.lower(), spec.id))
    called = sorted(functions.specs().values(), key=lambda spec: spec.name.lower())
    return Reference(fields, called, sorted(words.RESERVED))


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def values(
    ctx: Context,
    *,
    field: Annotated[ShortText, Field(description="The field's name in JQL.")],
    text: Annotated[ShortText, Field(description="What the values' names hold.")] = "",
) -> Sequence[Choice]:
    """Suggest values of a field for a JQL query, of those that the caller may know of."""
    return completion.values(Scope.of(ctx), field.strip().strip('"'), text.strip().lower())


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def complete(
    ctx: Context,
    *,
    jql: Draft,
    position: Annotated[int, Field(description="Where the cursor is.", ge=0, le=20_000)],
) -> Completion:
    """Suggest what may stand at a place in a JQL query: a field, an operator, a value …"""
    return completion.complete(Scope.of(ctx), jql, position)


def name_in_jql(spec: FieldSpec) -> str:
    """What a query calls a field: ``"Story Points"``, quoted if it has to be."""
    return writing.word(spec.name)
