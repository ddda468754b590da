"""What is written after ``/issue`` in chat."""

from __future__ import annotations

import re

from workworld.apps.chat.service import commands
from workworld.apps.chat.service.commands import Deed, command
from workworld.apps.integrations import channels, issues, threads
from workworld.apps.tracker.service import addresses, projects, sight, site
from workworld.context import Context
from workworld.links.addresses import rendered

_CREATE = re.compile(r"create\s+([A-Za-z][A-Za-z0-9]{1,9})\s+(\S.*)", re.DOTALL | re.IGNORECASE)


_TYPED = re.compile(r"([A-Za-z][A-Za-z -]{1,38}):\s*(\S.*)", re.DOTALL)


_ABOUT = re.compile(rf"(link|channel)\s+({addresses.KEY})", re.IGNORECASE)


_HELP = (
    "`/issue CAL-214` shows an issue. `/issue create CAL summary` creates one, and"
    " `/issue create CAL bug: summary` one of another type. `/issue link CAL-214` in a thread makes"
    " its replies comments and its comments replies, and `/issue channel CAL-214` opens a channel"
    " about an issue."
)


@command("issue", usage="CAL-214, or: create CAL summary, or: help", says="Show or create an issue")
def _issue(ctx: Context, place: commands.Place, said: str) -> Deed:
    """What is said of an issue, or the creation of one that the conversation is told of."""
    here = {"channel_id": place.channel.id}
    if said.lower() == "help":
        return Deed(said=_HELP.replace("`", ""))
    if match := _CREATE.fullmatch(said):
        project = projects.known(ctx, match[1])
        type_id, summary = _type_and_summary(ctx, project.id, " ".join(match[2].split()))
        told = here | {"thread_ts": place.thread_ts, "project_id": project.id}
        return Deed(issues.create, told | {"type_id": type_id, "summary": summary})
    if match := _ABOUT.fullmatch(said):
        key = match[2].upper()
        if match[1].lower() == "channel":
            return Deed(channels.open, {"issue": key}, url=lambda made: f"/c/{made.id}")
        if place.thread_ts is None:
            raise commands.wrong("issue", "Link an issue from within the thread.")
        return Deed(threads.link, here | {"thread_ts": place.thread_ts, "issue": key})
    if not re.fullmatch(addresses.KEY, said.upper()):
        raise commands.wrong("issue", "Name an issue by its key, or what is to be created.")
    return Deed(said=_told(ctx, said))


def _type_and_summary(ctx: Context, project_id: str, typed: str) -> tuple[str, str]:
    """``bug: It breaks`` names a type, if the project has one like that."""
    match = _TYPED.fullmatch(typed)
    for row in projects.types_of(ctx, project_id) if match else ():
        if match and row.name.lower() == match[1].lower():
            return row.id, match[2]
    return "", typed


def _told(ctx: Context, key: str) -> str:
    """An issue in one line, and where it is."""
    row = sight.read(ctx, key)
    status = site.statuses(ctx)[row.status_id].name
    assignee = site.people(ctx, [row.assignee_id]).get(row.assignee_id or "")
    whose = assignee.display_name if assignee else "nobody's yet"
    address = rendered(ctx, addresses.of_issue(ctx, row.key))
    return f"{row.key}: {row.summary} — {status}, {whose}. {address}"
