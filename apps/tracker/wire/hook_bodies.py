"""What web hooks are sent: https://developer.atlassian.com/cloud/jira/platform/webhooks/"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.tracker.models import Board, Comment, Project, Sprint, Version, Worklog
from workworld.apps.tracker.service import attachments, hook_dispatch, site
from workworld.apps.tracker.service.hook_dispatch import CREATED, UPDATED, Told
from workworld.apps.tracker.wire import activity, boards, people, projects
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.issues import Issues, Shape
from workworld.apps.tracker.wire.selection import selected
from workworld.context import Context

_BRIEF = "summary,issuetype,project,assignee,priority,status"
_MILLISECOND = 1_000


@hook_dispatch.writes
def body(ctx: Context, told: Told) -> Mapping[str, Any]:
    """What a web hook is sent of an event, as its owner sees it."""
    noun = told.event.removeprefix("jira:").partition("_")[0]
    shape: Shape = {
        "timestamp": ctx.clock.now_us() // _MILLISECOND,
        "webhookEvent": told.event,
        **_SHAPES[noun](ctx, told),
    }
    return shape | ({"matchedWebhookIds": [int(told.hook_id)]} if told.hook_id else {})


def _of_issue(ctx: Context, told: Told) -> Shape:
    assert told.issue is not None  # who is told sees it
    shape: Shape = {
        "issue_event_type_name": _kind_of(told),
        "user": _actor(ctx),
        "issue": Issues(ctx, selected(None)).of_rows([told.issue])[0],
    }
    if told.event == UPDATED:
        written = activity.changes(ctx, told.changes)
        items = [item for each in written for item in each["items"]]
        shape["changelog"] = {"id": written[0]["id"] if written else "0", "items": items}
    if "transition_id" in told.facts and "url" in told.facts:
        shape["transition"] = {"transitionId": told.facts["transition_id"]}
    return shape


def _kind_of(told: Told) -> str:
    if told.event != UPDATED:
        return "issue_created" if told.event == CREATED else "issue_deleted"
    changed = {item.field_id for change in told.changes for item in change.items}
    if "status" in changed:
        return "issue_generic"
    return "issue_assigned" if changed == {"assignee"} else "issue_updated"


def _of_comment(ctx: Context, told: Told) -> Shape:
    row = ctx.session.get(Comment, told.facts["comment_id"])
    where = self_of(ctx, "issue", told.facts["issue_id"], "comment", told.facts["comment_id"])
    said = {"self": where, "id": told.facts["comment_id"]}
    return {
        "comment": said if row is None else activity.comments(ctx, [row])[0],
        "issue": _brief(ctx, told),
        "eventType": "primaryAction",
    }


def _of_worklog(ctx: Context, told: Told) -> Shape:
    id, issue_id = told.facts["worklog_id"], told.facts["issue_id"]
    row = ctx.session.get(Worklog, id)
    said = {"self": self_of(ctx, "issue", issue_id, "worklog", id), "id": id, "issueId": issue_id}
    return {"worklog": said if row is None else activity.worklogs(ctx, [row])[0]}


def _of_attachment(ctx: Context, told: Told) -> Shape:
    assert told.issue is not None  # who is told sees it
    id = told.facts["attachment_id"]
    found = attachments.list(ctx, issue=told.issue.id)
    shapes = activity.attachments(ctx, [each for each in found if each.row.id == id])
    known = {"self": self_of(ctx, "attachment", id), "id": id}
    return {"attachment": shapes[0] if shapes else known}


def _of_link(ctx: Context, told: Told) -> Shape:
    facts = told.facts
    kind = site.link_types(ctx)[facts["type_id"]]
    return {
        "issueLink": {
            "id": int(facts["link_id"]),
            "sourceIssueId": int(facts["source_id"]),
            "destinationIssueId": int(facts["target_id"]),
            "issueLinkType": {
                "id": int(kind.id),
                "name": kind.name,
                "outwardName": kind.outward,
                "inwardName": kind.inward,
                "isSubTaskLinkType": False,
                "isSystemLinkType": False,
            },
            "systemLink": False,
        }
    }


def _of_version(ctx: Context, told: Told) -> Shape:
    facts = told.facts
    row = ctx.session.get(Version, facts["version_id"])
    known = {"id": facts["version_id"], "name": facts["name"]}
    project = {"projectId": int(facts["project_id"])}
    return {"version": known | project if row is None else projects.version(ctx, row)}


def _of_project(ctx: Context, told: Told) -> Shape:
    row = ctx.session.get_one(Project, told.facts["project_id"])
    lead = site.people(ctx, [row.lead_id]).get(row.lead_id or "")
    return {"project": projects.brief(ctx, row) | {"projectLead": people.user(ctx, lead)}}


def _of_sprint(ctx: Context, told: Told) -> Shape:
    facts = told.facts
    row = ctx.session.get(Sprint, facts["sprint_id"])
    known = {"id": facts["sprint_id"], "originBoardId": facts["board_id"]}
    if row is None:
        return {"sprint": known | {"name": facts["name"]}}
    return {"sprint": boards.sprint(ctx, row)}


def _of_board(ctx: Context, told: Told) -> Shape:
    row = ctx.session.get_one(Board, told.facts["board_id"])
    return {"board": boards.board(ctx, row, ctx.session.get(Project, row.project_id))}


def _brief(ctx: Context, told: Told) -> Shape:
    assert told.issue is not None  # who is told sees it
    return Issues(ctx, selected(_BRIEF)).of_rows([told.issue])[0]


def _actor(ctx: Context) -> Shape | None:
    """Whose deed it was, which is not whose eyes the body is written with."""
    person_id = str(ctx.request.arguments["actor"])
    return people.user(ctx, site.people(ctx, [person_id]).get(person_id))


_SHAPES: Mapping[str, Callable[[Context, Told], Shape]] = {
    "issue": _of_issue,
    "comment": _of_comment,
    "worklog": _of_worklog,
    "attachment": _of_attachment,
    "issuelink": _of_link,
    "version": _of_version,
    "project": _of_project,
    "sprint": _of_sprint,
    "board": _of_board,
}
"""By the noun in the event's name."""
