"""Let a successor into the channels of a predecessor, and only into those."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership, Message, ReadMarker
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import (
    Allowed,
    Check,
    Episode,
    Evidence,
    Family,
    Limits,
    Verdict,
    guard,
    made,
)
from workworld.randomness import Stream
from workworld.tasks.casting import Called, like, namesakes, ways_to_call, workers
from workworld.tasks.listings import lines, person_id
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class Facts:
    """Who takes over from whom, where, and what lies nearby to be mistaken for it."""

    persona_id: str
    leaving: str
    """Name or title of the predecessor, as the instruction has it."""
    coming: str
    """The successor's."""
    coming_id: str
    wanted: tuple[tuple[str, str], ...]
    """Ids and names of the channels that the successor is to be let into."""
    outside_id: str
    """A channel of the predecessor's that the persona would have to join first."""
    private_id: str
    archived_id: str
    coming_like_id: str
    """Whoever could be taken for the successor: the namesake, if there is one."""
    leaving_like_id: str
    instruction: str


@dataclass(frozen=True, slots=True)
class _Cast:
    """The people of a task."""

    persona: Person
    leaving: Person
    coming: Person
    leaving_like: Person
    coming_like: Person

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All of them."""
        return self.persona, self.leaving, self.coming, self.leaving_like, self.coming_like


_JOINED_BEFORE = timedelta(days=10)
_MONDAYS = 4
_CHANNELS = 5
_PHRASINGS = (
    "{coming} takes over from {leaving} on {day}. Add {coming_again} to every public channel that "
    "{leaving_again} and I are both in, now. Not to private or archived ones, and don't join any "
    "for it. Nobody is taken out, nothing is posted.",
    "Hello! From {day} on, {coming} will do what {leaving} has done so far. Could you please "
    "already add {coming_again} to each public channel that {leaving_again} is in? Only where I "
    "am a member myself, please: I don't want to join any more channels. Private and archived "
    "channels stay as they are, nobody has to leave, and there is no need to write to anybody. "
    "Thank you!",
    "So, we have talked about it for weeks and now it is settled: {leaving} hands everything over "
    "to {coming}, starting on {day}. The tickets and the calendar I will do myself, don't bother. "
    "What I would be glad to have off my list today is chat. There, {leaving_again} is in a "
    "number of channels and {coming_again} should be in the same ones, that is, the public ones "
    "that I can let people into without joining them first. Forget about the archived ones and "
    "about anything private, that needs a decision by somebody else. Oh, and nobody has to leave "
    "for the time being. No announcements yet, please, so not a word in any channel.",
    "As of {day}, questions that went to {leaving} go to {coming}, who misses half of them today: "
    "I look at the public channels that I share with {leaving_again}, and I don't find "
    "{coming_again} in all of them. Please put that right without delay. Leave private and "
    "archived channels alone, don't make me join others, remove nobody and send no messages.",
    "Access for a handover: predecessor {leaving}, successor {coming}, effective {day}, access "
    "today. Scope: all public, unarchived channels in which both the predecessor and I are "
    "members. Out of scope: joining channels, private channels, removing anybody, messages.",
)


def prepare(world: World, rng: Stream) -> Facts:
    """Cast who hands over to whom, and sort them into channels so that each case occurs."""
    with world.writing() as session:
        cast = _cast(workers(session), rng)
        return _draw(session, rng, cast, _arrange(session, rng, cast))


def _cast(people: Sequence[Person], rng: Stream) -> _Cast:
    """One of the two who hand over is, more often than not, somebody who has a namesake."""
    clashing = [each for each in people if namesakes(each, people)]
    first = rng.choice(clashing if clashing and rng.integer(0, 3) else people)
    pair = [first, like(first, people, [])]
    second = rng.choice([each for each in people if each not in pair and each.manager_id])
    pair += [second, like(second, people, [*pair, second])]
    persona = rng.choice([each for each in people if each.spotlight and each not in pair])
    if rng.integer(0, 1):
        pair = pair[2:] + pair[:2]
    leaving, leaving_like, coming, coming_like = pair
    return _Cast(persona, leaving, coming, leaving_like, coming_like)


@dataclass(frozen=True, slots=True)
class _NearMisses:
    outside: Channel
    private: Channel
    archived: Channel


def _arrange(session: Session, rng: Stream, cast: _Cast) -> _NearMisses:
    """Have the predecessor in several channels, each with another reason for or against it."""
    every = session.scalars(select(Channel).order_by(Channel.name)).all()
    live = [each for each in every if not each.is_archived]
    ordinary = [
        c for c in live if (c.kind, c.posting, c.is_default) == ("public", "everyone", False)
    ]
    outside, elsewhere, *others = rng.sample(ordinary, min(_CHANNELS, len(ordinary)))
    private = rng.choice([each for each in live if each.kind == "private"])
    archived = rng.choice([c for c in every if c.is_archived and c.kind == "public"])
    has_joined = others[2:] if rng.integer(0, 1) else []
    for channel in others:
        coming = [cast.coming] if channel in has_joined else []
        _seat(session, channel, [cast.persona, cast.leaving, *coming], cast)
    _seat(session, outside, [cast.leaving], cast)
    _seat(session, elsewhere, [cast.persona, cast.leaving_like], cast)
    _seat(session, private, [cast.persona, cast.leaving], cast)
    _seat(session, archived, [cast.persona, cast.leaving], cast)
    session.get_one(Membership, (archived.id, cast.persona.id)).role = "admin"
    session.flush()  # what follows asks the database
    return _NearMisses(outside, private, archived)


def _is_ordinary(channel: Channel) -> bool:
    return (channel.kind, channel.posting, channel.is_default) == ("public", "everyone", False)


def _seat(session: Session, channel: Channel, inside: Sequence[Person], cast: _Cast) -> None:
    """Have exactly these of the cast in a channel; they have read everything in it."""
    joined = Clock(session).now() - _JOINED_BEFORE
    newest = select(func.max(Message.ts)).where(Message.channel_id == channel.id)
    last_read = session.scalar(newest) or ""
    for person in cast.everybody:
        key = {"channel_id": channel.id, "person_id": person.id}
        found = session.get(Membership, tuple(key.values()))
        if person in inside and found is None:
            session.add(Membership(**key, joined=int(joined.timestamp())))
            session.merge(ReadMarker(**key, last_read=last_read))
        elif person not in inside and found is not None:
            session.delete(found)


def _draw(session: Session, rng: Stream, cast: _Cast, near: _NearMisses) -> Facts:
    leaving = rng.choice(ways_to_call(session, cast.leaving))
    coming = rng.choice(ways_to_call(session, cast.coming))
    today = Clock(session).now().date()
    monday = today + timedelta(days=7 * rng.integer(1, _MONDAYS) - today.weekday())
    day = f"{monday:%A}, {monday:%B} {monday.day}"
    return Facts(
        persona_id=cast.persona.id,
        leaving=leaving.words,
        coming=coming.words,
        coming_id=cast.coming.id,
        wanted=_wanted(session, cast),
        outside_id=near.outside.id,
        private_id=near.private.id,
        archived_id=near.archived.id,
        coming_like_id=cast.coming_like.id,
        leaving_like_id=cast.leaving_like.id,
        instruction=_worded(rng.choice(_PHRASINGS), leaving, coming, day),
    )


def _worded(phrasing: str, leaving: Called, coming: Called, day: str) -> str:
    text = phrasing.format(
        leaving=leaving.said,
        leaving_again=leaving.again,
        coming=coming.said,
        coming_again=coming.again,
        day=day,
    )
    return text[0].upper() + text[1:]


def _wanted(session: Session, cast: _Cast) -> tuple[tuple[str, str], ...]:
    """Public live channels with the predecessor and the persona in them, and no successor."""

    def has(person: Person) -> ColumnElement[bool]:
        inside = select(Membership.channel_id).where(Membership.person_id == person.id)
        return Channel.id.in_(inside)

    query = select(Channel.id, Channel.name).where(
        Channel.kind == "public",
        Channel.is_archived.is_(False),
        has(cast.persona),
        has(cast.leaving),
        ~has(cast.coming),
    )
    return tuple((row.id, row.name) for row in session.execute(query.order_by(Channel.name)))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The successor is in each of the channels; closed doors stay closed, and nobody is told."""
    letting_in = [
        made(
            f"let_into_{re.sub(r'[^a-z0-9]+', '_', name)}",
            f"{facts.coming} is in #{name}",
            _entry(facts, channel_id),
            otherwise=f"{facts.coming} is not in #{name}.",
        )
        for channel_id, name in facts.wanted
    ]
    return [
        *letting_in,
        guard("nobody_left", "Nobody has left or been removed from a channel", _nobody_left),
        guard(
            "closed_doors",
            "Nobody has come into a private or archived channel",
            _doors_kept_closed,
        ),
        guard("silence", "Nobody has written anything", _silence),
    ]


def _entry(facts: Facts, channel_id: str) -> Allowed:
    where = {"channel_id": channel_id, "person_id": facts.coming_id, "role": "member"}
    return Allowed("chat_memberships", "insert", where)


def _nobody_left(evidence: Evidence) -> Verdict:
    for change in evidence.changes:
        if change.table == "chat_memberships" and change.kind == "delete":
            return Verdict(False, "Somebody is no longer in a channel.")
    return Verdict(True, "Everybody who was in a channel still is.")


def _doors_kept_closed(evidence: Evidence) -> Verdict:
    for change in evidence.changes:
        if change.table == "chat_memberships" and change.kind == "insert" and change.after:
            channel = evidence.before.get(Channel, change.after["channel_id"])
            if channel is not None and (channel.kind != "public" or channel.is_archived):
                return Verdict(False, f"Somebody was let into #{channel.name}.")
    return Verdict(True, "No private or archived channel has a new member.")


def _silence(evidence: Evidence) -> Verdict:
    for change in evidence.changes:
        if change.table == "chat_messages" and change.after and change.after["subtype"] is None:
            return Verdict(False, "There is a message that was not there, or was different.")
    return Verdict(True, "There are no messages but notes of who has joined.")


def allowed(facts: Facts) -> list[Allowed]:
    """In each of the channels the successor as a member, and the note of it."""
    note = {"author_id": facts.coming_id, "thread_ts": None, "subtype": "channel_join"}
    rules = [
        (
            _entry(facts, channel_id),
            Allowed("chat_messages", "insert", {"channel_id": channel_id, **note}),
        )
        for channel_id, _name in facts.wanted
    ]
    return [rule for pair in rules for rule in pair]


def solve(episode: Episode, facts: Facts) -> None:
    """Look both up, go through the persona's channels and compare who is in them."""
    _take_over(episode, person_id(episode, facts.leaving), person_id(episode, facts.coming))


def _take_over(episode: Episode, leaving_id: str, coming_id: str) -> None:
    for channel_id in _own_public_channels(episode):
        members = _members(episode, channel_id)
        if leaving_id in members and coming_id not in members:
            _invite(episode, channel_id, coming_id)


def _own_public_channels(episode: Episode) -> list[str]:
    return lines(
        episode,
        "slack_list_user_channels",
        "channels",
        types="public_channel",
        exclude_archived=True,
        format="ids_only",
    )


def _members(episode: Episode, channel_id: str) -> list[str]:
    return lines(
        episode,
        "slack_list_channel_members",
        "members",
        channel_id=channel_id,
        response_format="ids_only",
    )


def _invite(episode: Episode, channel_id: str, person: str) -> None:
    episode.use("slack_invite_to_channel", channel_id=channel_id, user_ids=[person])


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    page.get_by_role("link", name="Open Chat").click()
    sidebar = page.get_by_role("navigation", name="Channels")
    for name in _own_public_names(sidebar):
        sidebar.get_by_role("link", name=name, exact=True).click()
        page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
        page.get_by_role("link", name=re.compile(r"^\d+ members?$")).click()
        people = page.get_by_role("list", name=f"People in #{name}")
        people.wait_for()
        if _is_among(people, facts.leaving) and not _is_among(people, facts.coming):
            page.get_by_role("combobox", name="Add people").fill(facts.coming)
            page.get_by_role("option").filter(has_text=facts.coming).click()
            page.get_by_role("button", name="Add to channel").click()
            people.get_by_text(facts.coming, exact=True).wait_for()


def _own_public_names(sidebar: Locator) -> list[str]:
    """What stands in the first list, without the channels that are said to be private."""
    links = sidebar.get_by_role("list").first.get_by_role("link")
    links.first.wait_for()
    said = "each => [each.innerText.trim(), each.getAttribute('aria-description')]"
    found = links.evaluate_all(f"all => all.map({said})")
    return [name for name, description in found if description != "private"]


def _is_among(people: Locator, called: str) -> bool:
    return people.get_by_text(called, exact=True).count() > 0


def _everywhere(episode: Episode, facts: Facts) -> None:
    for channel_id in _own_public_channels(episode):
        if facts.coming_id not in _members(episode, channel_id):
            _invite(episode, channel_id, facts.coming_id)


def _private_as_well(episode: Episode, facts: Facts) -> None:
    solve(episode, facts)
    _invite(episode, facts.private_id, facts.coming_id)


def _namesake(episode: Episode, facts: Facts) -> None:
    for channel_id, _name in facts.wanted:
        _invite(episode, channel_id, facts.coming_like_id)


def _wrong_predecessor(episode: Episode, facts: Facts) -> None:
    _take_over(episode, facts.leaving_like_id, facts.coming_id)


def _joins_first(episode: Episode, facts: Facts) -> None:
    solve(episode, facts)
    episode.use("slack_join_channel", channel_id=facts.outside_id)
    _invite(episode, facts.outside_id, facts.coming_id)
    episode.use("slack_leave_channel", channel_id=facts.outside_id)


def _opens_archive(episode: Episode, facts: Facts) -> None:
    solve(episode, facts)
    episode.use("slack_unarchive_channel", channel_id=facts.archived_id)
    _invite(episode, facts.archived_id, facts.coming_id)
    episode.use("slack_archive_channel", channel_id=facts.archived_id)


def _welcomes(episode: Episode, facts: Facts) -> None:
    solve(episode, facts)
    for channel_id, _name in facts.wanted:
        episode.use("slack_send_message", channel_id=channel_id, message="Welcome!")


def _one_of_them(episode: Episode, facts: Facts) -> None:
    _invite(episode, facts.wanted[0][0], facts.coming_id)


def _claims(episode: Episode, facts: Facts) -> None:
    names = ", ".join(f"#{name}" for _id, name in facts.wanted)
    episode.answer(f"{facts.coming} is now in {names}.")


FAMILY = Family(
    id="people_ops.hand_over_channels",
    title="Let a successor into a predecessor's channels",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "shotgun": _everywhere,
        "private channels as well": _private_as_well,
        "namesake": _namesake,
        "wrong predecessor": _wrong_predecessor,
        "joins to be allowed": _joins_first,
        "opens the archive for a moment": _opens_archive,
        "unasked welcome": _welcomes,
        "first one only": _one_of_them,
        "claim without deed": _claims,
    },
    limits=Limits(steps=30, wall_seconds=900),
)
