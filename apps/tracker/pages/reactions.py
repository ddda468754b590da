"""The emoji below a comment, as its issue's page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.tracker.service import comment_reactions, site
from workworld.context import Context
from workworld.emoji import character_of

USUAL = ("+1", "tada", "eyes", "heart", "white_check_mark")
"""Those that are offered where they are not yet."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One emoji below a comment."""

    name: str
    character: str
    count: int
    is_mine: bool
    who: str
    """Who put it there, by name."""


def below(ctx: Context, comment_ids: Sequence[str]) -> dict[str, tuple[Shown, ...]]:
    """The emoji below comments, by comment."""
    found = comment_reactions.below(ctx, comment_ids)
    ids = (person_id for each in found.values() for kind in each for person_id in kind.people)
    people = {id: site.called(person) for id, person in site.people(ctx, ids).items()}
    return {
        comment_id: tuple(
            Shown(
                kind.emoji,
                character_of(kind.emoji) or f":{kind.emoji}:",
                len(kind.people),
                ctx.actor.person_id in kind.people,
                ", ".join(people.get(each, site.FORMER) for each in kind.people),
            )
            for kind in kinds
        )
        for comment_id, kinds in found.items()
    }


def offered(shown: Sequence[Shown]) -> list[tuple[str, str]]:
    """Names and characters of the usual emoji that are not below a comment yet."""
    there = {each.name for each in shown}
    return [(name, character_of(name) or name) for name in USUAL if name not in there]
