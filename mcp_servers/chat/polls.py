"""Polls: tools of the profile ``full``."""

from __future__ import annotations

from workworld.apps.chat.models import Poll
from workworld.apps.chat.service import polls
from workworld.apps.chat.service.ballots import Ballot, Option
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import Tool
from workworld.errors import Invalid
from workworld.links.addresses import rendered
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.messages import present_sent
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL_ID,
    MESSAGE,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    texts,
)

_OPTION = described(NUMBER, "Which option, by its number from 1 on, as slack_read_poll lists them.")
_USUAL = "channel_not_found, message_not_found, poll_not_found"
_VOTING = f"{_USUAL}, option_not_found, poll_closed, not_in_channel, is_archived"


def _accept_choice(_ctx: Context, arguments: Arguments) -> Arguments:
    option = arguments["option"]
    if option != int(option):
        raise Invalid("invalid_arguments", "option is a whole number")
    return {**given(arguments, channel_id="channel_id", ts="message_ts"), "option": int(option)}


def _present_ballot(ctx: Context, ballot: Ballot) -> dict[str, str]:
    poll = ballot.poll
    named = {} if poll.is_anonymous else people.by_ids(ctx.session, ballot.people)

    def line(option: Option) -> str:
        who = ", ".join(f"{named[each].name} ({each})" for each in option.people if each in named)
        mark = " [your choice]" if ctx.actor.person_id in option.people else ""
        count = len(option.people)
        text = f"{option.position}. {rendered(ctx, option.text)} — {count}{mark}"
        return f"{text}: {who}" if who else text

    rules = [
        "several may be chosen" if poll.is_multiple else "one may be chosen",
        *(["anonymous"] if poll.is_anonymous else []),
        _state(ctx, poll),
    ]
    head = f"Poll: {rendered(ctx, poll.question)} ({', '.join(rules)})"
    return {"result": "\n".join([head, *map(line, ballot.options)])}


def _state(ctx: Context, poll: Poll) -> str:
    if poll.closed is not None:
        return "closed"
    if poll.closes is None:
        return "open"
    moment = from_microseconds(poll.closes * 1_000_000).astimezone(people.my_zone(ctx))
    return f"open until {moment:%Y-%m-%d %H:%M:%S %Z}"


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = given(arguments, **{name: name for name in _ASKED})
    if "closes_at" in wanted and not 0 <= wanted["closes_at"] < 10**10:
        raise Invalid("invalid_arguments", "closes_at is Unix time in seconds")
    return wanted | ({"closes_at": int(wanted["closes_at"])} if "closes_at" in wanted else {})


_ASKED = {
    "channel_id": CHANNEL_ID,
    "question": described(STRING, "What is asked: plain text, at most 300 characters."),
    "options": texts("What there is to choose: 2 to 10 texts of at most 100 characters."),
    "is_multiple": described(BOOLEAN, "Whether one person may choose several. Default false."),
    "is_anonymous": described(BOOLEAN, "Whether nobody is shown who chose what. Default false."),
    "closes_at": described(NUMBER, "When it closes by itself: Unix time in seconds."),
    "thread_ts": described(STRING, "Message TS of the parent, to ask in its thread."),
}

TOOLS: tuple[Tool, ...] = (
    tool(
        "create_poll",
        polls.create,
        "Ask the people of a channel to choose; a user id asks that person. The poll is a message "
        "of the person you act for. Errors: channel_not_found, not_in_channel, is_archived, "
        "restricted_action, no_question, too_few_options, too_many_options, no_option, "
        "duplicate_option, too_long, time_in_past, time_too_far.",
        _ASKED,
        present_sent,
        _accept_create,
        required=("channel_id", "question", "options"),
        toolset="messages",
    ),
    tool(
        "vote_in_poll",
        polls.vote,
        "Choose an option of a poll, for the person you act for. Where one may be chosen only, it "
        f"takes the place of what they chose before. Errors: {_VOTING}, already_voted.",
        {**MESSAGE, "option": _OPTION},
        _present_ballot,
        _accept_choice,
        toolset="messages",
    ),
    tool(
        "withdraw_vote",
        polls.withdraw,
        f"Take the vote of the person you act for back. Errors: {_VOTING}, no_vote.",
        {**MESSAGE, "option": _OPTION},
        _present_ballot,
        _accept_choice,
        toolset="messages",
        destructive=True,
    ),
    tool(
        "close_poll",
        polls.close,
        "Close a poll: nobody votes any more; whoever asked may, and admins. Errors: "
        f"{_USUAL}, cant_close_poll, already_closed, not_in_channel, is_archived.",
        MESSAGE,
        _present_ballot,
        toolset="messages",
        destructive=True,
    ),
    tool(
        "reopen_poll",
        polls.reopen,
        "Open a closed poll again until somebody closes it; whoever asked may, and admins. Errors: "
        f"{_USUAL}, cant_close_poll, not_closed, not_in_channel, is_archived.",
        MESSAGE,
        _present_ballot,
        toolset="messages",
    ),
    tool(
        "read_poll",
        polls.info,
        f"Read how a poll stands, and who chose what unless it is anonymous. Errors: {_USUAL}.",
        MESSAGE,
        _present_ballot,
        toolset="messages",
    ),
)
