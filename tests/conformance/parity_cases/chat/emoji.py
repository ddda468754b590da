"""The workspace's own emoji; what pages add, they upload, which no other door does."""

from __future__ import annotations

from tests.conformance.parity import Before, Case, Facts, Words
from tests.files.sending import PNG
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import settings
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.files import uploads
from workworld.worlds import World


def _nothing(_world: World, _facts: Facts) -> None:
    return None


def _uploaded(world: World, facts: Facts) -> None:
    """Two files of the persona's: a picture and none."""
    for name, content in (("picture", PNG), ("text", b"no picture")):
        request = Request(Surface.SYSTEM, "upload", {"name": name})
        given = {"name": name, "content": content}
        row = call(
            world,
            Actor(facts[PERSONA]),
            uploads.add,
            request,
            accept=lambda _ctx, _arguments, given=given: given,
        )
        facts[name] = row.id


def _by_admins(world: World, facts: Facts) -> None:
    perform(world, Actor(facts[PERSONA]), settings.change, emoji="admins")


def _add(name: str, outcome: str, called: str, file_id: str = "$picture") -> Case:
    company = f"https://files.calderoute.example/{file_id}"
    doors = {
        Surface.REST: Words("/api/admin.emoji.add", {"name": called, "url": company}),
        Surface.MCP: Words("slack_add_emoji", {"name": called, "file_id": file_id}),
    }
    return Case("chat.emoji.add", name, outcome, doors, before=_uploaded)


def _alias(
    name: str,
    outcome: str,
    called: str,
    alias_for: str,
    *,
    handle: str = PERSONA,
    before: Before = _nothing,
) -> Case:
    words = {"name": called, "alias_for": alias_for}
    doors = {
        Surface.REST: Words("/api/admin.emoji.addAlias", words),
        Surface.MCP: Words("slack_add_emoji_alias", words),
        Surface.UI: Words("/customize/emoji/alias", words),
    }
    return Case("chat.emoji.add_alias", name, outcome, doors, handle=handle, before=before)


def _rename(name: str, outcome: str, called: str, new_name: str, handle: str = PERSONA) -> Case:
    words = {"name": called, "new_name": new_name}
    doors = {
        Surface.REST: Words("/api/admin.emoji.rename", words),
        Surface.MCP: Words("slack_rename_emoji", words),
        Surface.UI: Words(f"/customize/emoji/{called}/rename", {"new_name": new_name}),
    }
    return Case("chat.emoji.rename", name, outcome, doors, handle=handle)


def _remove(name: str, outcome: str, called: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words("/api/admin.emoji.remove", {"name": called}),
        Surface.MCP: Words("slack_remove_emoji", {"name": called}),
        Surface.UI: Words(f"/customize/emoji/{called}/remove", {}),
    }
    return Case("chat.emoji.remove", name, outcome, doors, handle=handle)


CASES = (
    _add("picture", "ok", "parcel"),
    _add("text", "error_bad_format", "parcel", "$text"),
    _add("taken", "error_name_taken", "shipped"),
    _add("no such file", "error_bad_upload", "parcel", "F0000000000"),
    _alias("of everybody's", "ok", "yay", ":tada:"),
    _alias("of another name", "ok", "out", "ship_it"),
    _alias("of nothing", "error_invalid_alias", "out", "no_such"),
    _alias("unfit", "error_bad_name_i18n", "Out!", "tada"),
    _alias("by a member", "not_an_admin", "out", "tada", handle=COLLEAGUE, before=_by_admins),
    _rename("own", "ok", "shipped", "sent"),
    _rename("to one of everybody's", "error_name_taken_i18n", "shipped", "package"),
    _rename("unknown", "error_invalid_emoji_to_rename", "no_such", "sent"),
    _remove("with its other name", "ok", "shipped"),
    _remove("unknown", "emoji_not_found", "no_such"),
    _remove("somebody else's", "not_an_admin", "shipped", COLLEAGUE),
)
