"""The sections of one's sidebar: tools of the profile ``full``; the vendor has none for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.models import ChannelChoice, Section
from workworld.apps.chat.service import channels, choices, sections
from workworld.apps.chat.service.sections import Listed
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.chat.added import present_done, tool
from workworld.mcp_servers.chat.schemas import (
    CHANNEL_ID,
    STRING,
    Arguments,
    described,
    given,
    taking,
)

_SECTION_ID = described(
    STRING, "Id of a section: starred, channels, direct, apps, or such as L0123456789."
)
_NAME = described(STRING, "At most 80 characters; no two sections have the same.")
_EMOJI = described(STRING, "Name of an emoji without colons, such as rocket; or empty.")
_USUAL = "section_not_found"


def _accept_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = given(
        arguments,
        section_id="section_id",
        name="name",
        emoji="emoji",
        shows="show",
        sorting="order",
    )
    return wanted | ({"sorting": ""} if wanted.get("sorting") == "usual" else {})


def _present_section(_ctx: Context, row: Section) -> dict[str, str]:
    return {"section_id": row.id, "name": row.name or sections.BUILT_IN[row.id]}


def _present_list(ctx: Context, found: Sequence[Listed]) -> dict[str, str]:
    chosen = [*choices.mine(ctx).values()]
    named = channels.visible_labels(ctx, [row.channel_id for row in chosen])
    lines = []
    for each in found:
        inside = sorted(row.channel_id for row in chosen if each.id == _section_of(row))
        said = ", ".join(f"{named[channel_id]} ({channel_id})" for channel_id in inside)
        lines.append(f"{_head(each)}: {said or '-'}")
    return {"sections": "\n".join(lines)}


def _head(section: Listed) -> str:
    shown = ", only unread" if section.shows == "unread" else ""
    order = f", by {section.sorting}" if section.sorting else ""
    return f"{section.title} ({section.id}{shown}{order})"


def _section_of(row: ChannelChoice) -> str:
    """Where somebody put a conversation; empty for one that stands where it usually does."""
    return sections.STARRED if row.is_starred else row.section_id


def _tool(name: str, function: Any, description: str, properties: Any, **more: Any) -> Tool:
    present = more.pop("present", present_done)
    return tool(name, function, description, properties, present, toolset="sections", **more)


TOOLS = (
    _tool(
        "list_sections",
        sections.list,
        "List the sections of the sidebar of the person you act for, from top to bottom, with "
        "their ids and the conversations that were put into them.",
        {},
        present=_present_list,
    ),
    _tool(
        "create_section",
        sections.create,
        "Make a section in the sidebar of the person you act for. Errors: no_name, invalid_name, "
        "name_taken, invalid_emoji, too_many_sections.",
        {"name": _NAME, "emoji": _EMOJI},
        present=_present_section,
        accept=taking(name="name", emoji="emoji"),
        required=("name",),
    ),
    _tool(
        "edit_section",
        sections.edit,
        "Rename a section, or choose what shows in it; whatever is left out stays as it is. "
        f"Errors: {_USUAL}, cant_change_section (every sidebar has it), no_name, invalid_name, "
        "name_taken, invalid_emoji.",
        {
            "section_id": _SECTION_ID,
            "name": _NAME,
            "emoji": _EMOJI,
            "show": described(STRING, "'all' conversations, or only 'unread' ones."),
            "order": described(STRING, "'name', 'recent', 'priority' or 'usual'."),
        },
        present=_present_section,
        accept=_accept_edit,
        required=("section_id",),
        idempotent=True,
    ),
    _tool(
        "delete_section",
        sections.delete,
        "Delete a section; its conversations stand again where they usually do. Errors: "
        f"{_USUAL}, cant_change_section (every sidebar has it).",
        {"section_id": _SECTION_ID},
        destructive=True,
    ),
    _tool(
        "move_section",
        sections.move,
        f"Move a section up or down. Errors: {_USUAL}, invalid_arguments.",
        {
            "section_id": _SECTION_ID,
            "before": described(STRING, "Id of the section below it; left out: to the bottom."),
        },
        accept=taking(section_id="section_id", before="before"),
        required=("section_id",),
        idempotent=True,
    ),
    _tool(
        "move_to_section",
        sections.place,
        "Put a conversation into a section of the sidebar of the person you act for; starred "
        "stars it, every other section takes its star away. Without section_id it stands again "
        f"where it usually does. Errors: channel_not_found, not_in_channel, {_USUAL}, "
        "invalid_section (one that takes other conversations).",
        {"channel_id": CHANNEL_ID, "section_id": _SECTION_ID},
        accept=taking(channel_id="channel_id", section_id="section_id"),
        required=("channel_id",),
        idempotent=True,
    ),
)
