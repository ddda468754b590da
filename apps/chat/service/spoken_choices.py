"""Commands about oneself: what one is told of, whether one is there, and what one is up to."""

from __future__ import annotations

import re

from workworld.apps.chat.service import choices, dnd, own_emoji, presence, profiles
from workworld.apps.chat.service.commands import Deed, Place, command, wrong
from workworld.apps.chat.service.moments import moment_from
from workworld.apps.chat.service.titles import label
from workworld.context import Context
from workworld.directory import people

_MINUTE = 60
_EMOJI = re.compile(r":([a-z0-9+_':-]+):(?:\s+|$)")
_ENDS = ("off", "stop", "end")


@command("mute", says="Mute the channel, or let it be heard again")
def _mute(ctx: Context, place: Place, _words: str) -> Deed:
    chosen = choices.mine(ctx).get(place.channel.id)
    is_muted = not (chosen and chosen.is_muted)
    said = f"{label(ctx, place.channel)} is {'muted' if is_muted else 'not muted any more'}."
    arguments = {"channel_id": place.channel.id, "is_muted": is_muted}
    return Deed(choices.set_for_channel, arguments, said=said)


@command("collapse", says="Fold up all files and previews in the conversation")
def _collapse(_ctx: Context, place: Place, _words: str) -> Deed:
    arguments = {"channel_id": place.channel.id, "is_folded": True}
    return Deed(choices.fold, arguments, said="Files and previews here are folded up.")


@command("expand", says="Unfold all files and previews in the conversation")
def _expand(_ctx: Context, place: Place, _words: str) -> Deed:
    arguments = {"channel_id": place.channel.id, "is_folded": False}
    return Deed(choices.fold, arguments, said="Files and previews here are unfolded.")


@command("dnd", usage="[time]|off", says="Pause notices, or have them again")
def _dnd(ctx: Context, _place: Place, words: str) -> Deed:
    if words in _ENDS:
        return Deed(dnd.wake, said="You have notices again.")
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    moment = moment_from(words.removeprefix("for ").removeprefix("until ") or "in 1 hour", now)
    if moment is None or moment.recurrence or moment.when <= now:
        raise wrong("dnd", "Say for how long, such as 2 hours or until tomorrow.")
    minutes = max(1, int((moment.when - now).total_seconds()) // _MINUTE)
    return Deed(dnd.snooze, {"minutes": minutes}, said=f"Notices are paused: {words or '1 hour'}.")


@command("status", usage=":emoji: [text]|clear", says="Say what you are up to")
def _status(ctx: Context, _place: Place, words: str) -> Deed:
    if words in ("", "clear"):
        cleared = {"status_text": "", "status_emoji": ""}
        return Deed(profiles.update, cleared, said="Your status is cleared.")
    found = _EMOJI.match(words)
    emoji = own_emoji.canonical(ctx, found[1]) if found else None
    text = words[found.end() :] if found and emoji else words
    arguments = {"status_text": text} | ({"status_emoji": emoji} if emoji else {})
    return Deed(profiles.update, arguments, said=f"Your status is set: {text or words}.")


@command("away", says="Show as away, or as active again")
def _away(ctx: Context, _place: Place, _words: str) -> Deed:
    known = presence.said_by(ctx, [ctx.actor.person_id]).get(ctx.actor.person_id)
    is_away = not (known and known.is_away)
    said = f"You show as {'away' if is_away else 'active'} now."
    return Deed(presence.set, {"presence": "away" if is_away else "auto"}, said=said)
