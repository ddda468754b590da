"""Comments, work, and links between issues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.models import Comment, Issue, LinkType, Worklog
from workworld.apps.tracker.service import comments, issues, links, remote_links, site, worklogs
from workworld.apps.tracker.wire import activity, metadata, texts
from workworld.context import Context
from workworld.errors import Invalid
from workworld.mcp_servers.tracker.activity import role_in, seconds_in, started_in
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.changing import whole
from workworld.mcp_servers.tracker.community.declaring import ISSUE, key, text, tool, truth
from workworld.mcp_servers.tracker.community.reading import work
from workworld.mcp_servers.tracker.schemas import Arguments, json_in

_SEEN_BY = text('JSON text of who alone sees it: {"type": "role", "value": "Developers"}.')


def _seen_by(ctx: Context, arguments: Arguments, name: str) -> dict[str, str]:
    """The role for which a comment is.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    said = json_in(arguments, name, dict, {})
    if said and not ({"type", "value"} <= said.keys()):
        raise Invalid("invalid_arguments", f"{name} has a type and a value")
    return role_in(ctx, {name: said}, name)


def _accept_comment(ctx: Context, arguments: Arguments) -> Arguments:
    role, public = _seen_by(ctx, arguments, "visibility"), arguments.get("public")
    if role and public:
        raise Invalid("invalid_arguments", "Cannot use both 'public' and 'visibility'.")
    return {
        "issue": arguments["issue_key"],
        "body": texts.body(ctx, arguments["body"], "comment"),
        **role,
        **({} if public is None else {"is_internal": not public}),
    }


def _accept_edited(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "issue": arguments["issue_key"],
        "comment_id": arguments["comment_id"],
        "body": texts.body(ctx, arguments["body"], "comment"),
        **_seen_by(ctx, arguments, "visibility"),
    }


def _comment(ctx: Context, comment: Comment, moment: str) -> dict[str, Any]:
    rest = activity.comments(ctx, [comment])[0]
    return {
        "id": rest["id"],
        "body": rest["body"],
        moment: shapes.parsed(rest[moment]),
        "author": rest["author"]["displayName"],
    }


def _present_comment(ctx: Context, comment: Comment) -> dict[str, Any]:
    return _comment(ctx, comment, "created")


def _present_edited(ctx: Context, comment: Comment) -> dict[str, Any]:
    return _comment(ctx, comment, "updated")


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _present_all_work(ctx: Context, _found: Any) -> dict[str, Any]:
    return {"worklogs": work(ctx, ctx.request.arguments["issue_key"])}


def _accept_work(ctx: Context, arguments: Arguments) -> Arguments:
    found: dict[str, Any] = {
        "issue": arguments["issue_key"],
        "seconds": seconds_in(arguments, "time_spent"),
        **started_in(arguments),
    }
    if arguments.get("comment"):
        found["body"] = texts.body(ctx, arguments["comment"], "comment")
    if arguments.get("remaining_estimate"):
        found |= {"adjust": "new", "amount": seconds_in(arguments, "remaining_estimate")}
    if arguments.get("original_estimate"):
        found["original"] = seconds_in(arguments, "original_estimate")
    return found


def _present_work(ctx: Context, worklog: Worklog) -> dict[str, Any]:
    asked = ctx.request.arguments
    shape = shapes.worklog(activity.worklogs(ctx, [worklog])[0])
    changed = {
        f"{name}_updated": bool(asked.get(name))
        for name in ("original_estimate", "remaining_estimate")
    }
    return {"message": "Worklog added successfully", "worklog": shape | changed}


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_types(ctx: Context, found: Mapping[str, LinkType]) -> list[dict[str, Any]]:
    wanted = str(ctx.request.arguments.get("name_filter", "")).casefold()
    shown = [shapes.link_type(metadata.link_type(ctx, each)) for each in found.values()]
    return [each for each in shown if wanted in each["name"].casefold()]


def _accept_link(ctx: Context, arguments: Arguments) -> Arguments:
    said = arguments.get("comment")
    if _seen_by(ctx, arguments, "comment_visibility"):
        unfit = "comment_visibility: what is said of a link is seen by whoever sees the issue"
        raise Invalid("invalid_arguments", unfit)
    return {
        "type_id": arguments["link_type"],
        "source": arguments["inward_issue_key"],
        "target": arguments["outward_issue_key"],
        **({"comment": texts.body(ctx, said, "comment")} if said else {}),
    }


def _present_link(ctx: Context, _link: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    inward, outward = asked["inward_issue_key"], asked["outward_issue_key"]
    return {
        "success": True,
        "message": f"Link created between {inward} and {outward}",
        "link_type": asked["link_type"],
        "inward_issue": inward,
        "outward_issue": outward,
    }


def _accept_unlink(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"link_id": arguments["link_id"]}


def _present_unlinked(ctx: Context, _nothing: Any) -> dict[str, Any]:
    gone = ctx.request.arguments["link_id"]
    return {"success": True, "message": f"Link with ID {gone} has been removed", "link_id": gone}


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    names = ("url", "title", "summary", "relationship")
    said = {name: arguments[name] for name in names if arguments.get(name)}
    return {"issue": arguments["issue_key"], **said}


def _present_page(ctx: Context, _saved: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    return {
        "success": True,
        "message": f"Remote link created for issue {asked['issue_key']}",
        "issue_key": asked["issue_key"],
        "link_title": asked["title"],
        "link_url": asked["url"],
        "relationship": asked.get("relationship", ""),
    }


def _accept_epic(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"], "fields": {"parent": arguments["epic_key"]}}


def _present_epic(ctx: Context, issue: Issue) -> dict[str, Any]:
    asked = ctx.request.arguments
    said = f"Issue {asked['issue_key']} has been linked to epic {asked['epic_key']}."
    return {"message": said, "issue": whole(ctx, issue)}


TOOLS = (
    tool(
        "add_comment",
        comments.add,
        "Comment on an issue as the person you act for, in Markdown.",
        {
            "issue_key": ISSUE,
            "body": text("What to say, in Markdown."),
            "visibility": _SEEN_BY,
            "public": truth("Of a service desk: whether customers see it; false for agents alone."),
        },
        ("issue_key", "body"),
        _accept_comment,
        _present_comment,
        title="Add Comment",
        toolset="comments",
        destroys=False,
        names={"issue": "issue_key"},
    ),
    tool(
        "edit_comment",
        comments.edit,
        "Change what a comment says, in Markdown, and who sees it.",
        {
            "issue_key": ISSUE,
            "comment_id": text("Id of the comment."),
            "body": text("What it is to say, in Markdown."),
            "visibility": _SEEN_BY,
        },
        ("issue_key", "comment_id", "body"),
        _accept_edited,
        _present_edited,
        title="Edit Comment",
        toolset="comments",
        destroys=True,
        names={"issue": "issue_key"},
    ),
    tool(
        "get_worklog",
        worklogs.list,
        "List the work that people logged on an issue, by when it began.",
        {"issue_key": ISSUE},
        ("issue_key",),
        _accept_issue,
        _present_all_work,
        title="Get Worklog",
        toolset="worklog",
    ),
    tool(
        "add_worklog",
        worklogs.add,
        "Log work on an issue; what remains goes down by it, or to what you say.",
        {
            "issue_key": ISSUE,
            "time_spent": text("How long, such as 1h 30m or 1d; a day has 8 hours."),
            "comment": text("A note on it, in Markdown."),
            "started": text("When it began: 2030-01-02T03:04:05.000+0000; now if left out."),
            "original_estimate": text("What the issue is estimated at from now on."),
            "remaining_estimate": text("What remains from now on."),
        },
        ("issue_key", "time_spent"),
        _accept_work,
        _present_work,
        title="Add Worklog",
        toolset="worklog",
        destroys=True,
        names={"issue": "issue_key", "seconds": "time_spent"},
    ),
    tool(
        "get_link_types",
        site.link_types,
        "List how two issues may concern each other, with the words of each direction.",
        {"name_filter": text("Only those in whose name this occurs.")},
        (),
        _accept_nothing,
        _present_types,
        title="Get Link Types",
        toolset="links",
    ),
    tool(
        "create_issue_link",
        links.add,
        "Link two issues. With the type Blocks, the inward issue blocks the outward one.",
        {
            "link_type": text("Name of the link type, such as Blocks or Relates."),
            "inward_issue_key": key("Key of the issue that, say, blocks the other."),
            "outward_issue_key": key("Key of the issue that, say, is blocked."),
            "comment": text("What to say of it below the first, in Markdown."),
            "comment_visibility": _SEEN_BY,
        },
        ("link_type", "inward_issue_key", "outward_issue_key"),
        _accept_link,
        _present_link,
        title="Create Issue Link",
        toolset="links",
        destroys=False,
        names={
            "type_id": "link_type",
            "source": "inward_issue_key",
            "target": "outward_issue_key",
        },
    ),
    tool(
        "remove_issue_link",
        links.delete,
        "Remove a link between two issues. Ids of links stand in an issue's issuelinks.",
        {"link_id": text("Id of the link.")},
        ("link_id",),
        _accept_unlink,
        _present_unlinked,
        title="Remove Issue Link",
        toolset="links",
        destroys=True,
    ),
    tool(
        "create_remote_issue_link",
        remote_links.put,
        "Link an issue to a page elsewhere, such as its documentation.",
        {
            "issue_key": ISSUE,
            "url": text("Address of the page."),
            "title": text("What the link is called."),
            "summary": text("What the page is about."),
            "relationship": text("What the page is to the issue, such as documentation."),
            "icon_url": text("No effect: links have the site's own icon."),
        },
        ("issue_key", "url", "title"),
        _accept_page,
        _present_page,
        title="Create Remote Issue Link",
        toolset="links",
        destroys=False,
        names={"issue": "issue_key"},
    ),
    tool(
        "link_to_epic",
        issues.edit,
        "Make an issue a part of an epic, and no longer of another one.",
        {"issue_key": ISSUE, "epic_key": key("Key of the epic.")},
        ("issue_key", "epic_key"),
        _accept_epic,
        _present_epic,
        title="Link to Epic",
        toolset="links",
        destroys=True,
        names={"issue": "issue_key", "parent": "epic_key"},
    ),
)
