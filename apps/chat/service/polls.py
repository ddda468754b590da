"""Polls: asking people to choose, choosing, closing and opening again.

The message says the question and what there is to choose, so that search, notices and all who know
no polls have it. What it says stays the same, however many vote. Questions and options are plain
text: nobody is called in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete

from workworld.apps.chat.models import Message, Poll, PollOption, PollVote
from workworld.apps.chat.mrkdwn import from_plain
from workworld.apps.chat.service import ballots, channels, log, messages
from workworld.apps.chat.service.ballots import Ballot
from workworld.apps.chat.types import ChannelId, InThread, Nonce, Ts, UnixTime
from workworld.context import Context, Event, Surface
from workworld.database import insert_row
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.events import on
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, why_not
from workworld.schedule import cancel, plan, planned

FEWEST, MOST = 2, 10
LONGEST_QUESTION, LONGEST_OPTION = 300, 100
_SECOND = 1_000_000
_LONGEST_OPEN = 366 * 86_400
_CLOSING = "chat.polls.expire"
_DOORS = (Surface.MCP, Surface.UI)  # the vendor's API has no polls
Choice = Annotated[int, Field(description="Which option, by its number from 1 on.")]


@operation(Effect.WRITE, scope="chat:write", doors=_DOORS)
def create(
    ctx: Context,
    *,
    channel_id: ChannelId,
    question: Annotated[str, Field(description="Plain text, at most 300 characters.")],
    options: Annotated[
        Sequence[str],
        Field(description="What there is to choose: 2 to 10 texts of at most 100 characters."),
    ],
    is_multiple: Annotated[
        bool, Field(description="Whether one person may choose several.")
    ] = False,
    is_anonymous: Annotated[
        bool, Field(description="Whether nobody is shown who chose what.")
    ] = False,
    closes_at: Annotated[
        UnixTime | None, Field(description="When it closes by itself: Unix time, within a year.")
    ] = None,
    thread_ts: InThread = None,
    nonce: Nonce = "",
) -> Message:
    """Post a poll to a channel, to a person, or to a thread: a message in which people choose.

    Raises:
        Invalid: ``no_question``, ``too_few_options``, ``too_many_options``, ``no_option``,
            ``duplicate_option``, ``too_long``, ``time_in_past``, ``time_too_far``.
        Refused: whatever ``chat.messages.post`` says.
    """
    asked, offered = _good_question(question), _good_options(options)
    _require_good_time(ctx, closes_at)
    message = messages.post(
        ctx,
        channel_id=channel_id,
        text=from_plain(f"Poll: {asked} — {', '.join(offered)}"),
        thread_ts=thread_ts,
        nonce=nonce,
    )
    place = {"channel_id": message.channel_id, "ts": message.ts}
    if ballots.below(ctx, message.channel_id, [message.ts]):
        return message  # the same request came before
    row = Poll(
        **place,
        question=canonical(ctx, asked),
        is_multiple=is_multiple,
        is_anonymous=is_anonymous,
        closes=closes_at,
        closed=None,
        closed_by=None,
    )
    insert_row(ctx.session, row)
    if closes_at is not None:
        _plan(ctx, closes_at, place)
    for position, text in enumerate(offered, 1):
        insert_row(ctx.session, PollOption(**place, position=position, text=canonical(ctx, text)))
    ctx.emit("chat.poll_created", **place)
    return message


@operation(Effect.WRITE, scope="chat:write", doors=_DOORS)
def vote(ctx: Context, *, channel_id: ChannelId, ts: Ts, option: Choice) -> Ballot:
    """Choose an option of a poll. Where one may choose one only, it takes the other's place.

    Raises:
        NotFound: ``poll_not_found``, ``option_not_found``.
        Conflict: ``already_voted``.
        Forbidden: ``poll_closed``, or why the caller may not answer there.
    """
    ballot = _known(ctx, channel_id, ts)
    require(ctx, "chat.polls.vote", ballot.poll)
    mine = _mine(ctx, ballot, option)
    if option in mine:
        raise Conflict("already_voted", "You have chosen this already.")
    if not ballot.poll.is_multiple:
        _take_back(ctx, ballot.poll, mine)
    row = PollVote(
        channel_id=ballot.poll.channel_id,
        ts=ts,
        position=option,
        person_id=ctx.actor.person_id,
        voted_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    return _told(ctx, "chat.poll_voted", ballot.poll, option=option)


@operation(Effect.WRITE, scope="chat:write", doors=_DOORS)
def withdraw(ctx: Context, *, channel_id: ChannelId, ts: Ts, option: Choice) -> Ballot:
    """Take one's vote for an option back.

    Raises:
        NotFound: ``poll_not_found``, ``option_not_found``, ``no_vote``.
        Forbidden: ``poll_closed``, or why the caller may not answer there.
    """
    ballot = _known(ctx, channel_id, ts)
    require(ctx, "chat.polls.withdraw", ballot.poll)
    if option not in _mine(ctx, ballot, option):
        raise NotFound("no_vote", "You have not chosen this.")
    _take_back(ctx, ballot.poll, [option])
    return _told(ctx, "chat.poll_withdrawn", ballot.poll, option=option)


@operation(Effect.WRITE, scope="chat:write", doors=_DOORS)
def close(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Ballot:
    """Close a poll: its author may, and whoever may delete the message.

    Raises:
        NotFound: ``poll_not_found``.
        Conflict: ``already_closed``.
        Forbidden: ``cant_close_poll``, ``is_archived``.
    """
    ballot = _known(ctx, channel_id, ts)
    require(ctx, "chat.polls.close", ballot.poll)
    if ballot.poll.closed is not None:
        raise Conflict("already_closed", "This poll is closed already.")
    row = ctx.session.get_one(Poll, (ballot.poll.channel_id, ts))
    row.closed_by = ctx.actor.person_id
    return _shut(ctx, row)


@operation(Effect.WRITE, scope="chat:write", doors=_DOORS)
def reopen(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Ballot:
    """Open a closed poll again until somebody closes it; whoever may close it may.

    Raises:
        NotFound: ``poll_not_found``.
        Conflict: ``not_closed``.
        Forbidden: ``cant_close_poll``, ``is_archived``.
    """
    ballot = _known(ctx, channel_id, ts)
    require(ctx, "chat.polls.reopen", ballot.poll)
    if ballot.poll.closed is None:
        raise Conflict("not_closed", "This poll is open.")
    row = ctx.session.get_one(Poll, (ballot.poll.channel_id, ts))
    row.closes = row.closed = row.closed_by = None
    ctx.session.flush()  # what is read of it next goes past the unit of work
    return _told(ctx, "chat.poll_reopened", row)


# Its time comes even if whoever asked has left meanwhile.
@operation(Effect.WRITE, scope="chat:write", doors=(), outlives_account=True)
def expire(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Close a poll whose time has come."""
    row = ctx.session.get(Poll, (channel_id, ts))
    if row is not None and row.closed is None:
        _shut(ctx, row)


# Pages show polls within their messages.
@operation(Effect.READ, scope="channels:history", doors=(Surface.MCP,))
def info(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Ballot:
    """Look a poll up: what it asks, what there is to choose, and how many chose what.

    Raises:
        NotFound: ``poll_not_found``.
    """
    return _known(ctx, channel_id, ts)


@permits("chat.polls.vote", Poll)
@permits("chat.polls.withdraw", Poll)
def _may_vote(ctx: Context, poll: Poll) -> Refused | None:
    """A vote is an answer: whoever may reply in a conversation's threads may vote there."""
    channel = channels.known(ctx, poll.channel_id)
    if refusal := why_not(ctx, "chat.messages.post.reply", channel):
        return refusal
    if poll.closed is not None:
        return Forbidden("poll_closed", "This poll is closed: it counts no more votes.")
    return None


@permits("chat.polls.close", Poll)
@permits("chat.polls.reopen", Poll)
def _may_close(ctx: Context, poll: Poll) -> Refused | None:
    message = messages.known(ctx, poll.channel_id, poll.ts)
    if message.author_id == ctx.actor.person_id:
        channel = channels.known(ctx, poll.channel_id)
        return why_not(ctx, "chat.messages.post.reply", channel)
    refusal = why_not(ctx, "chat.messages.delete", message)
    if refusal is None or refusal.code != "cant_delete_message":
        return refusal
    return Forbidden("cant_close_poll", "Only whoever asked and admins can close or open a poll.")


def _known(ctx: Context, channel_id: str, ts: str) -> Ballot:
    message = messages.known(ctx, channel_id, ts)
    found = ballots.below(ctx, message.channel_id, [ts])
    if not found:
        raise NotFound("poll_not_found", "This message is no poll.")
    return found[ts]


def _mine(ctx: Context, ballot: Ballot, option: int) -> list[int]:
    """What the caller has chosen; the option must be there."""
    if option not in [each.position for each in ballot.options]:
        raise NotFound("option_not_found", f"This poll has no option {option}.")
    who = ctx.actor.person_id
    return [each.position for each in ballot.options if who in each.people]


def _take_back(ctx: Context, poll: Poll, options: Sequence[int]) -> None:
    gone = delete(PollVote).where(
        PollVote.channel_id == poll.channel_id,
        PollVote.ts == poll.ts,
        PollVote.position.in_(options),
        PollVote.person_id == ctx.actor.person_id,
    )
    ctx.session.execute(gone)


def _shut(ctx: Context, row: Poll) -> Ballot:
    """Let nobody vote any more; its time does not come any more either."""
    row.closed = ctx.clock.now_us() // _SECOND
    _unplan(ctx, {"channel_id": row.channel_id, "ts": row.ts})
    ctx.session.flush()  # what is read of it next goes past the unit of work
    return _told(ctx, "chat.poll_closed", row)


def _told(ctx: Context, kind: str, poll: Poll, **facts: int) -> Ballot:
    """Let others know what came of a poll, and how it stands now."""
    message = ctx.session.get_one(Message, (poll.channel_id, poll.ts))
    log.touch(ctx, message)
    ctx.emit(kind, channel_id=message.channel_id, ts=message.ts, **facts)
    return ballots.below(ctx, message.channel_id, [message.ts])[message.ts]


def _plan(ctx: Context, closes_at: int, place: Mapping[str, str]) -> None:
    plan(
        ctx.session,
        due_us=closes_at * _SECOND,
        actor_id=ctx.actor.person_id,
        operation=_CLOSING,
        arguments=place,
    )


def _unplan(ctx: Context, place: Mapping[str, str]) -> None:
    for due in planned(ctx.session):
        if due.operation == _CLOSING and due.arguments == place:
            cancel(ctx.session, due)


def _require_good_time(ctx: Context, closes_at: int | None) -> None:
    if closes_at is None:
        return
    ahead = closes_at - ctx.clock.now_us() // _SECOND
    if ahead <= 0:
        raise Invalid("time_in_past", "That time has passed: choose one to come.")
    if ahead > _LONGEST_OPEN:
        raise Invalid("time_too_far", "A poll closes within a year.")


def _good_question(given: str) -> str:
    text = " ".join(given.split())
    if not text:
        raise Invalid("no_question", "A poll asks something.")
    if len(text) > LONGEST_QUESTION:
        raise Invalid("too_long", f"A question has at most {LONGEST_QUESTION} characters.")
    return text


def _good_options(given: Sequence[str]) -> list[str]:
    texts = [" ".join(each.split()) for each in given]
    if len(texts) < FEWEST:
        raise Invalid("too_few_options", f"A poll has at least {FEWEST} options.")
    if len(texts) > MOST:
        raise Invalid("too_many_options", f"A poll has at most {MOST} options.")
    if "" in texts:
        raise Invalid("no_option", "An option says something.")
    if max(map(len, texts)) > LONGEST_OPTION:
        raise Invalid("too_long", f"An option has at most {LONGEST_OPTION} characters.")
    if len({each.casefold() for each in texts}) < len(texts):
        raise Invalid("duplicate_option", "Two options are the same.")
    return texts


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """A deleted parent leaves a note in its place, and no poll."""
    place = {name: event.facts[name] for name in ("channel_id", "ts")}
    _unplan(ctx, place)
    for model in (PollVote, PollOption, Poll):
        ctx.session.execute(delete(model).filter_by(**place))
