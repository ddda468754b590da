"""What the audit log calls chat's rows, for those who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message, Reaction
from workworld.apps.chat.service import titles
from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people
from workworld.permissions import seen


@subject(Channel)
def _channel(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_channel(ctx, key["id"], "{}", "/c/{}")


@subject(Membership)
def _membership(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    known = people.by_ids(ctx.session, [key["person_id"]])
    names = [person.name for person in known.values()]
    return _at_channel(ctx, key["channel_id"], " ".join(["of", *names, "in {}"]), "/c/{}")


@subject(Reaction)
@subject(Message)
def _message(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    path = f"/archives/{{}}/p{stamps.digits(key['ts'])}"
    return _at_channel(ctx, key["channel_id"], "in {}", path)


def _at_channel(ctx: Context, channel_id: str, name: str, path: str) -> Subject | None:
    channel = seen(ctx, Channel, channel_id)
    if channel is None:
        return None
    url = people.canonical_url(ctx.session, "chat", path.format(channel_id))
    return Subject(name.format(titles.label(ctx, channel)), url)
