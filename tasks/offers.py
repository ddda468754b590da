"""Threads in which colleagues take things on and give them back, and which go on meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workworld.directory.models import Person
from workworld.randomness import Stream

THINGS, PEOPLE = 7, 5
HOUR = 60
"""Minutes after which nobody says anything more."""
_TAKES = ("I take {thing}.", "Fine with me, I take {thing}.", "Put me down, I take {thing}.")
_STEPS_IN = ("Then I take {thing}.", "No harm done, I take {thing}.")
_LEAVES = ("Sorry, I cannot do {thing} after all.", "I have to step back, I cannot do {thing}.")
_GUESSES = ("{who} could do {thing}, I think.", "Would {thing} not be something for {who}?")
_TAKEN = re.compile(r"\bI take (.+)\.$", re.MULTILINE)
_LEFT = re.compile(r"\bI cannot do (.+?)(?: after all)?\.$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Offers:
    """Who takes what.

    Args:
        lines: what is said before the task begins.
        later: what is said within the hour after that.
        early: who has each thing before that hour; None is nobody.
        final: who has it in the end.
        guessed: whom somebody else has named for a thing, without their word.
    """

    lines: Sequence[tuple[Person, str]]
    later: Sequence[tuple[Person, str]]
    early: Sequence[Person | None]
    final: Sequence[Person | None]
    guessed: Sequence[Person | None]


def offered(rng: Stream, people: Sequence[Person], things: Sequence[str]) -> Offers:
    """Have people take things on: one is passed on, two are named for others, and things go on.

    Args:
        rng: decides on the words.
        people: ``PEOPLE`` of them.
        things: ``THINGS``, as they are spoken of.
    """
    one, two, three, four, five = people

    def says(who: Person, texts: Sequence[str], place: int, whom: str = "") -> tuple[Person, str]:
        return who, rng.choice(texts).format(thing=things[place], who=whom)

    taking = [says(who, _TAKES, place) for place, who in enumerate((one, two, three, four, five))]
    lines = [
        *rng.sample(taking, len(taking)),
        says(two, _LEAVES, 1),
        says(five, _STEPS_IN, 1),
        says(one, _GUESSES, 5, three.name),
        says(four, _GUESSES, 6, two.name),
    ]
    later = [says(four, _LEAVES, 3), says(two, _STEPS_IN, 3), says(three, _TAKES, 5)]
    return Offers(
        lines=lines,
        later=later,
        early=(one, five, three, four, five, None, None),
        final=(one, five, three, two, five, three, None),
        guessed=(one, five, three, four, five, three, two),
    )


def taken(said: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Who has what by their own last words: names by things.

    Args:
        said: names of authors, and what they wrote, the oldest first.
    """
    found: dict[str, str] = {}
    for author, text in said:
        if match := _TAKEN.search(text):
            found[match[1]] = author
        elif match := _LEFT.search(text):
            found.pop(match[1], None)
    return found
