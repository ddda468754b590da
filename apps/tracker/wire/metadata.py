"""What the site has agreed on: types, statuses, priorities and the like."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.models import (
    IssueType,
    LinkType,
    Priority,
    Resolution,
    SecurityLevel,
    Status,
)
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.people import avatars
from workworld.context import Context

CATEGORIES = {
    "undefined": (1, "medium-gray", "No Category"),
    "new": (2, "blue-gray", "To Do"),
    "indeterminate": (4, "yellow", "In Progress"),
    "done": (3, "green", "Done"),
}
"""Ids, colours and names of the categories of statuses, by key."""


def category(ctx: Context, key: str) -> dict[str, Any]:
    """A category of statuses."""
    number, color, name = CATEGORIES[key]
    return {
        "self": self_of(ctx, "statuscategory", number),
        "id": number,
        "key": key,
        "colorName": color,
        "name": name,
    }


def status(ctx: Context, row: Status) -> dict[str, Any]:
    """Where an issue stands."""
    return {
        "self": self_of(ctx, "status", row.id),
        "description": row.description,
        "iconUrl": avatars(ctx, "status", row.id)["16x16"],
        "name": row.name,
        "id": row.id,
        "statusCategory": category(ctx, row.category),
    }


def issue_type(ctx: Context, row: IssueType) -> dict[str, Any]:
    """A type of issues."""
    return {
        "self": self_of(ctx, "issuetype", row.id),
        "id": row.id,
        "description": row.description,
        "iconUrl": avatars(ctx, "issuetype", row.id)["16x16"],
        "name": row.name,
        "untranslatedName": row.name,
        "subtask": row.level < 0,
        "hierarchyLevel": row.level,
    }


def priority(ctx: Context, row: Priority) -> dict[str, Any]:
    """How urgent an issue is."""
    return {
        "self": self_of(ctx, "priority", row.id),
        "statusColor": row.color,
        "description": row.description,
        "iconUrl": avatars(ctx, "priority", row.id)["16x16"],
        "name": row.name,
        "id": row.id,
    }


def resolution(ctx: Context, row: Resolution) -> dict[str, Any]:
    """How an issue ended."""
    return {
        "self": self_of(ctx, "resolution", row.id),
        "id": row.id,
        "description": row.description,
        "name": row.name,
    }


def security_level(ctx: Context, row: SecurityLevel) -> dict[str, Any]:
    """Who alone sees an issue."""
    return {
        "self": self_of(ctx, "securitylevel", row.id),
        "id": row.id,
        "description": row.description,
        "name": row.name,
    }


def link_type(ctx: Context, row: LinkType) -> dict[str, Any]:
    """How two issues concern each other."""
    return {
        "id": row.id,
        "name": row.name,
        "inward": row.inward,
        "outward": row.outward,
        "self": self_of(ctx, "issueLinkType", row.id),
    }
