"""Link duplicates to the fault that was reported first, and close them as such."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Family,
    Limits,
    Matching,
    made,
)
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    assignable,
    comment,
    commented,
    edit,
    found,
    led_projects,
    link,
    link_type_id,
    move_on,
    planted,
    resolution_id,
    said,
    spoken_of,
    stands,
    status_id,
    touched,
    watched,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import FAULTS
from workworld.tasks.screens import tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LABELS = ("from-portal", "seen-twice", "to-sort", "inbox", "spring-check", "night-shift")
_SAME = (
    "This is {key} again.",
    "Same fault as {key}, only from another screen: this is {key} again.",
    "I could make it happen with the steps of {key}. This is {key} again.",
)
_TAKEN_BACK = (
    "I was wrong about {key}, this one stays: it happens with other data as well.",
    "Not {key} after all, this one stays.",
)
_GUESSES = (
    "Could this have to do with {key}? I have not tried it.",
    "Reminds me of {key}, but I would not know.",
)
_ASKS = (
    "{judge} has gone through the bugs of {project} with the label {label} and has said in "
    "comments which of them are reports of a fault that we know already. Link each of those as a "
    "duplicate of the issue that it repeats, and close it as Won't Fix with the resolution "
    "Duplicate.",
    "Please tidy up the bugs labelled {label} in {project}. Where {judge} has commented that a bug "
    "is another one again, let it duplicate that one by a link, and take it to Won't Fix with the "
    "resolution Duplicate.",
)
_WHYS = (
    "Three people work on the same thing without knowing.",
    "We count them at the end of the week, and I want to count each once.",
    "The list is longer than the trouble is.",
)
_LIMITS = (
    "If the one that it repeats is a duplicate itself, take the one at the end of that chain. The "
    "comment that closing asks for is “Duplicate of” and that key, as in “Duplicate of ABC-1”. "
    "What {judge} has taken back, or others only suppose, stays as it is, and so does everything "
    "else about the issues.",
    "All of them point to the report that is no duplicate itself, not to one another. When it asks "
    "for a comment on closing, give “Duplicate of ABC-1”, with the key in question. Only the last "
    "word of {judge} counts, nobody else's. Change nothing besides.",
)
_KEY = re.compile(r"\b[A-Z][A-Z0-9]+-\d+\b")


@dataclass(frozen=True, slots=True)
class Repeat:
    """A bug that repeats another one."""

    ticket: Ticket
    said: Ticket
    """Which one the comment names."""
    first: Ticket
    """The one at the end of the chain."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which bugs are duplicates of which."""

    persona_id: str
    project: str
    label: str
    judge: str
    repeats: tuple[Repeat, ...]
    taken_back: Repeat
    guessed: Repeat
    link_type: str
    closed: str
    """The id of the status, as the next is of the resolution."""
    duplicate: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have bugs reported with a label, and comments made on them."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
        everybody = workers(session)
        kind = link_type_id(session, "Duplicate")
        closed, duplicate = status_id(session, "Won't Fix"), resolution_id(session, "Duplicate")
    lead, key = project.lead.id, project.key
    may = assignable(world, lead, key) - {lead}
    judge, other = rng.sample([each for each in everybody if each.id in may], 2)
    label = rng.choice(_LABELS)
    titles = rng.sample(FAULTS, 7)
    one, two, three, four, five, back, guess = (
        planted(world, lead, key, "Bug", each, labels=[label]) for each in titles
    )
    first, second = rng.sample((one, two), 2)
    repeats = (
        Repeat(three, first, first),
        Repeat(four, three, first),
        Repeat(five, second, second),
    )
    for each in rng.sample(repeats, len(repeats)):
        said(world, judge.id, each.ticket.key, rng.choice(_SAME).format(key=each.said.key))
    taken_back, guessed = Repeat(back, second, second), Repeat(guess, first, first)
    said(world, judge.id, back.key, _SAME[0].format(key=second.key))
    said(world, judge.id, back.key, rng.choice(_TAKEN_BACK).format(key=second.key))
    said(world, other.id, guess.key, rng.choice(_GUESSES).format(key=first.key))
    words = {"judge": judge.name, "project": project.name, "label": label}
    return Facts(
        persona_id=lead,
        project=key,
        label=label,
        judge=judge.name,
        repeats=repeats,
        taken_back=taken_back,
        guessed=guessed,
        link_type=kind,
        closed=closed,
        duplicate=duplicate,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each is closed, and linked to the first report."""
    found_ones: list[Check] = []
    for each in facts.repeats:
        name, key = each.ticket.key.lower().replace("-", "_"), each.ticket.key
        found_ones += [
            made(f"closed_{name}", f"{key} is closed as a duplicate", _closed(facts, each)),
            made(f"linked_{name}", f"{key} duplicates {each.first.key}", _linked(facts, each)),
            made(f"said_{name}", f"The comment on {key} says so", _said(facts, each)),
        ]
    return found_ones


def _closed(facts: Facts, each: Repeat) -> Allowed:
    return stands(each.ticket.id, facts.closed, facts.duplicate)


def _linked(facts: Facts, each: Repeat) -> Allowed:
    ends = {"source_id": each.ticket.id, "target_id": each.first.id}
    return Allowed("tracker_issue_links", "insert", {"type_id": facts.link_type, **ends})


def _said(facts: Facts, each: Repeat) -> Allowed:
    wanted = _words(each.first.key)
    reads = Matching(f"reads {wanted!r}", lambda text: text.strip().rstrip(".") == wanted)
    return commented(each.ticket.id, facts.persona_id, reads)


def _words(key: str) -> str:
    return f"Duplicate of {key}"


def allowed(facts: Facts) -> list[Allowed]:
    """That, the mark of a link in its other end, and that whoever comments begins to watch."""
    firsts = {each.first: touched(each.first.id) for each in facts.repeats}
    return [
        *firsts.values(),
        *(
            rule
            for each in facts.repeats
            for rule in (
                _closed(facts, each),
                _linked(facts, each),
                _said(facts, each),
                *watched(each.ticket.id, [facts.persona_id]),
            )
        ),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Read what was said of each, follow the chains, link and close."""
    query = f"project = {facts.project} AND labels = {facts.label} AND resolution IS EMPTY"
    told = {
        issue["key"]: _named(spoken_of(episode, issue["key"]), facts.judge)
        for issue in found(episode, query)
    }
    for key, first in _chains(told).items():
        _close(episode, key, first)


def _named(comments: Sequence[tuple[str, str]], judge: str) -> str | None:
    """The key of which somebody's last word says that it is this one again."""
    words = [text for author, text in comments if author == judge]
    if not words or "again" not in words[-1]:
        return None
    return str(_KEY.findall(words[-1])[-1])


def _chains(told: Mapping[str, str | None]) -> dict[str, str]:
    """For each that repeats another one, the one at the end of its chain."""
    ends: dict[str, str] = {}
    for key, named in told.items():
        last = named
        while last is not None and told.get(last) is not None:
            last = told[last]
        if last is not None:
            ends[key] = last
    return ends


def _close(episode: Episode, key: str, first: str) -> None:
    link(episode, "Duplicate", key, first)
    _to_wont_fix(episode, key, _words(first))


def _to_wont_fix(episode: Episode, key: str, words: str, resolution: str = "Duplicate") -> None:
    move_on(episode, key, "Won't fix", {"resolution": {"name": resolution}}, words)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    lines = tracker.found(page, f"labels = {facts.label} AND resolution IS EMPTY")
    told: dict[str, str | None] = {}
    for line in lines:
        tracker.open_issue(page, line["Key"])
        told[line["Key"]] = _named(tracker.comments_by_author(page), facts.judge)
    for key, first in _chains(told).items():
        tracker.open_issue(page, key)
        tracker.link(page, "duplicates", first)
        values = {"Resolution": "Duplicate", "Comment": _words(first)}
        tracker.move_on(page, "Won't fix", values=values)


def _rightly(episode: Episode, _facts: Facts, each: Repeat) -> None:
    _close(episode, each.ticket.key, each.first.key)


def _as_said(episode: Episode, _facts: Facts, each: Repeat) -> None:
    _close(episode, each.ticket.key, each.said.key)


def _turned_round(episode: Episode, _facts: Facts, each: Repeat) -> None:
    link(episode, "Duplicate", each.first.key, each.ticket.key)
    _to_wont_fix(episode, each.ticket.key, _words(each.first.key))


def _without_link(episode: Episode, _facts: Facts, each: Repeat) -> None:
    _to_wont_fix(episode, each.ticket.key, _words(each.first.key))


def _wont_do(episode: Episode, _facts: Facts, each: Repeat) -> None:
    link(episode, "Duplicate", each.ticket.key, each.first.key)
    _to_wont_fix(episode, each.ticket.key, _words(each.first.key), "Won't Do")


def _says_so(episode: Episode, _facts: Facts, each: Repeat) -> None:
    comment(episode, each.ticket.key, _words(each.first.key))


def _drops_label(episode: Episode, facts: Facts) -> None:
    edit(episode, facts.repeats[0].ticket.key, labels=[])


FAMILY = Family(
    id="engineering.close_duplicates",
    title="Link duplicates and close them",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "links in chains": to_each(lambda facts: facts.repeats, _as_said),
        "word taken back": to_each(lambda facts: (*facts.repeats, facts.taken_back), _rightly),
        "what others suppose": to_each(lambda facts: (*facts.repeats, facts.guessed), _rightly),
        "wrong way round": to_each(lambda facts: facts.repeats, _turned_round),
        "no links": to_each(lambda facts: facts.repeats, _without_link),
        "another resolution": to_each(lambda facts: facts.repeats, _wont_do),
        "comments instead": to_each(lambda facts: facts.repeats, _says_so),
        "the first alone": to_each(lambda facts: facts.repeats[:1], _rightly),
        "drops a label as well": after(solve, _drops_label),
    },
    limits=Limits(steps=25),
    difficulty=Difficulty.HARD,
    distractors=(
        "a duplicate of a duplicate",
        "a verdict that was taken back",
        "somebody else's guess",
    ),
)
