"""The workspace's own emoji, and choosing one; everybody's are in ``workworld.emoji``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.chat.models import Reaction
from workworld.context import Context, Surface
from workworld.emoji import Emoji, character_of, every_emoji
from workworld.operations import Effect, operation

_USUAL = ("+1", "white_check_mark", "eyes", "heart", "joy", "tada", "pray", "100")
_MOST_FREQUENT = 16
_MOST_FOUND = 96


@dataclass(frozen=True, slots=True)
class Choice:
    """An emoji to choose, in the skin tone that is wanted."""

    name: str
    character: str


@dataclass(frozen=True, slots=True)
class Choices:
    """Some emoji, and what they have in common."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of emoji, and the first one of it."""

    title: str
    character: str


@operation(Effect.READ, scope="emoji:read", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context) -> dict[str, str]:  # noqa: ARG001 - every operation has one
    """List the workspace's own emoji: it has none yet."""
    return {}


@operation(Effect.READ, scope="emoji:read", doors=(Surface.UI,))
def choose(
    ctx: Context,
    *,
    text: Annotated[str, Field(description="What their names hold.", max_length=100)] = "",
    category: Annotated[str, Field(description="Which kind to show.", max_length=40)] = "",
    tone: Annotated[int, Field(description="Skin tone, 2 to 6; 0 for none.", ge=0, le=6)] = 0,
) -> Sequence[Choices]:
    """Show emoji to choose from: what a text finds, else the caller's frequent ones and a kind."""
    if text:
        return (Choices("Found", _toned(_found(text), tone)),)
    titles = [each.title for each in kinds()]
    kind = category if category in titles else titles[0]
    ofkind = {each.name: each for each in every_emoji().values() if each.category == kind}
    return (
        Choices("Frequently used", _toned(frequent(ctx), tone)),
        Choices(kind, _toned(ofkind.values(), tone)),
    )


@cache
def kinds() -> Sequence[Kind]:
    """The kinds of emoji, in the order in which pages show them."""
    first = {each.category: each for each in reversed([*every_emoji().values()])}
    return tuple(Kind(title, first[title].character) for title in reversed(first))


def _found(text: str) -> Sequence[Emoji]:
    """Those whose names have what is wanted, those first that begin with it."""
    found = {emoji.name: emoji for name, emoji in every_emoji().items() if text in name}
    ordered = sorted(found.values(), key=lambda each: (not each.name.startswith(text), each.name))
    return ordered[:_MOST_FOUND]


def frequent(ctx: Context) -> Sequence[Emoji]:
    """What the caller reacts with most often, and then what people usually do."""
    count = func.count()
    query = (
        select(Reaction.emoji)
        .where(Reaction.person_id == ctx.actor.person_id)
        .group_by(Reaction.emoji)
        .order_by(count.desc(), Reaction.emoji)
        .limit(_MOST_FREQUENT)
    )
    names = [name.partition("::")[0] for name in ctx.session.scalars(query)]
    known = dict.fromkeys(name for name in (*names, *_USUAL) if name in every_emoji())
    return [every_emoji()[name] for name in known][:_MOST_FREQUENT]


def _toned(found: Iterable[Emoji], tone: int) -> tuple[Choice, ...]:
    return tuple(_choice(each, tone) for each in found)


def _choice(emoji: Emoji, tone: int) -> Choice:
    name = f"{emoji.name}::skin-tone-{tone}" if tone > 1 and emoji.has_tones else emoji.name
    return Choice(name, character_of(name) or emoji.character)
