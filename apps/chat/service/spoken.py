"""The commands that the product itself knows; see ``commands``."""

from __future__ import annotations

from urllib.parse import quote

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.service import channels, direct, members, messages, reminders
from workworld.apps.chat.service.commands import Deed, Place, command, wrong
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import NotFound

_SHRUG = mrkdwn.from_markdown(r"¯\\\_(ツ)\_/¯")
_MOST_NAMED = 40


@command("topic", usage="[text]", says="Set the channel's topic")
def _topic(_ctx: Context, place: Place, words: str) -> Deed:
    arguments = {"channel_id": place.channel.id, "topic": words}
    return Deed(
        channels.set_topic,
        arguments,
        said="The topic is set." if words else "The topic is cleared.",
    )


@command("rename", usage="[name]", says="Rename the channel")
def _rename(_ctx: Context, place: Place, words: str) -> Deed:
    name = words.lstrip("#")
    return Deed(
        channels.rename, {"channel_id": place.channel.id, "name": name}, said=f"It is #{name} now."
    )


@command("invite", usage="@person …", says="Add people to the channel")
def _invite(ctx: Context, place: Place, words: str) -> Deed:
    wanted = _people(ctx, "invite", words)
    ids = [person.id for person in wanted]
    return Deed(
        members.invite,
        {"channel_id": place.channel.id, "user_ids": ids},
        said=f"Added {_names(wanted)}.",
    )


@command("remove", usage="@person", says="Remove somebody from the channel")
def _remove(ctx: Context, place: Place, words: str) -> Deed:
    wanted = _people(ctx, "remove", words)
    if len(wanted) > 1:
        raise wrong("remove", "Remove one person at a time.")
    arguments = {"channel_id": place.channel.id, "user_id": wanted[0].id}
    return Deed(members.remove, arguments, said=f"Removed {_names(wanted)}.")


@command("leave", says="Leave the channel")
def _leave(_ctx: Context, place: Place, _words: str) -> Deed:
    return Deed(members.leave, {"channel_id": place.channel.id}, url="/")


@command("join", usage="#channel", says="Join a channel")
def _join(ctx: Context, _place: Place, words: str) -> Deed:
    channel_id = _channel_id(ctx, "join", words)
    return Deed(members.join, {"channel_id": channel_id}, url=f"/c/{channel_id}")


@command("open", usage="#channel", says="Go to a channel")
def _open(ctx: Context, _place: Place, words: str) -> Deed:
    return Deed(url=f"/c/{_channel_id(ctx, 'open', words)}")


@command("archive", says="Archive the channel")
def _archive(_ctx: Context, place: Place, _words: str) -> Deed:
    return Deed(channels.archive, {"channel_id": place.channel.id}, said="The channel is archived.")


@command("who", says="List who is in the channel")
def _who(ctx: Context, place: Place, _words: str) -> Deed:
    here = members.list(ctx, channel_id=place.channel.id, with_deactivated=False, limit=_MOST_NAMED)
    count = channels.member_counts(ctx, [place.channel.id]).get(place.channel.id, 0)
    more = count - len(here.items)
    others = f" and {more} more" if more > 0 and here.has_more else ""
    names = ", ".join(sorted(person.display_name for person in here.items))
    return Deed(said=f"In this channel: {names}{others}.")


@command("search", usage="[words]", says="Search messages and more")
def _search(_ctx: Context, _place: Place, words: str) -> Deed:
    if not words:
        raise wrong("search", "Say what to look for.")
    return Deed(suite_url=f"/search?q={quote(words)}")


@command("msg", usage="@person [text]", says="Write to somebody")
def _msg(ctx: Context, _place: Place, words: str) -> Deed:
    whom, _, text = words.partition(" ")
    person = _people(ctx, "msg", whom)[0]
    if not text.strip():
        return Deed(
            direct.open, {"user_ids": [person.id]}, url=lambda made: f"/c/{made.channel.id}"
        )
    arguments = {"channel_id": person.id, "text": text.strip()}
    return Deed(messages.post, arguments, url=lambda row: f"/c/{row.channel_id}")


@command("me", usage="[what you do]", says="Say what you do, in italics")
def _me(_ctx: Context, place: Place, words: str) -> Deed:
    return Deed(messages.act, {"channel_id": place.channel.id, "text": words})


@command("shrug", usage="[text]", says="Send it with a shrug")
def _shrug(_ctx: Context, place: Place, words: str) -> Deed:
    arguments = {"channel_id": place.channel.id, "text": words, "thread_ts": place.thread_ts}
    return Deed(messages.post, arguments, after=f" {_SHRUG}" if words else _SHRUG)


@command("remind", usage="me|@person [what] [when]", says="Remind yourself or a colleague")
def _remind(ctx: Context, _place: Place, words: str) -> Deed:
    """The time stands at the end, or right behind the person: ``/remind me in 5 minutes to …``."""
    whom, _, rest = words.partition(" ")
    if whom != "me" and not whom.startswith("@"):
        raise wrong("remind", "Say whom.")
    user_id = ctx.actor.person_id if whom == "me" else _people(ctx, "remind", whom)[0].id
    for text, time in reminders.splits(rest):
        if reminders.is_time(ctx, time):
            arguments = {"text": text, "time": time, "user_id": user_id}
            return Deed(reminders.add, arguments, said=f"The reminder is set: {text}, {time}.")
    raise wrong("remind", "Say of what, and when, such as tomorrow at 9am.")


def _people(ctx: Context, name: str, words: str) -> list[Person]:
    """The people whose handles a command has, with or without their sign."""
    handles = [word.lstrip("@").rstrip(",") for word in words.split()]
    if not handles:
        raise wrong(name, "Say whom.")
    found = [(handle, people.by_handle(ctx.session, handle)) for handle in dict.fromkeys(handles)]
    if unknown := [handle for handle, person in found if person is None]:
        raise NotFound("user_not_found", f"There is nobody called @{unknown[0]}.")
    return [person for _handle, person in found if person is not None]


def _names(wanted: list[Person]) -> str:
    return ", ".join(person.display_name for person in wanted)


def _channel_id(ctx: Context, name: str, words: str) -> str:
    if not words:
        raise wrong(name, "Say which channel.")
    return channels.named(ctx, words.split(maxsplit=1)[0].lstrip("#")).id
