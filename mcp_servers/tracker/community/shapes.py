"""Resources in fewer words: what the community's server makes of the REST API's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.wire.addresses import moment_from
from workworld.clock import from_microseconds

Shape = dict[str, Any]
Rest = Mapping[str, Any]


def user(rest: Rest) -> Shape:
    """A person."""
    return {
        "account_id": rest.get("accountId"),
        "display_name": rest["displayName"],
        "name": rest["displayName"],
        "email": rest.get("emailAddress"),
        "avatar_url": rest.get("avatarUrls", {}).get("48x48"),
    }


def status(rest: Rest) -> Shape:
    """Where an issue stands."""
    category = rest["statusCategory"]
    return {"name": rest["name"], "category": category["name"], "color": category["colorName"]}


def project(rest: Rest) -> Shape:
    """A project."""
    said = {
        "key": rest["key"],
        "name": rest["name"],
        "description": rest.get("description"),
        "category": rest.get("projectCategory", {}).get("name"),
        "avatar_url": rest.get("avatarUrls", {}).get("48x48"),
        "lead": user(rest["lead"]) if rest.get("lead") else None,
    }
    return _said(said)


def moment(stamp: str | None) -> str | None:
    """A moment as people write it, in UTC: ``2030-01-02 03:04:05 UTC``."""
    us = moment_from(stamp) if stamp else None
    return None if us is None else f"{from_microseconds(us):%Y-%m-%d %H:%M:%S} UTC"


def parsed(stamp: str | None) -> str:
    """A moment as Python shows it: ``2030-01-02 03:04:05+00:00``."""
    us = moment_from(stamp) if stamp else None
    return "None" if us is None else str(from_microseconds(us))


def iso(us: int) -> str:
    """A moment by ISO 8601."""
    return from_microseconds(us).isoformat()


def comment(rest: Rest) -> Shape:
    """A comment as an issue has it."""
    said = {
        "id": rest["id"],
        "body": rest["body"],
        "author": user(rest["author"]) if rest.get("author") else None,
        "created": moment(rest["created"]),
        "updated": moment(rest["updated"]),
    }
    return _said(said)


def attachment(rest: Rest) -> Shape:
    """A file."""
    said = {
        "filename": rest["filename"],
        "size": rest["size"],
        "url": rest["content"],
        "content_type": rest.get("mimeType"),
        "author": user(rest["author"]) if rest.get("author") else None,
        "thumbnail_url": rest.get("thumbnail"),
        "created": moment(rest["created"]),
    }
    return _said(said)


def change(rest: Rest) -> Shape:
    """A change of fields."""
    items = [_item(each) for each in rest["items"]]
    said = {
        "items": items,
        "author": user(rest["author"]) if rest.get("author") else None,
        "created": iso(moment_from(rest["created"]) or 0),
    }
    return _said(said)


def _item(rest: Rest) -> Shape:
    theirs = {
        "from_string": "fromString",
        "to_string": "toString",
        "from_id": "from",
        "to_id": "to",
    }
    said = {ours: rest.get(name) for ours, name in theirs.items() if rest.get(name) is not None}
    return {"field": rest["field"], "fieldtype": rest["fieldtype"], **said}


def link_type(rest: Rest) -> Shape:
    """How two issues may concern each other."""
    return {name: rest[name] for name in ("id", "name", "inward", "outward", "self")}


def link(rest: Rest) -> Shape:
    """A link as one of its issues has it."""
    ends = {"inward_issue": "inwardIssue", "outward_issue": "outwardIssue"}
    shown = {ours: _linked(rest[theirs]) for ours, theirs in ends.items() if theirs in rest}
    return {"id": rest["id"], "type": link_type(rest["type"]), **shown}


def _linked(rest: Rest) -> Shape:
    fields = rest["fields"]
    said = {
        "summary": fields["summary"],
        "status": status(fields["status"]),
        "priority": _name(fields.get("priority")),
        "issuetype": _name(fields.get("issuetype")),
    }
    return {"id": rest["id"], "key": rest["key"], "self": rest["self"], "fields": _said(said)}


def version(rest: Rest) -> Shape:
    """A release."""
    said = {
        name: rest.get(name)
        for name in (
            "id",
            "name",
            "released",
            "archived",
            "description",
            "startDate",
            "releaseDate",
        )
    }
    return _said(said)


def board(rest: Rest) -> Shape:
    """A board."""
    return {"id": str(rest["id"]), "name": rest["name"], "type": rest["type"]}


def sprint(rest: Rest) -> Shape:
    """A sprint."""
    said = {
        "id": str(rest["id"]),
        "name": rest["name"],
        "state": rest["state"],
        "goal": rest.get("goal") or None,
        "start_date": rest.get("startDate"),
        "end_date": rest.get("endDate"),
    }
    return _said(said)


def worklog(rest: Rest) -> Shape:
    """Work that was logged."""
    return {
        "id": rest["id"],
        "comment": rest.get("comment", ""),
        "created": parsed(rest["created"]),
        "updated": parsed(rest["updated"]),
        "started": parsed(rest["started"]),
        "time_spent": rest["timeSpent"],
        "time_spent_seconds": rest["timeSpentSeconds"],
        "author": rest["author"]["displayName"] if rest.get("author") else "Unknown",
    }


def minutes(amount: int) -> str:
    """Minutes in words: ``2d 3h 5m``."""
    days, rest = divmod(max(amount, 0), 24 * 60)
    hours, left = divmod(rest, 60)
    words = [f"{days}d"] * (days > 0) + [f"{hours}h"] * (hours > 0 or days > 0) + [f"{left}m"]
    return " ".join(words)


def _name(rest: Rest | None) -> Shape | None:
    return {"name": rest["name"]} if rest else None


def _said(shape: Mapping[str, Any]) -> Shape:
    """Without what says nothing."""
    return {name: value for name, value in shape.items() if value not in (None, [], {})}
