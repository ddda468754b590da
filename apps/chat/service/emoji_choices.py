"""Choosing an emoji: everybody's, which are in ``workworld.emoji``, and the workspace's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.chat.models import Reaction
from workworld.apps.chat.service import own_emoji
from workworld.context import Context, Surface
from workworld.emoji import Emoji, Picture, character_of, every_emoji
from workworld.operations import Effect, operation

_USUAL = ("+1", "white_check_mark", "eyes", "heart", "joy", "tada", "pray", "100")
FOUND = "Found"
_FLAGS = "Flags"
OWN = "Of your own"
"""The kind of those that the workspace has added."""
_MOST_FREQUENT = 16
_MOST_FOUND = 96


@dataclass(frozen=True, slots=True)
class Choice:
    """An emoji to choose, in the skin tone that is wanted."""

    name: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Choices:
    """Some emoji, and what they have in common."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of emoji, and the first one of it."""

    title: str
    character: str = ""
    icon: str = ""
    """Of the suite's icons, in place of the character."""


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
        return (Choices(FOUND, _found(ctx, text, tone)),)
    titles = [each.title for each in kinds()]
    kind = category if category in titles else titles[0]
    return (
        Choices("Frequently used", tuple(frequent(ctx, tone))),
        Choices(kind, _own(ctx) if kind == OWN else _of_kind(kind, tone)),
    )


@cache
def kinds() -> Sequence[Kind]:
    """The kinds of emoji, in the order in which pages show them."""
    first = {each.category: each for each in reversed([*every_emoji().values()])}
    titles = [title for title in reversed(first) if title != _FLAGS]
    kinds = [Kind(title, first[title].character) for title in titles]
    # Flags have a font of their own, which no page needs to tell that there are some.
    return (*kinds, Kind(_FLAGS, icon="flag"), Kind(OWN, icon="building-2"))


def frequent(ctx: Context, tone: int = 0) -> Sequence[Choice]:
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
    found = [_choice(ctx, name, tone) for name in dict.fromkeys((*names, *_USUAL))]
    return [each for each in found if each is not None][:_MOST_FREQUENT]


def _found(ctx: Context, text: str, tone: int) -> tuple[Choice, ...]:
    """Those whose names have what is wanted, those first that begin with it."""
    names = [emoji.name for name, emoji in every_emoji().items() if text in name]
    names += [name for name in own_emoji.every(ctx) if text in name]
    ordered = sorted(dict.fromkeys(names), key=lambda each: (not each.startswith(text), each))
    return tuple(each for name in ordered[:_MOST_FOUND] if (each := _choice(ctx, name, tone)))


def _own(ctx: Context) -> tuple[Choice, ...]:
    """Those with images; other names are found by searching."""
    names = [row.name for row in own_emoji.every(ctx).values() if not row.alias_of]
    return tuple(each for name in names if (each := _choice(ctx, name, 0)))


def _of_kind(kind: str, tone: int) -> tuple[Choice, ...]:
    found = {each.name: each for each in every_emoji().values() if each.category == kind}
    return tuple(_toned(each, tone) for each in found.values())


def _choice(ctx: Context, name: str, tone: int) -> Choice | None:
    """An emoji by the name under which it is kept; None if there is none any more."""
    if known := every_emoji().get(name):
        return _toned(known, tone)
    picture = own_emoji.picture_of(ctx, name)
    return Choice(name, picture) if picture else None


def _toned(emoji: Emoji, tone: int) -> Choice:
    name = f"{emoji.name}::skin-tone-{tone}" if tone > 1 and emoji.has_tones else emoji.name
    return Choice(name, Picture(character_of(name) or emoji.character))
