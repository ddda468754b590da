"""Asking before a crowd is told of a message, and telling of those who do not see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import stamps, typed
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, channel_url
from workworld.apps.chat.service import absences, crowds, members, settings
from workworld.apps.chat.service.absences import Absence
from workworld.apps.chat.service.crowds import Crowd, Outside
from workworld.context import Context
from workworld.doors.web import nothing, page

_MAY_ADDRESS = re.compile(r"@(?:channel|here|everyone)\b")


@dataclass(frozen=True, slots=True)
class Outsiders:
    """Whom a message mentions who are not in its channel, as the page says it."""

    names: str
    ids: tuple[str, ...]
    may_invite: bool


@BLUEPRINT.post("/c/<channel_id>/outsiders")
def invite_outsiders(channel_id: str) -> Any:
    """Add those whom a message mentions to its channel."""
    wanted = flask.request.form.getlist("person")
    page(members.invite, nothing, channel_id=channel_id, user_ids=wanted)
    return back_to(channel_url(channel_id))


def crowd_of(channel_id: str, entered: str) -> Crowd | None:
    """The crowd that a text would be told to, unless the writer has said that it shall be."""
    if "confirmed" in flask.request.form or not _MAY_ADDRESS.search(entered):
        return None
    found: Crowd | None = page(
        crowds.weigh, _as_it_is, accept=typed.accept, channel_id=channel_id, text=entered
    )
    return found


def outsiders_of(channel_id: str) -> Outsiders | None:
    """Those of whom the address of a page says that a message mentioned them in vain."""
    ts = flask.request.args.get("outside", "")
    if not stamps.is_stamp(ts):
        return None
    found: Outsiders | None = page(crowds.outside, _outsiders, channel_id=channel_id, ts=ts)
    return found


def absent_of(channel_id: str) -> list[str]:
    """Why those may not answer soon whom a message calls, if the address of a page names one."""
    ts = flask.request.args.get("outside", "")
    if not stamps.is_stamp(ts):
        return []
    found: list[str] = page(absences.among, _in_words, channel_id=channel_id, ts=ts)
    return found


def _in_words(ctx: Context, found: Sequence[Absence]) -> list[str]:
    return [
        f"{each.emoji} {name}: {each.text or 'not at work'}."
        if each.emoji
        else f"{name} has notifications paused."
        for each in found
        for name in [settings.called(ctx, each.person)]
    ]


def _outsiders(_ctx: Context, found: Outside) -> Outsiders | None:
    names = [person.display_name for person in found.people]
    if not names:
        return None
    said = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    verb = "are" if len(names) > 1 else "is"
    ids = tuple(person.id for person in found.people)
    return Outsiders(f"{said} {verb}", ids, found.may_invite)


def _as_it_is(_ctx: Context, answer: Any) -> Any:
    return answer
