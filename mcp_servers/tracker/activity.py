"""Comments and work below issues."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Comment, Worklog
from workworld.apps.tracker.service import comments, site, worklogs
from workworld.apps.tracker.wire import activity, texts
from workworld.apps.tracker.wire.addresses import moment_from
from workworld.context import Context
from workworld.doors.mcp import Tool, Variant
from workworld.errors import Invalid
from workworld.mcp_servers.tracker.schemas import (
    CLOUD_ID,
    CONTENT_FORMAT,
    ISSUE,
    RESPONSE_FORMAT,
    STRING,
    Arguments,
    described,
)
from workworld.mcp_servers.tracker.sites import at_site

VISIBILITY = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": ["group", "role"]},
        "value": {"type": "string"},
    },
    "required": ["type", "value"],
    "description": 'Who alone sees it: {"type": "role", "value": "Developer"}. Groups are '
    "refused: this site shows comments to roles.",
}


def role_in(ctx: Context, arguments: Arguments, name: str) -> dict[str, str]:
    """The role for which something is, by its id; nothing if it is for everybody.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    asked = arguments.get(name)
    if not asked:
        return {}
    if asked["type"] != "role":
        raise Invalid("invalid_arguments", f"{name}.type is role on this site")
    for role in site.roles(ctx).values():
        if asked["value"] in (role.name, role.id):
            return {"role_id": role.id}
    known = ", ".join(role.name for role in site.roles(ctx).values())
    raise Invalid("invalid_arguments", f"{name}.value is one of: {known}")


def _accept_comment(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "issue": arguments["issueIdOrKey"],
        "body": texts.body(ctx, arguments["commentBody"], "comment"),
        **role_in(ctx, arguments, "commentVisibility"),
    }


def _accept_changed(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_comment(ctx, arguments), "comment_id": arguments["commentId"]}


def _present_comment(ctx: Context, comment: Comment) -> dict[str, Any]:
    return activity.comments(ctx, [comment])[0]


def seconds_in(arguments: Arguments, name: str) -> int:
    """How long something took: ``1h 30m``.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    found = durations.parse(str(arguments[name]))
    if found is None:
        said = f"{name} is an amount of work such as 1w 2d 3h 30m, not {arguments[name]!r}"
        raise Invalid("invalid_arguments", said)
    return found


def started_in(arguments: Arguments) -> dict[str, int]:
    """When work began, if that was said.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    if not arguments.get("started"):
        return {}
    moment = moment_from(arguments["started"])
    if moment is None:
        raise Invalid("invalid_arguments", "started is like 2030-01-02T03:04:05.000+0000")
    return {"started_us": moment}


def _accept_work(ctx: Context, arguments: Arguments) -> Arguments:
    found: dict[str, Any] = {
        "issue": arguments["issueIdOrKey"],
        "seconds": seconds_in(arguments, "timeSpent"),
        **started_in(arguments),
    }
    if arguments.get("visibility"):
        raise Invalid("invalid_arguments", "visibility: work is seen by whoever sees the issue")
    if arguments.get("commentBody"):
        found["body"] = texts.body(ctx, arguments["commentBody"], "comment")
    return found


def _accept_changed_work(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_work(ctx, arguments), "worklog_id": arguments["worklogId"]}


def _present_work(ctx: Context, worklog: Worklog) -> dict[str, Any]:
    return activity.worklogs(ctx, [worklog])[0]


COMMENT = Tool(
    "addCommentToJiraIssue",
    comments.add,
    "Comment on an issue as the person you act for; with commentId, change a comment instead. "
    "Mention a person with <@accountId>. People are told at once. Errors: issue_not_found, "
    "comment_not_found, invalid_fields, permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "commentBody": described(STRING, "The text, in Markdown."),
        "commentVisibility": VISIBILITY,
        "commentId": described(STRING, "Id of a comment to change."),
        "contentFormat": CONTENT_FORMAT,
        "responseContentFormat": RESPONSE_FORMAT,
    },
    ("cloudId", "issueIdOrKey", "commentBody"),
    at_site(_accept_comment),
    _present_comment,
    names={"issue": "issueIdOrKey", "body": "commentBody", "comment_id": "commentId"},
    title="Comment on issue",
    toolset="comments",
    variants=(
        Variant(
            lambda arguments: bool(arguments.get("commentId")),
            comments.edit,
            at_site(_accept_changed),
            _present_comment,
        ),
    ),
)
WORK = Tool(
    "addWorklogToJiraIssue",
    worklogs.add,
    "Log work on an issue; its remaining estimate goes down by it. With worklogId, change what was "
    "logged instead. Errors: issue_not_found, worklog_not_found, invalid_arguments, "
    "permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "timeSpent": described(STRING, "How long, such as 2h, 30m or 4d; a day has 8 hours."),
        "worklogId": described(STRING, "Id of logged work to change."),
        "commentBody": described(STRING, "A note on it, in Markdown."),
        "started": described(
            STRING, "When it began: 2030-01-02T03:04:05.000+0000; now if left out."
        ),
        "visibility": described({"type": "object"}, "Refused: work is seen with its issue."),
    },
    ("cloudId", "issueIdOrKey", "timeSpent"),
    at_site(_accept_work),
    _present_work,
    names={"issue": "issueIdOrKey", "seconds": "timeSpent", "worklog_id": "worklogId"},
    title="Log work",
    toolset="worklogs",
    variants=(
        Variant(
            lambda arguments: bool(arguments.get("worklogId")),
            worklogs.edit,
            at_site(_accept_changed_work),
            _present_work,
        ),
    ),
)
