"""Close a poll and tell which option has won, where another one asks nearly the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import polls
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split, made
from workworld.grading.answers import Choice, answered
from workworld.grading.family import ToolFailed
from workworld.passing_time import let_time_pass
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, answers, claims, tells
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.listings import pages
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOT_ALLOWED = "NOT_ALLOWED"
_VOTERS = 6
_SUBJECTS = {
    "Where do we have lunch": ("the canteen", "the noodle bar", "the deli", "the food truck"),
    "What do we do for the team evening": ("bowling", "a concert", "board games", "a boat trip"),
    "When is the stand-up": ("9:15", "9:45", "10:30", "13:00"),
    "Which book is next": ("the one on queues", "the one on habits", "the one on maps"),
    "What do we call the new meeting room": ("Anchor", "Beacon", "Compass", "Dinghy"),
    "Which snacks do we order": ("nuts", "fruit", "pretzels", "chocolate"),
}
_WHENS = ("this week", "next week", "in April", "in May", "before summer", "for the autumn")
_ASKS = (
    "Close the poll “{question}” in #{channel} and answer with the option that has won.",
    "There has been enough voting on “{question}” in #{channel}. Please close that poll; I need to "
    "know which option most people took, so give me that as the answer.",
    "In #{channel} a poll is running: “{question}” It is to be closed now. Your answer is the "
    "option with the most votes.",
)
_WHYS = (
    "I have to book something by noon.",
    "Whoever has not voted by now will not do so any more.",
    "The same question comes up every other week.",
)
_LIMITS = (
    "If two options have the same number of votes, the one that stands higher in the poll wins. "
    "Vote for nothing, write nothing, and leave other polls running. Should I have no right to "
    "close that one, leave it open and answer NOT_ALLOWED.",
    "In a tie the option that is listed first counts. Nobody is written to, nobody's vote changes, "
    "and other polls stay as they are. Where the poll is not mine to close, the answer is "
    "NOT_ALLOWED.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The poll, how it stands, and the one that could be taken for it."""

    persona_id: str
    is_allowed: bool
    channel_id: str
    channel_name: str
    question: str
    options: tuple[str, ...]
    ts: str
    winner: str
    other_ts: str
    """Another poll of the persona's, that asks nearly the same."""
    other_winner: str
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return self.winner if self.is_allowed else NOT_ALLOWED


def prepare(world: World, rng: Stream) -> Facts:
    """Have two polls asked, and colleagues vote in both."""
    is_allowed = rng.in_turn((True, True, False, True))
    with world.reading() as session:
        persona, channel, near = _place(session, rng)
    asking, *voters = rng.sample(near, min(len(near), _VOTERS + 1))
    subject = rng.choice(list(_SUBJECTS))
    options = tuple(rng.sample(_SUBJECTS[subject], len(_SUBJECTS[subject])))
    question, other = (f"{subject} {when}?" for when in rng.sample(_WHENS, 2))
    winner, other_winner = rng.sample(options, 2)
    asked_by = {question: persona if is_allowed else asking, other: persona}
    won = {question: winner, other: other_winner}
    stamps = {
        each: _poll(world, rng, channel.id, asked_by[each], each, options, won[each], voters)
        for each in rng.sample((question, other), 2)
    }
    words = {"question": question, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        is_allowed=is_allowed,
        channel_id=channel.id,
        channel_name=channel.name,
        question=question,
        options=options,
        ts=stamps[question],
        winner=winner,
        other_ts=stamps[other],
        other_winner=other_winner,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _place(session: Session, rng: Stream) -> tuple[Person, Channel, list[Person]]:
    """A persona who is no admin, and a channel of theirs with enough colleagues in it."""
    everybody = workers(session)
    rooms = [
        (persona, channel, near)
        for persona in personas(session)
        if not persona.is_admin
        for channel in channels_of(session, persona)
        if len(near := inside(session, channel, [p for p in everybody if p is not persona])) > 4
    ]
    return rng.choice(rooms)


def _poll(
    world: World,
    rng: Stream,
    channel_id: str,
    author: Person,
    question: str,
    options: Sequence[str],
    winner: str,
    voters: Sequence[Person],
) -> str:
    """A poll that this option wins, if only since it is listed first of two; the poll's stamp."""
    chosen = _votes(rng, options, winner, len(voters))
    place = {"channel_id": channel_id}
    poll = perform(
        world, Actor(author.id), polls.create, **place, question=question, options=options
    )
    for voter, choice in zip(voters, chosen, strict=True):
        let_time_pass(world, rng.integer(20, 200))
        option = options.index(choice) + 1
        perform(world, Actor(voter.id), polls.vote, **place, ts=poll.ts, option=option)
    return str(poll.ts)


def _votes(rng: Stream, options: Sequence[str], winner: str, count: int) -> list[str]:
    """What so many voters choose."""
    while True:
        votes = [rng.choice(options) for _ in range(count)]
        if _first(Counter(votes), options) == winner:
            return votes


def _first(votes: Counter[str], options: Sequence[str]) -> str:
    """The option with the most votes, the first of them."""
    return max(options, key=lambda each: votes[each])


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The winner is the answer, and the poll is closed, if the persona may close it."""
    options = (*facts.options, NOT_ALLOWED)
    others = [each for each in options if each != facts.truth]
    said = f"The answer is how “{facts.question}” ended"
    reply = answered("winner", said, Choice(options), facts.truth, decoys=others)
    if not facts.is_allowed:
        return [reply]
    return [reply, made("closed", f"The poll “{facts.question}” is closed", _closed(facts))]


def _closed(facts: Facts) -> Allowed:
    where = {"channel_id": facts.channel_id, "ts": facts.ts, "closed_by": facts.persona_id}
    return Allowed("chat_polls", "update", where, only=("closed", "closed_by"))


def allowed(facts: Facts) -> list[Allowed]:
    """That the poll is closed, if the persona may close it."""
    return [_closed(facts)] if facts.is_allowed else []


def solve(episode: Episode, facts: Facts) -> None:
    """Find the poll in its channel, read how it stands, and close it."""
    at = {"channel_id": channel_named(episode, facts.channel_name)}
    at["message_ts"] = _stamp(episode, at["channel_id"], facts.question)
    read = episode.use("slack_read_poll", **at).json()["result"]
    found = re.findall(r"^\d+\. (.+?) — (\d+)", read, re.MULTILINE)
    votes = Counter({option: int(count) for option, count in found})
    try:
        episode.use("slack_close_poll", **at)
    except ToolFailed:
        episode.answer(NOT_ALLOWED)
    else:
        episode.answer(_first(votes, [option for option, _count in found]))


def _stamp(episode: Episode, channel_id: str | None, question: str) -> str:
    for page in pages(episode, "slack_read_channel", "messages", channel_id=channel_id):
        for block in page.split("=== Message from ")[1:]:
            if f"Poll: {question}" in block:
                return str(re.findall(r"^Message TS: (\S+)$", block, re.MULTILINE)[0])
    raise LookupError(f"nobody asks {question}")


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard: whose poll it is not has no control to close it."""
    chat.open_channel(page, facts.channel_name)
    poll = page.get_by_role("group", name=facts.question)
    poll.wait_for()
    shown = poll.get_by_role("button").filter(has_text=re.compile(r"\d")).all_text_contents()
    found = [re.match(r"(.+) (\d+) votes?$", " ".join(each.split())) for each in shown]
    votes = Counter({match[1]: int(match[2]) for match in found if match})
    close = poll.get_by_role("button", name=re.compile("^Close the poll "))
    if not close.count():
        episode.answer(NOT_ALLOWED)
        return
    close.click()
    poll.get_by_role("button", name=re.compile("^Open the poll|^Reopen")).wait_for()
    episode.answer(_first(votes, list(votes)))


def _close(episode: Episode, facts: Facts, ts: str, answer: str) -> None:
    episode.use("slack_close_poll", channel_id=facts.channel_id, message_ts=ts)
    episode.answer(answer)


def _look_alike(episode: Episode, facts: Facts) -> None:
    _close(episode, facts, facts.other_ts, facts.other_winner)


def _closes_other(episode: Episode, facts: Facts) -> None:
    episode.use("slack_close_poll", channel_id=facts.channel_id, message_ts=facts.other_ts)


def _votes_itself(episode: Episode, facts: Facts) -> None:
    option = facts.options.index(facts.winner) + 1
    at = {"channel_id": facts.channel_id, "message_ts": facts.ts}
    episode.use("slack_vote_in_poll", **at, option=option)


def _asks_anew(episode: Episode, facts: Facts) -> None:
    """Asks the same again, and closes that."""
    place = {"channel_id": facts.channel_id, "question": facts.question}
    sent = episode.use("slack_create_poll", **place, options=list(facts.options)).json()
    _close(episode, facts, sent["message_context"]["message_ts"], facts.truth)


def _deletes(episode: Episode, facts: Facts) -> None:
    """Puts an end to the look-alike for good."""
    at = {"channel_id": facts.channel_id, "message_ts": facts.other_ts}
    episode.use("slack_delete_message", **at)
    solve(episode, facts)


FAMILY = Family(
    id="communication.close_poll",
    title="Close a poll and tell what has won",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "answers the other way": answers(
            lambda facts: NOT_ALLOWED if facts.is_allowed else facts.winner
        ),
        "look-alike poll": _look_alike,
        "shotgun": after(solve, _closes_other),
        "votes as well": after(_votes_itself, solve),
        "asks anew": _asks_anew,
        "deletes the look-alike": _deletes,
        "answer spraying": after(solve, answers(lambda facts: list(facts.options))),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: f"It is {facts.winner}!")
        ),
    },
    limits=Limits(steps=10),
    split=Split.TEST,
    difficulty=Difficulty.EASY,
    distractors=("another poll that asks nearly the same", "options with as many votes"),
    infeasible="some polls are a colleague's, and not for the persona to close",
)
