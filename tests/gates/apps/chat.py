"""Chat, as the gates see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from tests.gates.apps.chat_admin import admin_screens
from tests.gates.apps.chat_apps import QUESTION, views, with_app
from tests.gates.apps.chat_documents import document_screens
from tests.gates.apps.chat_facts import direct_with_other, other, shown
from tests.gates.apps.chat_flows import FLOWS, LIVE
from tests.gates.apps.chat_preparation import prepare
from tests.gates.apps.chat_things import hidden, things
from tests.gates.apps.chat_workflows import workflow_screens
from tests.gates.facets import Facets

from workworld.apps.chat.models import (
    Channel,
    Message,
    MessagePriority,
    Reminder,
    SavedItem,
    ScheduledMessage,
    Section,
)
from workworld.directory.models import GUESTS, Person
from workworld.files.models import File
from workworld.worlds import World


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    facts = shown(world, person_id)
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
        asked = session.scalars(
            select(Message.ts).where(
                Message.text == QUESTION, Message.channel_id == facts["channel_id"]
            )
        ).first()
        asking = select(Message).join(
            MessagePriority,
            (MessagePriority.channel_id == Message.channel_id) & (MessagePriority.ts == Message.ts),
        )
        pressing = session.scalars(asking.where(Message.author_id == person_id)).first()
        asked_at = f"/c/{pressing.channel_id}/m/{pressing.ts}" if pressing else ""
        guarded = session.scalars(select(Channel.id).where(Channel.posting == "admins")).first()
        reminder = session.scalars(
            select(Reminder.id).where(Reminder.person_id == person_id).order_by(Reminder.id)
        ).first()
        kept = session.scalars(select(SavedItem).where(SavedItem.person_id == person_id)).first()
        kept_at = f"/c/{kept.channel_id}/m/{kept.ts}" if kept else ""
        of_one = select(File.id).where(File.uploader_id == person_id)
        own_file = session.scalars(of_one.order_by(File.id)).first()
        whose = Section.person_id == person_id
        own_section = session.scalars(select(Section.id).where(whose, Section.name != "")).first()
    return {
        **document_screens(world, person_id),
        **workflow_screens(world, person_id, busy),
        "/": ["/"],
        "/c/<channel_id>": [
            channel,
            *(
                f"/c/{each}"
                for each in (busy, closed, guarded, direct_with_other(world, person_id))
            ),
        ],
        "/c/<channel_id>/m/<ts>": [f"{channel}/m/{ts}"],
        "/c/<channel_id>/t/<root>": [f"{channel}/t/{ts}"],
        "/archives/<channel_id>/p<int:stamp>": [
            f"/archives/{facts['channel_id']}/p{facts['stamp']}"
        ],
        "/dm": ["/dm"],
        "/dm/new": ["/dm/new", f"/dm/new?person={other(world, person_id)}"],
        "/dm/new/places": [],
        "/dm/<channel_id>": [f"/dm/{direct_with_other(world, person_id)}"],
        "/channels": ["/channels?q=deploy"],
        "/browse/channels": [
            "/browse/channels",
            "/browse/channels?show=archived&sort=recent",
            "/browse/channels?q=nothing",
        ],
        "/browse/people": ["/browse/people", "/browse/people?role=guests", "/browse/people?q=xyz"],
        "/c/<channel_id>/m/<ts>/author": [f"{channel}/m/{ts}/author"],
        "/u/<person_id>": [f"/u/{person_id}", f"/u/{guest}?beside={busy}"],
        "/u/<person_id>/card": [],  # a part of pages that show names
        **admin_screens(world, person_id, busy),
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
        "/later": ["/later", "/later?state=completed", "/later?state=archived"],
        "/later/reminders/new": ["/later/reminders/new"],
        "/later/reminders/<reminder_id>": [f"/later/reminders/{reminder}"] if reminder else [],
        "/c/<channel_id>/home": [f"/c/{each}/home" for each in with_app(world, person_id)],
        "/c/<channel_id>/app": [f"/c/{each}/app" for each in with_app(world, person_id)],
        "/c/<channel_id>/m/<ts>/saved/due": ([f"{kept_at}/saved/due"] if kept_at else []),
        "/c/<channel_id>/m/<ts>/offers/<action>": [f"{channel}/m/{ts}/offers/create-issue"],
        "/c/<channel_id>/m/<ts>/remind": [f"{channel}/m/{ts}/remind"],
        "/c/<channel_id>/m/<ts>/share": [f"{channel}/m/{ts}/share"],
        "/c/<channel_id>/m/<ts>/reactions": [f"{channel}/m/{ts}/reactions"],
        "/c/<channel_id>/m/<ts>/acknowledgements": (
            [f"{asked_at}/acknowledgements"] if pressing else []
        ),
        "/c/<channel_id>/pins": [f"{channel}/pins"],
        "/c/<channel_id>/files": [f"{channel}/files", f"{channel}/files?type=image"],
        "/c/<channel_id>/canvas": [f"/c/{made or busy}/canvas"],
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
        "/views/top": [],  # a part of every page
        "/c/<channel_id>/view/<view_id>": views(world, person_id),
        "/c/<channel_id>/m/<ts>/react": [f"{channel}/m/{ts}/react"],
        "/c/<channel_id>/completions": [],  # parts of pages, which are seen on those
        "/c/<channel_id>/snippet": [f"{channel}/snippet"],
        "/c/<channel_id>/poll": [f"{channel}/poll"],
        "/emoji": [],
        "/emoji/<sha256>.<ending>": [],  # a picture
        "/customize/emoji": ["/customize/emoji", "/customize/emoji?q=nothing"],
        "/customize/emoji/new": [] if role in GUESTS else ["/customize/emoji/new"],
        "/customize/emoji/alias": [] if role in GUESTS else ["/customize/emoji/alias?of=shipped"],
        "/customize/emoji/<name>/rename": (
            ["/customize/emoji/shipped/rename"] if role in ("owner", "admin") else []
        ),
        "/customize/emoji/<name>/remove": (
            ["/customize/emoji/shipped/remove"] if role in ("owner", "admin") else []
        ),
        "/avatars/<int:hue>/<int:size>/<initials>.svg": [],
        "/c/<channel_id>/schedule": [f"{channel}/schedule"],
        "/drafts": ["/drafts"],
        "/scheduled": ["/scheduled"],
        "/scheduled/<scheduled_id>/edit": [f"/scheduled/{_waiting(world, person_id)}/edit"],
        "/sent": ["/sent"],
        "/reminders": ["/reminders"],
        "/files": ["/files", "/files?show=shared&sort=size", "/files?q=nothing-like-it"],
        "/files/<file_id>/share": [f"/files/{own_file}/share"] if own_file else [],
        "/files/<file_id>/delete": [f"/files/{own_file}/delete"] if own_file else [],
        "/c/<channel_id>/notifications": [f"{channel}/notifications"],
        "/c/<channel_id>/seen/<ts>.gif": [],  # a picture that pages without scripts load
        "/c/<channel_id>/t/<root>/seen/<ts>.gif": [],
        "/unreads": ["/unreads"],
        "/told": [],  # a part of every page
        "/threads": ["/threads"],
        "/activity": ["/activity", "/activity?type=mentions"],
        "/status": ["/status"],
        "/sections": ["/sections"],
        "/sections/new": ["/sections/new"],
        "/sections/<section_id>": ["/sections/channels", f"/sections/{own_section}"],
        "/sections/<section_id>/menu": [],  # parts of pages, which are seen on those
        "/sections/<section_id>/delete": [f"/sections/{own_section}/delete"],
        "/c/<channel_id>/menu": [],
        "/c/<channel_id>/section": [f"{channel}/section"],
        "/settings": ["/settings"],
        "/settings/<section>": [
            f"/settings/{each}"
            for each in (
                "notifications",
                "sidebar",
                "themes",
                "messages",
                "accessibility",
                "language",
                "advanced",
            )
        ],
        "/c/<channel_id>/messages": [f"{channel}/messages"],
        "/c/<channel_id>/t/<root>/messages": [f"{channel}/t/{ts}/messages"],
    }


def _waiting(world: World, person_id: str) -> str:
    """The id of a message that the person has scheduled."""
    query = select(ScheduledMessage.id).where(ScheduledMessage.person_id == person_id)
    with world.reading() as session:
        return session.scalars(query.order_by(ScheduledMessage.id)).first() or ""


FACETS = Facets(
    overseen=(
        "/admin/channels",
        "/admin/retention",
        "/api/admin.conversations.archive",
        "/api/admin.conversations.getCustomRetention",
        "/api/admin.conversations.removeCustomRetention",
        "/api/admin.conversations.rename",
        "/api/admin.conversations.search",
        "/api/admin.conversations.setCustomRetention",
        "/api/admin.conversations.unarchive",
        "/admin/export",
        "slack_admin_archive_channel",
        "slack_admin_read_channel_retention",
        "slack_admin_remove_channel_retention",
        "slack_admin_rename_channel",
        "slack_admin_search_channels",
        "slack_admin_set_channel_retention",
        "slack_admin_unarchive_channel",
    ),
    shown=shown,
    hidden=hidden,
    free_json={
        "chat_canvas_sections": {"content": ("text",)},
        "chat_homes": {"content": ("text",)},
        "chat_imports": {"skipped": ("",)},
        "chat_message_contents": {"blocks": ("text",)},
        "chat_modals": {"content": ("text",)},
        "chat_list_columns": {"options": ("label",)},
        "chat_list_fields": {"value": ("",)},
        "chat_workflow_run_steps": {
            "facts": ("form.which_laptop", "form.what_for", "form.needed_by")
        },
        "chat_workflow_steps": {"settings": ("title", "label", "choices", "text")},
        "chat_workflow_versions": {"steps": ("title", "label", "choices", "text")},
    },
    free_text={
        "chat_apps": ("description",),
        "chat_availability": ("status_text",),
        "chat_bookmarks": ("title",),
        "chat_channels": ("name", "topic", "purpose"),
        "chat_documents": ("title", "description"),
        "chat_list_columns": ("name",),
        "chat_list_fields": ("text",),
        "chat_canvas_sections": ("text",),
        "chat_message_contents": ("username",),
        "chat_messages": ("text",),
        "chat_poll_options": ("text",),
        "chat_polls": ("question",),
        "chat_reminders": ("text",),
        "chat_scheduled": ("text",),
        "chat_sections": ("name",),
        "chat_user_groups": ("name", "description"),
        "directory_invitations": ("name", "message"),
        "chat_workflows": ("name", "description"),
    },
    things=things,
    screens=_screens,
    prepare=prepare,
    live=LIVE,
    flows=FLOWS,
)
