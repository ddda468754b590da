"""Chat, as the gates see it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sqlalchemy import exists, select
from tests.gates.agent import Facts
from tests.gates.apps.chat_documents import LIST_LIVE, document_things, documents, keep_documents
from tests.gates.facets import Facets, Flow, Hidden, Keys, Live, See, Thing, To

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    Channel,
    ChatApp,
    Membership,
    Message,
    MessageContent,
    ScheduledMessage,
    UserGroup,
)
from workworld.apps.chat.service import (
    channels,
    drafts,
    members,
    messages,
    reminders,
    scheduled,
)
from workworld.apps.chat.types import CHANNELS
from workworld.calls import call, perform
from workworld.clock import Clock
from workworld.context import Actor, Request, Surface
from workworld.directory.models import GUESTS, Person
from workworld.files import uploads
from workworld.worlds import World

_NO_CHANNEL = "C0000000000"


def _shown(world: World, person_id: str) -> Facts:
    with world.reading() as session:
        channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        root = session.scalars(
            select(Message.thread_ts)
            .where(Message.channel_id == channel_id, Message.thread_ts.is_not(None))
            .order_by(Message.ts)
        ).first()
    return {**_facts(channel_id, str(root)), **documents(world, person_id)}


def _facts(channel_id: str, ts: str) -> Facts:
    return {
        "channel_id": channel_id,
        "ts": ts,
        "root": ts,
        "thread_ts": ts,
        "stamp": stamps.digits(ts),
        "text": "a word",
    }


def _hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Channels and conversations that the person does not see, by id and by name."""
    inside = exists().where(Membership.channel_id == Channel.id, Membership.person_id == person_id)
    found = []
    with world.reading() as session:
        query = select(Channel).where(~inside).order_by(Channel.kind.desc(), Channel.name)
        if session.get_one(Person, person_id).role not in GUESTS:
            query = query.where(Channel.kind != "public")
        for channel in session.scalars(query):
            in_it = select(Message).where(Message.channel_id == channel.id).order_by(Message.ts)
            messages = session.scalars(in_it).all()
            words = [channel.topic, channel.purpose, *(row.text for row in messages)]
            named = [(f"#{channel.name}", "#")] if channel.kind == "private" else []
            for name, missing in ((channel.id, _NO_CHANNEL), *named):
                facts = _facts(name, messages[0].ts)
                nothing = missing.ljust(len(name), "0")
                found.append(Hidden(facts, name, nothing, [word for word in words if word]))
    return found


def _things(world: World) -> Sequence[Thing]:
    """Every channel and its first message, and a file in one of each kind."""
    with world.reading() as session:
        rows = session.scalars(select(Channel).order_by(Channel.name)).all()
        everybody = frozenset(session.scalars(select(Person.id).where(Person.role.not_in(GUESTS))))
        found = []
        for channel in rows:
            inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
            members = frozenset(session.scalars(inside))
            seers = everybody | members if channel.kind == "public" else members
            in_it = select(Message).where(Message.channel_id == channel.id)
            log = session.scalars(in_it.order_by(Message.ts)).all()
            found.append(_channel_thing(channel, log[0], seers))
            found += [_message_thing(channel, row, seers) for row in log if not row.subtype][:1]
    for kind in ("public", "private"):
        channel = next(each for each in rows if each.kind == kind and each.posting == "everyone")
        thing = next(each for each in found if each.id == channel.id)
        found.append(_file_thing(world, channel, thing.seers))
    return [*found, *document_things(world)]


def _channel_thing(channel: Channel, first: Message, seers: frozenset[str]) -> Thing:
    return Thing(
        name=f"#{channel.name}",
        facts=_facts(channel.id, first.ts),
        id=channel.id,
        missing=_NO_CHANNEL,
        link=("chat", f"/c/{channel.id}"),
        query=channel.name if channel.kind in CHANNELS else "conversation",
        mark=channel.id,
        seers=seers,
        searched=frozenset({Surface.UI} if channel.kind in CHANNELS else ()),
    )


def _message_thing(channel: Channel, message: Message, seers: frozenset[str]) -> Thing:
    words = sorted(set(re.findall(r"\w{4,}", message.text)), key=lambda word: (-len(word), word))
    return Thing(
        name=f"the first message of #{channel.name}",
        facts=_facts(channel.id, message.ts),
        id=channel.id,
        missing=_NO_CHANNEL,
        link=("chat", f"/archives/{channel.id}/p{stamps.digits(message.ts)}"),
        query=" ".join(words[:4]),
        mark=message.ts,
        seers=seers,
        searched=frozenset({Surface.UI, Surface.REST, Surface.MCP}) if words else frozenset(),
    )


def _file_thing(world: World, channel: Channel, seers: frozenset[str]) -> Thing:
    """A file that a member has shared in the channel."""
    with world.reading() as session:
        inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
        actor = Actor(session.scalars(inside.order_by(Membership.person_id)).first() or "")
    request = Request(Surface.SYSTEM, "upload", {"name": "plan.txt"})
    content = {"name": "plan.txt", "content": channel.id.encode()}
    file = call(world, actor, uploads.add, request, accept=lambda _ctx, _given: content)
    shared = {"channel_id": channel.id, "text": "", "file_ids": [file.id]}
    perform(world, actor, messages.post, **shared)
    return Thing(
        name=f"a file in #{channel.name}",
        facts={"file_id": file.id},
        id=file.id,
        missing="F".ljust(len(file.id), "0"),
        link=("files", f"/{file.id}"),
        query="plan",
        mark=file.id,
        seers=seers,
        has_card=False,
    )


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = _shown(world, person_id)
    channel, ts = f"/c/{facts['channel_id']}", facts["ts"]
    with world.reading() as session:
        busy = session.scalars(select(Channel.id).where(Channel.name == "product-eng")).one()
        mine = select(Message).where(
            Message.author_id == person_id, Message.channel_id == facts["channel_id"]
        )
        written = session.scalars(mine.order_by(Message.ts.desc())).first()
        own = f"{channel}/m/{written.ts}" if written else ""
        made = session.scalars(
            select(Channel.id).where(Channel.creator_id == person_id, ~Channel.is_default)
        ).first()
        closed = session.scalars(select(Channel.id).where(Channel.is_archived)).first()
        guest = session.scalars(select(Person.id).where(Person.role == "guest")).first()
        role = session.get_one(Person, person_id).role
        group = session.scalars(select(UserGroup.id)).first()
        asked = session.scalars(
            select(MessageContent.ts).where(MessageContent.channel_id == facts["channel_id"])
        ).first()
        guarded = session.scalars(select(Channel.id).where(Channel.posting == "admins")).first()
    kept = documents(world, person_id)
    canvas, table = f"/canvas/{kept['canvas_id']}", f"/list/{kept['list_id']}"
    record = f"{table}/r/{kept['record_id']}"
    return {
        "/canvases": ["/canvases"],
        "/canvases/new": ["/canvases/new"],
        "/canvas/<canvas_id>": [canvas],
        "/canvas/<canvas_id>/add": [f"{canvas}/add"],
        "/canvas/<canvas_id>/edit/<section>": [f"{canvas}/edit/{kept['section']}"],
        "/canvas/<canvas_id>/title": [f"{canvas}/title"],
        "/canvas/<canvas_id>/share": [f"{canvas}/share"],
        "/canvas/<canvas_id>/delete": [f"{canvas}/delete"],
        "/lists": ["/lists"],
        "/lists/new": ["/lists/new"],
        "/list/<list_id>": [table, f"{table}?q=nothing", f"{table}?sort=-{kept['column_id']}"],
        "/list/<list_id>/rename": [f"{table}/rename"],
        "/list/<list_id>/columns": [f"{table}/columns"],
        "/list/<list_id>/share": [f"{table}/share"],
        "/list/<list_id>/delete": [f"{table}/delete"],
        "/list/<list_id>/add": [f"{table}/add"],
        "/list/<list_id>/r/<record_id>": [record],
        "/list/<list_id>/r/<record_id>/<column_id>": [f"{record}/{kept['column_id']}"],
        "/list/<list_id>/r/<record_id>/delete": [f"{record}/delete"],
        "/": ["/"],
        "/c/<channel_id>": [
            channel,
            *(f"/c/{each}" for each in (busy, closed, guarded, _direct(world, person_id))),
        ],
        "/c/<channel_id>/m/<ts>": [f"{channel}/m/{ts}"],
        "/c/<channel_id>/t/<root>": [f"{channel}/t/{ts}"],
        "/archives/<channel_id>/p<int:stamp>": [
            f"/archives/{facts['channel_id']}/p{facts['stamp']}"
        ],
        "/dm": ["/dm"],
        "/dm/new": ["/dm/new", f"/dm/new?person={_other(world, person_id)}"],
        "/dm/<channel_id>": [f"/dm/{_direct(world, person_id)}"],
        "/channels": ["/channels?q=deploy"],
        "/browse/channels": [
            "/browse/channels",
            "/browse/channels?show=archived&sort=recent",
            "/browse/channels?q=nothing",
        ],
        "/browse/people": ["/browse/people", "/browse/people?role=guests", "/browse/people?q=xyz"],
        "/c/<channel_id>/m/<ts>/author": [f"{channel}/m/{ts}/author"],
        "/u/<person_id>": [f"/u/{person_id}", f"/u/{guest}?beside={busy}"],
        "/admin": [] if role not in ("owner", "admin") else ["/admin"],
        "/admin/members": (
            []
            if role not in ("owner", "admin")
            else ["/admin/members", "/admin/members?show=deactivated"]
        ),
        "/admin/groups": [] if role not in ("owner", "admin") else ["/admin/groups"],
        "/admin/groups/<group_id>": (
            [] if role not in ("owner", "admin") else [f"/admin/groups/{group}"]
        ),
        "/admin/settings": [] if role not in ("owner", "admin") else ["/admin/settings"],
        "/channels/new": ["/channels/new"],
        "/channels/new/name": [],
        "/search": [
            "/search",
            "/search?q=the",
            "/search?q=from:me+after:2026-03-01&sort=newest",
            "/search?q=deploy&tab=channels",
            "/search?q=nothing-that-is-there",
        ],
        "/search/completions": [],
        "/search/places": [],
        "/later": ["/later", "/later?state=completed"],
        "/c/<channel_id>/m/<ts>/remind": [f"{channel}/m/{ts}/remind"],
        "/c/<channel_id>/m/<ts>/share": [f"{channel}/m/{ts}/share"],
        "/c/<channel_id>/m/<ts>/reactions": [f"{channel}/m/{ts}/reactions"],
        "/c/<channel_id>/pins": [f"{channel}/pins"],
        "/c/<channel_id>/files": [f"{channel}/files", f"{channel}/files?type=image"],
        "/c/<channel_id>/bookmarks/new": [f"{channel}/bookmarks/new"],
        "/c/<channel_id>/bookmarks/<bookmark_id>": [],
        "/c/<channel_id>/date": [f"{channel}/date"],
        "/c/<channel_id>/about": [f"{channel}/about"],
        "/c/<channel_id>/archive": [f"/c/{made}/archive"] if made else [],
        "/c/<channel_id>/members": [f"{channel}/members"],
        "/c/<channel_id>/private": [f"/c/{made}/private"] if made else [],
        "/c/<channel_id>/details/<tab>": [
            f"{channel}/details/about",
            f"{channel}/details/about?edit=topic",
            f"/c/{busy}/details/members",
            f"{channel}/details/integrations",
            f"/c/{made or busy}/details/settings",
            f"/c/{closed}/details/settings",
        ],
        "/c/<channel_id>/m/<ts>/edit": [f"{own}/edit"] if own else [],
        "/c/<channel_id>/m/<ts>/delete": [f"{own}/delete"] if own else [],
        "/c/<channel_id>/m/<ts>/actions/<place>": [f"{channel}/m/{asked}/actions/0.1"],
        "/apps": ["/apps"],
        "/c/<channel_id>/m/<ts>/react": [f"{channel}/m/{ts}/react"],
        "/c/<channel_id>/completions": [],  # parts of pages, which are seen on those
        "/c/<channel_id>/snippet": [f"{channel}/snippet"],
        "/emoji": [],
        "/avatars/<int:hue>/<int:size>/<initials>.svg": [],
        "/c/<channel_id>/schedule": [f"{channel}/schedule"],
        "/drafts": ["/drafts"],
        "/scheduled": ["/scheduled"],
        "/scheduled/<scheduled_id>/edit": [f"/scheduled/{_waiting(world, person_id)}/edit"],
        "/sent": ["/sent"],
        "/reminders": ["/reminders"],
        "/c/<channel_id>/notifications": [f"{channel}/notifications"],
        "/c/<channel_id>/seen/<ts>.gif": [],  # a picture that pages without scripts load
        "/c/<channel_id>/t/<root>/seen/<ts>.gif": [],
        "/unreads": ["/unreads"],
        "/told": [],  # a part of every page
        "/threads": ["/threads"],
        "/activity": ["/activity", "/activity?type=mentions"],
        "/status": ["/status"],
        "/settings": ["/settings"],
        "/settings/<section>": [
            f"/settings/{each}" for each in ("notifications", "messages", "sidebar")
        ],
        "/c/<channel_id>/messages": [f"{channel}/messages"],
        "/c/<channel_id>/t/<root>/messages": [f"{channel}/t/{ts}/messages"],
    }


def _other(world: World, person_id: str) -> str:
    """Somebody else."""
    with world.reading() as session:
        others = select(Person.id).where(Person.id != person_id, Person.kind == "person")
        return str(session.scalars(others.order_by(Person.id)).first())


def _direct(world: World, person_id: str) -> str:
    """The conversation with somebody else, which the preparation begins."""
    party = ",".join(sorted([person_id, _other(world, person_id)]))
    with world.reading() as session:
        return str(session.scalar(select(Channel.id).where(Channel.party == party)))


def _prepare(world: World, person_id: str) -> None:
    """The person has written where everybody is, and has a channel of their own."""
    channel_id = _shown(world, person_id)["channel_id"]
    actor = Actor(person_id)
    perform(world, actor, messages.post, channel_id=channel_id, text="What I wrote")
    keep_documents(world, actor, channel_id)
    perform(world, actor, channels.create, name=f"own-{person_id.lower()}")
    with world.reading() as session:
        tomorrow = Clock(session).now_us() // 1_000_000 + 86_400
    later = {"channel_id": channel_id, "post_at": tomorrow}
    perform(world, actor, scheduled.add, text="What I will write", **later)
    perform(world, actor, drafts.create, channel_id=channel_id, text="What I may write")
    perform(world, actor, reminders.add, text="Write", time="tomorrow")
    perform(
        world, actor, messages.post, channel_id=_other(world, person_id), text="Between us alone"
    )
    _ask(world, channel_id)


_BUTTONS = [
    {"type": "button", "text": {"type": "plain_text", "text": "Approve"}, "value": "yes"},
    {
        "type": "button",
        "text": {"type": "plain_text", "text": "Reject"},
        "confirm": {
            "title": {"type": "plain_text", "text": "Reject it?"},
            "text": {"type": "plain_text", "text": "They have to ask again."},
            "confirm": {"type": "plain_text", "text": "Reject"},
            "deny": {"type": "plain_text", "text": "Keep"},
        },
    },
]


def _ask(world: World, channel_id: str) -> None:
    """A bot has asked a question there."""
    with world.reading() as session:
        bot = session.scalars(select(ChatApp.account_id)).one()
        if session.scalars(select(MessageContent)).first():
            return
    content = {"blocks": [{"type": "actions", "elements": _BUTTONS}]}
    perform(world, Actor(bot), members.join, channel_id=channel_id)
    perform(
        world, Actor(bot), messages.post, channel_id=channel_id, text="Who pays?", content=content
    )


def _waiting(world: World, person_id: str) -> str:
    """The id of a message that the person has scheduled."""
    query = select(ScheduledMessage.id).where(ScheduledMessage.person_id == person_id)
    with world.reading() as session:
        return session.scalars(query.order_by(ScheduledMessage.id)).first() or ""


def _everybodys(world: World) -> str:
    return f"/c/{_shown(world, '')['channel_id']}"


FACETS = Facets(
    shown=_shown,
    hidden=_hidden,
    free_text={
        "chat_apps": ("description",),
        "chat_bookmarks": ("title",),
        "chat_channels": ("name", "topic", "purpose"),
        "chat_documents": ("title", "description"),
        "chat_list_columns": ("name",),
        "chat_list_fields": ("text",),
        "chat_canvas_sections": ("text",),
        "chat_messages": ("text",),
        "chat_user_groups": ("name", "description"),
    },
    things=_things,
    screens=_screens,
    prepare=_prepare,
    live=(
        Live(
            "a message is written",
            _everybodys,
            To("textbox", "Message #general"),
            (
                To("textbox", "Message #general"),
                Keys(text="said to everybody"),
                Keys("Enter"),
                See("said to everybody"),
            ),
            "said to everybody",
        ),
        LIST_LIVE,
        Live(
            "a thread is answered",
            lambda world: f"{_everybodys(world)}/t/{_shown(world, '')['root']}",
            To("textbox", "Reply in thread"),
            (
                To("textbox", "Reply in thread"),
                Keys(text="answered to everybody"),
                Keys("Enter"),
                See("answered to everybody"),
            ),
            "answered to everybody",
        ),
    ),
    flows=(
        Flow(
            "a channel is opened and written to",
            "/",
            (
                To("link", "deploys"),
                Keys("Enter"),
                To("textbox", "Message #deploys"),
                Keys(text="written with keys alone"),
                Keys("Enter"),
                See("written with keys alone"),
            ),
        ),
        Flow(
            "a thread is opened, answered and closed",
            "/",
            (
                To("article", "Efua"),
                Keys("t"),
                See("Reply in thread"),
                To("textbox", "Reply in thread"),
                Keys(text="answered with keys alone"),
                Keys("Enter"),
                See("answered with keys alone"),
                Keys("Escape"),
                See("answered with keys alone", gone=True),
            ),
        ),
        Flow(
            "a message is gone back to by its time",
            "/",
            (
                To("article", "Efua"),
                Keys("Home"),
                To("link", r"^\d+:\d\d [AP]M$"),
                Keys("Enter"),
                See("Jump to latest"),
            ),
        ),
    ),
)
