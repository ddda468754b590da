"""Envelopes in the shapes of Slack's Socket Mode: https://docs.slack.dev/apis/events-api/using-socket-mode

Events say what came to pass; messages in them are as they are when the app is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.chat import APP, wire
from workworld.apps.chat.modal_shapes import trigger_id, view_of
from workworld.apps.chat.models import Channel, ChatApp, Envelope, Message
from workworld.apps.chat.service import envelopes, own_emoji, titles
from workworld.context import Context
from workworld.directory import people
from workworld.randomness import digest

Json = dict[str, Any]
_TYPES = {"public": "channel", "private": "group", "dm": "im", "group_dm": "mpim"}
_LETTERS = {"channel": "C", "group": "G", "im": "D", "mpim": "G"}
_EMOJI = {
    "chat.emoji_added": ("add", ("name",)),
    "chat.emoji_removed": ("remove", ("names",)),
    "chat.emoji_renamed": ("rename", ("old_name", "new_name")),
}
"""The vendor's word for each, and which facts it tells."""
_PASSED = {
    "chat.reaction_added": "reaction_added",
    "chat.reaction_removed": "reaction_removed",
}


def hello(app: ChatApp, connections: int) -> Json:
    """The first frame of a connection."""
    return {
        "type": "hello",
        "num_connections": connections,
        "debug_info": {"host": APP.id, "build_number": 1, "approximate_connection_time": 18_060},
        "connection_info": {"app_id": app.id},
    }


def goodbye() -> Json:
    """Asks for a new connection."""
    return {"type": "disconnect", "reason": "refresh_requested", "debug_info": {"host": APP.id}}


def envelope_id(row: Envelope) -> str:
    """What an app acknowledges: the same each time that it is told."""
    text = digest(row.app_id, str(row.number), str(row.payload["time_us"])).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:32]}"


def envelope(ctx: Context, app: ChatApp, row: Envelope, attempt: int) -> Json:
    """A frame for an app: ``attempt`` counts from 0."""
    makers = {envelopes.EVENTS: _event_callback, envelopes.COMMANDS: _command}
    maker = makers.get(row.kind, _view if "view" in row.payload else _block_actions)
    frame: Json = {
        "envelope_id": envelope_id(row),
        "type": row.kind,
        "payload": maker(ctx, app, row),
        "accepts_response_payload": row.kind != envelopes.EVENTS,
    }
    if row.kind == envelopes.EVENTS:
        reason = "timeout" if attempt else ""
        frame |= {"retry_attempt": attempt, "retry_reason": reason}
    return frame


def _event_callback(ctx: Context, app: ChatApp, row: Envelope) -> Json:
    team = people.company(ctx.session).id
    facts = row.payload
    seconds, micros = divmod(facts["time_us"], 1_000_000)
    is_home = facts["event"] == "chat.home_opened"
    event = _home_opened(ctx, app, facts) if is_home else _event(ctx, facts)
    event |= {"event_ts": f"{seconds}.{micros:06}"}
    return {
        "token": "",
        "team_id": team,
        "api_app_id": app.id,
        "event": event,
        "type": "event_callback",
        "event_id": f"Ev{digest(app.id, 'event', str(row.number)).hex()[:10].upper()}",
        "event_time": seconds,
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": team,
                "user_id": app.account_id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
    }


def _home_opened(ctx: Context, app: ChatApp, facts: Mapping[str, Any]) -> Json:
    """Somebody looks at the app's tab, in which it may have shown something already."""
    place = {"user": facts["person_id"], "channel": facts["channel_id"], "tab": "home"}
    shown = {"view": view_of(ctx, app, facts["view"])} if facts["view"] else {}
    return {"type": "app_home_opened", **place, **shown}


def _event(ctx: Context, facts: Mapping[str, Any]) -> Json:  # noqa: PLR0911 - one for each kind
    kind = facts["event"]
    if kind in _EMOJI:
        return _emoji(ctx, facts)
    channel = ctx.session.get(Channel, facts["channel_id"])
    channel_type = _TYPES.get(channel.kind if channel else "", "channel")
    place = {"channel": facts["channel_id"], "channel_type": channel_type}
    match kind:
        case "chat.message_posted":
            return {**_message(ctx, facts), **place}
        case "chat.message_edited":
            shape = {"type": "message", "subtype": "message_changed", "hidden": True}
            return {**shape, "message": _message(ctx, facts), "ts": facts["ts"], **place}
        case "chat.message_deleted":
            shape = {"type": "message", "subtype": "message_deleted", "hidden": True}
            gone = {"deleted_ts": facts["ts"], "previous_message": _said(facts)}
            return {**shape, **gone, "ts": facts["ts"], **place}
        case "app_mention":
            return {**_message(ctx, facts), "type": "app_mention", "channel": place["channel"]}
        case "chat.reaction_added" | "chat.reaction_removed":
            item = {"type": "message", "channel": facts["channel_id"], "ts": facts["ts"]}
            who = {"user": facts["by"], "reaction": facts["emoji"], "item_user": facts["author_id"]}
            return {"type": _PASSED[kind], **who, "item": item}
        case "chat.member_joined" | "chat.member_left":
            name = (
                "member_joined_channel" if kind == "chat.member_joined" else "member_left_channel"
            )
            letter = {"channel_type": _LETTERS[channel_type]}
            team = people.company(ctx.session).id
            return {"type": name, "user": facts["person_id"], **place, **letter, "team": team}
        case "chat.pin_added" | "chat.pin_removed":
            name = "pin_added" if kind == "chat.pin_added" else "pin_removed"
            item = {
                "type": "message",
                "channel": facts["channel_id"],
                "message": _message(ctx, facts),
            }
            return {
                "type": name,
                "user": facts["by"],
                "channel_id": facts["channel_id"],
                "item": item,
            }
    return _of_channel(kind, channel, channel_type, facts)


def _emoji(ctx: Context, facts: Mapping[str, Any]) -> Json:
    """https://docs.slack.dev/reference/events/emoji_changed"""
    subtype, names = _EMOJI[facts["event"]]
    row = own_emoji.every(ctx).get(facts.get("new_name") or facts.get("name", ""))
    value = {"value": own_emoji.value_of(ctx, row)} if row else {}
    told = {name: facts[name] for name in names}
    return {"type": "emoji_changed", "subtype": subtype, **told, **value}


def _of_channel(
    kind: str, channel: Channel | None, channel_type: str, facts: Mapping[str, Any]
) -> Json:
    """What became of a channel as such; of a private one the vendor says ``group``."""
    prefix = "group" if channel_type == "group" else "channel"
    verb = {"created": "created", "renamed": "rename", "archived": "archive"}.get(
        kind.rpartition("_")[2], "unarchive"
    )
    if verb in ("archive", "unarchive"):
        return {"type": f"{prefix}_{verb}", "channel": facts["channel_id"], "user": facts["by"]}
    about = {"id": facts["channel_id"], "name": facts.get("name", "")}
    about |= {"created": channel.created, "creator": channel.creator_id} if channel else {}
    return {"type": f"{prefix}_{verb}", "channel": about}


def _message(ctx: Context, facts: Mapping[str, Any]) -> Json:
    row = ctx.session.get(Message, (facts["channel_id"], facts["ts"]))
    return wire.messages_of(ctx, [row])[0] if row else _said(facts)


def _said(facts: Mapping[str, Any]) -> Json:
    """What is known of a message that is gone."""
    names = {"user": "author_id", "text": "text", "ts": "ts"}
    shape = {theirs: facts[ours] for theirs, ours in names.items() if ours in facts}
    return {"type": "message", **shape}


def _command(ctx: Context, app: ChatApp, row: Envelope) -> Json:
    facts, company = row.payload, people.company(ctx.session)
    person = people.by_ids(ctx.session, [facts["person_id"]])[facts["person_id"]]
    return {
        "token": "",
        "team_id": company.id,
        "team_domain": company.slug,
        "channel_id": facts["channel_id"],
        "channel_name": _name(ctx, facts["channel_id"]),
        "user_id": person.id,
        "user_name": person.handle,
        "command": facts["command"],
        "text": facts["text"],
        "api_app_id": app.id,
        "is_enterprise_install": "false",
        "response_url": answer_url(ctx, facts["interaction_id"]),
        "trigger_id": _trigger(row),
    }


def _block_actions(ctx: Context, app: ChatApp, row: Envelope) -> Json:
    facts = row.payload
    place = {"message_ts": facts["ts"], "channel_id": facts["channel_id"], "is_ephemeral": False}
    return {
        "type": "block_actions",
        **_asking(ctx, app, facts["person_id"]),
        "container": {"type": "message", **place},
        "trigger_id": _trigger(row),
        "channel": {"id": facts["channel_id"], "name": _name(ctx, facts["channel_id"])},
        "message": _message(ctx, facts),
        "state": {"values": {}},
        "response_url": answer_url(ctx, facts["interaction_id"]),
        "actions": [facts["action"]],
    }


def answer_url(ctx: Context, interaction_id: str) -> str:
    """Where an app answers what somebody asked of it."""
    team = people.company(ctx.session).id
    signature = ctx.request.sign(signed_text(interaction_id)) if ctx.request.sign else ""
    return f"{people.app_url(ctx, APP.id)}/actions/{team}/{interaction_id}/{signature}"


def signed_text(interaction_id: str) -> str:
    """What the last part of such an address is a signature of."""
    return f"answer {interaction_id}"


def _name(ctx: Context, channel_id: str) -> str:
    row = ctx.session.get_one(Channel, channel_id)
    if titles.is_direct(row):
        return "directmessage" if row.kind == "dm" else titles.title(ctx, row)
    return row.name or ""


def _view(ctx: Context, app: ChatApp, row: Envelope) -> Json:
    """A view that somebody sent or closed, or in which they pressed something."""
    facts, is_sent = row.payload, row.payload["event"] == "chat.view_submitted"
    shape = {**_asking(ctx, app, facts["person_id"]), "view": view_of(ctx, app, facts["view"])}
    if facts["event"] == "chat.view_action":
        container = {"type": "view", "view_id": facts["view"]["id"]}
        more = {"trigger_id": _trigger(row), "actions": [facts["action"]]}
        return {"type": "block_actions", **shape, "container": container, **more}
    if is_sent:
        more = {"trigger_id": _trigger(row), "response_urls": []}
        return {"type": "view_submission", **shape, **more}
    return {"type": "view_closed", **shape, "is_cleared": False}


def _asking(ctx: Context, app: ChatApp, person_id: str) -> Json:
    """Who asked something of which app."""
    company = people.company(ctx.session)
    person = people.by_ids(ctx.session, [person_id])[person_id]
    return {
        "user": {
            "id": person.id,
            "username": person.handle,
            "name": person.handle,
            "team_id": company.id,
        },
        "api_app_id": app.id,
        "token": "",
        "team": {"id": company.id, "domain": company.slug},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def _trigger(row: Envelope) -> str:
    return trigger_id(row.payload["interaction_id"], row.payload["time_us"])
